public import GestureFiles
public import Scrubbing

/// A slider that touches are played on, in place of the one that their gesture has.
public struct ComparedSlider: Sendable {
  /// What it is called.
  public let title: String
  /// Its model.
  private let model: Model
  /// Its rule, grab, speeds and so on, whose place and range do not count; nil for those of the model.
  private let settings: GestureControl?

  /// A published slider.
  public init(_ model: Model) {
    (self.model, settings, title) = (model, nil, model.rawValue)
  }

  /// The slider of a gesture file.
  public init(_ control: GestureControl) {
    (model, settings, title) = (control.model, control, control.title)
  }

  /// The slider where a gesture has its own.
  func control(inPlaceOf own: GestureControl) -> GestureControl {
    let geometry = own.geometry
    let kind = settings ?? GestureControl(model: model, geometry: geometry)
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
