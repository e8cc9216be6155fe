package import Video

/// A job for a crew, with the parts that the worker gets and those that only the broker knows.
package protocol CrewJob: AnyObject {
  /// The video, open.
  var input: VideoInput { get }
  /// The values that the worker gets.
  var packed: [UInt8] { get }
  var limits: Limits { get }
  /// Keeps the indexes of the video; nil if none are kept.
  var indexes: IndexKeeper? { get }
  /// The job as the broker knows it; called once when it is started.
  func begin() -> Work
}
