import Files
import PNG
import Screen

/// The screen of a scrubbing session: what is known of the terminal, how things are laid out, and what is to be written.
struct ScrubScreen {
  /// What the terminal's replies and the environment tell about it.
  private(set) var facts: TerminalFacts
  private(set) var size: ControllingTerminal.Size
  private(set) var layout: ScreenLayout
  /// Whether the terminal was told to report the mouse in pixels.
  var reportsPixels = false
  /// What the user asked for.
  private var asked: PictureView
  /// The cells among the views to choose from.
  private let cells: PictureView
  private let isDumb: Bool
  private let hasColors: Bool
  private var painter: GridPainter
  /// The view in which the last picture was written; nil for none.
  private var drawnView: PictureView?
  /// Whether a picture drawn by kitty's protocol is on the screen.
  private var hasPlacement = false
  /// Whether that picture has only half the size.
  private(set) var isCoarselyDrawn = false
  /// The last picture in cells.
  private var drawn: (picture: RGBPicture, bits: Int, grid: CellGrid)?

  init(_ size: ControllingTerminal.Size, view: PictureView, variable: (String) -> String?) {
    facts = TerminalFacts(variable: variable)
    self.size = size
    layout = ScreenLayout(columns: size.columns, rows: size.rows)
    (asked, cells) = (view, view.isCells ? view : .blocks)
    let term = variable("TERM") ?? ""
    isDumb = term.isEmpty || term == "dumb"
    hasColors = (variable("NO_COLOR") ?? "").isEmpty
    painter = GridPainter(colors: hasColors ? .full : .none, pictureColors: .full)
  }

  /// How the picture is shown now.
  var view: PictureView { facts.view(asked: asked, isSizeKnown: size.width > 0 && size.height > 0, isDumb: isDumb) }

  /// Switches to the next view that the terminal supports.
  mutating func nextView() {
    let views = [cells] + (facts.hasKitty ? [.kitty] : []) + (facts.hasSixel ? [.sixel] : [])
    let place = views.firstIndex(of: view) ?? 0
    asked = views[(place + 1) % views.count]
  }

  mutating func learn(from reply: Reply) {
    facts.learn(from: reply)
    drawn = nil
    if !facts.hasFullColor { painter.pictureColors = .indexed256 }
    if !facts.hasFullColor, hasColors { painter.colors = .indexed256 }
  }

  mutating func resize(to size: ControllingTerminal.Size) {
    self.size = size
    layout = ScreenLayout(columns: size.columns, rows: size.rows)
    forget()
  }

  /// The bytes that remove a picture drawn by kitty's protocol, if there is one.
  mutating func takePictureAway() -> [UInt8] {
    defer { hasPlacement = false }
    return hasPlacement ? KittyPicture.delete : []
  }

  /// Makes the next paint write everything.
  mutating func forget() {
    painter.forget()
    (drawnView, hasPlacement, drawn) = (nil, false, nil)
  }

  // MARK: Sizes

  /// The size of the text area in pixels; nil if it is not known.
  var pixels: (width: Int, height: Int)? {
    if size.width > 0, size.height > 0 { return (size.width, size.height) }
    guard let cell = facts.cellSize else { return nil }
    return (cell.width * size.columns, cell.height * size.rows)
  }

  /// The size of pictures.
  var box: ScrubWish.Box {
    let (columns, rows) = (max(1, layout.pictureColumns), max(1, layout.pictureRows))
    let isPainted = view == .kitty || view == .sixel
    guard isPainted, let pixels else {
      // A cell shows two pixels, or 2 × 4 in views with smaller parts.
      return drawsParts ? Self.box(2 * columns, 4 * rows) : Self.box(columns, 2 * rows)
    }
    var width = columns * pixels.width / max(1, size.columns)
    var height = rows * pixels.height / max(1, size.rows)
    if view == .sixel, let most = facts.sixelSize {
      (width, height) = (min(width, most.width), min(height, most.height))
    }
    return Self.box(width, height)
  }

  /// Whether cells have more than two parts; where ▀ is wide, the other glyphs cannot be used.
  private var drawsParts: Bool { (view == .quadrants || view == .sextants) && !facts.isWide }

