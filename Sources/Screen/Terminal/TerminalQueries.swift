/// The questions to a terminal; what it answers are values of ``Reply``.
public enum TerminalQueries {
  /// The number of the query for kitty's graphics.
  public static let kittyID = 31

  /// All of them, for one write before the first paint, which covers what a terminal may print of them.
  ///
  /// In order: name, graphics of kitty, reports in pixels (mode 1016), 24-bit colours, width of ▀, size of a cell, size of
  /// sixel pictures; last the attributes, which every terminal answers.
  public static let all: [UInt8] = {
    var output = TerminalBytes()
    output.control(">0q")
    // One black pixel, which is only tried and not kept.
    output.string("_", "Gi=\(kittyID),s=1,v=1,a=q,t=d,f=24;AAAA")
    output.control("?1016$p")
    // A terminal that has 24 bits gives this colour back.
    output.control("48;2;1;2;3m")
    output.string("P", "$qm")
    output.control("0m")
    output.move(row: 1, column: 1)
    output.add("▀")
    output.control("6n")
    output.add(sizes)
    output.control("c")
    return output.bytes
  }()

  /// Those whose answers depend on the window: size of a cell, size of sixel pictures, which some terminals (xterm, foot)
  /// limit to the window as it is when they are asked.
  public static let sizes: [UInt8] = {
    var output = TerminalBytes()
    output.control("16t")
    output.control("?2;1;0S")
    return output.bytes
  }()
}
