import Foundation
import TestSupport
import Testing

/// Date, place and camera of a video, as an independent program (ExifTool) reads them from the pictures.
@Suite struct RecordedShotTests {
  /// The tags in every block.
  private let version = ["ExifIFD:ExifVersion": "0232"]

  @Test func `a telephone's metadata is copied to the picture`() throws {
    let bench = try Bench()
    try bench.remux(
      "v.mov",
      tags: [
        "com.apple.quicktime.creationdate=2024-02-29T23:59:59+0100", "com.apple.quicktime.make=Apple",
        "com.apple.quicktime.model=iPhone 15 Pro", "com.apple.quicktime.software=17.3.1",
        "com.apple.quicktime.location.ISO6709=+48.8577+002.2950+035.123/",
        "com.apple.quicktime.location.accuracy.horizontal=4.75", "creation_time=2024-03-01T00:10:00Z",
      ], options: ["-movflags", "use_metadata_tags"])
    // Frame 30 starts at 1.2 s: past midnight, and past the 29th of February.
    let expected = [
      "IFD0:Make": "Apple", "IFD0:Model": "iPhone 15 Pro", "IFD0:Software": "17.3.1",
      "ExifIFD:DateTimeOriginal": "2024:03:01 00:00:00", "ExifIFD:OffsetTimeOriginal": "+01:00",
      "ExifIFD:SubSecTimeOriginal": "200", "GPS:GPSVersionID": "2 3 0 0", "GPS:GPSLatitudeRef": "N",
      "GPS:GPSLatitude": "48.8577", "GPS:GPSLongitudeRef": "E", "GPS:GPSLongitude": "2.295",
      "GPS:GPSAltitudeRef": "0", "GPS:GPSAltitude": "35.123", "GPS:GPSHPositioningError": "4.75",
    ].merging(version) { first, _ in first }
    #expect(try bench.exif(ofFrame: 30, of: "v.mov") == expected)
    // Whole seconds have no fraction; the frame's time counts, not the requested time.
    let first = try bench.exif(ofFrame: 0, of: "v.mov")
    #expect(first["ExifIFD:DateTimeOriginal"] == "2024:02:29 23:59:59" && first["ExifIFD:SubSecTimeOriginal"] == nil)
    try bench.framegrab("v.mov", "--at", "1.21s", "-o", "t.png").expectSuccess("t.png")
    #expect(try bench.exif("t.png") == expected)
  }

  @Test func `a creation time is UTC`() throws {
    let bench = try Bench()
    try bench.remux("v.mp4", tags: ["creation_time=2024-02-29T22:59:58Z", "location=-33.8688+151.2093/"])
    let tags = try bench.exif(ofFrame: 49, of: "v.mp4")
    // Frame 49 starts at 1.96 s.
    #expect(tags["ExifIFD:DateTimeOriginal"] == "2024:02:29 22:59:59" && tags["ExifIFD:SubSecTimeOriginal"] == "960")
    #expect(tags["ExifIFD:OffsetTimeOriginal"] == "+00:00")
    #expect(tags["GPS:GPSLatitudeRef"] == "S" && tags["GPS:GPSLatitude"] == "33.8688")
    #expect(tags["GPS:GPSLongitudeRef"] == "E" && tags["GPS:GPSLongitude"] == "151.2093")
    #expect(tags["GPS:GPSAltitude"] == nil && tags["IFD0:Make"] == nil && tags["IFD0:Software"] == nil)
  }

  @Test func `in AVI the muxer is no camera's software`() throws {
    let bench = try Bench()
    // RIFF has one tag (ISFT) for both; ffmpeg writes its own name there.
    try bench.ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=16x8:r=25:d=0.1", "-c:v", "rawvideo", "muxed.avi"])
    #expect(try bench.framegrab("muxed.avi", "--info", "--json").objects()[0]["software"] is NSNull)
    var bytes = Data(try bench.bytes("muxed.avi"))
    let name = try #require(bytes.range(of: Data("Lavf".utf8)))
    bytes.replaceSubrange(name, with: Data("Cam ".utf8))
    try bench.write(bytes, to: "camera.avi")
    let software = try bench.framegrab("camera.avi", "--info", "--json").objects()[0]["software"] as? String
    #expect(software?.hasPrefix("Cam ") == true)
  }

  @Test func `Matroska tags`() throws {
    let bench = try Bench()
    try bench.remux(
      "v.mkv",
      tags: [
        "DATE_RECORDED=2012-03-04 05:06:07.250", "LOCATION=+401213.1-0750015.1-430.5CRSWGS_84/", "MAKE=Maker",
        "MODEL=Model", "creation_time=2024-02-29T22:59:58Z",
      ])
    let tags = try bench.exif(ofFrame: 25, of: "v.mkv")
    // The clock's offset from UTC is unknown.
    #expect(tags["ExifIFD:DateTimeOriginal"] == "2012:03:04 05:06:08" && tags["ExifIFD:SubSecTimeOriginal"] == "250")
    #expect(tags["ExifIFD:OffsetTimeOriginal"] == nil)
    // 40° 12' 13.1" = 144 733.1"; 75° 0' 15.1" = 270 015.1".
    let latitude = try #require(tags["GPS:GPSLatitude"].flatMap(Double.init))
    let longitude = try #require(tags["GPS:GPSLongitude"].flatMap(Double.init))
    #expect(abs(latitude - 144_733.1 / 3600) < 1e-9 && abs(longitude - 270_015.1 / 3600) < 1e-9)
    #expect(tags["GPS:GPSLongitudeRef"] == "W" && tags["GPS:GPSMapDatum"] == "WGS-84")
    #expect(tags["GPS:GPSAltitudeRef"] == "1" && tags["GPS:GPSAltitude"] == "430.5")
    #expect(tags["IFD0:Make"] == "Maker" && tags["IFD0:Model"] == "Model")
  }

