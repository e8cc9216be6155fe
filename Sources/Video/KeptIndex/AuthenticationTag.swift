import CFFmpeg

/// A tag that only the owner of a secret can compute for some bytes: HMAC with SHA-256 (RFC 2104, FIPS 180-4), by
/// libavutil.
enum AuthenticationTag {
  /// The size of a tag in bytes.
  static let size = 32

  /// Computes the tag of the first bytes of an array (`av_hmac_calc`); nil when there is no memory for it.
  static func make(of bytes: [UInt8], count: Int, secret: [UInt8]) -> [UInt8]? {
    guard count >= 0, count <= bytes.count, let length = UInt32(exactly: count),
      let context = av_hmac_alloc(AV_HMAC_SHA256)
    else { return nil }
    defer { av_hmac_free(context) }
    var seal = [UInt8](repeating: 0, count: size)
    let written = av_hmac_calc(context, bytes, length, secret, UInt32(clamping: secret.count), &seal, UInt32(size))
    return Int(written) == size ? seal : nil
  }

  /// Whether the last bytes of an array are the tag of those before them.
  static func closes(_ bytes: [UInt8], secret: [UInt8]) -> Bool {
    guard bytes.count >= size, let seal = make(of: bytes, count: bytes.count - size, secret: secret) else {
      return false
    }
    // Every byte is compared, wherever the first difference is, so that the time reveals nothing.
    return zip(seal, bytes.suffix(size)).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
