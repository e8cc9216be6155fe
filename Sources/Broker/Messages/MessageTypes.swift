/// The kinds of messages of a worker to its broker.
enum MessageTypes {
  static let all: [any Message.Type] = [
    // Without an answer.
    NoteMessage.self, ProgressMessage.self, RunEndMessage.self, EndMessage.self,
    // Answered by whether more is wanted.
    ReportMessage.self, FailureMessage.self, FindingMessage.self, TimelineMessage.self, ThumbnailMessage.self,
    PreviewMessage.self,
    // Answered by what was done, or by an error.
    CheckMessage.self, PublishMessage.self, BeginMessage.self, PlaceMessage.self, CompleteMessage.self,
    // Answered about the kept index of the video.
    LoadIndexMessage.self, RemoveIndexMessage.self, StoreIndexMessage.self,
  ]

  /// The same by their first byte.
  static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
}
