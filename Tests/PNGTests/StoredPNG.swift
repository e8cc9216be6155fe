import TestSupport
import Testing

/// A file parsed without libpng or zlib: what it stores, whereas `DecodedPNG` is what libpng reads.
struct StoredPNG {
  var chunks: [PNGChunk]
  var width: Int
  var height: Int
  var bitDepth: Int
  var colorType: Int
  /// The rows without padding, samples of 16 bits with the most significant byte first, as PNG stores them.
  var samples: [UInt8]
  /// The filter type of each row.
  var filters: [UInt8]

  init(_ file: [UInt8]) throws {
    chunks = try PNGTests.chunks(of: file)
    let header = chunks[0].content
    try #require(header.count == 13)
    width = Int(integer(header, at: 0))
    height = Int(integer(header, at: 4))
    bitDepth = Int(header[8])
    colorType = Int(header[9])
    // Deflate, adaptive filters, no interlace.
    try #require(Array(header[10...]) == [0, 0, 0])
    let channels = try #require([0: 1, 2: 3, 4: 2, 6: 4][colorType])
    let pixelBytes = channels * bitDepth / 8
    let rowBytes = width * pixelBytes

    let stream = chunks.filter { $0.name == "IDAT" }.flatMap(\.content)
    let filtered = try Inflate.bytes(stream, expecting: height * (rowBytes + 1))
    try #require(filtered.count == height * (rowBytes + 1))

    samples = []
    samples.reserveCapacity(height * rowBytes)
    filters = []
    var above = [UInt8](repeating: 0, count: rowBytes)
    for y in 0..<height {
      let start = y * (rowBytes + 1)
      let type = filtered[start]
      var row = Array(filtered[(start + 1)..<(start + 1 + rowBytes)])
      try Self.unfilter(&row, type: type, above: above, pixelBytes: pixelBytes)
      filters.append(type)
      samples += row
      above = row
    }
  }

  /// Undoes a row's filter (PNG, 9.2, filter types for filter method 0).
  private static func unfilter(_ row: inout [UInt8], type: UInt8, above: [UInt8], pixelBytes: Int) throws {
    for x in row.indices {
      let left = x < pixelBytes ? 0 : Int(row[x - pixelBytes])
      let up = Int(above[x])
      let upLeft = x < pixelBytes ? 0 : Int(above[x - pixelBytes])
      let prediction: Int
      switch type {
      case 0: prediction = 0
      case 1: prediction = left
      case 2: prediction = up
      case 3: prediction = (left + up) / 2
      case 4:
        let estimate = left + up - upLeft
        let (a, b, c) = (abs(estimate - left), abs(estimate - up), abs(estimate - upLeft))
        prediction = a <= b && a <= c ? left : b <= c ? up : upLeft
      default:
        Issue.record("filter type \(type)")
        return
      }
      row[x] = row[x] &+ UInt8(prediction)
    }
  }

  /// The names of the chunks in order, with all IDAT chunks as one.
  var order: [String] {
    chunks.map(\.name).reduce(into: []) { names, name in
      if name != "IDAT" || names.last != "IDAT" { names.append(name) }
    }
  }

  /// The contents of all chunks with a name.
  func contents(_ name: String) -> [[UInt8]] { chunks.filter { $0.name == name }.map(\.content) }
}
