extension MessageCode {
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
