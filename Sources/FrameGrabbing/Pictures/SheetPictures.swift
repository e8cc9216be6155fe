import Files
import Memory
import PNG
import Synchronization
import Video

/// The sheets of a run: each is put together from its tiles and kept in a file without a name. When all are complete,
/// they get their names in order, the index last, since it names them.
///
/// Several threads may use it, one at a time.
final class SheetPictures: @unchecked Sendable {
  /// A sheet in progress: red, green and blue, 8 bits each, black at first.
  private final class Page {
    private let pixels: AlignedBuffer
    let size: PictureSize
    var missing: Int

    init(_ size: PictureSize, missing: Int) throws(OutOfMemory) {
      pixels = try AlignedBuffer(byteCount: 3 * size.width * size.height)
      pixels.bytes.initializeMemory(as: UInt8.self, repeating: 0, count: pixels.byteCount)
      (self.size, self.missing) = (size, missing)
    }

    /// Copies rows of this width to a place; they must be inside the sheet.
    func copy(_ rows: UnsafeRawBufferPointer, width: Int, toX x: Int, y: Int) {
      guard let start = rows.baseAddress, width > 0, x >= 0, y >= 0, x + width <= size.width,
        y + rows.count / (3 * width) <= size.height
      else { return }
      for row in 0..<(rows.count / (3 * width)) {
        (pixels.bytes + 3 * ((y + row) * size.width + x)).copyMemory(
          from: start + 3 * row * width, byteCount: 3 * width)
      }
    }

    func png(_ compression: PNGCompression, threads: Int) throws(PNGError) -> SharedBytes {
      try PNGEncoder(compression: compression, threads: threads).file(
        of: PNGImage(width: size.width, height: size.height, channels: .rgb, bitDepth: .eight),
        pixels: UnsafeRawBufferPointer(start: pixels.bytes, count: pixels.byteCount))
    }
  }

  /// A complete sheet: in a file without a name, in memory for standard output, or nowhere if its file is kept as it
  /// is.
  private final class Made {
    var file: GrowingOutput?
    let bytes: SharedBytes?

    init(_ file: consuming GrowingOutput?, _ bytes: SharedBytes? = nil) {
      self.file = file
      self.bytes = bytes
    }
  }

  private let options: GrabOptions
  private let sheet: SheetOptions
  private let names: FrameName?
  private let inputs: [FileIdentity]
  private let record: PublishedFiles
  private let gate = Mutex(())
  private var order: SheetOrder?
  private var grid: SheetGrid?
  private var isOpen = false
  private var isFilled: [Bool] = []
  private var pages: [Int: Page] = [:]
  private var made: [Int: Made] = [:]
  /// The first sheet that may still get tiles.
  private var first = 0
  private var done: SheetFiles?
  /// Why a sheet could not be kept; then none gets its name.
  private var fault: GrabError?

  init(
    _ sheet: SheetOptions, _ options: GrabOptions, names: FrameName?, notInputs inputs: [FileIdentity],
    _ record: PublishedFiles
  ) {
    (self.sheet, self.options, self.names, self.inputs, self.record) = (sheet, options, names, inputs, record)
  }

  // MARK: Names

  private func path(ofSheet sheet: Int) -> Path? { names?.path(of: PictureName(sheet: sheet + 1)) }

  private var index: Path? { sheet.hasIndex ? names?.index : nil }

  /// The output of a name. With `-n`, a sheet without its index counts as done if its bytes are the same.
  private func output(_ path: Path, isIndex: Bool = false) -> Output {
    var options = options.output
    if options.policy == .skip, sheet.hasIndex, !isIndex { options.policy = .adopt(as: .skipped) }
    return Output(path, options)
  }

  // MARK: Making

  /// Starts with empty sheets, after a check of their names; false if the index, or all sheets, exist and are kept.
  func begin(_ order: SheetOrder) throws(GrabError) -> Bool {
    try gate.withLock { _ throws(GrabError) in
      let grid = try blaming(index ?? path(ofSheet: 0) ?? .standardOutput, GrabError.Fault.tooLarge) {
        () throws(PictureTooLarge) in
        try SheetGrid(sheet, tile: order.tile, count: order.count, pixelLimit: options.pixels.sizing.pixelLimit)
      }
      (self.order, self.grid, pages, made, first, isOpen, fault) = (order, grid, [:], [:], 0, false, nil)
      isFilled = Array(repeating: false, count: order.count)
      guard !options.isDryRun else {
        done = SheetFiles(self.index.map { ($0, nil) }, (0..<grid.sheets).map { (path(ofSheet: $0), nil) }, grid)
        return true
      }
      done = nil
      if let index, try !check(index, isIndex: true) {
        done = SheetFiles((index, .skipped), [], grid)
        return false
      }
      var isWanted = names == nil
      for number in 0..<grid.sheets { if let path = path(ofSheet: number), try check(path) { isWanted = true } }
      isOpen = isWanted
      if !isWanted { done = SheetFiles(nil, (0..<grid.sheets).map { (path(ofSheet: $0), .skipped) }, grid) }
      return isOpen
    }
  }

