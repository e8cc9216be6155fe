internal import JSON
public import Scrubbing

/// The `scroll` of a control: a film strip whose length may depend on the number of frames.
public struct ScriptedScroll: Hashable, Sendable {
  /// The length of the strip.
  public enum Length: Hashable, Sendable {
    /// In points per frame.
    case perFrame(Double)
    /// In points, in total.
    case total(Double)
  }

  /// The length of the strip.
  public let length: Length
  let axis: ScrollStrip.Axis
  let viewportLength: Double
  let contentInsets: ScrollStrip.Insets
  let edgeInsets: ScrollStrip.Insets
  let nub: ScrollStrip.Nub
  let alignment: ScrollStrip.Alignment
  let minimumFactor: Double
  let fading: ScrollStrip.Fading

  private static let keys = [
    "axis", "framePitch", "contentLength", "viewportLength", "contentInsets", "edgeInsets", "nubLength", "nubThickness",
    "alignment", "minimumFactor", "deselectDelay", "fade",
  ]

  /// Makes a strip of its parts, to be recorded; lengths are in points.
  ///
  /// A recording says nothing about the viewport's length if it is the frame's extent on the axis.
  public init(
    length: Length, axis: ScrollStrip.Axis = .vertical, viewportLength: Double,
    contentInsets: ScrollStrip.Insets = .init(0, 0), edgeInsets: ScrollStrip.Insets = .init(10, 10),
    nub: ScrollStrip.Nub = .init(), alignment: ScrollStrip.Alignment = .end, minimumFactor: Double = 2,
    fading: ScrollStrip.Fading = .init()
  ) {
    self.length = length
    self.axis = axis
    self.viewportLength = viewportLength
    self.contentInsets = contentInsets
    self.edgeInsets = edgeInsets
    self.nub = nub
    self.alignment = alignment
    self.minimumFactor = minimumFactor
    self.fading = fading
  }

  /// Reads the object, and checks everything that does not depend on a video.
  init(_ field: ScriptValue, frame: ControlGeometry.Frame) throws(GestureFileError) {
    let object = try ScriptObject(field.json, name: "a scroll", keys: Self.keys)
    axis =
      try object["axis"].map { field throws(GestureFileError) in
        try field.choice(of: ScrollStrip.Axis.self, noun: "an axis")
      } ?? .vertical
    alignment =
      try object["alignment"].map { field throws(GestureFileError) in
        try field.choice(of: ScrollStrip.Alignment.self, noun: "an alignment")
      } ?? .end
    viewportLength =
      try Self.positive(object, "viewportLength", "viewport's length")
      ?? (axis == .vertical ? frame.height : frame.width)
    contentInsets = try Self.insets(object, "contentInsets") ?? ScrollStrip.Insets(0, 0)
    edgeInsets = try Self.insets(object, "edgeInsets") ?? ScrollStrip.Insets(10, 10)
    nub = ScrollStrip.Nub(
      length: try Self.positive(object, "nubLength", "nub's length") ?? 30,
      thickness: try Self.positive(object, "nubThickness", "nub's thickness") ?? 30)
    minimumFactor =
      try object["minimumFactor"].map { field throws(GestureFileError) in
        let factor = try field.number()
        guard factor > 1 else { throw field.fault("a minimum factor should be above 1, not \(field.text)") }
        return factor
      } ?? 2
    let times = ScrollStrip.Fading()
    fading = ScrollStrip.Fading(
      delayMicroseconds: try Self.time(object, "deselectDelay", "delay") ?? times.delayMicroseconds,
      fadeMicroseconds: try Self.time(object, "fade", "time to fade") ?? times.fadeMicroseconds)
    length = try Self.length(object)
    do throws(GestureFault) {
      _ = try strip(frameCount: nil)
    } catch {
      throw object.value.fault(error.description)
    }
  }

  /// The strip for a number of frames; with nil, a strip with a length per frame counts as long enough.
  ///
  /// - Throws: `GestureFault` when the nub would not be shown or could not move.
  public func strip(frameCount: Int?) throws(GestureFault) -> ScrollStrip {
    let content: Double =
      switch length {
      case .total(let total): total
      case .perFrame(let pitch):
        frameCount.map { Double($0) * pitch }
          ?? 2 * minimumFactor * (viewportLength - contentInsets.start - contentInsets.end)
      }
    return try ScrollStrip(
      axis: axis, contentLength: content, viewportLength: viewportLength, contentInsets: contentInsets,
      edgeInsets: edgeInsets, nub: nub, alignment: alignment, minimumFactor: minimumFactor, fading: fading)
  }

  private static func length(_ object: ScriptObject) throws(GestureFileError) -> Length {
    let pitch = try positive(object, "framePitch", "frame's pitch")
    let total = try positive(object, "contentLength", "content's length")
    switch (pitch, total) {
    case (let pitch?, nil): return .perFrame(pitch)
    case (nil, let total?): return .total(total)
    case (nil, nil):
      throw object.value.fault(
        "one of the keys 'framePitch' (points for each frame) and 'contentLength' (points in all) is needed")
    case (_?, _?): throw object.value.fault("'framePitch' and 'contentLength' exclude each other; leave one out")
    }
  }

  private static func positive(
    _ object: ScriptObject, _ key: String, _ name: String
  ) throws(GestureFileError) -> Double? {
    try object[key].map { field throws(GestureFileError) in try field.positiveNumber(name) }
  }

  private static func time(
    _ object: ScriptObject, _ key: String, _ name: String
  ) throws(GestureFileError) -> Int64? {
    try object[key].map { field throws(GestureFileError) in
      _ = try field.nonNegativeNumber(name)
      return try field.microseconds()
    }
  }

  /// `[start, end]` in points.
  private static func insets(_ object: ScriptObject, _ key: String) throws(GestureFileError) -> ScrollStrip.Insets? {
    guard let field = object[key] else { return nil }
    let elements = Array(field.json.elements)
    guard field.json.kind == .array, elements.count == 2 else {
      throw field.fault("insets should be an array of two numbers, [start, end] in points")
    }
    return ScrollStrip.Insets(
      try ScriptValue(json: elements[0]).number(), try ScriptValue(json: elements[1]).number())
  }
}
