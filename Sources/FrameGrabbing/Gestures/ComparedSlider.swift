public import GestureFiles
public import Scrubbing

/// A slider that touches are played on, in place of the one that their gesture has.
public struct ComparedSlider: Sendable {
  /// What it is called.
  public let title: String
  /// Its model, rule, grab, speeds and so on; its place and its range do not count.
  private let kind: GestureControl

  /// A published slider.
  public init(_ model: Model) {
    self.init(GestureControl(model: model, geometry: .standard))
  }

  /// The slider of a gesture file.
  public init(_ control: GestureControl) {
    (kind, title) = (control, control.title)
  }

  /// The slider where a gesture has its own.
  func control(inPlaceOf own: GestureControl) -> GestureControl {
    let (model, geometry) = (kind.model, own.geometry)
    let isUsual = geometry.track == own.model.track(in: geometry.frame, density: own.density)
    let track = isUsual ? model.track(in: geometry.frame, density: own.density) : geometry.track
    return GestureControl(
      model: model, rule: kind.rule, name: kind.name,
      geometry: (try? ControlGeometry(frame: geometry.frame, track: track, thumb: geometry.thumb)) ?? geometry,
      grab: kind.grab, value: own.value, rangeFrom: own.rangeFrom, rangeTo: own.rangeTo, speeds: kind.speeds,
      meet: kind.meet, isContinuous: own.isContinuous, liftCorrection: kind.liftCorrection, density: own.density,
      step: kind.step)
  }
}

extension ControlGeometry {
  /// The format's default slider.
  fileprivate static let standard: ControlGeometry = {
    guard let geometry = try? ControlGeometry() else { preconditionFailure("the default geometry is one") }
    return geometry
  }()
}
