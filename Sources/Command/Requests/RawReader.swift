import Arguments
import Color
import Files
import FrameGrabbing

/// Reads whether pictures are written as plain samples, and how.
struct RawReader {
  let arguments: ParsedArguments
  private var reader: ValueReader { ValueReader(arguments: arguments) }

  /// What `--raw` and the ending of the output's name ask for; nil for PNG.
  ///
  /// - Throws: `UsageError` for a name that promises a PNG, and for bits that the layout does not have.
  func raw() throws(UsageError) -> RawPictures? {
    let layout: RawLayout? = reader.choice(.raw)
    let output = arguments.last(.output)
    let isArray = output?.hasArrayEnding ?? false
    if let layout, let output, output.hasPNGEnding {
      throw UsageError(
        line: "\(printableWords(output.text)): --raw writes samples, not PNG; give the file another ending, such as "
          + ".\(layout.rawValue), or .npy for an array")
    }
    guard layout != nil || isArray else { return nil }
    let depth = arguments.last(.depth).flatMap { Int($0.text) }.flatMap(Bitmap.BitDepth.init)
    guard let layout else { return RawPictures(depth == .sixteen ? .rgb48 : .rgb24, isArray: true) }
    if let own = layout.bitDepth, let depth, own != depth {
      let other = RawLayout.allCases.first { $0.bitDepth == depth }?.rawValue ?? ""
      throw UsageError(
        line: "--raw \(layout.rawValue) has \(own.rawValue) bits a sample: leave --depth \(depth.rawValue) out, or "
          + "write --raw \(other)")
    }
    return RawPictures(layout, bitDepth: depth ?? .eight, isArray: isArray)
  }
}
