import CFFmpeg
import ColorCodes
public import Timeline

/// A video's metadata about its light levels and the display it was mastered on, beyond its colour tags.
public struct HDRMetadata: Hashable, Sendable {
  /// A colour in CIE 1931 coordinates.
  public struct Chromaticity: Hashable, Sendable {
    /// The x coordinate.
    public let x: Rational
    /// The y coordinate.
    public let y: Rational

    /// Makes a colour from its coordinates.
    public init(x: Rational, y: Rational) {
      self.x = x
      self.y = y
    }
  }

  /// The display on which the colours were chosen (SMPTE ST 2086).
  public struct MasteringDisplay: Hashable, Sendable {
    /// Its primaries: red, green and blue; empty if unknown.
    public let primaries: [Chromaticity]
    /// Its white point; nil if unknown.
    public let white: Chromaticity?
    /// The least and the greatest luminance in cd/m²; nil if unknown.
    public let luminance: (least: Rational, greatest: Rational)?

    /// Makes a display from what is known of it.
    public init(primaries: [Chromaticity], white: Chromaticity?, luminance: (least: Rational, greatest: Rational)?) {
      self.primaries = primaries
      self.white = white
      self.luminance = luminance
    }

    /// Whether both are equal.
    public static func == (left: MasteringDisplay, right: MasteringDisplay) -> Bool {
      left.primaries == right.primaries && left.white == right.white
        && left.luminance?.least == right.luminance?.least && left.luminance?.greatest == right.luminance?.greatest
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(primaries)
      hasher.combine(white)
      hasher.combine(luminance?.least)
      hasher.combine(luminance?.greatest)
    }
  }

  /// The light levels of the pictures (CTA-861.3, annex P).
  public struct ContentLight: Hashable, Sendable {
    /// The luminance of the brightest pixel of all, in cd/m² (MaxCLL).
    public let greatest: Int
    /// The average luminance of the brightest picture, in cd/m² (MaxFALL).
    public let greatestAverage: Int

    /// Makes a content light level from both, in cd/m²; 0 means unknown.
    public init(greatest: Int, greatestAverage: Int) {
      self.greatest = greatest
      self.greatestAverage = greatestAverage
    }
  }

  /// The display on which the colours were chosen.
  public var masteringDisplay: MasteringDisplay?
  /// The light levels of the pictures.
  public var contentLight: ContentLight?
  /// The profile of Dolby Vision.
  public var dolbyVisionProfile: Int?
  /// Whether pictures have their own tone curves (HDR10+, SMPTE ST 2094-40).
  public var isDynamic = false

  /// Makes empty metadata.
  public init() {}

  /// The highest luminance of a pixel, in cd/m²: MaxCLL, else the greatest luminance of the mastering display, rounded
  /// up; nil if neither is known.
  public var peakLuminance: Int? {
    if let greatest = contentLight?.greatest, greatest > 0 { return greatest }
    guard let greatest = masteringDisplay?.luminance?.greatest, greatest > .zero else { return nil }
    return Int(clamping: greatest.ceiling)
  }

  /// This metadata, with missing parts taken from the other.
  public func completed(by other: HDRMetadata) -> HDRMetadata {
    var completed = self
    completed.masteringDisplay = masteringDisplay ?? other.masteringDisplay
    completed.contentLight = contentLight ?? other.contentLight
    completed.dolbyVisionProfile = dolbyVisionProfile ?? other.dolbyVisionProfile
    completed.isDynamic = isDynamic || other.isDynamic
    return completed
  }
}

extension HDRMetadata {
  /// Reads the metadata of the container.
  init(of stream: UnsafeMutablePointer<AVStream>) {
    func bytes(_ type: AVPacketSideDataType) -> UnsafeRawBufferPointer {
      var size = 0
      let data = fg_stream_side_data(stream, type, &size)
      return UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size)
    }
    masteringDisplay = .init(bytes(AV_PKT_DATA_MASTERING_DISPLAY_METADATA))
    contentLight = .init(bytes(AV_PKT_DATA_CONTENT_LIGHT_LEVEL))
    dolbyVisionProfile = Self.dolbyVision(of: stream).map { Int($0.dv_profile) }
  }

  /// What the container says about Dolby Vision; nil if nothing.
  fileprivate static func dolbyVision(
    of stream: UnsafeMutablePointer<AVStream>
  ) -> AVDOVIDecoderConfigurationRecord? {
    var size = 0
    guard let data = fg_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
      size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
    else { return nil }
    return UnsafeRawPointer(data).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
  }

  /// Reads the metadata of a picture.
  init(of frame: UnsafePointer<AVFrame>) {
    func bytes(_ type: AVFrameSideDataType) -> UnsafeRawBufferPointer {
      guard let data = av_frame_get_side_data(frame, type) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
      return UnsafeRawBufferPointer(start: data.pointee.data, count: data.pointee.size)
    }
    masteringDisplay = .init(bytes(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA))
    contentLight = .init(bytes(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL))
    isDynamic = !bytes(AV_FRAME_DATA_DYNAMIC_HDR_PLUS).isEmpty
  }
}

extension ColorTags {
  /// What a stream's Dolby Vision says about its samples: nothing, or that only its own players can show them.
  ///
  /// A base layer that is compatible with nothing else (number 0 in the configuration) has IPT-PQ-C2 samples, which would
  /// be shown in green and purple. Their own tags are mostly missing.
  init(dolbyVisionOf stream: UnsafeMutablePointer<AVStream>) {
    let vision = HDRMetadata.dolbyVision(of: stream)
    self.init(matrix: vision?.dv_bl_signal_compatibility_id == 0 ? .iptC2 : .unspecified)
  }
}

extension HDRMetadata.MasteringDisplay {
  /// Reads an `AVMasteringDisplayMetadata`; nil when there is none or it is empty.
  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<AVMasteringDisplayMetadata>.size else { return nil }
    let data = bytes.loadUnaligned(as: AVMasteringDisplayMetadata.self)
    func color(_ pair: (AVRational, AVRational)) -> HDRMetadata.Chromaticity? {
      guard let x = Rational(pair.0), let y = Rational(pair.1) else { return nil }
      return HDRMetadata.Chromaticity(x: x, y: y)
    }
    let read = [data.display_primaries.0, data.display_primaries.1, data.display_primaries.2].compactMap(color)
    primaries = data.has_primaries != 0 && read.count == 3 ? read : []
    white = data.has_primaries != 0 ? color(data.white_point) : nil
    if data.has_luminance != 0, let least = Rational(data.min_luminance), let greatest = Rational(data.max_luminance) {
      luminance = (least, greatest)
    } else {
      luminance = nil
    }
    if primaries.isEmpty, luminance == nil { return nil }
  }
}

extension HDRMetadata.ContentLight {
  /// Reads an `AVContentLightMetadata`; nil when there is none; zeros mean unknown.
  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<AVContentLightMetadata>.size else { return nil }
    let data = bytes.loadUnaligned(as: AVContentLightMetadata.self)
    guard data.MaxCLL > 0 || data.MaxFALL > 0 else { return nil }
    (greatest, greatestAverage) = (Int(data.MaxCLL), Int(data.MaxFALL))
  }
}

extension Rational {
  fileprivate init?(_ value: AVRational) { self.init(Int64(value.num), Int64(value.den)) }
}
