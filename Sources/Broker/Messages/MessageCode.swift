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
}
