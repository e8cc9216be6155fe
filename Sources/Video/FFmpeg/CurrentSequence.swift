import CFFmpeg

/// The sequence that a decoder is in; a class, since a decoder is lent to those who feed it.
final class CurrentSequence {
  private let codec: AVCodecID
  private let lengthSize: Int
  private var sequence: CodedSequence?
  private var joints: HEVCJoints?

  init(_ parameters: borrowing AVCodecParameters) {
    codec = parameters.codec_id
    joints = HEVCJoints(parameters)
    let configuration = UnsafeRawBufferPointer(
      start: parameters.extradata, count: parameters.extradata == nil ? 0 : Int(max(0, parameters.extradata_size)))
    lengthSize =
      switch codec {
      case AV_CODEC_ID_H264: NALUnits.lengthSize(configuration: configuration, isHEVC: false)
      case AV_CODEC_ID_HEVC: NALUnits.lengthSize(configuration: configuration, isHEVC: true)
      default: 0
      }
  }

  /// Whether the next packet begins another sequence, or is behind a joint.
  func isOver(at packet: borrowing Packet) -> Bool {
    let isJoint = joints?.place(of: packet.bytes) == .joint
    if isJoint { return true }
    guard let next = CodedSequence(packet.bytes, of: codec, lengthSize: lengthSize) else { return false }
    if sequence == nil { sequence = next }
    return sequence != next
  }

  /// What comes next does not continue what came before.
  func leave() { joints?.forget() }

  /// Goes on with the sequence that a packet begins.
  func begin(with packet: borrowing Packet) {
    joints?.forget()
    _ = joints?.place(of: packet.bytes)
    sequence = CodedSequence(packet.bytes, of: codec, lengthSize: lengthSize)
  }
}
