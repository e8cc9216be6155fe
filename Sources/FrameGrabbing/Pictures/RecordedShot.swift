import Exif
import Video

extension Shot {
  /// What can be understood of a container's words; the rest is left out.
  init(_ tags: RecordingTags) {
    self.init(
      date: Self.date(in: tags.dates)?.date, position: Self.position(in: tags.places)?.position,
      make: Self.name(in: tags.makes), model: Self.name(in: tags.models), software: Self.name(in: tags.software))
    // Without a place there is nothing that could be so far off.
    if position != nil { horizontalError = Self.length(in: tags.placeErrors) }
  }
}
