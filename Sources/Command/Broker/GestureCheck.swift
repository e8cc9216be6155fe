import GestureFiles
import Scrubbing

/// Checks that a gesture file of a worker is one that it was asked for, and nothing that reads other files.
struct GestureCheck {
  /// The video that it may name.
  let video: String?
  /// The gesture that was corrected; nil for a new one.
  let original: GestureFile?

  /// Whether the bytes are a gesture file without an output of its own and with this video, or one that differs from the
  /// original in a single touch.
  func accepts(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= GestureFile.maximumByteCount, let file = try? GestureFile(parsing: bytes) else { return false }
    guard let original else { return file.video == video && file.output == nil && file.ending == .lifted }
    guard file.video == original.video, file.output == original.output, file.control == original.control,
      file.events.count == original.events.count
    else { return false }
    let changed = zip(file.events, original.events).filter { $0 != $1 }
    return changed.count <= 1 && changed.allSatisfy { $0.touch?.phase == $1.touch?.phase }
  }
}
