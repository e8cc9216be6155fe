import Arguments
import Files

/// The meaning of a command line, as far as it is known before anything is opened, read or started.
enum Interpretation {
  /// No words: the first commands to try are shown.
  case opening
  /// A question about the tool itself.
  case question(Question)
  /// An invalid command line; exit code 2.
  case refused(UsageError)
  /// A run about one video or gesture.
  case single(Invocation, SingleTask)
  /// A look at several videos, one after the other.
  case several([Invocation], SingleTask)
  /// A service for requests on standard input.
  case service(ServiceSettings)
  /// A run over many videos.
  case batch(BatchSettings)
  /// A session in the terminal.
  case scrub(ScrubSettings)

  /// Reads the words after the program's name.
  init(_ words: [Word]) {
    do throws(UsageError) {
      self = try Self.meaning(of: words)
    } catch {
      self = .refused(error)
    }
  }

  private static func meaning(of words: [Word]) throws(UsageError) -> Interpretation {
    guard !words.isEmpty else { return .opening }
    if let question = Question(aboutOption: words) { return .question(question) }
    let arguments: ParsedArguments
    let question: Question?
    do throws(ArgumentError) {
      arguments = try OptionTable.framegrab.parse(words)
      question = try Question(arguments, words)
    } catch {
      throw UsageError(line: printableWords(error.description), text: error.text, fault: error.faultRange)
    }
    if let question {
      if question.isForFiles, arguments.has(.output) {
        throw UsageError(line: "this is printed on standard output: write > FILE in place of -o FILE")
      }
      return .question(question)
    }
    switch Mode(arguments) {
    case .serve: return .service(try ServiceSettings(serving: arguments))
    case .batch: return .batch(try BatchSettings(arguments))
    case .scrub: return .scrub(try ScrubSettings(Invocation(arguments), arguments))
    case .grab: return .single(try Invocation(arguments), .grab)
    case .info: return try looking(arguments, .describe)
    case .listFrames: return try looking(arguments, .listFrames)
    case .trace: return .single(try Invocation(arguments), .trace)
    case .compare: return .single(try Invocation(arguments), .compare)
    case .replay: return .single(try Invocation(arguments), .replay)
    case .plot: return .single(try Invocation(arguments), .plot)
    case .newGesture: return .single(try Invocation(arguments), .makeGesture)
    case .solve: return .single(try Invocation(arguments), .correctGesture)
    }
  }

  private static func looking(_ arguments: ParsedArguments, _ task: SingleTask) throws(UsageError) -> Interpretation {
    guard arguments.operands.count > 1 else { return .single(try Invocation(arguments), task) }
    try Operands(arguments).checkMany()
    var invocations: [Invocation] = []
    for video in arguments.operands {
      invocations.append(
        try Invocation(ParsedArguments(occurrences: arguments.occurrences, operands: [video])))
    }
    return .several(invocations, task)
  }
}

/// The task of a run about one video or gesture.
enum SingleTask {
  case grab, describe, listFrames, trace, compare, replay, plot, makeGesture, correctGesture
}
