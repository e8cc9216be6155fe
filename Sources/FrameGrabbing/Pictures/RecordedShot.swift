import Exif
import Video

extension Shot {
  /// The container's texts that can be parsed; the rest is left out.
  init(_ tags: RecordingTags) {
    self.init(
      date: Self.date(in: tags.dates)?.date, position: Self.position(in: tags.places)?.position,
      make: Self.name(in: tags.makes), model: Self.name(in: tags.models), software: Self.name(in: tags.software))
    // Without a position its error has no meaning.
    if position != nil { horizontalError = Self.length(in: tags.placeErrors) }
  }
}
