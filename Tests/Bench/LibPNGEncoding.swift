import CLibPNG
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Encodes raw samples as PNG files with libpng alone, measured from inside, since reading the samples does not count.
public enum LibPNGEncoding {
  /// Writes a file for each picture and, at the end, its times, in the form of framegrab's `--timings --json`.
  ///
  /// - Parameter words: zlib's level, or 0 for libpng's default; the size, such as 1920x1080; the file of
  ///   samples, eight bits each of red, green and blue; and the folder for the pictures.
  /// - Returns: an exit status.
  public static func run(_ words: [String]) -> Int32 {
    let sides = words.dropFirst().first?.split(separator: "x").compactMap { Int($0) } ?? []
    guard words.count == 4, let level = Int32(words[0]), sides.count == 2, sides.allSatisfy({ $0 > 0 }),
      let file = try? FileHandle(forReadingFrom: URL(filePath: words[2]))
    else { return 2 }
    let (rowBytes, height) = (3 * sides[0], sides[1])
    var number = 0
    var cpu = 0.0
    var wall = 0.0
    while let samples = try? file.read(upToCount: rowBytes * height), samples.count == rowBytes * height {
      let sink = Sink()
      let start = (milliseconds(CLOCK_PROCESS_CPUTIME_ID), milliseconds(CLOCK_MONOTONIC))
      samples.withUnsafeBytes { samples in
        encode(samples, width: sides[0], height: height, level: level, into: sink)
      }
      cpu += milliseconds(CLOCK_PROCESS_CPUTIME_ID) - start.0
      wall += milliseconds(CLOCK_MONOTONIC) - start.1
      let digits = String(number)
      let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
      guard (try? Data(sink.bytes).write(to: URL(filePath: words[3]).appending(component: name))) != nil else {
        return 1
      }
      number += 1
    }
    FileHandle.standardError.write(Data("{\"timings\":{\"png\":{\"wall\":\(wall),\"cpu\":\(cpu)}}}\n".utf8))
    return 0
  }

  private final class Sink {
    var bytes: [UInt8] = []
  }

  /// Encodes with libpng's ordinary calls. An error ends the process, so that no longjmp crosses Swift frames.
  private static func encode(
    _ samples: UnsafeRawBufferPointer, width: Int, height: Int, level: Int32, into sink: Sink
  ) {
    var png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, { _, _ in exit(3) }, { _, _ in })
    guard let writer = png else { exit(3) }
    var info = png_create_info_struct(writer)
    png_set_write_fn(
      writer, Unmanaged.passUnretained(sink).toOpaque(),
      { png, bytes, count in
        guard let png, let bytes, let sink = png_get_io_ptr(png) else { return }
        Unmanaged<Sink>.fromOpaque(sink).takeUnretainedValue().bytes += UnsafeBufferPointer(
          start: bytes, count: Int(count))
      }, { _ in })
    png_set_IHDR(
      writer, info, UInt32(width), UInt32(height), 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT)
    if level > 0 { png_set_compression_level(writer, level) }
    png_write_info(writer, info)
    for row in 0..<height {
      png_write_row(writer, samples.baseAddress?.advanced(by: 3 * width * row).assumingMemoryBound(to: UInt8.self))
    }
    png_write_end(writer, nil)
    png_destroy_write_struct(&png, &info)
  }

  private static func milliseconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
  }
}
