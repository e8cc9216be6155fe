import GestureFiles
import Scrubbing
import Testing

/// `scroll`: the film strip of a scroll scrubber.
@Suite struct ScrollTests {
  private func control(_ scroll: String, frame: String = #"{"width":320,"height":480}"#) throws -> GestureControl {
    try gesture(control: "{\"model\":\"scroll-scrubber\",\"frame\":\(frame),\"scroll\":\(scroll)}").control
  }

  private func strip(_ scroll: String, frames: Int? = 150) throws -> ScrollStrip? {
    try control(scroll).configuration(frameCount: frames).strip
  }

  @Test func `missing keys have their defaults`() throws {
    // 150 frames of 60 points, in a view of the frame's height.
    #expect(try strip(#"{"framePitch":60}"#) == ScrollStrip(contentLength: 9_000, viewportLength: 480))
    let written =
      #"{"axis":"vertical","framePitch":60,"viewportLength":480,"contentInsets":[0,0],"edgeInsets":[10,10],"#
      + #""nubLength":30,"nubThickness":30,"alignment":"end","minimumFactor":2,"deselectDelay":0.75,"fade":0.5}"#
    #expect(try strip(written) == strip(#"{"framePitch":60}"#))
    let spelled = try ScrollStrip(
      axis: .vertical, contentLength: 9_000, viewportLength: 480, contentInsets: .init(0, 0), edgeInsets: .init(10, 10),
      nub: .init(length: 30, thickness: 30), alignment: .end, minimumFactor: 2,
      fading: .init(delayMicroseconds: 750_000, fadeMicroseconds: 500_000))
    #expect(try strip(written) == spelled)
  }

  @Test func `every key is applied`() throws {
    let strip = try strip(
      """
      {"axis":"horizontal","contentLength":5000.5,"viewportLength":400,"contentInsets":[20,30],"edgeInsets":[5,-15],
      "nubLength":40,"nubThickness":20,"alignment":"nearest","minimumFactor":1.5,"deselectDelay":0.0000005,"fade":0}
      """)
    #expect(strip?.axis == .horizontal && strip?.contentLength == 5_000.5 && strip?.viewportLength == 400)
    #expect(strip?.contentInsets == .init(20, 30) && strip?.edgeInsets == .init(5, -15))
    #expect(strip?.nub == .init(length: 40, thickness: 20) && strip?.alignment == .nearest)
    // Half a microsecond is rounded away from zero.
    #expect(strip?.minimumFactor == 1.5 && strip?.fading == .init(delayMicroseconds: 1, fadeMicroseconds: 0))
  }

  @Test func `the viewport is the frame's extent on the axis`() throws {
    #expect(try strip(#"{"framePitch":60,"axis":"vertical"}"#)?.viewportLength == 480)
    #expect(try strip(#"{"framePitch":60,"axis":"horizontal"}"#)?.viewportLength == 320)
    #expect(try strip(#"{"framePitch":60,"axis":"horizontal","viewportLength":100}"#)?.viewportLength == 100)
    // The default frame is 343 by 31.
    #expect(
      try control(#"{"framePitch":60,"axis":"horizontal"}"#, frame: "{}").configuration(frameCount: 150).strip?
        .viewportLength == 343)
  }

  @Test(arguments: ScrollStrip.Alignment.allCases)
  func `alignments have their published names`(alignment: ScrollStrip.Alignment) throws {
    #expect(["none", "begin", "middle", "end", "nearest"].contains(alignment.rawValue))
    #expect(try strip("{\"framePitch\":60,\"alignment\":\"\(alignment.rawValue)\"}")?.alignment == alignment)
  }

  @Test func `a strip has a length per frame or a total length`() throws {
    let byFrames = try control(#"{"framePitch":2.5}"#)
    guard case .perFrame(2.5)? = byFrames.scroll?.length else {
      Issue.record("a pitch is a length by frames")
      return
    }
    #expect(try byFrames.configuration(frameCount: 1_000).strip?.contentLength == 2_500)
    let total = try control(#"{"contentLength":960}"#)
    #expect(total.scroll?.length == .total(960))
    // Twice the viewport is long enough.
    #expect(try total.configuration(frameCount: 3).strip?.contentLength == 960)
    #expect(try total.configuration().strip?.contentLength == 960)
  }

  @Test func `a strip that is too short for its nub in this video is an error when the video is known`() throws {
    // 2 viewports of 480 points take 16 frames of 60.
    let control = try control(#"{"framePitch":60}"#)
    #expect(throws: GestureFault.nubHidden(content: 900, needed: 960)) { try control.configuration(frameCount: 15) }
    #expect(throws: Never.self) { try control.configuration(frameCount: 16) }
    #expect(throws: GestureFault.self) { try control.configuration(frameCount: 0) }
  }

  @Test func `the length of a strip with a length per frame is only checked with the video`() throws {
    // Insets below 0 make the visible part 480 + 2 · 480 points: 48 frames of 60 and more are enough.
    let control = try control(#"{"framePitch":60,"contentInsets":[-480,-480]}"#)
    #expect(throws: Never.self) { try control.configuration(frameCount: 48) }
    #expect(throws: GestureFault.self) { try control.configuration(frameCount: 47) }
  }

  @Test func `huge lengths are rejected and never trap`() {
    for scroll in [
      #"{"framePitch":1e308}"#, #"{"contentLength":1e308,"viewportLength":1e308}"#,
      #"{"framePitch":60,"viewportLength":1e308}"#, #"{"framePitch":60,"contentInsets":[1e308,1e308]}"#,
      #"{"contentLength":1e308,"contentInsets":[-1e308,-1e308]}"#, #"{"framePitch":60,"deselectDelay":1e300}"#,
      #"{"contentLength":1000,"minimumFactor":1e308}"#,
    ] {
      do {
        _ = try strip(scroll)
        Issue.record("accepted: \(scroll)")
      } catch let error as GestureFileError {
        #expect(error.pointer.hasPrefix("/control/scroll"), "\(scroll): \(error)")
      } catch {
        #expect(scroll.contains("framePitch\":1e308") && error is GestureFault, "\(scroll): \(error)")
      }
    }
  }

  @Test func `only the nub can be grabbed, and the other keys have no effect`() throws {
    let control = try gesture(
      control: """
        {"model":"scroll-scrubber","grab":"thumb","meet":"exact","continuous":false,"liftCorrection":true,
        "thumb":{"width":500},"frame":{"width":320,"height":480},"scroll":{"framePitch":60}}
        """
    ).control
    #expect(try control.configuration(frameCount: 150).grab == .thumb)
    #expect(try control.configuration(frameCount: 150).strip?.contentLength == 9_000)
  }
}