  @Test func `unknown values are left out`() throws {
    let bench = try Bench()
    try bench.remux("v.mkv", tags: ["title=Title", "date=2012", "encoder=Program"])
    for clip in ["v.mkv", Fixture.h264Faststart.path] {
      try bench.framegrab(clip, "--frame", "0", "-o", "a.png", "-y").expectSuccess("a.png")
      #expect(try !bench.chunks("a.png").contains { $0.name == "eXIf" })
      #expect(try bench.exif("a.png") == [:])
    }
  }

  @Test(
    arguments: [
      // Each with the tags that remain.
      (["creation_time=1970-01-01T00:00:00Z"], [:]),
      (
        ["DATE_RECORDED=2023-02-29T12:00:00", "creation_time=2024-02-29T22:59:58Z"],
        [
          "ExifIFD:DateTimeOriginal": "2024:02:29 22:59:59", "ExifIFD:SubSecTimeOriginal": "200",
          "ExifIFD:OffsetTimeOriginal": "+00:00",
        ]
      ),
      (["DATE_RECORDED=+99999-99-99T99:99:99Z"], [:]), (["DATE=2012-03-04"], [:]),
      (["LOCATION=+91.0000+181.0000/"], [:]),
      (["LOCATION=US, Texas, Austin"], [:]), (["LOCATION=/../../etc/passwd"], [:]),
      (["MAKE=" + String(repeating: "x", count: 100_000)], [:]),
      (["MAKE= \t\u{1B}[31m\u{202E}X"], ["IFD0:Make": "[31m X"]),
      (["DATE_RECORDED=9999-12-31T23:59:59"], [:]),
    ] as [([String], [String: String])])
  func `hostile tags are left out or cleaned, and never make a grab fail`(tags: [String], rest: [String: String]) throws
  {
    let bench = try Bench()
    try bench.remux("v.mkv", tags: tags)
    // Frame 30 is more than a second after the first.
    var found = try bench.exif(ofFrame: 30, of: "v.mkv")
    #expect(found.removeValue(forKey: "ExifIFD:ExifVersion") == (rest.isEmpty ? nil : "0232"))
    #expect(found == rest)
    #expect(try bench.framegrab("v.mkv", "--info").stderr == "")
    #expect(try bench.framegrab("v.mkv", "--info", "--json").objects().count == 1)
  }

  @Test func `bytes that are not UTF-8 are dropped`() throws {
    let bench = try Bench()
    let made = try bench.shell(
      "ffmpeg -v error -i \"$1\" -c copy -metadata make=\"$(printf 'Ma\\377\\300ker')\" v.mkv",
      Fixture.h264Faststart.path)
    try #require(made.status == 0, "\(made.stderr)")
    #expect(try bench.exif(ofFrame: 0, of: "v.mkv")["IFD0:Make"] == "Maker")
  }

  @Test func `less metadata has no Exif, and the same input gives the same bytes`() throws {
    let bench = try Bench()
    try bench.remux("v.mp4", tags: ["creation_time=2024-02-29T22:59:58Z"])
    #expect(try bench.exif(ofFrame: 3, of: "v.mp4", "--metadata=color") == [:])
    #expect(try bench.exif(ofFrame: 3, of: "v.mp4", "--metadata=none") == [:])
    let full = try bench.exif(ofFrame: 3, of: "v.mp4", "--metadata=full")
    #expect(full["ExifIFD:DateTimeOriginal"] == "2024:02:29 22:59:58" && full["ExifIFD:SubSecTimeOriginal"] == "120")
    #expect(try bench.shell("TZ=Asia/Tokyo LC_ALL=C framegrab v.mp4 --frame 3 -o again.png").status == 0)
    #expect(try bench.bytes("again.png") == bench.bytes("v.mp4-3--metadata=full.png"))
  }

  // pngcheck 3.0 does not know cICP, which the third edition of PNG brought: the rest of the file is checked without
  // it.
  @Test(arguments: [Fixture.h264Faststart, .hevc10Bit, .rgba, .gray, .sar])
  func `other programs accept the pictures as valid PNG and Exif`(fixture: Fixture) throws {
    let bench = try Bench()
    try bench.remux(
      "v.mov",
      tags: ["make=Maker", "model=M", "location=+48.8577+002.2950+035/", "creation_time=2024-02-29T22:59:58Z"],
      of: fixture)
    try bench.framegrab("v.mov", "--frame", "1", "-o", "a.png").expectSuccess("a.png")
    let checked = try run(["exiftool", "-validate", "-warning", "-error", "-s3", "a.png"], in: bench.folder)
    #expect(checked.lines == ["OK"])
    let chunks = try bench.chunks("a.png")
    #expect(chunks.filter { $0.name == "eXIf" }.count == 1)
    try bench.write(Data(PNGChunk.file(of: chunks.filter { $0.name != "cICP" })), to: "b.png")
    let result = try run(["pngcheck", "-v", "b.png"], in: bench.folder)
    #expect(result.status == 0 && result.text.contains("No errors detected"), "\(result.text)")
    #expect(result.text.contains("chunk eXIf"))
  }
}
