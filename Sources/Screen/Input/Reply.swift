/// What a terminal answered to a query; replies may come at any time and in any order.
public enum Reply: Hashable, Sendable {
  /// The terminal's name and version (XTVERSION, `DCS > | text ST`).
  case name(String)
  /// The result of a graphics command of kitty's protocol (`APC G i=id ; OK ST`).
  case kitty(id: Int, isOK: Bool)
  /// The state of a private mode (DECRQM, `CSI ? mode ; state $ y`): 0 unknown, 1 set, 2 reset, 3 and 4 for ever so.
  case mode(Int, state: Int)
  /// A setting as the terminal would set it (DECRQSS, `DCS 1 $ r text ST`; 0 in place of 1: it knows no such setting).
  case setting(isValid: Bool, String)
  /// The cursor's place, from 1 (CPR, `CSI row ; column R`). A shifted F3 looks the same.
  case cursor(row: Int, column: Int)
  /// The size of a cell in pixels (`CSI 6 ; height ; width t`).
  case cellSize(height: Int, width: Int)
  /// What the terminal can do (DA1, `CSI ? … c`); 4 among it is sixel.
  case attributes([Int])
  /// A property of graphics (XTSMGRAPHICS, `CSI ? item ; status ; … S`): item 2 is the size of sixel pictures, status 0
  /// success.
  case graphics(item: Int, status: Int, values: [Int])
  /// All that was written before has been handled (DSR, `CSI 0 n`).
  case ready
}