  private static func box(_ width: Int, _ height: Int) -> ScrubWish.Box {
    // No terminal draws more pixels fast enough to follow a drag.
    ScrubWish.Box(width: max(1, min(width, 2048)), height: max(1, min(height, 2048)))
  }

  // MARK: Painting

  /// The bytes that make the screen show this, and whether a picture is among them.
  mutating func paint(_ contents: ScrubContents) -> (bytes: [UInt8], hasPicture: Bool) {
    let view = view
    let isPainted = view == .kitty || view == .sixel
    var grid = grid(with: view.isCells && !contents.showsHelp ? contents : nil)
    if drawnView != nil, drawnView != view || contents.showsHelp {
      painter.forget()
      drawnView = nil
    }
    ScrubDrawing(layout: layout, isWide: facts.isWide).draw(contents, into: &grid)
    var bytes = hasPlacement && (view != .kitty || contents.showsHelp) ? KittyPicture.delete : []
    if !bytes.isEmpty { hasPlacement = false }
    bytes += painter.paint(grid)
    var hasPicture = view.isCells && contents.isNewPicture && contents.picture != nil
    if let picture = contents.picture, isPainted, !contents.showsHelp, !layout.isOnlyLabel,
      contents.isNewPicture || drawnView != view, view == .kitty || fits(picture)
    {
      bytes +=
        TerminalModes.cursor(row: 1, column: layout.pictureLeft + 1)
        + painted(picture, view, isCoarse: contents.isMoving)
      (drawnView, hasPicture) = (view, true)
    }
    guard !bytes.isEmpty || hasPicture else { return ([], false) }
    // Screen readers read the line with the cursor.
    let column = min(layout.left + 1, layout.columns)
    bytes =
      TerminalModes.beginUpdate + bytes + TerminalModes.cursor(row: layout.labelRow, column: column)
      + TerminalModes.endUpdate
    return (hasPicture ? bytes + TerminalModes.askReady : bytes, hasPicture)
  }

  /// Cells with the picture of some contents, and nothing else; the same one is drawn once.
  private mutating func grid(with contents: ScrubContents?) -> CellGrid {
    var grid = CellGrid(columns: layout.columns, rows: layout.rows)
    guard let contents, let picture = contents.picture, !layout.isOnlyLabel else { return grid }
    let bits = contents.isMoving && contents.isSlow ? 5 : 8
    if let drawn, drawn.picture == picture, drawn.bits == bits { return drawn.grid }
    let column = layout.pictureLeft + 1
    // A picture that was made for half blocks, before the terminal's replies, has half the size.
    if drawsParts, picture.width > layout.pictureColumns || picture.height > 2 * layout.pictureRows {
      let parts: Mosaic.Parts = view == .sextants ? .sextants : .quadrants
      Mosaic.draw(picture, as: parts, into: &grid, row: 1, column: column, bits: bits)
    } else {
      HalfBlocks.draw(picture, into: &grid, row: 1, column: column, bits: bits, isWide: facts.isWide)
    }
    drawn = (picture, bits, grid)
    return grid
  }

  /// Whether a picture is not too large for the screen: a sixel picture over the edge would scroll it.
  private func fits(_ picture: RGBPicture) -> Bool { picture.width <= box.width && picture.height <= box.height }

  /// The bytes of a picture; a coarse one has half the size, which kitty scales up.
  private mutating func painted(_ picture: RGBPicture, _ view: PictureView, isCoarse: Bool) -> [UInt8] {
    guard view == .kitty else { return SixelPicture.show(picture) }
    let fit = layout.fit(width: picture.width, height: picture.height)
    guard let png = Self.png(isCoarse ? picture.halved : picture) else { return [] }
    (hasPlacement, isCoarselyDrawn) = (true, isCoarse)
    return KittyPicture.show(png: png, columns: fit.columns, rows: fit.rows)
  }

  private static func png(_ picture: RGBPicture) -> [UInt8]? {
    guard
      let image = try? PNGImage(
        width: picture.width, height: picture.height, channels: .rgb, bitDepth: .eight, bytesPerRow: 3 * picture.width)
    else { return nil }
    return try? picture.bytes.withUnsafeBytes { pixels throws(PNGError) in
      Array(try PNGEncoder(compression: .fast).file(of: image, pixels: pixels))
    }
  }
}
