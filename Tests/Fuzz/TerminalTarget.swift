import Screen

extension FuzzTarget {
  /// What a terminal sends, cut into pieces: each piece is two bytes of length and its bytes, and after a piece with an odd
  /// length the wait for more ends.
  static let terminal = FuzzTarget(
    name: "terminal", longest: 2000,
    words: [
      "\u{1B}[", "\u{1B}O", "\u{1B}P", "\u{1B}_G", "\u{1B}\\", "\u{1B}[<0;-1;1M", "\u{1B}[<35;", "\u{1B}[200~",
      "\u{1B}[201~", "\u{1B}[1;2D", "\u{1B}P>|", "\u{1B}P1$r48:2:1:2:3m\u{1B}\\", "i=31;OK", "\u{1B}[?1016;2$y",
      "\u{1B}[6;18;9t", "\u{1B}[?64;4c", "\u{1B}[1;2R", "\u{1B}[0n", "\u{1B}[M", "\u{7}",
    ]
  ) { bytes in
    var rest = FuzzedBytes(bytes)
    // One reader gets pieces, the other each byte alone.
    var reader = InputReader()
    var slow = InputReader()
    var facts = TerminalFacts()
    while !rest.rest.isEmpty {
      let length = rest.short() % 512
      let piece = rest.take(length)
      var events = reader.read(piece)
      var same = piece.flatMap { slow.read([$0]) }
      try FuzzFault.unless(reader.isWaiting == slow.isWaiting, "a wait depends on the pieces")
      if !length.isMultiple(of: 2) {
        events += reader.expire()
        same += slow.expire()
        try FuzzFault.unless(!reader.isWaiting, "a wait that has ended goes on")
      }
      try FuzzFault.unless(events == same, "\(events) in one piece, \(same) byte by byte")
      try FuzzFault.unless(events.count <= piece.count + 1, "\(events.count) events of \(piece.count) bytes")
      for event in events { try check(event, &facts) }
    }
  }

  private static func check(_ event: InputEvent, _ facts: inout TerminalFacts) throws(FuzzFault) {
    switch event {
    case .key(.character(let scalar)):
      try FuzzFault.unless(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "a control is a character")
    case .key(.control(let scalar)):
      try FuzzFault.unless(("a"..."z").contains(scalar), "Ctrl and \(scalar)")
    case .paste(let text):
      try FuzzFault.unless(text.utf8.count <= 65_536, "a paste of \(text.utf8.count) bytes")
    case .reply(let reply):
      facts.learn(from: reply)
      try FuzzFault.unless(facts.view(asked: .auto) != .auto, "no view was chosen")
    case .key, .mouse: break
    }
  }
}
