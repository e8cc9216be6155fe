import Scrubbing
import Testing

struct ScrollStripTests {
  private typealias Insets = ScrollStrip.Insets

  @Test func `origins and offsets follow from the insets`() throws {
    // lo = a + e1, hi = B - b - e2 - n, oMin = -a, oMax = C - B + b.
    let strip = try ScrollStrip(
      contentLength: 2_000, viewportLength: 500, contentInsets: Insets(64, 49), edgeInsets: Insets(7, 5),
      nub: .init(length: 40, thickness: 20))
    #expect(strip.lowestOrigin == 71 && strip.highestOrigin == 406)
    #expect(strip.lowestOffset == -64 && strip.highestOffset == 1_549)
    let plain = try ScrollStrip(contentLength: 1_000, viewportLength: 500)
    #expect(plain.lowestOrigin == 10 && plain.highestOrigin == 460)
    #expect(plain.lowestOffset == 0 && plain.highestOffset == 500)
  }

  @Test func `defaults are the published ones`() throws {
    let strip = try ScrollStrip(contentLength: 1_000, viewportLength: 500)
    #expect(strip.axis == .vertical && strip.contentInsets == Insets(0, 0) && strip.edgeInsets == Insets(10, 10))
    #expect(strip.nub == .init(length: 30, thickness: 30) && strip.alignment == .end && strip.minimumFactor == 2)
    #expect(strip.fading.delayMicroseconds == 750_000 && strip.fading.fadeMicroseconds == 500_000)
  }

  private func refusal(
    content: Double = 1_000, viewport: Double = 500, insets: (Double, Double) = (0, 0),
    edges: (Double, Double) = (10, 10), nub: (Double, Double) = (30, 30), factor: Double = 2,
    fading: ScrollStrip.Fading = .init()
  ) -> GestureFault? {
    fault {
      _ = try ScrollStrip(
        contentLength: content, viewportLength: viewport, contentInsets: Insets(insets.0, insets.1),
        edgeInsets: Insets(edges.0, edges.1), nub: .init(length: nub.0, thickness: nub.1), minimumFactor: factor,
        fading: fading)
    }
  }

  @Test func `a strip of exactly the minimum factor shows its nub`() {
    #expect(refusal(content: 1_000) == nil)
    #expect(refusal(content: 1_000.0.nextDown) == .nubHidden(content: 1_000.0.nextDown, needed: 1_000))
    #expect(refusal(content: 1_250, factor: 2.5) == nil)
    #expect(refusal(content: 1_249.5, factor: 2.5) == .nubHidden(content: 1_249.5, needed: 1_250))
    // The space between the insets counts: 500 - 64 - 49 = 387, twice 774.
    #expect(refusal(content: 774, insets: (64, 49)) == nil)
    #expect(refusal(content: 773.5, insets: (64, 49)) == .nubHidden(content: 773.5, needed: 774))
    // Edge insets and the nub do not count.
    #expect(refusal(content: 1_000, edges: (200, 200), nub: (80, 30)) == nil)
  }

  @Test func `without space between the insets nothing is visible`() {
    #expect(refusal(insets: (250, 250)) == .nubHidden(content: 1_000, needed: 0))
    #expect(refusal(insets: (300, 250)) == .nubHidden(content: 1_000, needed: 0))
    #expect(refusal(content: 0) == .nubHidden(content: 0, needed: 1_000))
    #expect(refusal(content: -2_000) == .nubHidden(content: -2_000, needed: 1_000))
  }

