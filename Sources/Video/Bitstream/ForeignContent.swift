/// What a file that is no video begins like, if it was taken for one: servers send such text in place of a video.
enum ForeignContent {
  /// Whether the file begins as an HLS playlist does (RFC 8216, 4.3.1.1), which newer versions of FFmpeg recognise only
  /// by name.
  static func isPlaylist(reading read: MovieBoxes.Read) -> Bool {
    let tag = Array("#EXTM3U".utf8)
    return read(0, tag.count) == tag
  }

  /// Whether the file begins as an HTML page does: after white space, a byte order mark, comments or an XML declaration,
  /// with the document type or the first element (HTML, 13.1).
  static func isWebPage(reading read: MovieBoxes.Read) -> Bool {
    var head = read(0, 1024)[...]
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    while true {
      head = head.drop { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
      let end = head.starts(with: "<!--".utf8) ? "-->" : head.starts(with: "<?".utf8) ? "?>" : ""
      guard !end.isEmpty else { break }
      guard let place = head.indices.dropFirst(2).first(where: { head[$0...].starts(with: end.utf8) }) else {
        return false
      }
      head = head[(place + end.utf8.count)...]
    }
    let start = String(decoding: head.prefix(14), as: UTF8.self).lowercased()
    return start == "<!doctype html" || start.hasPrefix("<html")
  }
}
