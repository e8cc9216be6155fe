import Files
import FrameGrabbing
import TestSupport
import Timeline
import Video

/// Checks written pictures: the number in them, and their orientation.
struct PictureCheck {
  private let file: CorpusFile
  private let path: Path
  private let scratch: Scratch

  init(_ file: CorpusFile, path: Path) throws {
    self.file = file
    self.path = path
    scratch = try Scratch()
  }

  /// Grabs the first, the middle and the last frame; returns a description of each fault, nil for a correct picture.
  func run() throws -> [String?] {
    // The number may be unreadable because of damage, or hardly visible because of transparency.
    guard !file.isKept, file.kind != "alpha" else { return [] }
    let indexes = Set([0, file.frames.count / 2, file.frames.count - 1]).sorted()
    return try indexes.compactMap { index in
      guard let number = file.frames[index].number, file.frames[index].md5 != nil else { return nil }
      return .some(try fault(of: index, number: number))
    }
  }

  private func fault(of index: Int, number: Int) throws -> String? {
    let name = "\(index).png"
    var options = GrabOptions()
    options.output.destination = .files(try OutputTemplate(scratch.path(name)) { _, _ in nil })
    var failure: String?
    try Grabber(VideoFile(opening: path), input: path, options: options)
      .grab([Moment(.time(.frame(Int64(index))), text: "\(index)")]) { result in
        if case .failure(let error) = result { failure = "\(error)" }
      }
    if let failure { return "frame \(index) as a picture: \(failure)" }
    let picture = try DecodedPNG(scratch.bytes(of: name))
    let found = CodedNumber.read(from: picture)
    guard found == number else {
      return "frame \(index) as a picture shows the number \(found.map(String.init) ?? "-"), not \(number)"
    }
    guard !file.isMarked || CornerMarks.orientation(of: picture) == .upright else {
      return "frame \(index) as a picture is not the right way up"
    }
    return nil
  }
}
