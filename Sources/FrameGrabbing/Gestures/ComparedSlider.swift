public import GestureFiles
public import Scrubbing

/// A slider on which the touches of a gesture are played in place of its own.
public struct ComparedSlider: Sendable {
  /// What it is called.
  public let title: String
  /// Its model.
  private let model: Model
  /// Its settings, of which place and range do not count; nil for those of the model.
  private let settings: GestureControl?

  /// A published slider.
  public init(_ model: Model) {
    (self.model, settings, title) = (model, nil, model.rawValue)
  }

  /// The slider of a gesture file.
  public init(_ control: GestureControl) {
    (model, settings, title) = (control.model, control, control.title)
  }

  /// The control that replaces a gesture's own, at the same place and with the same range.
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
