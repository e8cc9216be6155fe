/// A directory of fields as a TIFF file has it, with the values that do not fit into it behind it (TIFF 6.0, section 2).
struct TIFFDirectory: Hashable {
  /// The fields by rising tag, as readers may expect them.
  let fields: [TIFFField]

  init(_ fields: [TIFFField]) {
    self.fields = fields.sorted { $0.tag < $1.tag }
  }

  /// Bytes that the directory and its values take; even, since values start at even places.
  var size: Int { tableSize + fields.reduce(0) { $0 + room(for: $1) } }

  /// Two bytes for the number of fields, twelve for each, four for the place of a next directory.
  private var tableSize: Int { 2 + 12 * fields.count + 4 }

  /// Bytes behind the table; none for up to four, which stand in the table.
  private func room(for field: TIFFField) -> Int {
    field.values.count <= 4 ? 0 : field.values.count + field.values.count % 2
  }

  /// The directory, and its values behind it, for this place in the file.
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
