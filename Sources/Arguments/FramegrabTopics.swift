/// The topics that several options of framegrab share.
enum FramegrabTopics {
  static let all = [codes, time, size, output, printed, GestureTopic.topic, SliderTopic.topic, RecordingTopic.topic]

  private static let time = Topic(
    "Time", word: "time", comesFirst: true,
    rows: [
      .init("12.5s, 12.5", "seconds"),
      .init("62500ms, 100us", "milliseconds, microseconds"),
      .init("1m2.5s, 1:02", "minutes and seconds"),
      .init("00:01:02.500", "hours, minutes and seconds"),
      .init("1001/30000s", "an exact fraction of seconds"),
      .init("50%", "part of the way to the end; 100% is the last frame"),
      .init("375f", "the frame with index 375"),
      .init("-3s, end-3s", "before the end"),
      .init("start, end", "the start of the video, its end"),
      .init("pts:8704", "ticks of the stream's time base"),
      .init("00:01:02:15", "SMPTE timecode: the last number counts frames"),
      .init("'00:01:02;15'", "drop-frame timecode (quoted for the shell)"),
    ],
    closing: """
      Times are exact and never rounded. Timecode needs a constant frame rate and starts at the file's own timecode when
      it has one. A time that framegrab prints is rounded up, so that typing it back gives the same frame.

      With --timeout and --probe-duration TIME is a length of time, such as 30s or 500ms.
      """)

  private static let size = Topic(
    "Size", word: "size",
    opening: """
      Digits, which count bytes, or with K, M or G after them (also KiB, MiB, GiB) 1024 bytes, 1024 K, 1024 M: 8388608,
      8M and 8MiB are the same.
      """)

  private static let output = Topic(
    "Output", word: "output",
    opening: """
      Without -o the picture goes to the current folder, as video-f000375.png for a frame index or a gesture and as
      video-00.00.12.500.png for a time. After -o comes a file, a folder with a slash at its end, '-' for standard
      output, or a template with these fields:
      """,
    rows: [
      .init("{stem}", "the video's name without folder and ending"),
      .init("{moment}", "the time asked for, as 00.00.12.500, else f and the frame index in six digits"),
      .init("{index}, %d", "the frame index"),
      .init("{index:06}, %06d", "the frame index in six digits, with zeros in front"),
      .init("{time}", "the time"),
      .init("{timecode}", "the SMPTE timecode"),
      .init("{label}", "minute, second and the frame's place in it, as 00.01.03"),
      .init("{n}", "the number of the job among many, from 1; {n:04} with four digits at least"),
      .init("{pts}", "the presentation timestamp in ticks"),
      .init("{name}", "the moment's name, from --at-list or --chapters; without one the same as {moment}"),
      .init("%%, {{, }}", "the characters %, { and } themselves"),
    ],
    closing: """
      Any other % is kept as it is; an unknown field is an error. An output appears complete or not at all, and one
      that exists is refused without -y or -n. Folders are made only with --mkdir. Fields are read in folders, too;
      --into gives a folder literally. In {name}, a slash, control characters, and a full stop or dash at the start become
      _, and more than 200 bytes are cut off.
      """)

  private static let printed = Topic(
    "What is printed", word: "printed",
    opening: """
      Standard output gets the path of each picture that was written (byte for byte, but with escapes on a terminal), one
      a line; or what --json, --hash, --info,
      --list-frames, --trace, --replay and the help options print; or, with -o -, the picture. Everything else goes to standard
      error: a failure is one line there, with the name of the file. Nothing is ever asked, and standard input is read
      only for '-'.
      """)

  private static let codes = Topic(
    "Exit codes", word: "codes", comesFirst: true,
    rows: [
      .init("0", "every picture asked for is complete at its output"),
      .init("1", "of several moments, or of a replay's seeks, at least one failed; a single moment gives its own code"),
      .init("2", "the command line, a time, an index or a gesture is malformed"),
      .init("3", "the input is missing, empty, no regular file or in no known format"),
      .init("4", "not in this video: past the end, no video, no chapters, nothing decodable, or damaged with --strict"),
      .init("5", "the output exists or cannot be written"),
      .init("6", "a limit was reached"),
      .init("70", "a bug in framegrab"),
      .init("128+n", "ended by signal n"),
    ])
}
