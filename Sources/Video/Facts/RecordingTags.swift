import CFFmpeg

/// When, where and with what a video was recorded, as unparsed text from its container.
///
/// Each list holds the values under several names, the most reliable first: QuickTime's own names, then those of
/// Android, then FFmpeg's generic tags, which many containers share.
public struct RecordingTags: Hashable, Sendable {
  /// Dates, mostly in the form of ISO 8601.
  public var dates: [String] = []
  /// Locations, mostly in the form of ISO 6709.
  public var places: [String] = []
  /// The accuracy of a location, in metres.
  public var placeErrors: [String] = []
  /// The camera's manufacturers.
  public var makes: [String] = []
  /// The camera's models.
  public var models: [String] = []
  /// The camera's own software, never a program that wrote the file later.
  public var software: [String] = []

  /// Makes empty tags.
  public init() {}
}

extension Demuxer {
  /// The recording tags of the stream, else of the file.
  func recording(of stream: UnsafeMutablePointer<AVStream>) -> RecordingTags {
    var tags = RecordingTags()
    func values(_ keys: String...) -> [String] {
      var found: [String] = []
      for key in keys {
        if let value = text(key, of: stream), !found.contains(value) { found.append(value) }
      }
      return found
    }
    // A file's own date may be that of a copy, and `date` that of a release; both are used only if the camera's is
    // missing.
    tags.dates = values("com.apple.quicktime.creationdate", "DATE_RECORDED", "creation_time", "date")
    tags.places = values("com.apple.quicktime.location.ISO6709", "location", "RECORDING_LOCATION")
    tags.placeErrors = values("com.apple.quicktime.location.accuracy.horizontal")
    tags.makes = values("com.apple.quicktime.make", "com.android.manufacturer", "make")
    tags.models = values("com.apple.quicktime.model", "com.android.model", "model")
    // `encoder` is the program that wrote the file; AVI has one tag for both, where FFmpeg writes "Lavf" and a version.
    tags.software = values("com.apple.quicktime.software", "software").filter { !$0.hasPrefix("Lavf") }
    return tags
  }
}
