import CFFmpeg
import Foundation
import TestSupport
import Testing

@testable import Video

/// What `make portable` builds of FFmpeg is what `AllowedFormats` lists.
@Suite struct PortableComponentsTests {
  private static let script = Fixture.folder.deletingLastPathComponent()
    .appending(components: ".ci", "portable", "components").path(percentEncoded: false)

  /// A line of the script: what to enable, and the name that it has at run time.
  private struct Component: Equatable {
    let kind: String
    let name: String
    let runtimeName: String
  }

  /// What the script prints, by one run of it.
  private static let printed = Result { try run([script]) }

  private let components: [Component]

  init() throws {
    let result = try Self.printed.get()
    try #require(result.status == 0, "\(result.stderr)")
    let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n")
    components = lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return words.count == 3 ? Component(kind: words[0], name: words[1], runtimeName: words[2]) : nil
    }
    #expect(components.count == lines.count, "a line does not have three words")
  }

  @Test func `every allowed demuxer and decoder is listed, and no other`() {
    let demuxers = components.filter { $0.kind == "demuxer" }.map(\.runtimeName)
    #expect(demuxers.starts(with: AllowedFormats.demuxers))
    // By these, sound is recognised.
    let others = demuxers.dropFirst(AllowedFormats.demuxers.count)
    #expect(Set(others) == AllowedFormats.soundOnly.union(["loas"]) && Set(others).count == others.count)
    #expect(components.filter { $0.kind == "decoder" }.map(\.runtimeName) == AllowedFormats.decoders)
  }

  @Test func `only what FFmpeg lacks, or has twice, is left out`() {
    // The native decoders of these codecs, and dav1d, come first in FFmpeg's list, so that these are never chosen.
    let twice = ["libaom-av1", "libopenjpeg", "libopus", "libvorbis", "libspeex"]
    let leftOut = components.filter { $0.name == "-" }
    #expect(leftOut.filter { $0.kind == "demuxer" }.map(\.runtimeName) == ["vvc"])
    #expect(Set(leftOut.filter { $0.kind == "decoder" }.map(\.runtimeName)) == Set(twice + ["vvc"]))
  }

  @Test(arguments: [
    ("demuxer", "mov", "mov"), ("demuxer", "mpegps", "mpeg"), ("demuxer", "image_png_pipe", "png_pipe"),
    ("decoder", "msmpeg4v3", "msmpeg4"), ("decoder", "eightbps", "8bps"), ("decoder", "libvpx_vp9", "libvpx-vp9"),
  ])
  func `names of FFmpeg's configure are found by the names at run time`(kind: String, name: String, runtimeName: String)
  {
    #expect(components.contains(Component(kind: kind, name: name, runtimeName: runtimeName)))
  }

  @Test func `every parser that an allowed decoder needs is listed`() {
    let listed = Set(components.filter { $0.kind == "parser" }.compactMap { Self.codec(ofDecoder: $0.runtimeName) })
    let allowed = Set(AllowedFormats.decoders.compactMap(Self.codec(ofDecoder:)))
    let needed = allowed.intersection(Self.codecsWithParsers)
    #expect(listed.isSubset(of: needed))
    // The script is about FFmpeg 5.1, whose libavcodec is number 59; later ones have more parsers.
    if avcodec_version() >> 16 == 59 { #expect(listed == needed) }
  }

  @Test func `what demuxers and decoders work with inside is listed`() {
    let filters = components.filter { $0.kind == "bsf" }.map(\.runtimeName)
    #expect(filters == ["extract_extradata", "av1_frame_merge", "av1_frame_split", "vp9_superframe_split"])
  }

  private static func codec(ofDecoder name: String) -> UInt32? {
    avcodec_find_decoder_by_name(name)?.pointee.id.rawValue
  }

  /// What the parsers of the FFmpeg that the tests run with are for.
  private static var codecsWithParsers: Set<UInt32> {
    var codecs: Set<UInt32> = []
    var place: UnsafeMutableRawPointer?
    while let parser = av_parser_iterate(&place) {
      withUnsafeBytes(of: parser.pointee.codec_ids) { bytes in
        for number in bytes.bindMemory(to: Int32.self) where number != 0 { codecs.insert(UInt32(bitPattern: number)) }
      }
    }
    return codecs
  }
}
