import Exif
import Timeline
import Video
@testable import FrameGrabbing

extension FuzzTarget {
  /// What a container says about a recording: lines with a date, a place, its accuracy, a maker, a model and a program,
  /// read as `--info` and the Exif block of a picture need them.
  static let shot = FuzzTarget(
    name: "shot", longest: 400,
    words: [
      "2024-02-29T23:59:60Z", "+14:00", "-0000", "T", "UTC 1904-01-01 00:00:00", "+48.8577+002.295/", "-90.0000",
      "CRSWGS_84", "+", "/", "12.345",
    ], mutations: 1000
  ) { bytes in
    let fields = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var tags = RecordingTags()
    func field(_ number: Int) -> [String] { fields.indices.contains(number) ? [fields[number]] : [] }
    tags.dates = field(0) + field(6)
    (tags.places, tags.placeErrors) = (field(1), field(2))
    (tags.makes, tags.models, tags.software) = (field(3), field(4), field(5))
    let shot = Shot(tags)
    for time in [Rational.zero, Rational(1001, 30000), Rational(Int64.max), Rational(.min + 1, 7), nil] {
      guard let block = ExifBlock(shot, time: time)?.bytes else { continue }
      try FuzzFault.unless(block.starts(with: Array("MM\0*".utf8)) && block.count < 4096, "an odd Exif block: \(block)")
    }
    if let position = shot.position {
      try FuzzFault.unless(
        position.latitude >= Rational(-90) && position.latitude <= Rational(90)
          && position.longitude >= Rational(-180) && position.longitude <= Rational(180),
        "a place that is nowhere: \(position)")
    }
  }
}
