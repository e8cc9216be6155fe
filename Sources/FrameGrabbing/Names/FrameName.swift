import Files
import Timeline

/// The names of the frames' output files.
struct FrameName {
  private let template: OutputTemplate
  private let indexTemplate: OutputTemplate?
  private let stem: [UInt8]
  /// Whether the moment of a frame must be known even if the names do not contain it.
  private let tellsMoment: Bool
  /// Digits after the point of the requested times.
  private var fractionDigits = 3

  init(_ template: OutputTemplate, index: OutputTemplate? = nil, video: Path, tellsMoment: Bool = false) {
    (self.template, indexTemplate, self.tellsMoment) = (template, index, tellsMoment)
    stem = video.stem.bytes
  }

  /// The names of a run; nil if it writes no files.
  init?(_ options: GrabOptions, video: Path) {
    guard let names = options.names, case .files(let given) = options.output.destination else { return nil }
    self.init(
      names, index: options.pixels.sheet?.hasIndex == true ? given : nil, video: video, tellsMoment: options.wantsHash)
  }

  /// The index of the sheets; nil if they have none.
  var index: Path? { indexTemplate.map { FrameName($0, index: nil, stem).path(of: PictureName()) } }

  private init(_ template: OutputTemplate, index: OutputTemplate?, _ stem: [UInt8]) {
    (self.template, indexTemplate, self.stem, tellsMoment) = (template, index, stem, false)
  }

  /// Whether the names may include the requested times.
  var usesTimes: Bool { tellsMoment || template.uses(.moment) || template.uses(.name) }

  /// Uses enough digits to distinguish these times, nine at the most; never fewer than before.
  ///
  /// Times that are equal when rounded to milliseconds get enough digits to differ.
  mutating func distinguish(_ times: [Rational]) {
    guard usesTimes else { return }
    let times = times.sorted()
    while fractionDigits < 9, !zip(times, times.dropFirst()).allSatisfy({ isTold($0, from: $1) }) {
      fractionDigits += 3
    }
  }

  /// Whether two neighbours among sorted times are written differently.
  private func isTold(_ time: Rational, from next: Rational) -> Bool {
    time == next
      || time.decimal(fractionDigits: fractionDigits) != next.decimal(fractionDigits: fractionDigits)
  }

  /// What the name of a frame is made of.
  func name(of frame: PlannedFrame) -> PictureName {
    var name = PictureName()
    if template.uses(.name) { name.moment = frame.momentName.flatMap { SafeName($0) } }
    let usesMoment = tellsMoment || template.uses(.moment) || template.uses(.name) && name.moment == nil
    if usesMoment {
      name.asked = frame.isByTime ? frame.namingTime : nil
      name.fractionDigits = fractionDigits
    }
    if usesMoment || template.uses(.index) { name.index = frame.index }
    if template.uses(.time) { name.start = frame.interval?.start }
    if template.uses(.timecode) { name.timecode = frame.timecode?.description }
    if template.uses(.label) { name.label = frame.label }
    if template.uses(.pts) { name.timestamp = frame.timestamp }
    if template.uses(.sheet) { name.sheet = frame.sheet }
    return name
  }

  /// The name of one frame.
  func path(of frame: PlannedFrame) -> Path { path(of: name(of: frame)) }

  /// The name that is made of these parts.
  func path(of name: PictureName) -> Path {
    template.path { field in
      switch field {
      case .stem: stem
      case .moment: Array(Self.moment(name).utf8)
      case .index: Array((name.index.map(String.init) ?? "").utf8)
      case .time: Array((name.start.map { Self.clock($0, fractionDigits: 3) } ?? "").utf8)
      case .timecode: Array(Self.withDots(name.timecode ?? "none").utf8)
      case .label: Array(Self.withDots(name.label ?? "").utf8)
      case .pts: Array(String(name.timestamp).utf8)
      case .name: name.moment?.bytes ?? Array(Self.moment(name).utf8)
      case .number: [UInt8(ascii: "1")]
      case .sheet: Array(String(name.sheet).utf8)
      }
    }
  }

  /// The folder of all names, if it is the same for all; else nil.
  var folder: Path? {
    var isOne = true
    let path = template.path { field in
      if field != .stem && field != .number { isOne = false }
      // NUL, which no name of a folder contains, marks fields that differ from frame to frame.
      return field == .stem ? stem : field == .number ? [UInt8(ascii: "1")] : [0]
    }
    let folder = path.parent
    return isOne || !folder.containsNUL ? folder : nil
  }

  /// The name of a moment with one frame, if it depends on nothing in the video; else nil.
  func path(of moment: Moment, options: GrabOptions) -> Path? {
    guard !moment.mayGiveSeveral else { return nil }
    var time: Rational?
    if case .time(.time(let asked)) = moment.kind, !options.choice.movesFrames { time = asked }
    let name = moment.name.flatMap { SafeName($0) }?.bytes
    let clock = time.map { Array(Self.clock($0, fractionDigits: fractionDigits).utf8) }
    func value(_ field: OutputTemplate.Field) -> [UInt8]? {
      switch field {
      case .stem: stem
      case .moment: clock
      case .name: name ?? clock
      case .number: [UInt8(ascii: "1")]
      case .index, .time, .timecode, .label, .pts, .sheet: nil
      }
    }
    guard OutputTemplate.Field.allCases.allSatisfy({ !template.uses($0) || value($0) != nil }) else { return nil }
    return template.path { value($0) ?? [] }
  }

  /// The default name's middle: the requested time, or `f` and the six-digit index.
  static func moment(_ name: PictureName) -> String {
    if let time = name.asked { return clock(time, fractionDigits: name.fractionDigits) }
    return "f" + (name.index ?? 0).padded(to: 6)
  }

  /// A time as `00.00.12.500`, rounded up.
  static func clock(_ time: Rational, fractionDigits: Int) -> String {
    let text = time.decimal(fractionDigits: fractionDigits)
    let isNegative = text.hasPrefix("-")
    let pieces = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let seconds = pieces.first.flatMap { Int64($0) } ?? 0
    let fraction = pieces.count > 1 ? String(pieces[1]) : ""
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }
    return (isNegative ? "-" : "") + (fields + [fraction]).joined(separator: ".")
  }

  private static func withDots(_ text: String) -> String {
    String(text.map { $0 == ":" || $0 == ";" ? "." : $0 })
  }
}
