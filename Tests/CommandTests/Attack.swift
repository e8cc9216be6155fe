import FrameGrabbing
import Packing

@testable import Broker

/// What a worker that was taken over says to its broker, as the fault shim speaks it (Tests/FaultShim/script.c).
struct Attack: CustomStringConvertible {
  /// What it tries.
  let description: String
  private(set) var script: [UInt8] = []
  /// Whether it takes all of the second time limit, which no word of a worker moves.
  private(set) var isEndless = false

  init(_ description: String) { self.description = description }

  // MARK: Steps

  private mutating func step(_ letter: Character, _ number: Int) {
    script.append(letter.asciiValue ?? 0)
    for place in 0..<4 { script.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  func sending(_ bytes: [UInt8]) -> Attack {
    var next = self
    next.step("S", bytes.count)
    next.script += bytes
    return next
  }

  /// A message of a kind, with what `pack` puts behind it.
  func telling(_ kind: any Message.Type, _ pack: (inout VarintWriter) -> Void = { _ in }) -> Attack {
    var packing = VarintWriter()
    packing.append(byte: kind.code)
    pack(&packing)
    return sending(packing.bytes)
  }

  func telling<Told: Message>(_ message: Told) -> Attack { telling(Told.self) { message.pack(into: &$0) } }

  /// A question: a message, and the wait for its answer.
  func asking<Asked: Message>(_ message: Asked) -> Attack { telling(message).then("R", 1) }

  /// A question about bytes in the shared file.
  func asking<Asked: BulkMessage>(_ message: Asked, with bytes: [UInt8]) -> Attack {
    var (next, message) = (self, message)
    next.step("M", bytes.count)
    next.script += bytes
    message.bulk = Bulk(count: bytes.count)
    return next.asking(message)
  }

  func then(_ letter: Character, _ number: Int) -> Attack {
    var next = self
    next.step(letter, number)
    return next
  }

  /// All of it again and again.
  func forEver() -> Attack {
    var next = then("L", 0)
    next.isEndless = true
    return next
  }

  /// The steps of each of these; they are long, and not copied for each one.
  func each(_ numbers: Range<Int>, _ step: (Attack, Int) -> Attack) -> Attack {
    var next = self
    for number in numbers { next.script += step(Attack(description), number).script }
    return next
  }

  func ending(isSuccess: Bool = true) -> Attack { telling(EndMessage(JobEnd(isSuccess: isSuccess))) }
}

extension Attack {
  /// The chunks of a picture, grey; neither checksums nor pixels matter here.
  static func png(_ width: UInt8 = 2, padding: Int = 0) -> [UInt8] {
    func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: UInt32(content.count).bigEndian) { Array($0) } + Array(kind.utf8) + content + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0])
      + (padding > 0 ? chunk("tEXt", [UInt8](repeating: 0x20, count: padding)) : []) + chunk("IDAT", [1, 2, 3])
      + chunk("IEND", [])
  }

  /// A name of a picture: its index, and the name of a moment.
  static func name(_ index: Int, moment: String? = nil) -> (inout VarintWriter) -> Void {
    { packing in
      packing.append(false)
      packing.append(count: 3)
      packing.append(true)
      packing.append(count: index)
      for _ in 0..<3 { packing.append(false) }
      packing.append(signed: 0)
      packing.append(moment)
      packing.append(count: 1)
    }
  }

  /// Publishes a picture of this name.
  func publishing(_ index: Int, moment: String? = nil, _ png: [UInt8] = Attack.png()) -> Attack {
    var next = self
    next.step("M", png.count)
    next.script += png
    return next.telling(PublishMessage.self) { packing in
      for number in [2, 1, 8] as [Int64] { packing.append(signed: number) }
      packing.append(true)
      Attack.name(index, moment: moment)(&packing)
      packing.append(count: png.count)
      packing.append(signed: 0)
    }.then("R", 1)
  }

  /// The report on a frame, in the order of `FrameReport.pack`.
  ///
  /// - Parameters:
  ///   - outcome: 0 written, 1 replaced, 2 skipped, 3 on standard output, 4 examined, 5 planned.
  ///   - size: The picture's; nil for none.
  ///   - damage: How far the picture's damage reaches; nil for none.
  static func report(
    _ index: Int, _ outcome: UInt8, _ size: (Int64, Int64)?, damage: String? = nil
  ) -> (inout VarintWriter) -> Void {
    { packing in
      packing.append("3")
      packing.append(false)
      packing.append(true)
      packing.append(true)
      name(index)(&packing)
      packing.append(true)
      packing.append(count: index)
      packing.append("0.1")
      packing.append(false)
      for number in [0, 1, 25] as [Int64] { packing.append(signed: number) }
      packing.append(false)
      packing.append(false)
      packing.append(true)
      // Not cut off, not sampled, no count of frames, not skipped for being blank, no tile.
      for _ in 0..<5 { packing.append(false) }
      packing.append(byte: outcome)
      packing.append(size != nil)
      if let size {
        // The matrix, range, chroma location, primaries, transfer; no guesses; the samples' primaries and transfer.
        for number in [size.0, size.1, 8, 1] { packing.append(signed: number) }
        packing.append(false)
        for number in [1, 1, 1] as [Int64] { packing.append(signed: number) }
        packing.append(count: 0)
        for number in [1, 13] as [Int64] { packing.append(signed: number) }
        packing.append(false)
        packing.append(false)
        packing.append(signed: 0)
        packing.append(false)
        for number in [1, 1] as [Int64] { packing.append(signed: number) }
        packing.append(false)
      }
      packing.append(damage.map { _ in true }, damage, Bool?.none)
    }
  }

  /// Reports a frame, as written, with a picture of this size.
  func reporting(_ index: Int, width: Int64 = 2, height: Int64 = 1, outcome: UInt8 = 0) -> Attack {
    telling(ReportMessage.self, Attack.report(index, outcome, (width, height))).then("R", 1)
  }

  private func failing(_ code: Int32 = 4) -> Attack {
    asking(FailureMessage(MomentFailure(error: RelayedError(line: "evil", code: code), asked: "3")))
  }
}

