/// Where the requests of a service are answered.
protocol RequestDesk: AnyObject {
  /// Whether another request can be started.
  var hasRoom: Bool { get }
  /// Whether no request is worked on.
  var isIdle: Bool { get }

  /// Starts to answer a request.
  func start(_ job: ServiceJob, number: Int)

  /// Waits until an answer may be there, or one of these open files has something to read; returns which of them has.
  func await(or files: [Int32]) -> [Bool]

  /// The answers that were found since the last call, with the numbers of their requests.
  func takeAnswers() -> [(number: Int, answer: Answer)]

  /// Closes all videos, after their indexes were stored.
  func close()
}
