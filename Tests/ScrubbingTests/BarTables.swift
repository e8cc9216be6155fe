import Scrubbing

/// An event of a table made by hand: what the finger does, and the value and the number of sends after it.
struct BarRow {
  enum Act { case began, moved, ended, cancelled, less, more }

  let act: Act
  let x: Double
  let y: Double
  let value: Double
  let sends: Int

  init(_ act: Act, _ x: Double, _ y: Double, _ value: Double, _ sends: Int) {
    (self.act, self.x, self.y, self.value, self.sends) = (act, x, y, value, sends)
  }
}

/// The tables. The frame is at 10, 600, 220 wide and 30 high, the track from 20 to 220, the knob 30 wide; the range is 0 to
/// 100, which is 100 seconds long, and the value is 50 before the first touch.
enum BarTables {
  /// A point is a pixel. In the view X = x − 10, cut off; the bar runs from 10 to 210, of 200 pixels 500 ms each: the value
  /// is (clamp(s) − 10)/2. Rows of the target: (30 − 26)/2 = 2 to 28. T = trunc(−50 + ½) = −49: y of 550 and less is fine.
  static let media3: [BarRow] = [
    .init(.began, 120, 615, 50, 1),  // X 110: 100/2
    .init(.moved, 121, 615, 50.5, 1),  // X 111; c = 111
    .init(.moved, 121.9, 615, 50.5, 0),  // X trunc(111.9) = 111: nothing new, nothing sent
    .init(.moved, 140, 600, 60, 1),  // X 130: 120/2; c = 130
    .init(.moved, 140, 551, 60, 0),  // Y −49 is not less than −49
    .init(.moved, 143, 550, 60.5, 1),  // Y −50: s = 130 + 3/3 = 131
    .init(.moved, 145, 550, 60.5, 0),  // 130 + trunc(5/3) = 131
    .init(.moved, 146, 540, 61, 1),  // 130 + 6/3 = 132
    .init(.moved, 138, 540, 60, 1),  // 130 + trunc(−2/3) = 130
    .init(.moved, 137, 540, 59.5, 1),  // 130 − 3/3 = 129
    .init(.moved, 136, 540, 59.5, 0),  // 130 + trunc(−4/3) = 129
    .init(.moved, 110, 540, 55, 1),  // 130 − 30/3 = 120: 110/2
    .init(.moved, 110, 551, 45, 1),  // back: X 100, a jump of 10; c = 100
    .init(.moved, 113, 400, 45.5, 1),  // 100 + 3/3 = 101
    .init(.moved, 5, 400, 27.5, 1),  // 100 − 105/3 = 65: 55/2
    .init(.moved, -200, 400, 0, 1),  // 100 − trunc(310/3) = −3, clamped to 10
    .init(.moved, -200, 615, 0, 0),  // c = −210, not clamped
    .init(.moved, 0, 540, 0, 0),  // −210 + trunc(200/3) = −144
    .init(.moved, 400, 540, 0, 0),  // −210 + 600/3 = −10
    .init(.moved, 430, 540, 0, 0),  // −210 + 630/3 = 0, clamped to 10
    .init(.moved, 490, 540, 5, 1),  // −210 + 690/3 = 20: 10/2
    .init(.moved, 490, 700, 100, 1),  // X 480, clamped to 210; c = 480
    .init(.moved, 460, 540, 100, 0),  // 480 − 30/3 = 470
    .init(.moved, -320, 540, 100, 0),  // 480 − 810/3 = 210
    .init(.moved, -323, 540, 99.5, 1),  // 480 − 813/3 = 209
    .init(.ended, 50, 615, 99.5, 1),  // the place of the lift is ignored
    .init(.began, 60, 610, 20, 1),  // X 50: 40/2; c is still 480
    .init(.moved, 60, 540, 100, 1),  // 480 − trunc(430/3) = 337, clamped to 210
    .init(.moved, 60, 551, 20, 1),  // c = 50
    .init(.moved, 61, 540, 20, 0),  // 50 + trunc(1/3)
    .init(.moved, 62, 540, 20, 0),  // 50 + trunc(2/3)
    .init(.moved, 63, 540, 20.5, 1),  // 50 + 3/3
    .init(.cancelled, 63, 540, 99.5, 0),  // back to where it was before the touch
    .init(.began, 200, 601, 99.5, 0),  // row 1 is above the target
    .init(.moved, 100, 615, 99.5, 0),
    .init(.ended, 100, 615, 99.5, 0),
    .init(.began, 9.9, 615, 99.5, 0),  // left of the frame
    .init(.ended, 9.9, 615, 99.5, 0),
    .init(.began, 10, 602, 0, 1),  // X 0 is left of the bar, but on the target
    .init(.moved, 10.5, 627.9, 0, 0),
    .init(.moved, 229.9, 615, 100, 1),  // X 219, clamped to 210
    .init(.ended, 0, 0, 100, 1),
    .init(.less, 0, 0, 95, 1),  // 100 000 div 20 = 5 000 ms
    .init(.more, 0, 0, 100, 1),
    .init(.more, 0, 0, 100, 0),  // at the end: no change, nothing sent
  ]

