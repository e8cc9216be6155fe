import CPNG
import Memory
import Synchronization
import Threading

/// The content of IDAT in one or several pieces, in memory allocated by C; freed at the end (`cpng_release`).
final class PixelStream {
  /// Filtered bytes in a piece: large enough that the loss between pieces is negligible, small enough to keep several
  /// threads busy.
  private static let pieceSize = 1 << 20

  fileprivate let pieces: [cpng_piece]

  /// Filters and compresses a picture, its pieces in parallel; the bytes are the same with any number of threads.
  ///
  /// `description` describes the image; the caller has checked that all pixels are there. Throws the error of the first
  /// failed piece, in the order of the rows.
  init(
    _ image: PNGImage, _ description: cpng_image, _ coding: PixelCoding, threads: Int, _ stop: StopCheck
  ) throws(PNGError) {
    let rows = Self.rowsInPiece(of: image)
    let strips = stride(from: 0, to: image.height, by: rows).map { $0..<min($0 + rows, image.height) }
    let work = StripWork(description, coding, strips, stop)
    ScopedThreads.run(max(1, min(threads, strips.count)) - 1) { _ in
      work.compressStrips()
    } meanwhile: { _ in
      work.compressStrips()
    }
    pieces = try work.pieces()
  }

  /// A picture whose only piece is made already; the piece is released with this.
  init(_ piece: cpng_piece) { pieces = [piece] }

  /// How many rows go into a piece.
  static func rowsInPiece(of image: PNGImage) -> Int {
    max(1, pieceSize / (image.width * image.channels.count * image.bitDepth.bytes + 1))
  }

  deinit {
    for var piece in pieces { cpng_release(&piece) }
  }

  /// Bytes of all pieces, plus the overhead of the chunks in which `cpng_write` stores them.
  var count: Int {
    pieces.reduce(0) { $0 + $1.count + 12 * (($1.count - 1) / Int(CPNG_CHUNK_SIZE) + 1) }
  }

  /// The whole PNG file around these pixels (`cpng_write`).
  func file(_ description: cpng_image, _ stop: StopCheck) throws(PNGError) -> SharedBytes {
    let output: AlignedBuffer
    do throws(OutOfMemory) {
      // Signature, header, checksum and end take 63 bytes.
      output = try AlignedBuffer(byteCount: count + description.chunks_size + 1024)
    } catch {
      throw .outOfMemory
    }
    var sink = FileSink(start: output.bytes, capacity: output.byteCount, stop: stop)
    var description = description
    var message = [CChar](repeating: 0, count: Int(CPNG_MESSAGE_SIZE))
    var warnings = message
    let status = withUnsafeMutablePointer(to: &sink) { context in
      cpng_write(&description, pieces, pieces.count, appendToFile, context, &message, &warnings)
    }
    switch status {
    case CPNG_WRITTEN: return SharedBytes(output, count: sink.count)
    case CPNG_STOPPED: throw .stopped
    case CPNG_NO_MEMORY: throw .outOfMemory
    default: throw .libraryFailed(message: words(message), warnings: words(warnings))
    }
  }
}

/// The memory that `cpng_write` fills.
private struct FileSink {
  let start: UnsafeMutableRawPointer
  let capacity: Int
  let stop: StopCheck
  var count = 0
}

/// The sink of `cpng_write`, whose context is a `FileSink`; it ends the writing when it takes too long.
private func appendToFile(context: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>, count: Int) -> CInt {
  guard let sink = context?.assumingMemoryBound(to: FileSink.self) else { return 1 }
  guard count <= sink.pointee.capacity - sink.pointee.count, !sink.pointee.stop.stops else { return 1 }
  (sink.pointee.start + sink.pointee.count).copyMemory(from: bytes, byteCount: count)
  sink.pointee.count += count
  return 0
}

/// A piece is passed from the thread that makes it to the one that owns it.
extension cpng_piece: @retroactive @unchecked Sendable {}

/// Strips of one picture, shared out among several threads that compress them.
///
/// The pixels are only read, and the results are accessed under the lock.
private final class StripWork: @unchecked Sendable {
  private let description: cpng_image
  private let coding: PixelCoding
  private let strips: [Range<Int>]
  private let stop: StopCheck
  /// The first strip that no thread has taken.
  private let next = Atomic<Int>(0)
  private let hasFailed = Atomic<Bool>(false)
  private let made: Mutex<[Result<cpng_piece, PNGError>?]>

  init(_ description: cpng_image, _ coding: PixelCoding, _ strips: [Range<Int>], _ stop: StopCheck) {
    (self.description, self.coding, self.strips, self.stop) = (description, coding, strips, stop)
    made = Mutex(Array(repeating: nil, count: strips.count))
  }

  /// Takes strip after strip until none is left, or one has failed.
  func compressStrips() {
    while !hasFailed.load(ordering: .relaxed) {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < strips.count else { return }
      let result: Result<cpng_piece, PNGError>
      do throws(PNGError) {
        result = .success(try coding.piece(of: description, rows: strips[index], stop))
      } catch {
        result = .failure(error)
        hasFailed.store(true, ordering: .relaxed)
      }
      made.withLock { $0[index] = result }
    }
  }

  /// All pieces, in order; call this when all threads have finished.
  func pieces() throws(PNGError) -> [cpng_piece] {
    let results = made.withLock { $0 }
    var pieces: [cpng_piece] = []
    var fault: PNGError?
    for case let result? in results {
      switch result {
      case .success(let piece): pieces.append(piece)
      case .failure(let error): fault = fault ?? error
      }
    }
    guard let fault else { return pieces }
    for var piece in pieces { cpng_release(&piece) }
    throw fault
  }
}
