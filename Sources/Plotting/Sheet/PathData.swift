/// The `d` attribute of a path, with absolute commands only.
struct PathData: Equatable {
  private(set) var bytes: [UInt8] = []

  mutating func move(_ x: Double, _ y: Double) { command("M", x, y) }
  mutating func line(_ x: Double, _ y: Double) { command("L", x, y) }

  mutating func horizontal(_ x: Double) {
    bytes.append(UInt8(ascii: "H"))
    NumberText.append(x, to: &bytes)
  }

  mutating func vertical(_ y: Double) {
    bytes.append(UInt8(ascii: "V"))
    NumberText.append(y, to: &bytes)
  }

  mutating func close() { bytes.append(UInt8(ascii: "Z")) }

  mutating func polygon(_ corners: [(x: Double, y: Double)]) {
    guard let first = corners.first else { return }
    move(first.x, first.y)
    for corner in corners.dropFirst() { line(corner.x, corner.y) }
    close()
  }

  mutating func rectangle(_ box: Box) {
    move(box.minX, box.minY)
    horizontal(box.maxX)
    vertical(box.maxY)
    horizontal(box.minX)
    close()
  }

  mutating func square(_ x: Double, _ y: Double, _ radius: Double) {
    rectangle(Box(minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius))
  }

  mutating func diamond(_ x: Double, _ y: Double, _ radius: Double) {
    polygon([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)])
  }

  mutating func cross(_ x: Double, _ y: Double, _ radius: Double) {
    move(x - radius, y - radius)
    line(x + radius, y + radius)
    move(x - radius, y + radius)
    line(x + radius, y - radius)
  }

  /// A triangle that points along (dx, dy), a direction of length 1, with its tip at (x, y).
  mutating func arrow(_ x: Double, _ y: Double, dx: Double, dy: Double, length: Double, halfWidth: Double) {
    let backX = x - dx * length
    let backY = y - dy * length
    polygon([
      (x, y), (backX - dy * halfWidth, backY + dx * halfWidth), (backX + dy * halfWidth, backY - dx * halfWidth),
    ])
  }

  private mutating func command(_ letter: Unicode.Scalar, _ x: Double, _ y: Double) {
    bytes.append(UInt8(ascii: letter))
    NumberText.append(x, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    NumberText.append(y, to: &bytes)
  }
}
