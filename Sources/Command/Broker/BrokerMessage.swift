/// The messages of a worker to its broker; each is one byte with this number, and what belongs to it.
enum BrokerMessage: UInt8 {
  // Without an answer.
  case line = 1
  case progress
  // Answered by one byte, whether more is wanted, or by an error.
  case output
  case report
  case failure
  case drawingQuestion
  case drawing
  // Answered by as many results as there are names.
  case check
  // Answered by what was done, or by an error.
  case publish
  // Answered by whether pictures are wanted, or by an error.
  case begin
  // Answered by the shape that all pictures have, or by an error.
  case place
  // Answered by what was done, or by an error.
  case complete
  // Answered by the size of the index in the shared file.
  case loadIndex
  case removeIndex
  case storeIndex
  // Answered by whether it could be kept.
  case timeline
  // Answered when the picture was taken.
  case preview
  // Without an answer.
  case runEnd
  // The last one of a job.
  case end
}