  @Test func `a factor of 1 or less is rejected`() {
    for factor in [1.0, 0.5, 0, -2] { #expect(refusal(factor: factor) == .factorTooSmall(factor)) }
    #expect(refusal(content: 501, factor: 1.001) == nil)
  }

  @Test func `a nub without room to move is rejected`() {
    // lo 10 and hi 60 - 10 - 30 = 20; at a viewport of 50 they are equal, at 40 they are reversed.
    #expect(refusal(viewport: 60) == nil)
    #expect(refusal(viewport: 50) == .nubStuck)
    #expect(refusal(viewport: 40) == .nubStuck)
    #expect(refusal(nub: (480, 30)) == .nubStuck)
    #expect(refusal(nub: (479.5, 30)) == nil)
    #expect(refusal(edges: (300, 170)) == .nubStuck)
    // The thickness does not affect the travel.
    #expect(refusal(nub: (30, 9_000)) == nil)
  }

  @Test func `invalid numbers are rejected`() {
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(refusal(content: bad) == .notFinite("content's length"))
      #expect(refusal(viewport: bad) == .notFinite("viewport's length"))
      #expect(refusal(insets: (bad, 0)) == .notFinite("content inset"))
      #expect(refusal(insets: (0, bad)) == .notFinite("content inset"))
      #expect(refusal(edges: (bad, 0)) == .notFinite("edge inset"))
      #expect(refusal(edges: (0, bad)) == .notFinite("edge inset"))
      #expect(refusal(nub: (bad, 30)) == .notFinite("nub's length"))
      #expect(refusal(nub: (30, bad)) == .notFinite("nub's thickness"))
      #expect(refusal(factor: bad) == .notFinite("minimum factor"))
    }
    #expect(refusal(content: 1.7e308, viewport: 1, insets: (1.7e308, -1.7e308)) != nil)
    #expect(refusal(viewport: 0) == .noWidth("viewport") && refusal(viewport: -1) == .noWidth("viewport"))
    #expect(refusal(nub: (0, 30)) == .noWidth("nub") && refusal(nub: (30, -1)) == .noWidth("nub"))
    #expect(refusal(fading: .init(delayMicroseconds: -1)) == .negative("delay before the nub fades"))
    #expect(refusal(fading: .init(fadeMicroseconds: -1)) == .negative("time to fade"))
    #expect(refusal(fading: .init(delayMicroseconds: 0, fadeMicroseconds: 0)) == nil)
  }

  private func crossOrigins(_ axis: ScrollStrip.Axis, extent: Double) throws -> [Double] {
    try ScrollStrip.Alignment.allCases.map {
      try ScrollStrip(axis: axis, contentLength: 1_000, viewportLength: 500, alignment: $0).crossOrigin(extent: extent)
    }
  }

  @Test func `the nub's alignment across a vertical strip`() throws {
    // none, begin, middle, end, nearest; its default position is 280, lo is 10 and hi is the extent minus 40. 343: hi
    // 303, middle floor(293/2) + 10 = 156, and 280 is nearer to hi.
    #expect(try crossOrigins(.vertical, extent: 343) == [280, 10, 156, 303, 303])
    // 300: hi 260 limits the default position; middle floor(250/2) + 10 = 135.
    #expect(try crossOrigins(.vertical, extent: 300) == [260, 10, 135, 260, 260])
    // 700: hi 660, middle floor(650/2) + 10 = 335, and 280 is nearer to lo.
    #expect(try crossOrigins(.vertical, extent: 700) == [280, 10, 335, 660, 10])
    // 590: hi 550, middle floor(540/2) + 10 = 280: exactly in the middle it goes to lo; with a point less it goes to
    // hi.
    #expect(try crossOrigins(.vertical, extent: 590) == [280, 10, 280, 550, 10])
    #expect(try crossOrigins(.vertical, extent: 589) == [280, 10, 279, 549, 549])
  }

  @Test func `the nub's alignment across a horizontal strip`() throws {
    // Its default position is 0. 100: hi 60, middle floor(50/2) + 10 = 35. 101.5: hi 61.5, middle floor(51.5/2) + 10 =
    // 35.
    #expect(try crossOrigins(.horizontal, extent: 100) == [10, 10, 35, 60, 10])
    #expect(try crossOrigins(.horizontal, extent: 101.5) == [10, 10, 35, 61.5, 10])
  }

  @Test func `with too little room across the axis, the high end wins`() throws {
    // 31: hi = -9 is less than lo = 10. 45: hi 5. 50: both 10.
    for axis in ScrollStrip.Axis.allCases {
      #expect(try crossOrigins(axis, extent: 31) == [-9, -9, -9, -9, -9])
      #expect(try crossOrigins(axis, extent: 45) == [5, 5, 5, 5, 5])
      #expect(try crossOrigins(axis, extent: 50) == [10, 10, 10, 10, 10])
    }
  }

  @Test func `a thick nub is further from the edge`() throws {
    // hi = 343 - 10 - 50 = 283; middle floor(273/2) + 10 = 146.
    let nub = ScrollStrip.Nub(length: 30, thickness: 50)
    for (alignment, origin) in [(ScrollStrip.Alignment.end, 283.0), (.middle, 146)] {
      let strip = try ScrollStrip(contentLength: 1_000, viewportLength: 500, nub: nub, alignment: alignment)
      #expect(strip.crossOrigin(extent: 343) == origin)
    }
  }
}
