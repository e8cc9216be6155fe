import FrameGrabbing
import Screen
import Timeline

/// What a scrubbing session's screen shows.
struct ScrubContents {
  var slider: LiveSlider?
  var label: LabelLine
  /// The cells of the slider that have a keyframe, counted from 0.
  var keyframeCells: Set<Int> = []
  /// The lowest line: a message, or the keys.
  var hint: LabelLine
  var prompt: ScrubPrompt?
  var showsHelp = false
  var picture: RGBPicture?
  /// Whether the picture is written even if the screen already shows it.
  var isNewPicture = false
  /// Whether the slider is being moved.
  var isMoving = false
  /// Whether the terminal takes long for a picture.
  var isSlow = false
}

/// Which parts of a scrubbing session's screen must be painted.
struct ScrubPainting {
  /// The keyframes on the slider.
  var marks = KeyframeMarks()
  /// Whether anything has changed since it was painted.
  var isDirty = true
  /// Whether the picture must be painted again although it is the same.
  var needsRedraw = false
}

/// The cells of the slider that have a keyframe, found once for each range and place of the slider.
struct KeyframeMarks {
  private var range: ClosedRange<Int>?
  private var count = 0
  private var layout: ScreenLayout?
  private var cells: Set<Int> = []

  /// The cells, counted from 0; none if more than half of them would have a mark.
  mutating func cells(of slider: LiveSlider, _ layout: ScreenLayout) -> Set<Int> {
    let range = slider.frames
    guard range != self.range || layout != self.layout || slider.timeline.count != count else { return cells }
    (self.range, self.layout, count, cells) = (range, layout, slider.timeline.count, [])
    let frames = slider.timeline.frames
    for index in range where frames[index].isKeyframe {
      guard let place = slider.trackPosition(of: index) else { continue }
      cells.insert(layout.sliderCell(at: place))
      // Marks in more than half of the cells would tell nothing.
      if 2 * cells.count > layout.sliderCells {
        cells = []
        break
      }
    }
    return cells
  }
}

extension ScreenLayout {
  /// The cell of the slider, counted from 0, that holds a place in points.
  func sliderCell(at x: Double) -> Int {
    let place = (x / Self.cellWidth).rounded(.down) - Double(left)
    return max(0, min(sliderCells - 1, Int(exactly: place) ?? 0))
  }
}
