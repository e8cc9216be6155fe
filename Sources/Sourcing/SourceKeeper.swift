import Files
import Workers

/// Runs a helper, and serves its objects: to the broker, which opens them, and to workers, each of which reads one.
///
/// It is a process of its own with one thread, and ends with the broker.
final class SourceKeeper {
  private let broker: Channel
  private let command: HelperCommand
  private let patience: Int64
  private var helper: HelperProcess?
  private var talk = HelperTalk()
  /// Why each open question was asked, by its number.
  private var questions: [Int: Purpose] = [:]
  private var number = 0
  /// When the helper last wrote something, or got a question while it had none.
  private var heard: Int64 = 0
  /// How often it was lost since its last answer, and why it is not started again.
  private var losses = 0
  private var fault: SourceFault?
  private var objects: [Int: SourceObject] = [:]
  private var objectCount = 0
  private var pages = SourcePages()
  private var readers: [SourceReader] = []
  /// The object that the broker waits for, and how often a helper was lost meanwhile.
  private var opening: (name: String, isRead: Bool, losses: Int)?

  private enum Purpose {
    case open
    case pages(SourceObject, Range<Int64>)
  }

  /// After this many losses without an answer in between, no helper is started again.
  private static let mostLosses = 3
  /// After this many losses, those who wait get an error.
  private static let mostLossesWaiting = 2
  /// Milliseconds for a helper to end by itself, once it gets no more questions.
  private static let pause = 1000

  init(_ broker: Channel, _ command: HelperCommand, patience: Int64) {
    (self.broker, self.command, self.patience) = (broker, command, patience)
  }

  /// Works until the broker is gone; returns the status of the process.
  func serve() -> Int32 {
    do throws(HelperProcess.StartError) {
      helper = try HelperProcess(command)
      try? broker.send(SourceAnswer.started.message)
    } catch {
      try? broker.send(SourceAnswer.failed(unstarted(error)).message)
      return 1
    }
    while true {
      // Handling the helper's output may remove readers, so the list is copied.
      let asking = readers
      let sockets = [broker.descriptor] + asking.map(\.descriptor)
      let pipes = helper.map { [$0.output] + ($0.hasUnsent ? [$0.input] : []) } ?? []
      let due = questions.isEmpty ? nil : max(0, patience - (now - heard))
      let ready = Readiness.await(sockets + pipes, orWriting: pipes.count > 1 ? pipes[1] : nil, atMost: due)
      if pipes.count > 1, ready[sockets.count + 1] { helper?.sendMore() }
      if !pipes.isEmpty, ready[sockets.count] { hear() }
      if !questions.isEmpty, now - heard >= patience { lose("said nothing for too long (--timeout)") }
      for (reader, isReady) in zip(asking, ready[1..<sockets.count]) where isReady { attend(to: reader) }
      guard !ready[0] || attendToBroker() else { break }
    }
    _ = helper?.end(after: Self.pause)
    return 0
  }

  private var now: Int64 { SystemClock.steady.nanoseconds }

  // MARK: Broker and readers

  /// Handles the broker's next message; returns false at its end.
  private func attendToBroker() -> Bool {
    guard let message = try? broker.receive(), message.files.isEmpty,
      case .open(let name, let isRead)? = SourceQuestion(message.bytes)
    else { return false }
    opening = (name, isRead, 0)
    ask(.open(name), .open)
    return true
  }

  private func answerBroker(_ answer: SourceAnswer, files: [Int32] = []) {
    opening = nil
    try? broker.send(answer.message, files: files)
  }

  private func attend(to reader: SourceReader) {
    guard let question = reader.question() else { return drop(reader) }
    switch question {
    case .identity: answer(reader, reader.object.identity)
    case .bytes(let offset, let count):
      guard offset < reader.object.size else { return answer(reader, .bytes([])) }
      reader.waiting = (offset..<offset + min(Int64(count), reader.object.size - offset), 0)
      serve(reader)
    }
  }

  private func answer(_ reader: SourceReader, _ answer: LentFile.Answer) {
    reader.waiting = nil
    if !reader.send(answer) { drop(reader) }
  }

  private func drop(_ reader: SourceReader) {
    guard let place = readers.firstIndex(where: { $0 === reader }) else { return }
    readers.remove(at: place)
    let object = reader.object
    object.readers -= 1
    // With a version, its pages stay valid for the next reader.
    if object.readers == 0, object.version == nil { forget(object) }
  }

  private func forget(_ object: SourceObject) {
    objects[object.number] = nil
    pages.forget(object.number)
  }

  /// Answers a reader if all its bytes are there; else asks the helper for the missing ones.
  private func serve(_ reader: SourceReader) {
    guard let (bytes, _) = reader.waiting else { return }
    let object = reader.object
    let wanted = object.pages(of: bytes)
    if let range = object.want(wanted, isKept: { pages.has(.init(object: object.number, page: $0)) }) {
      let bytes = object.bytes(of: range)
      ask(.read(object.name, at: bytes.lowerBound, count: bytes.count), .pages(object, range))
    }
    var found: [UInt8] = []
    for page in wanted {
      guard let part = pages.bytes(.init(object: object.number, page: page)) else { return }
      found += part
    }
    let start = Int(bytes.lowerBound) % SourcePages.size
    answer(reader, .bytes(found[start..<start + bytes.count]))
  }

  // MARK: The helper

