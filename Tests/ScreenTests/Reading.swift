@testable import Screen

/// The events of bytes that come all at once.
func events(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
  var reader = InputReader()
  return reader.read(bytes)
}

/// The events of text that comes all at once; `\u{1B}` is ESC.
func events(_ text: String) -> [InputEvent] { events(text.utf8) }

/// The keys of text, nil if anything else is among them.
func keys(_ text: String) -> [Key]? {
  let all = events(text)
  let keys = all.compactMap { event in if case .key(let key) = event { key } else { nil } }
  return keys.count == all.count ? keys : nil
}

/// The replies of text, nil if anything else is among them.
func replies(_ text: String) -> [Reply]? {
  let all = events(text)
  let replies = all.compactMap { event in if case .reply(let reply) = event { reply } else { nil } }
  return replies.count == all.count ? replies : nil
}
