/// The coloured marks in three corners of the pictures of the fixture clips, which show a picture's orientation.
///
/// Upright, red is top left, blue top right, green bottom left, and the bottom right corner has none.
public enum CornerMarks {
  /// A corner of a picture.
  public enum Corner: Hashable, Sendable, CaseIterable {
    case topLeft, topRight, bottomLeft, bottomRight
  }

  /// The colour of a mark.
  public enum Mark: Hashable, Sendable, CaseIterable {
    case red, green, blue
  }

  /// The orientation of a picture. Rotations are clockwise and come after the flip.
  public enum Orientation: Hashable, Sendable, CaseIterable {
    case upright, turned90, turned180, turned270
    case flippedHorizontally, flippedVertically, transposed, transversed
  }

  /// The mark in each corner that has one.
  ///
  /// Grey pictures have none, since their marks cannot be distinguished.
  public static func read(from picture: DecodedPNG) -> [Corner: Mark] {
    var marks: [Corner: Mark] = [:]
    for corner in Corner.allCases {
      marks[corner] = mark(in: corner, of: picture)
    }
    return marks
  }

  /// The picture's orientation, or nil if the marks are not those of a picture of the fixture clips.
  public static func orientation(of picture: DecodedPNG) -> Orientation? {
    let marks = read(from: picture)
    return Orientation.allCases.first { $0.marks == marks }
  }

  private static func mark(in corner: Corner, of picture: DecodedPNG) -> Mark? {
    // A mark is a tenth of the longer side; its middle half is checked.
    let side = max(picture.width, picture.height) / 10
    let near = side / 4..<max(side / 4 + 1, side * 3 / 4)
    var found: Mark?
    for down in near {
      for across in near {
        let x = corner == .topLeft || corner == .bottomLeft ? across : picture.width - 1 - across
        let y = corner == .topLeft || corner == .topRight ? down : picture.height - 1 - down
        guard let pixel = picture.pixel(x: x, y: y), pixel.alpha == 255,
          let color = color(red: pixel.red, green: pixel.green, blue: pixel.blue), found == nil || found == color
        else { return nil }
        found = color
      }
    }
    return found
  }

  /// The primary that is at least twice as strong as the others, and strong.
  private static func color(red: UInt8, green: UInt8, blue: UInt8) -> Mark? {
    func leads(_ sample: UInt8, _ other: UInt8, _ another: UInt8) -> Bool {
      sample > 150 && Int(sample) >= 2 * Int(max(other, another))
    }
    if leads(red, green, blue) { return .red }
    if leads(green, red, blue) { return .green }
    return leads(blue, red, green) ? .blue : nil
  }
}

extension CornerMarks.Orientation {
  /// The positions of the marks in a picture with this orientation.
  public var marks: [CornerMarks.Corner: CornerMarks.Mark] {
    switch self {
    case .upright: [.topLeft: .red, .topRight: .blue, .bottomLeft: .green]
    case .turned90: [.topRight: .red, .bottomRight: .blue, .topLeft: .green]
    case .turned180: [.bottomRight: .red, .bottomLeft: .blue, .topRight: .green]
    case .turned270: [.bottomLeft: .red, .topLeft: .blue, .bottomRight: .green]
    case .flippedHorizontally: [.topRight: .red, .topLeft: .blue, .bottomRight: .green]
    case .flippedVertically: [.bottomLeft: .red, .bottomRight: .blue, .topLeft: .green]
    case .transposed: [.topLeft: .red, .bottomLeft: .blue, .topRight: .green]
    case .transversed: [.bottomRight: .red, .topRight: .blue, .bottomLeft: .green]
    }
  }
}