extension Attack {
  /// All attacks that are known; a worker of any kind of run may try them.
  static let all: [Attack] = connection + claims + floods + foreign

  /// What is done with the connection itself, and with the process.
  private static let connection: [Attack] = [
    Attack("an empty message").sending([]),
    Attack("a closed connection").then("C", 0),
    Attack("more bytes than a message has").sending([UInt8](repeating: 1, count: 129 << 10)),
    Attack("the longest message, of nonsense").sending([UInt8](repeating: 0xFF, count: 128 << 10)),
    Attack("sixteen descriptors").then("F", 16),
    Attack("one descriptor").then("F", 1),
    Attack("an unknown message").sending([0]),
    Attack("a message that is cut off").sending([PublishMessage.code]),
    Attack("a message with more behind it").telling(BeginMessage.self) { $0.bytes += [0, 0, 1] },
    Attack("silence").then("W", 0),
    Attack("an end without a word").then("X", 0),
    Attack("the status of a worker that was not shut in").then("X", 126),
    Attack("the status of too little memory").then("X", 6),
    Attack("a crash").then("K", 11),
    Attack("a stop").then("K", 19),
    Attack("a question whose answer is not read").telling(CheckMessage([PictureName](), onlyFolders: true)).forEver(),
  ]

  /// Claims about work that was not done.
  private static let claims: [Attack] = [
    Attack("success without a picture").ending(),
    Attack("failure without a reason").ending(isSuccess: false),
    Attack("two ends").ending(isSuccess: false).ending(isSuccess: false),
    Attack("a report without a picture").reporting(3).ending(),
    Attack("a picture without a report").publishing(3).ending(),
    Attack("a report of another size").publishing(3).reporting(3, width: 3).ending(),
    Attack("sizes whose product no number holds")
      .reporting(3, width: 2_147_483_647, height: 1_431_655_766)
      .reporting(4, width: 2_147_483_647, height: 1_431_655_766),
    Attack("an old picture that is said to be left").reporting(3, outcome: 2).ending(),
    Attack("a plan that was not asked for").reporting(3, outcome: 5).ending(),
    Attack("an examination that was not asked for").reporting(3, outcome: 4).ending(),
    Attack("a place on standard output").reporting(3, outcome: 3).ending(),
    Attack("a file for all pictures").asking(BeginMessage()).ending(),
    Attack("a file for all pictures that is complete").asking(CompleteMessage(count: 1)).ending(),
    Attack("a raw picture far away")
      .asking(PlaceMessage(PictureShape(width: 2, height: 1, bitDepth: 8), at: 1 << 39), with: [1, 2, 3, 4, 5, 6]),
    Attack("more frames done than there are").telling(ProgressMessage.self) { packing in
      packing.append(byte: 1)
      packing.append(count: 2)
      packing.append(count: 1)
    },
  ]

