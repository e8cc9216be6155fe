import Packing

/// A picture in kitty's graphics protocol, sent within the terminal's input.
public struct KittyPicture {
  /// The most base64 bytes of one command.
  static let mostOfChunk = 4096

  /// Shows a PNG file at the cursor, which stays where it is, scaled to a number of cells.
  ///
  /// It always has the same number and the same placement, so it replaces the picture before it without a flicker; the
  /// terminal is asked not to answer. An empty file gives no bytes.
  public static func show(png: [UInt8], columns: Int, rows: Int) -> [UInt8] {
    if png.isEmpty { return [] }
    return commands(
      "a=T,f=100,i=1,p=1,C=1,q=2,c=\(max(1, columns)),r=\(max(1, rows))", data: Base64.encode(png))
  }

  /// Removes the picture from the screen and from the terminal's memory.
  public static let delete: [UInt8] = commands("a=d,d=I,i=1,q=2", data: [])

  /// Commands with all of the data: the keys are those of the first, `m` is 1 until the last.
  static func commands(_ keys: String, data: [UInt8]) -> [UInt8] {
    var output = TerminalBytes()
    output.reserve(data.count + data.count / mostOfChunk * 8 + 64)
    var rest = data[...]
    var keys = "G" + keys
    repeat {
      let chunk = rest.prefix(mostOfChunk)
      rest = rest.dropFirst(mostOfChunk)
      output.begin("_")
      output.add(keys)
      if !rest.isEmpty || chunk.startIndex > 0 { output.add(keys == "G" ? "m=" : ",m=") }
      if !rest.isEmpty || chunk.startIndex > 0 { output.add(rest.isEmpty ? "0" : "1") }
      if !chunk.isEmpty { output.add(";") }
      output.add(chunk)
      output.end()
      keys = "G"
    } while !rest.isEmpty
    return output.bytes
  }
}