  /// Over a width of 200 a point is 0.5: the value is b + k · (x − x₀)/2. The finger touches down at y₀ = 615, d = y − 615.
  static let telegram: [BarRow] = [
    .init(.began, 100, 615, 50, 1),
    .init(.moved, 120, 615, 60, 1),  // 50 + 20/2
    .init(.moved, 120, 665, 60, 1),  // d 50 does not exceed 50
    .init(.moved, 130, 665, 65, 1),  // 50 + 30/2
    .init(.moved, 140, 665.5, 65, 0),  // d 50.5: k = ½, x₀ = 140, b = 65, and nothing moves
    .init(.moved, 160, 665.5, 70, 1),  // 65 + ½ · 20/2
    .init(.moved, 160, 715, 70, 1),  // d 100 does not exceed 100
    .init(.moved, 180, 715, 75, 1),  // 65 + ½ · 40/2
    .init(.moved, 190, 716, 75, 0),  // d 101: k = ¼, x₀ = 190, b = 75
    .init(.moved, 230, 716, 80, 1),  // 75 + ¼ · 40/2
    .init(.moved, 230, 765, 80, 1),  // d 150 does not exceed 150
    .init(.moved, 210, 766, 80, 0),  // d 151: k = 1/100, x₀ = 210, b = 80
    .init(.moved, 410, 766, 81, 1),  // 80 + 200/2/100
    .init(.moved, 10, 766, 79, 1),  // 80 − 200/2/100
    .init(.moved, 10, 700, 79, 0),  // d 85: k = ½, x₀ = 10, b = 79
    .init(.moved, 30, 700, 84, 1),  // 79 + ½ · 20/2
    .init(.moved, 30, 615, 89, 1),  // d 0: speed 1 from x₀ on, a jump: 79 + 20/2
    .init(.moved, 30, 600, 89, 1),
    .init(.moved, 40, 600, 94, 1),  // 79 + 30/2
    .init(.moved, 60, 500, 100, 1),  // 79 + 50/2 = 104, clamped
    .init(.moved, 70, 650, 100, 0),  // d 35: 1 is not the last k, which is ½ still: k = 1, x₀ = 70, b = 100
    .init(.moved, 60, 650, 95, 1),  // 100 − 10/2
    .init(.moved, 60, 670, 95, 0),  // d 55: k = ½, x₀ = 60, b = 95
    .init(.moved, 80, 670, 100, 1),  // 95 + ½ · 20/2
    .init(.moved, 100, 670, 100, 1),  // 95 + ½ · 40/2 = 105, clamped
    .init(.moved, 70, 670, 97.5, 1),  // 95 + ½ · 10/2
    .init(.moved, 70, 615, 100, 1),  // d 0: 95 + 10/2
    .init(.moved, 66, 615, 98, 1),  // 95 + 6/2
    .init(.ended, 66, 615, 96.5, 2),  // the last k, ½: 95 + ½ · 6/2; an update and the seek
    .init(.began, 100, 610, 96.5, 1),  // k = 1 again
    .init(.moved, 80, 610, 86.5, 1),  // 96.5 − 20/2
    .init(.moved, 80, 670, 86.5, 0),  // d 60: k = ½, x₀ = 80
    .init(.moved, 60, 670, 81.5, 1),  // 86.5 − ½ · 20/2
    .init(.cancelled, 60, 670, 96.5, 0),  // back to where it was before the touch
    .init(.began, 5, 615, 96.5, 0),  // left of the frame
    .init(.moved, 50, 700, 96.5, 0),
    .init(.ended, 50, 700, 96.5, 0),
    .init(.began, 10, 600, 96.5, 1),  // the frame's corner belongs to it
    .init(.moved, -200, 600, 0, 1),  // 96.5 − 210/2 = −8.5, clamped
    .init(.moved, 10, 600, 96.5, 1),
    .init(.moved, 30, 651, 96.5, 0),  // d 51: k = ½, x₀ = 30
    .init(.moved, 40, 599, 100, 1),  // 96.5 + 10/2 = 101.5, clamped
    .init(.ended, 30, 599, 96.5, 2),  // 96.5 + ½ · 0
    .init(.less, 0, 0, 91.5, 1),
  ]