  /// More than was asked for, and words without end.
  private static let floods: [Attack] = [
    Attack("three thousand pictures").each(0..<3000) { $0.publishing($1) }.ending(),
    Attack("three thousand failures").each(0..<3000) { attack, _ in attack.failing() }.ending(),
    Attack("one picture again and again").publishing(3).forEver(),
    Attack("signs of life for ever").telling(ProgressMessage(.alive)).then("W", 20).forEver(),
    Attack("words for ever").telling(NoteMessage("evil", .normal)).then("W", 1).forEver(),
    Attack("five thousand lines").each(0..<5000) { attack, _ in
      attack.telling(NoteMessage(String(repeating: "evil ", count: 100), .normal))
    }.ending(isSuccess: false),
    Attack("questions about names for ever").telling(CheckMessage.self) { packing in
      packing.append(false)
      packing.append(count: 1)
      name(3)(&packing)
    }.then("R", 1).forEver(),
    Attack("junk indexes of 256 streams").each(0..<256) { attack, stream in
      attack.asking(
        StoreIndexMessage(IndexedStream(number: stream, isProbed: false)), with: Array("evil index \(stream)".utf8))
    }.ending(isSuccess: false),
    Attack("a PNG of three mebibytes for two pixels").publishing(3, png(padding: 3 << 20)).reporting(3).ending(),
  ]

  /// Names, texts and findings of others' making.
  private static let foreign: [Attack] = [
    Attack("the name of a moment that has none").publishing(3, moment: "evil").reporting(3).ending(),
    Attack("a name that leads elsewhere").publishing(3, moment: "../evil"),
    Attack("a picture that is a script").publishing(3, Array("#!/bin/sh\n".utf8)),
    Attack("a picture with a chunk of its own").publishing(
      3, png() + [0, 0, 0, 0] + Array("evIl".utf8) + [0, 0, 0, 0]),
    Attack("commands for the terminal").telling(NoteMessage("\u{1B}]0;evil\u{7}\u{202E}", .normal)).ending(
      isSuccess: false),
    Attack("a description in place of pictures").asking(FindingMessage(.description(Array("evil\n".utf8)))).ending(),
    Attack("seeks in place of pictures").telling(FindingMessage.self) { packing in
      packing.append(byte: 1)
      packing.append(count: 0)
    }.ending(),
    Attack("a timeline of no sense").asking(TimelineMessage(), with: [0, 0, 0, 0, 1, 1]).ending(),
    Attack("a small picture for a drawing").telling(ThumbnailMessage.self) { packing in
      packing.append(count: 0)
      for number in [2, 1, 8] as [Int64] { packing.append(signed: number) }
      packing.append(count: 0)
      packing.append(signed: 0)
    }.ending(),
    Attack("the end of a run of a screen").telling(RunEndMessage(.done, of: 1)).ending(),
    Attack("an index for the next run").asking(
      StoreIndexMessage(IndexedStream(number: 0, isProbed: false)), with: Array("evil index".utf8)
    ).ending(isSuccess: false),
  ]
}
