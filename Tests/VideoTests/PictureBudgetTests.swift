import CFFmpeg
import Files
import TestSupport
import Testing
@testable import Video

/// The memory that a picture may take, asked before it is decoded.
@Suite struct PictureBudgetTests {
  private func reached(_ error: VideoError?) -> ReachedLimit? {
    if case .limit(let limit)? = error?.fault { limit } else { nil }
  }

  private func limits(_ bytes: Int64) -> Limits {
    var limits = Limits()
    limits.pictureBytes = bytes
    return limits
  }

  @Test func `frames count without padding`() {
    func bytes(_ width: Int32, _ height: Int32, _ format: AVPixelFormat) -> Int64 {
      StoredPicture(width: width, height: height, format: format.rawValue, transfer: 1).frameBytes
    }
    #expect(bytes(160, 120, AV_PIX_FMT_YUV420P) == 28_800)
    #expect(bytes(3, 1, AV_PIX_FMT_MONOWHITE) == 1)
    #expect(bytes(8192, 8192, AV_PIX_FMT_RGBA64BE) == 512 << 20)
    #expect(bytes(10, 10, AV_PIX_FMT_NONE) == 100 && bytes(-1, 5, AV_PIX_FMT_GRAY8) == 0)
    #expect(bytes(.max, .max, AV_PIX_FMT_RGBA64BE) == .max)
  }

  @Test func `a picture may take as much as is allowed, and no more`() throws {
    let video = try VideoFile.open(.h264Faststart, limits: limits(28_800))
    #expect(try video.hashes(of: [3], in: .main).missing == [])
    let refused = try VideoFile.open(.h264Faststart, limits: limits(28_799))
    _ = try refused.lookUp(.whole)
    let error = #expect(throws: VideoError.self) { _ = try refused.hashes(of: [3], in: .main) }
    #expect(
      reached(error)
        == .picture(size: PictureSize(width: 160, height: 120), bytes: 28_800, allowed: 28_799))
  }

  @Test func `it is refused before it is decoded, when only the decoder knows the pixel format`() throws {
    // A container's header says nothing about it, so that it is the decoder that asks, before it takes any memory.
    let video = try VideoFile.open(.h264Faststart, limits: limits(28_799))
    #expect(video.finder.reader.stream?.pointee.codecpar.pointee.format == AV_PIX_FMT_NONE.rawValue)
    #expect(throws: VideoError.self) { _ = try video.hashes(of: [0], in: .main) }
    let decoder = try #require(video.finder.decoding)
    // The refusal is reported once, and does not stick to the decoder.
    #expect(throws: Never.self) { try decoder.decoder.checkRefusal() }
    video.pictureBudget.count { _ in 1 }
    #expect(try video.hashes(of: [0], in: .main).missing == [])
  }

  @Test func `what is counted can change from one question to the next`() throws {
    let video = try VideoFile.open(.h264BFrames, limits: limits(100_000))
    let before = try video.hashes(of: [7], in: .main).pictures[7]?.hash
    video.pictureBudget.count { 4 * $0.frameBytes }
    let error = #expect(throws: VideoError.self) { _ = try video.hashes(of: [8], in: .main) }
    #expect(
      reached(error)
        == .picture(size: PictureSize(width: 160, height: 120), bytes: 115_200, allowed: 100_000))
    video.pictureBudget.count { $0.frameBytes }
    #expect(try video.hashes(of: [7], in: .main).pictures[7]?.hash == before)
  }

  @Test func `a picture that becomes larger in mid-stream`() throws {
    // From frame 12 on 240 by 180, which are 64 800 bytes.
    let video = try VideoFile.open(.h264SizeChange, limits: limits(64_799))
    #expect(try video.hashes(of: [10], in: .main).missing == [])
    let error = #expect(throws: VideoError.self) { _ = try video.hashes(of: [12], in: .main) }
    #expect(reached(error).map { "\($0)".contains("240×180") } ?? false)
    #expect(try VideoFile.open(.h264SizeChange, limits: limits(64_800)).hashes(of: [12], in: .main).missing == [])
  }

  @Test(arguments: [Fixture.h264BFrames, .mpeg2TransportStream, .h264OpenGOPTransportStream])
  func `closed decoders are opened again and give the same pictures`(clip: Fixture) throws {
    let kept = try VideoFile.open(clip)
    let closed = try VideoFile.open(clip)
    for place in [5, 6, 19, 2, 3] {
      let wanted = try kept.hashes(of: [place], in: .main).pictures[place]?.hash
      #expect(try closed.hashes(of: [place], in: .main).pictures[place]?.hash == wanted)
      // Frames of at most 32 MiB keep their decoder.
      closed.rest()
      #expect(closed.finder.decoding != nil)
      closed.finder.closeDecoders(over: 28_799)
      #expect(closed.finder.decoding == nil)
    }
  }
}
