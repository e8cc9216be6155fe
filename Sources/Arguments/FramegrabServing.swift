/// The options of a process that works on many videos.
enum FramegrabServing {
  static let options: [Option] = [
    Option(
      .serve, section: .many,
      goesWith: [.serve], request: .never,
      summary: "answer requests from standard input",
      discussion: """
        Each line is a JSON object with the names of options as keys, and "video": {"video": "v.mp4", "at": "3s", "output":
        "3.png"}; flags are true. Each line is answered by one line, in order: what --json prints, or "error" and "code". An
        "id" comes back. A request for many frames ("at" or "frame" with an array, "count", "every", "all", "keyframes") is
        answered by "frames", an array of these. The videos used last stay open. Options beside --serve hold for every
        request. SIGTERM and SIGINT end the reading: what was begun is answered.
        """),
    Option(
      .unordered, section: .many,
      goesWith: [.serve], request: .never,
      summary: "print each answer as soon as it is there",
      discussion: """
        Without it, answers come in the order of the requests. Each answer then has "line", the number of its request's
        line, counted from 1.
        """),
    Option(
      .exitZero, section: .many,
      goesWith: [.serve], request: .never,
      summary: "exit code 0 although requests failed",
      discussion: "For programs that take any other code for the loss of all answers. Without it, the code is 1 then."),
    Option(
      .maxOpen, value: .required("N"), section: .many,
      goesWith: [.serve], request: .never,
      summary: "most videos that stay open (default: 8)",
      discussion: "In each of the processes that decode; those used last stay open."),
  ]
}
