import CFFmpeg
import ColorCodes

/// The colour tags of each stream as the container has them: probing replaces them by those of the pictures, even where
/// these say nothing.
struct StatedColors {
  private let tags: [ColorTags]

  /// Reads them before probing.
  init(_ demuxer: borrowing Demuxer) {
    var tags: [ColorTags] = []
    for index in 0..<demuxer.streamCount {
      tags.append(demuxer.stream(index)?.pointee.codecpar.map { ColorTags($0.pointee) } ?? ColorTags())
    }
    self.tags = tags
  }

  /// Gives them back to streams whose pictures say nothing.
  func complete(_ demuxer: borrowing Demuxer) {
    for (index, stated) in tags.enumerated() {
      guard let parameters = demuxer.stream(index)?.pointee.codecpar else { continue }
      let isSubsampled = PixelFormat.isSubsampled(AVPixelFormat(rawValue: parameters.pointee.format))
      let own = ColorTags(parameters.pointee)
      let all = own.completed(by: stated, isSubsampled: isSubsampled)
      guard all != own else { continue }
      parameters.pointee.color_space = AVColorSpace(rawValue: UInt32(bitPattern: all.matrix.rawValue))
      parameters.pointee.color_primaries = AVColorPrimaries(rawValue: UInt32(bitPattern: all.primaries.rawValue))
      parameters.pointee.color_trc = AVColorTransferCharacteristic(
        rawValue: UInt32(bitPattern: all.transfer.rawValue))
      parameters.pointee.color_range = AVColorRange(rawValue: UInt32(bitPattern: all.range.rawValue))
      parameters.pointee.chroma_location = AVChromaLocation(
        rawValue: UInt32(bitPattern: all.chromaLocation.rawValue))
    }
  }
}
