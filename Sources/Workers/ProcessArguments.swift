import CWorker
import LibC

/// The arguments of this process as bytes, also in a root without `/proc`, where Swift's `CommandLine` has none.
public enum ProcessArguments {
  /// All but the name of the program; a file name need not be valid text.
  public static var words: [[UInt8]] {
    var count: Int32 = 0
    guard let list = fg_arguments(&count) else { return [] }
    return (1..<max(1, Int(count))).compactMap { number in
      list[number].map { word in UnsafeRawBufferPointer(start: word, count: strlen(word)).map { $0 } }
    }
  }
}
