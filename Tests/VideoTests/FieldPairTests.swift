import CFFmpeg
import Files
import TestSupport
import Testing
import Timeline
@testable import Video

/// Pictures that are coded as two fields and stored as two packets.
struct FieldPairTests {
  private func packet(_ time: Int64, _ field: CodedField?, key: Bool = false) -> MadePacket {
    var packet = MadePacket(time, key: key, duration: 5)
    packet.field = field
    return packet
  }

  @Test func `two fields are one frame that lasts as long as both`() throws {
    let table = try table([
      packet(0, .top, key: true), packet(5, .bottom), packet(10, .top), packet(15, .bottom), packet(20, nil),
      packet(30, .bottom), packet(35, .top),
    ])
    #expect(table.presentationOrder == [0, 2, 4, 5] && table.ticks == [0, 10, 20, 30])
    #expect(table.records.map(\.isSecondField) == [false, true, false, true, false, false, true])
    #expect(table.presentationOrder.map { table.records[$0].duration } == [10, 10, 5, 10])
    #expect([0, 2, 4, 5].map { table.lastPacket(ofPictureAt: $0) } == [1, 3, 4, 6])
  }

  @Test func `a second field needs no timestamp`() throws {
    var second = MadePacket(nil)
    second.field = .bottom
    let table = try table([packet(0, .top, key: true), second, packet(10, .top), second])
    #expect(!table.lacksTimestamps && table.ticks == [0, 10])
  }

  @Test func `a field of the same parity, or a keyframe, does not pair with the field before it`() throws {
    let same = try table([packet(0, .top, key: true), packet(5, .top), packet(10, .bottom)])
    #expect(same.records.map(\.isSecondField) == [false, false, true])
    // A window may start with the second field of a pair: the keyframe corrects the pairing.
    let late = try table([packet(0, .bottom), packet(5, .top, key: true), packet(10, .bottom)])
    #expect(late.records.map(\.isSecondField) == [false, false, true] && late.firstStart == 1)
  }

  @Test func `a field of another frame does not complete the one before it`() throws {
    var other = packet(10, .bottom)
    other.startsFrame = true
    let table = try table([packet(0, .top, key: true), packet(5, .bottom), packet(7, .top), other, packet(15, .top)])
    #expect(table.records.map(\.isSecondField) == [false, true, false, false, true])
    #expect(table.singleFields(from: 0) == [2] && table.singleFields(from: 3).isEmpty)
  }

  @Test func `a packet of both fields is a picture, and single fields around it stay so`() throws {
    let table = try table([
      packet(0, .both, key: true), packet(10, .both), packet(20, .top), packet(30, .both), packet(40, .bottom),
    ])
    #expect(table.presentationOrder == [0, 1, 2, 3, 4] && table.singleFields(from: 0) == [2, 4])
  }

  @Test func `the last field is single once nothing can follow`() throws {
    let packets = [packet(-5, .bottom), packet(0, .top, key: true), packet(5, .bottom), packet(10, .top)]
    // What precedes the first keyframe says nothing.
    #expect(try table(packets).singleFields(from: 0) == [3])
    let part = try table(packets, isComplete: false)
    #expect(part.singleFields(from: 0).isEmpty && part.firstOpen == 3)
  }

  @Test func `decoding never starts at a second field`() throws {
    // An intra picture of two fields, both of which the container marks as keyframes.
    var second = packet(5, .bottom)
    second.isKey = false
    let table = try table([packet(0, .top, key: true), second, packet(10, .top), packet(15, .bottom)])
    #expect(table.start(forFrame: 1) == 0)
    #expect(table.records.filter(\.isCleanStart).count == 1)
  }

  @Test(arguments: [Fixture.h264Fields, .h264FieldsMatroska])
  func `the fields of a stream are read from its packets`(_ clip: Fixture) throws {
    let limits = Limits()
    let source = ByteSource(
      file: try InputFile(opening: Path(clip.path)), limits: limits, deadline: Deadline(nanoseconds: .max / 4))
    let reader = try PacketReader(source, stream: nil, isProbed: false, limits: limits)
    var fields: [CodedField?] = []
    while let record = try reader.next() { fields.append(record.field) }
    #expect(fields == (0..<18).map { $0 % 2 == 0 ? .top : .bottom })
  }

  @Test func `whole pictures are not fields`() throws {
    for clip in [Fixture.h264BFrames, .h264OpenGOPTransportStream, .h264Raw, .mpeg2TransportStream] {
      let limits = Limits()
      let source = ByteSource(
        file: try InputFile(opening: Path(clip.path)), limits: limits, deadline: Deadline(nanoseconds: .max / 4))
      let reader = try PacketReader(source, stream: nil, isProbed: false, limits: limits)
      while let record = try reader.next() { #expect(record.field == nil, "\(clip.name)") }
    }
  }

  @Test func `a clip of fields is not counted, and ends with its last picture`() throws {
    let video = try VideoFile.open(.h264Fields)
    let timeline = try video.timeline(.whole)
    #expect(!video.isCounted && timeline.count == 9)
    // Nine pictures of 1/25 s.
    #expect(timeline.end == Rational(9, 25))
  }
}
