/// The display on which the colours of an HDR picture were chosen (chunk mDCV; SMPTE ST 2086).
public struct MasteringColorVolume: Hashable, Sendable {
  /// A colour as CIE 1931 x and y, each in steps of 0.00002.
  public struct Chromaticity: Hashable, Sendable {
    /// x in steps of 0.00002.
    public var x: UInt16
    /// y in steps of 0.00002.
    public var y: UInt16

    /// Makes a colour from its coordinates.
    public init(x: UInt16, y: UInt16) {
      self.x = x
      self.y = y
    }
  }

  /// The display's red.
  public var red: Chromaticity
  /// The display's green.
  public var green: Chromaticity
  /// The display's blue.
  public var blue: Chromaticity
  /// The display's white.
  public var white: Chromaticity
  /// The greatest luminance of the display in steps of 0.0001 cd/m², at most 2³¹ − 1.
  public var greatestLuminance: UInt32
  /// The least luminance of the display in steps of 0.0001 cd/m², at most 2³¹ − 1.
  public var leastLuminance: UInt32

  /// Makes a description of a display; every part is required.
  public init(
    red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity, greatestLuminance: UInt32,
    leastLuminance: UInt32
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
    self.greatestLuminance = greatestLuminance
    self.leastLuminance = leastLuminance
  }

  func chunkContent() throws(PNGError) -> [UInt8] {
    var content: [UInt8] = []
    for color in [red, green, blue, white] {
      for coordinate in [color.x, color.y] {
        content += [UInt8(truncatingIfNeeded: coordinate >> 8), UInt8(truncatingIfNeeded: coordinate)]
      }
    }
    let range = 0...ChunkList.largestInteger
    content += bigEndian(try checked("mDCV greatest luminance", greatestLuminance, range))
    content += bigEndian(try checked("mDCV least luminance", leastLuminance, range))
    return content
  }
}

/// The light levels of a video's pictures (chunk cLLI; CTA-861.3), in steps of 0.0001 cd/m², each at most 2³¹ − 1, and
/// 0 when not known.
public struct ContentLightLevel: Hashable, Sendable {
  /// The light of the brightest pixel of all (MaxCLL).
  public var greatest: UInt32
  /// The average light of the brightest picture (MaxFALL).
  public var greatestAverage: UInt32

  /// Makes light levels from both values.
  public init(greatest: UInt32, greatestAverage: UInt32) {
    self.greatest = greatest
    self.greatestAverage = greatestAverage
  }

  func chunkContent() throws(PNGError) -> [UInt8] {
    let range = 0...ChunkList.largestInteger
    return bigEndian(try checked("cLLI greatest light", greatest, range))
      + bigEndian(try checked("cLLI greatest average light", greatestAverage, range))
  }
}
