import Files
import FrameGrabbing
import GestureFiles
import Testing
@testable import Command

/// What a broker accepts as a gesture file of a worker.
@Suite struct GestureCheckTests {
  private func file(_ rest: String = "", from: Double = 15, x: Double = 40, end: String = "ended") -> [UInt8] {
    Array(
      """
      {"version":1,\(rest)"touches":[{"t":0,"phase":"began","x":\(from),"y":15},{"t":1,"phase":"moved","x":\(x),"y":15},
      {"t":2,"phase":"\(end)"}]}
      """.utf8)
  }

  @Test func `a new gesture names the video that it was made for and no output`() {
    let check = GestureCheck(video: "v.mp4", original: nil)
    #expect(check.accepts(file(#""video":"v.mp4","#)))
    #expect(!check.accepts(file()) && !check.accepts(file(#""video":"other.mp4","#)))
    #expect(!check.accepts(file(#""video":"v.mp4","output":"x.png","#)))
    #expect(!check.accepts(file(#""video":"v.mp4","#, end: "cancelled")))
    #expect(!check.accepts(Array("<svg></svg>".utf8)) && !check.accepts([]))
  }

  @Test func `a corrected gesture differs in one touch`() throws {
    let original = try GestureFile(parsing: file(#""video":"v.mp4","#))
    let check = GestureCheck(video: nil, original: original)
    #expect(check.accepts(file(#""video":"v.mp4","#)) && check.accepts(file(#""video":"v.mp4","#, x: 41)))
    #expect(!check.accepts(file(#""video":"w.mp4","#)) && !check.accepts(file(x: 41)))
    #expect(!check.accepts(file(#""video":"v.mp4","output":"x.png","#)))
    // Two places, a place and a phase, and another slider.
    #expect(!check.accepts(file(#""video":"v.mp4","#, from: 14, x: 41)))
    #expect(!check.accepts(file(#""video":"v.mp4","#, x: 41, end: "cancelled")))
    #expect(!check.accepts(file(#""video":"v.mp4","control":{"model":"obslider"},"#)))
  }

  @Test func `each kind of output has its own check`() {
    func output(_ kind: Drawing.Kind) -> Drawing {
      Drawing("out", kind, GrabOptions(), Terminal(level: .quiet, progress: nil), inputs: [], pathEnd: 0x0A)
    }
    let (gesture, svg) = (file(), Array("<svg></svg>".utf8))
    let ofGesture = output(.gesture(GestureCheck(video: nil, original: nil)))
    #expect(ofGesture.accepts(gesture) && !ofGesture.accepts(svg))
    #expect(output(.svg).accepts(svg))
    // Text without an element is no harm as a drawing, but it is none of a gesture's business.
    #expect(!ofGesture.accepts(Array("text".utf8)))
  }
}
