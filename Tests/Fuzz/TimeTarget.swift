import Timeline

extension FuzzTarget {
  /// A time, frame indexes or a timecode as it is typed, up to the first NUL; then resolved in timelines, of which the
  /// bytes after the NUL describe one.
  static let time = FuzzTarget(
    name: "time", longest: 400,
    words: [
      "start", "end", "end-", "pts:", "..", "%", "f", "h", "m", "s", "ms", "us", ":", ";", "/", "1001/30000s",
      "9223372036854775807", "-9223372036854775808", "00:01:02;15", "0.000000000000000001",
    ], mutations: 150
  ) { bytes in
    let end = bytes.firstIndex(of: 0) ?? bytes.count
    let text = String(decoding: bytes[..<end], as: UTF8.self)
    var rest = FuzzedBytes(Array(bytes[end...].dropFirst()))
    let tables = MadeTimelines.fixed + [MadeTimelines.any(&rest)].compactMap { $0 }
    do {
      let time = try TimeSpecification(parsing: text)
      for table in tables { try resolve(time, in: table, text) }
    } catch let error as TimeSyntaxError {
      try check(error, text)
    }
    do {
      let selection = try FrameSelection(parsing: text)
      for table in tables { try resolve(selection, in: table) }
    } catch let error as TimeSyntaxError {
      try check(error, text)
    }
    do {
      let code = try Timecode(parsing: text)
      try FuzzFault.unless(
        (try? Timecode(parsing: code.description)) == code, "\(code.description) is not read as it was written")
    } catch let error as TimeSyntaxError {
      try check(error, text)
    }
  }

  private static func check(_ error: TimeSyntaxError, _ text: String) throws(FuzzFault) {
    try FuzzFault.unless(
      error.text == text && error.range.lowerBound >= 0 && error.range.upperBound <= text.count
        && !error.description.isEmpty,
      "an error at \(error.range) of \(text.count) characters: \(error.reason)")
  }

  private static func resolve(_ time: TimeSpecification, in table: FrameTable, _ text: String) throws {
    for (bounds, isNearest) in [(Bounds.refuse, false), (.clamp, true)] {
      do {
        let index = try table.resolve(time, nearest: isNearest, bounds: bounds).index
        try check(index, of: table)
        _ = try table.time(of: time, bounds: bounds)
        try checkSpan(from: time, at: index, of: table, bounds)
      } catch let error as MomentError {
        _ = error.syntaxError(in: text)
        try FuzzFault.unless(!error.description.isEmpty, "an error without words")
      }
    }
  }

  /// What `--from`, `--snap`, `--every` and `--count` ask of a table.
  private static func checkSpan(
    from start: TimeSpecification, at index: Int, of table: FrameTable, _ bounds: Bounds
  ) throws {
    let keyframes = Keyframes(of: table)
    for side in Keyframes.Side.allCases {
      guard let keyframe = keyframes.keyframe(side, of: index, at: table.time(ofFrame: index)) else { continue }
      try FuzzFault.unless(
        table.frames[keyframe].isKeyframe, "frame \(index) moves to frame \(keyframe), which is no keyframe")
    }
    let span = TimeSpan(from: start, to: .end)
    let frames = try table.frames(in: span, bounds: bounds)
    try FuzzFault.unless(frames.upperBound <= table.count, "frames \(frames) of \(table.count)")
    let (from, to) = try table.times(of: span, bounds: bounds)
    let series = [
      Rational(1, 25).flatMap { TimeSeries(every: $0, from: from, before: to) },
      TimeSeries(every: to, from: from, before: to), TimeSeries(middlesOf: 7, from: from, to: to),
    ]
    for series in series.compactMap({ $0 }) {
      let found = try table.frames(of: series, nearest: bounds == .clamp)
      try FuzzFault.unless(
        found.indices.allSatisfy { table.frames.indices.contains($0) } && found.indices == found.indices.sorted(),
        "a series gives the frames \(found.indices)")
      for number in found.numbers.prefix(8) { _ = series.text(number) }
    }
    for value in [0, 0.5, 1 - 0x1p-53, 1] {
      guard let found = table.frameIndex(gestureFrom: from, to: to, value: value) else { continue }
      try FuzzFault.unless(table.frames.indices.contains(found.index), "value \(value) gives frame \(found.index)")
    }
  }

  private static func resolve(_ selection: FrameSelection, in table: FrameTable) throws {
    for bounds in [Bounds.refuse, .clamp] {
      do {
        for index in try table.indices(of: selection, bounds: bounds).prefix(8) { try check(index, of: table) }
      } catch let error as MomentError {
        try FuzzFault.unless(!error.description.isEmpty, "an error without words")
      }
    }
  }

  /// A frame exists, and typing the time that is printed for it gives it again.
  private static func check(_ index: Int, of table: FrameTable) throws {
    try FuzzFault.unless(table.frames.indices.contains(index), "frame \(index) of \(table.count)")
    _ = (table.label(ofFrame: index), table.timecode(ofFrame: index), table.interval(ofFrame: index))
    guard let printed = table.printedTime(ofFrame: index), table.isComplete, !printed.hasPrefix("-") else { return }
    do {
      let again = try table.resolve(TimeSpecification(parsing: printed), bounds: .clamp).index
      try FuzzFault.unless(
        table.frames[again].tick == table.frames[index].tick,
        "frame \(index) is printed as \(printed), which is frame \(again)")
    } catch is MomentError {
      return
    }
  }
}