  private func check(_ path: Path, isIndex: Bool = false) throws(GrabError) -> Bool {
    let (output, inputs, record) = (output(path, isIndex: isIndex), inputs, record)
    let asked = Output(path, options.output)
    return try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try record.check(asked)
      return try output.check(notInputs: inputs)
    }
  }

  /// Whether a tile for this cell is expected now.
  func expects(_ cell: Int) -> Bool {
    gate.withLock { _ in isOpen && isFilled.indices.contains(cell) && cell / (grid?.capacity ?? 1) >= first }
  }

  /// Whether a picture of this shape fits into a tile.
  func accepts(_ shape: PictureShape) -> Bool {
    gate.withLock { _ in
      guard let tile = grid?.tile else { return false }
      return shape.width <= tile.width && shape.height <= tile.height && shape.bitDepth == 8
    }
  }

  /// Puts a picture into the middle of a cell; it may replace itself.
  func place(_ bytes: UnsafeRawBufferPointer, _ shape: PictureShape, at cell: Int) throws(GrabError) {
    try gate.withLock { _ throws(GrabError) in
      guard let grid, isFilled.indices.contains(cell) else { return }
      if let fault { throw fault }
      let number = cell / grid.capacity
      // Only as many sheets as fit into memory are in progress: earlier ones get no more tiles.
      first = max(first, number + 1 - grid.mostOpen(decoders: options.workers))
      for old in pages.keys.sorted() where old < first { try finish(old, grid) }
      guard made[number] == nil else { return }
      let page = try page(number, grid)
      let corner = grid.corner(of: cell)
      page.copy(
        bytes, width: shape.width, toX: corner.x + (grid.tile.width - shape.width) / 2,
        y: corner.y + (grid.tile.height - shape.height) / 2)
      if !isFilled[cell] { page.missing -= 1 }
      isFilled[cell] = true
      if page.missing == 0 { try finish(number, grid) }
    }
  }

  /// A sheet as far as it is filled, black at first.
  private func page(_ number: Int, _ grid: SheetGrid) throws(GrabError) -> Page {
    if let page = pages[number] { return page }
    let cells = min(grid.capacity, grid.count - number * grid.capacity)
    do throws(OutOfMemory) {
      let page = try Page(grid.size(ofSheet: number), missing: cells)
      pages[number] = page
      return page
    } catch {
      throw GrabError(path(ofSheet: number) ?? .standardOutput, .video(VideoError("making a sheet", .limit(.memory))))
    }
  }

  /// Encodes a sheet and keeps it; if one fails, all are given up.
  private func finish(_ number: Int, _ grid: SheetGrid) throws(GrabError) {
    guard made[number] == nil else { return }
    if let fault { throw fault }
    do throws(GrabError) {
      try keep(number, grid)
    } catch {
      (fault, pages, made) = (error, [:], [:])
      throw error
    }
  }

  private func keep(_ number: Int, _ grid: SheetGrid) throws(GrabError) {
    let (page, path) = (try page(number, grid), path(ofSheet: number))
    let (compression, threads) = (options.pixels.compression, options.workers)
    let png = try blaming(path ?? .standardOutput, GrabError.Fault.png) { () throws(PNGError) in
      try page.png(compression, threads: threads)
    }
    pages[number] = nil
    guard let path else {
      made[number] = Made(nil, png)
      return
    }
    let (output, inputs) = (output(path), inputs)
    made[number] = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      let file = try GrowingOutput.open(output, notInputs: inputs)
      if file != nil { try png.withUnsafeBytes { (bytes) throws(FileError) in try file?.write(bytes, at: 0) } }
      return Made(file)
    }
  }

  /// Whether there are this many cells, and at least one has a picture.
  func isWhole(_ count: Int) -> Bool {
    gate.withLock { _ in isOpen && isFilled.count == count && isFilled.contains(true) }
  }

  /// Gives all sheets their names, and then the index.
  func complete() throws(GrabError) -> Published {
    try gate.withLock { _ throws(GrabError) in
      guard let grid, let order, isOpen else { return .skipped }
      isOpen = false
      defer { (pages, made) = ([:], [:]) }
      for number in 0..<grid.sheets { try finish(number, grid) }
      var sheets: [(Path?, Published?)] = []
      for number in 0..<grid.sheets {
        guard let path = path(ofSheet: number) else {
          try blaming(.standardOutput, GrabError.Fault.output) { () throws(FileError) in
            try made[number]?.bytes?.withUnsafeBytes { (bytes) throws(FileError) in try writeStandardOutput(bytes) }
          }
          sheets.append((nil, .created))
          continue
        }
        let (sheet, record, output) = (made[number], record, output(path))
        let published = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
          try record.publish(output) { () throws(FileError) in try sheet?.file?.publish() ?? .skipped }
        }
        sheets.append((path, published))
      }
      var last: (Path, Published?)?
      if let index {
        let text = ThumbnailIndex(grid: grid, borders: order.borders, isFilled: isFilled)
          .text { path(ofSheet: $0) ?? "" }
        let (output, inputs, record) = (output(index, isIndex: true), inputs, record)
        let published = try blaming(index, GrabError.Fault.output) { () throws(FileError) in
          try record.publish(output) { () throws(FileError) in
            try text.withUnsafeBufferPointer { (text) throws(FileError) in
              try output.publish(UnsafeRawBufferPointer(text), notInputs: inputs)
            }
          }
        }
        last = (index, published)
      }
      let files = SheetFiles(last, sheets, grid)
      done = files
      return files.published ?? .skipped
    }
  }

  /// The sheets and how they were published; nil before that.
  var files: SheetFiles? { gate.withLock { _ in done } }
}