  /// The knob goes 200 − 30 = 170 points: the value is (x − 20 − 15)/1.7.
  static let htmlRange: [BarRow] = [
    .init(.began, 103, 615, 40, 1),  // 68/1.7: touch-down jumps
    .init(.moved, 120, 615, 50, 1),  // 85/1.7
    .init(.moved, 137, 500, 60, 1),  // 102/1.7
    .init(.moved, 205, 700, 100, 1),  // 170/1.7
    .init(.moved, 300, 700, 100, 0),  // clamped: nothing new
    .init(.moved, 35, 700, 0, 1),
    .init(.moved, 0, 700, 0, 0),
    .init(.moved, 52, 700, 10, 1),  // 17/1.7
    .init(.ended, 86, 700, 10, 1),  // the place of the lift is ignored; the event `change`
    .init(.began, 120, 620, 50, 1),
    .init(.moved, 120, 620, 50, 0),  // the same place is no direction
    .init(.moved, 122, 610, 50, 0),  // 2 along, 10 across: the drag is none of the slider's
    .init(.moved, 188, 615, 50, 0),
    .init(.moved, 35, 620, 50, 0),
    .init(.ended, 35, 620, 50, 1),
    .init(.began, 69, 615, 20, 1),  // 34/1.7
    .init(.moved, 73.25, 619.25, 22.5, 1),  // 4.25 both ways counts as along: 38.25/1.7
    .init(.moved, 86, 900, 30, 1),  // 51/1.7
    .init(.cancelled, 86, 900, 30, 0),  // stays
    .init(.began, 9, 615, 30, 0),  // left of the frame
    .init(.moved, 120, 615, 30, 0),
    .init(.ended, 120, 615, 30, 0),
    .init(.began, 229.9, 629.9, 100, 1),  // in the frame's last corner: 194.9/1.7, clamped
    .init(.moved, 212, 629.9, 100, 0),  // along
    .init(.moved, 188, 629.9, 90, 1),  // 153/1.7
    .init(.moved, 179.5, 300, 85, 1),  // 144.5/1.7
    .init(.moved, 171, 300, 80, 1),  // 136/1.7
    .init(.moved, 154, 300, 70, 1),  // 119/1.7
    .init(.moved, 103, 300, 40, 1),
    .init(.moved, 103, 200, 40, 0),
    .init(.ended, 103, 200, 40, 1),
    .init(.less, 0, 0, 35, 1),
    .init(.more, 0, 0, 40, 1),
    .init(.began, 10, 600, 0, 1),
    .init(.moved, 10, 601, 0, 0),  // across
    .init(.ended, 10, 601, 0, 1),
    .init(.began, 230, 615, 0, 0),  // the right edge does not belong to the frame
    .init(.ended, 230, 615, 0, 0),
    .init(.began, 100, 630, 0, 0),  // nor does the lower one
    .init(.ended, 100, 630, 0, 0),
    .init(.began, 43.5, 615, 5, 1),  // 8.5/1.7
    .init(.ended, 43.5, 615, 5, 1),
  ]

