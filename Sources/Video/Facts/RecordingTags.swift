import CFFmpeg

/// When, where and with what a video was recorded, in the words of its container; nobody has read them yet.
///
/// Each list holds what the file has under several names, the one to be trusted most first. QuickTime's own names come
/// before those of Android, and these before what FFmpeg calls a tag whose meaning many containers share.
public struct RecordingTags: Hashable, Sendable {
  /// Dates, mostly in the form of ISO 8601.
  public var dates: [String] = []
  /// Places, mostly in the form of ISO 6709.
  public var places: [String] = []
  /// How far off a place may be, in metres.
  public var placeErrors: [String] = []
  /// Who made the camera.
  public var makes: [String] = []
  /// The camera's model.
  public var models: [String] = []
  /// The camera's own software, never a program that wrote the file later.
  public var software: [String] = []

  /// No words at all.
  public init() {}
}

extension Demuxer {
  /// The words that the stream, else the file, has for how it was recorded.
  func recording(of stream: UnsafeMutablePointer<AVStream>) -> RecordingTags {
    var tags = RecordingTags()
    func values(_ keys: String...) -> [String] {
      var found: [String] = []
      for key in keys {
        if let value = text(key, of: stream), !found.contains(value) { found.append(value) }
      }
      return found
    }
    // A file's own date may be that of a copy, and `date` that of a release; both only if the camera's is missing.
    tags.dates = values("com.apple.quicktime.creationdate", "DATE_RECORDED", "creation_time", "date")
    tags.places = values("com.apple.quicktime.location.ISO6709", "location", "RECORDING_LOCATION")
    tags.placeErrors = values("com.apple.quicktime.location.accuracy.horizontal")
    tags.makes = values("com.apple.quicktime.make", "com.android.manufacturer", "make")
    tags.models = values("com.apple.quicktime.model", "com.android.model", "model")
    // `encoder` is the program that wrote the file.
    tags.software = values("com.apple.quicktime.software", "software")
    return tags
  }
}