  private func ask(_ question: HelperTalk.Question, _ purpose: Purpose) {
    if helper == nil, fault == nil {
      do throws(HelperProcess.StartError) { helper = try HelperProcess(command) } catch { fault = unstarted(error) }
    }
    number += 1
    guard let helper, fault == nil else { return finish(purpose, .failed(fault?.words ?? "", mayBeRetried: true)) }
    if questions.isEmpty { heard = now }
    questions[number] = purpose
    if case .pages(let object, let range) = purpose { for page in range { object.asked[page] = number } }
    helper.send(talk.ask(question, number: number))
  }

  /// Reads what the helper has written.
  private func hear() {
    guard let written = helper?.receive() else { return lose(nil) }
    guard !written.isEmpty else { return }
    heard = now
    var answers: [(Int, HelperTalk.Answer)] = []
    let nonsense: String?
    do throws(HelperTalk.Nonsense) {
      try talk.take(written) { answers.append(($0, $1)) }
      nonsense = nil
    } catch {
      nonsense = error.words
    }
    for (number, answer) in answers {
      losses = 0
      if let purpose = questions.removeValue(forKey: number) { finish(purpose, answer) }
    }
    if let nonsense { lose(nonsense) }
  }

  /// Passes an answer on to the broker, or to the readers that wait for it.
  private func finish(_ purpose: Purpose, _ answer: HelperTalk.Answer) {
    switch (purpose, answer) {
    case (.open, .opened(let size, let version)): opened(size, version)
    case (.open, .failed(let words, let mayBeRetried)):
      answerBroker(.failed(fault ?? SourceFault(words: said(words), mayBeRetried: mayBeRetried, isForAll: false)))
    case (.pages(let object, let range), .bytes(let bytes)):
      for page in range {
        object.asked[page] = nil
        let start = Int(page - range.lowerBound) * SourcePages.size
        pages.keep(Array(bytes[start...].prefix(SourcePages.size)), .init(object: object.number, page: page))
      }
      for reader in readers where reader.waits(for: range, of: object) { serve(reader) }
    case (.pages(let object, let range), .failed(let words, let mayBeRetried)):
      for page in range { object.asked[page] = nil }
      for reader in readers where reader.waits(for: range, of: object) {
        self.answer(reader, .failure(fault?.words ?? said(words), mayBeRetried: mayBeRetried))
      }
    // `HelperTalk` has matched answers to their questions.
    case (.open, .bytes), (.pages, .opened): break
    }
  }

  private func said(_ words: String) -> String { "the helper of --source says: \(words.prefix(1000))" }

  private func opened(_ size: Int64, _ version: String?) {
    guard let opening else { return }
    guard opening.isRead else { return answerBroker(.opened(size: size, version: version)) }
    do throws(Channel.Fault) {
      let object = object(opening.name, size, version)
      let (own, other) = try Channel.pair()
      readers.append(SourceReader(own, object))
      object.readers += 1
      // The socket must stay open until the message has a copy of it.
      withExtendedLifetime(other) {
        answerBroker(.opened(size: size, version: version), files: [other.descriptor])
      }
    } catch {
      answerBroker(.failed(SourceFault(words: "too many open videos", mayBeRetried: true, isForAll: false)))
    }
  }

  private func object(_ name: String, _ size: Int64, _ version: String?) -> SourceObject {
    let known = objects.values.first { $0.name == name && $0.size == size && $0.version == version }
    if let known, version != nil { return known }
    objectCount += 1
    // An object without readers is kept for its pages, so that the next reader need not ask for them again.
    if objects.count > Self.mostObjects, let idle = objects.values.first(where: { $0.readers == 0 }) { forget(idle) }
    let object = SourceObject(objectCount, name, size: size, version: version)
    objects[objectCount] = object
    return object
  }

  private static let mostObjects = 256

  /// Ends a helper that is of no more use, and asks a new one the open questions.
  private func lose(_ reason: String?) {
    let ending = helper?.end(after: reason == nil ? Self.pause : 0) ?? "ended"
    helper = nil
    losses += 1
    let words = "the helper of --source \(reason ?? ending)"
    if losses >= Self.mostLosses {
      fault = SourceFault(
        words: "\(words), and so did the \(Self.mostLosses - 1) before it", mayBeRetried: true, isForAll: true)
    }
    let open = questions
    (questions, talk) = ([:], HelperTalk())
    for case .pages(let object, _) in open.values { object.asked = [:] }
    for reader in readers { reader.waiting?.losses += 1 }
    opening?.losses += 1
    if let opening {
      if fault != nil || opening.losses >= Self.mostLossesWaiting {
        answerBroker(.failed(fault ?? SourceFault(words: words, mayBeRetried: true, isForAll: false)))
      } else {
        ask(.open(opening.name), .open)
      }
    }
    for reader in readers {
      guard let waiting = reader.waiting else { continue }
      if fault != nil || waiting.losses >= Self.mostLossesWaiting {
        answer(reader, .failure(fault?.words ?? words, mayBeRetried: true))
      } else {
        serve(reader)
      }
    }
  }

  private func unstarted(_ error: HelperProcess.StartError) -> SourceFault {
    SourceFault(
      words: "the helper of --source, '\(printable(Array(command.words[0].utf8)))', cannot be started: \(error.words)",
      mayBeRetried: false, isForAll: true)
  }
}
