/// The options of a process that works on many videos.
enum FramegrabServing {
  static let options = batch + serve

  private static let batch: [Option] = [.batch, .videos, .results, .resume, .shard]

  private static let serve: [Option] = [.serve, .unordered, .exitZero, .maxOpen, .maxPayload]
}

extension Option {
  /// Work on the jobs of a file.
  public static let batch = Option(
    "batch", section: .many,
    goesWith: [.batch], request: .never, changes: .run,
    summary: "work on the jobs in a file: --batch JOBS",
    discussion: """
      JOBS has a JSON object on each line, as for --serve; '-' is standard input. It is checked whole before anything
      starts: a line that is no job, or one name for two outputs, is exit code 2, and nothing is done. Each job is read again
      when it is its turn, so the file must stay as it is (else no more jobs are begun, exit code 2). From a pipe, 10000
      lines at a time are read, and such a line is a job that fails. Options beside --batch hold for every job that does
      not have them. Videos are worked on side by side (-j), the most work first ("weight" in a job says how much, in
      bytes); a video that crashes its decoder is tried once more at the end. What one video prints is printed for each, in the order
      of the jobs, and a --hash with its video and moment. Exit code 1 says that a job failed (a single job has its own).
      """)

  /// A file with names of videos.
  public static let videos = Option(
    "videos", value: .file("LIST"), section: .many,
    goesWith: [.batch], request: .never, changes: .run,
    summary: "the same for each video named in LIST",
    discussion: """
      One name on each line, also as Windows ends them, or each ended with NUL; '-' is standard input. Several videos on
      the command line are the same: framegrab *.mp4 --at 50% -o 'thumbs/{stem}.png' --mkdir.
      """)

  /// The file of results.
  public static let results = Option(
    "results", value: .file("FILE"), section: .many,
    goesWith: [.batch], request: .never, changes: .run, excludes: Exclusion([.dryRun]),
    summary: "write a JSON object for each job to FILE",
    discussion: """
      As soon as the job ends: "job" (its number), "key", "id", "video", "frames" (what --json prints for each, and "bytes"
      and "crc32" of its file), "error" and "code" of a job that failed (only "code", 1, if "frames" say why), "attempts",
      "seconds", "worker". With --sync each line is on the disk, after its pictures, before the next job ends. '-' is
      standard output, where nothing else is printed then.
      """)

  /// Go on with a file of results.
  public static let resume = Option(
    "resume", value: .optional(placeholder: "HOW", choices: ["any-version", "verify"]), section: .many,
    goesWith: [.batch], request: .never, changes: .run, needs: [.results],
    summary: "go on with an earlier run",
    discussion: """
      With the FILE of --results: jobs that it says are done are left out, if their video has the same size and time,
      their options are the same, framegrab and FFmpeg have the same versions (with any-version they may differ), and
      their pictures have the sizes noted there (with verify: the same bytes, by CRC-32). Jobs that failed with code 5 or
      6 are done again. A picture that exists is taken over if it has the bytes that would be written, and repaired if
      FILE has its line and it was cut off since; any other file is code 5 for its job without -y or -n.
      """)

  /// One part of the videos.
  public static let shard = Option(
    "shard", value: .required("I/N"), section: .many,
    goesWith: [.batch], request: .never, changes: .run,
    summary: "only part I of N of the videos, from 0",
    discussion: """
      For several machines, or the tasks of an array: of 8, each has one of --shard 0/8 to --shard 7/8. The name of a
      video, as it is written, says which part it belongs to, so that all of its jobs do.
      """)

  /// Answer requests from standard input.
  public static let serve = Option(
    "serve", section: .many,
    goesWith: [.serve], request: .never, changes: .run,
    summary: "answer requests from standard input",
    discussion: """
      Each line is a JSON object with the names of options as keys, and "video": {"video": "v.mp4", "at": "3s", "output":
      "3.png"}; flags are true. Each line is answered by one line, in order: what --json prints, or "error" and "code". An
      "id" comes back. A request for many frames ("at" or "frame" with an array, "count", "every", "all", "keyframes") is
      answered by "frames", an array of these; one with "info" or "list-frames" by what these print with --json. The videos used last stay open. Options beside --serve hold for every
      request. SIGTERM and SIGINT end the reading: what was begun is answered.
      """)

  /// Answers as they come.
  public static let unordered = Option(
    "unordered", section: .many,
    goesWith: [.serve, .batch], request: .never, changes: .run,
    summary: "print each answer as it comes",
    discussion: """
      Without it, answers come in the order of the requests, and lines about many videos in that of the videos; of these
      none is begun a thousand after one that is not done. Each answer then has "line", the number of its request's line,
      counted from 1.
      """)

  /// Exit with 0 even if requests failed.
  public static let exitZero = Option(
    "exit-zero", section: .many,
    goesWith: [.serve], request: .never, changes: .run,
    summary: "exit code 0 although requests failed",
    discussion: "For programs that take any other code for the loss of all answers. Without it, the code is 1 then.")

  /// The most videos that stay open.
  public static let maxOpen = Option(
    "max-open", value: .required("N"), section: .limits,
    goesWith: [.serve, .batch], request: .never, changes: .run,
    summary: "most videos that stay open (default: 8)",
    discussion: """
      For each request that is worked on at a time (-j), each in a process of its own; those used last stay open. With
      --batch and with several videos the default is 1, since the jobs of a video follow each other.
      """)

  /// The most bytes of pictures in an answer.
  public static let maxPayload = Option(
    "max-payload", value: .required("SIZE"), section: .limits,
    goesWith: [.serve], request: .never, changes: .run,
    summary: "most bytes of pictures in an answer",
    discussion: """
      A request with the output "-" is answered by a line with "payload": N, and by N bytes after it: its pictures, PNG or
      --raw samples, in the order of its frames, whose "offset" and "bytes" say where they are. "-.npy" gives one NumPy
      array, or none if a frame failed. More than SIZE (default: 256M) is exit code 6.
      """)
}
