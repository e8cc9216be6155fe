/// The kinds of messages of a worker to its broker: the first byte of each.
enum MessageCode: UInt8, CaseIterable {
  // Without an answer.
  case note = 1
  case progress
  case runEnd
  case end
  // Answered by whether more is wanted.
  case report
  case failure
  case finding
  case timeline
  case thumbnail
  case preview
  // Answered by what was done, or by an error.
  case check
  case publish
  case begin
  case place
  case complete
  // Answered about the kept index of the video.
  case loadIndex
  case removeIndex
  case storeIndex

  /// The type that reads a message of this kind, checks it and does what it asks for.
  var message: any Message.Type {
    switch self {
    case .note: NoteMessage.self
    case .progress: ProgressMessage.self
    case .runEnd: RunEndMessage.self
    case .end: EndMessage.self
    case .report: ReportMessage.self
    case .failure: FailureMessage.self
    case .finding: FindingMessage.self
    case .timeline: TimelineMessage.self
    case .thumbnail: ThumbnailMessage.self
    case .preview: PreviewMessage.self
    case .check: CheckMessage.self
    case .publish: PublishMessage.self
    case .begin: BeginMessage.self
    case .place: PlaceMessage.self
    case .complete: CompleteMessage.self
    case .loadIndex: LoadIndexMessage.self
    case .removeIndex: RemoveIndexMessage.self
    case .storeIndex: StoreIndexMessage.self
    }
  }
}