  /// The same with steps of 7 seconds, of which 14 are 98 and 15 are 105.
  static let steppedRange: [BarRow] = [
    .init(.began, 120, 615, 49, 1),  // 50/7 = 7.14: 7 steps
    .init(.moved, 121.7, 615, 49, 0),  // 51/7 = 7.29
    .init(.moved, 125.1, 615, 56, 1),  // 53/7 = 7.57: 8 steps
    .init(.moved, 205, 615, 98, 1),  // 100/7 = 14.29
    .init(.moved, 202, 615, 98, 0),  // 98.2/7 = 14.03
    .init(.moved, 40, 615, 0, 1),  // 2.9/7 = 0.42
    .init(.moved, 42.65, 615, 7, 1),  // 4.5/7 = 0.64
    .init(.ended, 42.65, 615, 7, 1),
  ]

  /// The value is (x − 20)/2.
  static let bar: [BarRow] = [
    .init(.began, 100, 615, 40, 1),
    .init(.moved, 120, 615, 50, 1),
    .init(.moved, 120, 615, 50, 1),
    .init(.moved, 121, 0, 50.5, 1),
    .init(.moved, 20, 0, 0, 1),
    .init(.moved, 19, 0, 0, 1),
    .init(.moved, -1000, 900, 0, 1),
    .init(.moved, 21, 900, 0.5, 1),
    .init(.moved, 220, 900, 100, 1),
    .init(.moved, 1000, 900, 100, 1),
    .init(.moved, 219, 900, 99.5, 1),
    .init(.ended, 50, 900, 99.5, 0),  // the place of the lift is ignored
    .init(.began, 10, 600, 0, 1),  // left of the track, on the frame
    .init(.moved, 10, 700, 0, 1),
    .init(.moved, 60, 700, 20, 1),
    .init(.cancelled, 60, 700, 20, 0),
    .init(.began, 9, 615, 20, 0),  // left of the frame
    .init(.moved, 100, 615, 20, 0),
    .init(.ended, 100, 615, 20, 0),
    .init(.began, 229, 629, 100, 1),  // right of the track, on the frame
    .init(.moved, 200, 629, 90, 1),
    .init(.moved, 180, 630, 80, 1),
    .init(.moved, 160, 631, 70, 1),
    .init(.moved, 140.5, 632, 60.25, 1),
    .init(.moved, 140.25, 633, 60.125, 1),
    .init(.ended, 140.25, 633, 60.125, 0),
    .init(.less, 0, 0, 55.125, 1),
    .init(.more, 0, 0, 60.125, 1),
    .init(.began, 40, 599.9, 60.125, 0),  // above the frame
    .init(.ended, 40, 599.9, 60.125, 0),
    .init(.began, 40, 630, 60.125, 0),  // below it
    .init(.ended, 40, 630, 60.125, 0),
    .init(.began, 230, 615, 60.125, 0),  // right of it
    .init(.ended, 230, 615, 60.125, 0),
    .init(.began, 40, 629.9, 10, 1),
    .init(.moved, 41, 100, 10.5, 1),  // straight up: no direction is looked at
    .init(.moved, 42, 0, 11, 1),
    .init(.moved, 44, 0, 12, 1),
    .init(.moved, 48, 0, 14, 1),
    .init(.ended, 48, 0, 14, 0),
  ]
}
