import Files
import Synchronization

/// The joint output of all raw pictures of a run: a file, which appears when it is complete, or standard output.
///
/// All pictures have the shape of the first one. Several threads may use it, one at a time.
final class JoinedPictures: @unchecked Sendable {
  private let raw: RawPictures
  /// The file; nil for standard output.
  private let output: Output?
  private let inputs: [FileIdentity]
  private let record: PublishedFiles
  private let gate = Mutex(())
  private var file: GrowingOutput?
  private var isOpen: Bool
  private var shape: PictureShape?
  private var places = PlaceSet()
  /// How many pictures were written to standard output.
  private var count = 0

  init(_ raw: RawPictures, to output: Output?, notInputs inputs: [FileIdentity], _ record: PublishedFiles) {
    (self.raw, self.output, self.inputs, self.record) = (raw, output, inputs, record)
    isOpen = output == nil
  }

  /// The name of the output in errors.
  private var path: Path { output?.path ?? .standardOutput }

  /// Opens the file, empty; false if it exists and is kept.
  func begin() throws(GrabError) -> Bool {
    try gate.withLock { _ throws(GrabError) in
      (shape, places, count) = (nil, PlaceSet(), 0)
      guard let output else { return true }
      file = nil
      isOpen = false
      let (inputs, record) = (inputs, record)
      file = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
        try record.check(output)
        return try GrowingOutput.open(output, notInputs: inputs)
      }
      isOpen = file != nil
      return isOpen
    }
  }

  /// Whether it takes pictures, and fewer than `most` went to standard output.
  func isOpen(most: Int?) -> Bool {
    gate.withLock { _ in isOpen && (output != nil || count < most ?? .max) }
  }

  /// Writes a picture: to its position in a file, where it may replace itself, or to standard output as the next one.
  ///
  /// - Returns: The shape that all pictures have; a picture with another shape is not written.
  func placePicture(
    _ bytes: UnsafeRawBufferPointer, _ shape: PictureShape, at position: Int
  ) throws(GrabError) -> PictureShape {
    try gate.withLock { _ throws(GrabError) in
      if let own = self.shape, own != shape { return own }
      let offset = offset(of: position, bytes.count)
      try blaming(path, GrabError.Fault.output) { () throws(FileError) in
        guard output != nil else { return try writeStandardOutput(bytes) }
        try file?.write(bytes, at: offset)
      }
      self.shape = shape
      if output != nil { places.insert(position) } else { count += 1 }
      return shape
    }
  }

  private func offset(of position: Int, _ size: Int) -> Int64 {
    let (offset, overflows) = Int64(position).multipliedReportingOverflow(by: Int64(size))
    let (sum, overflowsSum) = offset.addingReportingOverflow(Int64(raw.headerByteCount))
    // The system will refuse to write there.
    return overflows || overflowsSum ? .max : sum
  }

  /// Whether the file has so many pictures without a gap, and at least one.
  func isWhole(_ count: Int) -> Bool {
    gate.withLock { _ in isOpen && count > 0 && places.wholeCount == count }
  }

  /// How many pictures standard output has taken.
  var streamedCount: Int { gate.withLock { _ in count } }

  /// Writes the header, and gives the file its name.
  func complete() throws(GrabError) -> Published {
    try gate.withLock { _ throws(GrabError) in
      guard let output, let shape, let count = places.wholeCount else { return .skipped }
      defer {
        file = nil
        isOpen = false
      }
      let header = raw.header(count: count, width: shape.width, height: shape.height)
      return try blaming(path, GrabError.Fault.output) { () throws(FileError) in
        try header.withUnsafeBufferPointer { (bytes) throws(FileError) in
          try file?.write(UnsafeRawBufferPointer(bytes), at: 0)
        }
        return try record.publish(output) { () throws(FileError) in try file?.publish() ?? .skipped }
      }
    }
  }
}
