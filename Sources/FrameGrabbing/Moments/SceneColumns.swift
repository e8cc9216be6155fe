/// The columns of the list of scenes that PySceneDetect writes (`scenedetect … list-scenes`), found by its header.
///
/// The header is on the first line, or on the second, after one with the times of all cuts. Its first title is "Scene
/// Number", and what separates that from the next one separates the values: a comma, a semicolon or a tab.
struct SceneColumns {
  /// A scene: its number, and the index of its first frame.
  struct Scene {
    let number: Int64
    let frame: Int64
  }

  private let separator: UInt8
  private let number: Int
  private let firstFrame: Int

  private static let separators = Array(",;\t".utf8)

  /// Reads a header; nil if the line is none.
  init?(header line: ArraySlice<UInt8>) {
    let first = line.prefix { !Self.separators.contains($0) }
    guard first.count <= 20, Self.trimmed(first) == "Scene Number", first.endIndex < line.endIndex else { return nil }
    separator = line[first.endIndex]
    let titles = line.split(separator: separator, maxSplits: 64, omittingEmptySubsequences: false).map(Self.trimmed)
    guard let frame = titles.firstIndex(of: "Start Frame") else { return nil }
    (number, firstFrame) = (0, frame)
  }

  /// Reads a row.
  ///
  /// - Throws: `Fault` for a row without a number or a first frame.
  func scene(_ line: ArraySlice<UInt8>) throws(Fault) -> Scene {
    let last = max(number, firstFrame)
    let values = line.split(separator: separator, maxSplits: last + 1, omittingEmptySubsequences: false)
    guard values.count > last, let scene = Self.whole(values[number]), scene > 0 else {
      throw Fault(words: "is no row of a list of scenes: it starts with no number")
    }
    guard let frame = Self.whole(values[firstFrame]) else {
      throw Fault(words: "is no row of a list of scenes: its start frame is no number")
    }
    // Before 0.6 it counted from 0: then the frames of all scenes would be wrong by one.
    guard frame > 0 else {
      throw Fault(words: "starts at frame 0, but PySceneDetect counts frames from 1 since its version 0.6")
    }
    return Scene(number: scene, frame: frame - 1)
  }

  /// What is wrong with a row.
  struct Fault: Error {
    /// A fragment without a subject.
    let words: String
  }

  private static func whole(_ value: ArraySlice<UInt8>) -> Int64? {
    let text = trimmed(value)
    return text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
  }

  /// A value without blanks and quotation marks around it.
  private static func trimmed(_ value: ArraySlice<UInt8>) -> String {
    let isAround: (UInt8) -> Bool = { [UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "\r")].contains($0) }
    var value = value.drop(while: isAround)
    while let last = value.last, isAround(last) { value.removeLast() }
    return String(decoding: value, as: UTF8.self)
  }
}
