import Scrubbing
import Testing

@testable import Plotting

struct SpaceTests {
  private func view(_ control: PlottedControl, _ path: Box? = nil) -> SpaceView {
    SpaceView(
      control: control, strokes: path.map { [$0] } ?? [], left: 24, top: 100, width: 600, maximumHeight: 430,
      minimumHeight: 170)
  }

  @Test func `both directions have the same scale, and the control is inside`() {
    let view = view(Samples.control)
    #expect((view.x(110) - view.x(100) - 10 * view.scale).magnitude < 1e-9)
    #expect((view.y(610) - view.y(600) - 10 * view.scale).magnitude < 1e-9)
    let box = view.box(Samples.control.frame)
    #expect(box.minX > view.area.minX && box.maxX < view.area.maxX && box.maxY < view.area.maxY)
    #expect(!view.isCut)
  }

  @Test func `the thresholds are in the picture`() {
    let view = view(Samples.control)
    // 150 above the line at 615.5.
    #expect(view.y(465.5) > view.area.minY && !view.isOutside(Point(x: 100, y: 465.5)))
  }

  @Test func `what is far away is drawn at the border`() {
    let view = view(Samples.control, Box(minX: 0, minY: -1e9, maxX: 1e9, maxY: 600))
    #expect(view.isCut)
    #expect(view.x(1e9) == view.area.maxX && view.y(-1e9) == view.area.minY)
    #expect(view.isOutside(Point(x: 1e9, y: 600)) && !view.isOutside(Point(x: 100, y: 600)))
    // Three times 343 on each side of 343, in 548 pixels: the control is still 78 pixels wide or more.
    #expect(view.box(Samples.control.frame).width > 70)
  }

  @Test func `bands are where their speeds apply`() {
    let view = view(Samples.control)
    let bands = ZoneBands(control: Samples.control, view: view)
    #expect(bands.bands.map(\.words) == ["under 50 pt", "from 50 pt", "from 100 pt", "from 150 pt"])
    // Upwards only: the first reaches from 565.5 to the bottom, the last from 465.5 to the top.
    let first = bands.bands[0]
    #expect(first.top == view.y(565.5) && first.bottom == view.area.maxY && first.edge == nil)
    #expect(bands.bands[1].edge == view.y(565.5) && bands.bands[1].top == view.y(515.5))
    #expect(bands.bands[3].bottom == view.y(465.5) && bands.bands[3].top == view.area.minY)
    #expect(bands.line == view.y(615.5))
  }

  @Test func `two-sided bands are mirrored`() {
    var control = Samples.control
    control.zonesAreBelow = true
    let view = view(control)
    let bands = ZoneBands(control: control, view: view).bands
    #expect(bands.count == 8)
    #expect(bands.contains { $0.edge == view.y(665.5) && $0.words == "from 50 pt" })
    #expect(bands.contains { $0.bottom == view.area.maxY && $0.words == "from 150 pt" })
  }

  @Test func `a single speed applies everywhere`() {
    var control = Samples.control
    control.zones = [SpeedTable.Entry(speed: 0.25, distance: 0)]
    let view = view(control)
    let bands = ZoneBands(control: control, view: view).bands
    #expect(bands.map(\.words) == ["everywhere"])
    #expect(bands.first?.top == view.area.minY && bands.first?.bottom == view.area.maxY)
  }

  @Test func `slower speeds are darker`() {
    let tints = [2, 1, 0.5, 0.25, 0.1, 0.01].map(Palette.tint)
    #expect(tints[0] == "#FFFFFF" && tints[1] == "#FFFFFF" && Set(tints).count == 5)
  }

  @Test func `labels are moved apart no more than necessary`() {
    #expect(LabelSpacing.places([5, 50], gap: 10, low: 0, high: 100) == [5, 50])
    // Two at 10, four apart: two to each side.
    #expect(LabelSpacing.places([10, 10], gap: 4, low: 0, high: 100) == [8, 12])
    #expect(LabelSpacing.places([0, 0], gap: 4, low: 0, high: 100) == [0, 4])
    #expect(LabelSpacing.places([100, 100, 40], gap: 10, low: 0, high: 100) == [70, 80, 90])
    #expect(LabelSpacing.places([99, 100], gap: 10, low: 0, high: 100) == [90, 100])
    // No room for 20: evenly.
    #expect(LabelSpacing.places([1, 2, 3], gap: 10, low: 0, high: 10) == [0, 5, 10])
    #expect(LabelSpacing.places([], gap: 10, low: 0, high: 10).isEmpty)
    #expect(LabelSpacing.places([7], gap: 10, low: 0, high: 10) == [7])
  }
}
