/// A directory of fields in a TIFF file, followed by the values that do not fit into it (TIFF 6.0, section 2).
struct TIFFDirectory: Hashable {
  /// The fields in ascending order of their tags, as readers may expect.
  let fields: [TIFFField]

  init(_ fields: [TIFFField]) {
    self.fields = fields.sorted { $0.tag < $1.tag }
  }

  /// The size of the directory and its values in bytes; even, since values start at even offsets.
  var size: Int { tableSize + fields.reduce(0) { $0 + room(for: $1) } }

  /// Two bytes for the number of fields, twelve for each, four for the offset of the next directory.
  private var tableSize: Int { 2 + 12 * fields.count + 4 }

  /// The bytes needed after the table; none for values of up to four bytes, which are stored in the table.
  private func room(for field: TIFFField) -> Int {
    field.values.count <= 4 ? 0 : field.values.count + field.values.count % 2
  }

  /// The bytes of the directory and of the values after it, for this offset in the file.
  func bytes(at place: Int) -> [UInt8] {
    var table = UInt16(truncatingIfNeeded: fields.count).bigEndianBytes
    var values: [UInt8] = []
    for field in fields {
      table += field.tag.bigEndianBytes + field.kind.rawValue.bigEndianBytes + field.count.bigEndianBytes
      if room(for: field) == 0 {
        table += field.values + [UInt8](repeating: 0, count: 4 - field.values.count)
      } else {
        table += UInt32(truncatingIfNeeded: place + tableSize + values.count).bigEndianBytes
        values += field.values + [UInt8](repeating: 0, count: field.values.count % 2)
      }
    }
    return table + UInt32(0).bigEndianBytes + values
  }
}
