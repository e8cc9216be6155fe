/// How a shape is filled and outlined.
struct Paint {
  var fill = "none"
  var stroke: String?
  var width = 1.0
  var dash: String?
  var opacity = 1.0
  var hasRoundEnds = false

  /// The SVG attributes, with a space before each.
  var attributes: String {
    var text = " fill=\"\(fill)\""
    if let stroke { text += " stroke=\"\(stroke)\" stroke-width=\"\(NumberText.label(width, decimals: 2))\"" }
    if let dash { text += " stroke-dasharray=\"\(dash)\"" }
    if hasRoundEnds { text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"" }
    if opacity < 1 { text += " fill-opacity=\"\(NumberText.label(opacity, decimals: 2))\"" }
    return text
  }
}

/// The colours: those of Okabe and Ito, which colour-blind people can distinguish, and greys.
///
/// No information is shown by colour alone: dashes, shapes and words show the same.
enum Palette {
  static let ink = "#1A1A1A"
  static let quiet = "#595959"
  static let edge = "#8C8C8C"
  static let grid = "#E6E6E6"
  static let outside = "#F2F2F2"
  /// For the knob: its position, the value, the frame.
  static let knob = "#0072B2"
  static let knobTint = "#CCE3F0"
  /// For the finger: its path, and the unadjusted value.
  static let finger = "#D55E00"
  static let pulse = "#CC79A7"
  static let seek = "#009E73"
  /// For what makes a gesture invalid.
  static let fault = "#A3123A"

  /// The shade of a speed: slower is darker; full speed and above is white.
  static func tint(_ speed: Double) -> String {
    if speed >= 1 { return "#FFFFFF" }
    if speed >= 0.5 { return "#E6F2FB" }
    if speed >= 0.25 { return "#CBE4F5" }
    return speed >= 0.1 ? "#AED4EE" : "#93C4E6"
  }

  static let knobLine = Paint(stroke: knob, width: 2, hasRoundEnds: true)
  static let unadjustedLine = Paint(stroke: finger, width: 1.5, dash: "5 3")
  static let speedLine = Paint(stroke: ink, width: 2, hasRoundEnds: true)
  static let trackedPath = Paint(stroke: finger, width: 1.8, hasRoundEnds: true)
  static let crowdedPath = Paint(stroke: finger, width: 0.6)
  static let outsidePath = Paint(stroke: finger, width: 1.8, dash: "0.1 4", hasRoundEnds: true)
  static let ignoredPath = Paint(stroke: quiet, width: 1.3, dash: "2 4", hasRoundEnds: true)
  static let zoneLine = Paint(stroke: quiet, width: 1, dash: "9 3 2 3")
  static let zoneEdge = Paint(stroke: edge, width: 0.8, dash: "4 3")
  static let startKnob = Paint(fill: "#FFFFFF", stroke: knob, width: 1.4, dash: "3 2", opacity: 0.7)
  static let endKnob = Paint(fill: knobTint, stroke: knob, width: 2.2)
  static let pulseMark = Paint(fill: pulse, stroke: ink, width: 0.8)
  static let beganMark = Paint(fill: "#FFFFFF", stroke: ink, width: 1.6)
  static let endedMark = Paint(fill: ink, stroke: "#FFFFFF", width: 0.8)
  static let crossMark = Paint(stroke: ink, width: 2, hasRoundEnds: true)
  static let faultMark = Paint(stroke: fault, width: 2.2)
  static let frame = Paint(stroke: edge, width: 1)
  static let gridLine = Paint(stroke: grid, width: 1)
}
