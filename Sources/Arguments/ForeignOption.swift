/// An option that framegrab does not have but users expect from other tools, and its meaning in framegrab.
struct ForeignOption: Hashable, Sendable {
  /// The spellings, with their dashes.
  let spellings: [String]
  /// The value in examples; nil if there is none.
  let value: String?
  let meaning: ForeignMeaning
  /// A note to print besides: a fragment.
  let note: String?

  init(_ spellings: [String], _ value: String? = nil, _ meaning: ForeignMeaning, note: String? = nil) {
    self.spellings = spellings
    self.value = value
    self.meaning = meaning
    self.note = note
  }
}

/// What a foreign option means in framegrab's words.
enum ForeignMeaning: Hashable, Sendable {
  /// The video.
  case video
  /// The moment, or where a series starts.
  case start
  /// The moment, counted back from the end.
  case startBeforeEnd
  /// Where a series ends.
  case end
  /// The length of a part of the video; the moment, if nothing else gives one.
  case length
  /// The same, if a length follows; else a question for the video's length.
  case lengthOrInfo
  /// An option about the part of the video that a series is taken from.
  case span(String)
  /// Words for a moment, with the value after them if there is one.
  case moment([String])
  /// Words about the picture or the run, with the value after them if there is one.
  case words([String])
  /// An option that is a whole command line here.
  case question(String)
  /// The option about outputs that exist.
  case policy(String)
  /// Frames per second: a frame each part of a second.
  case rate
  /// So many frames from the first one on.
  case frameCount
  /// Each frame of so many.
  case everyNth
  /// The first frames of scenes.
  case scenes
  /// The columns and rows of a sheet.
  case sheet
  /// The format of the samples.
  case sampleFormat
  /// The frames that a decoder leaves out.
  case skippedFrames
  /// The stream, as `0:1`.
  case stream
  /// The format of the output.
  case container
  /// The coder of the pictures.
  case coder
  /// The output holds the last frame that is written.
  case lastWritten
  /// A question about the video, one of several in a line, by this option.
  case look(String)
  /// The format of the answer to it.
  case report
  /// Filters of FFmpeg.
  case filters
  /// The output.
  case output
  /// The folder of the outputs.
  case outputFolder
  /// The folder of the outputs, or a length if it is a time.
  case folderOrLength
  /// The format of the picture, by its value or by this name.
  case format(String?)
  /// The quality of a JPEG.
  case quality
  /// Left out: framegrab does it anyway, or it has no meaning for a frame.
  case nothing
}
