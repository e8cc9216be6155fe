import CFFmpeg

/// SHA-256 (FIPS 180-4) by libavutil.
public enum SHA256 {
  /// The 32 bytes of the digest of an array, and of bytes that follow it; nil when there is no memory (`av_sha_alloc`,
  /// `av_sha_update`, `av_sha_final`).
  public static func digest(of bytes: [UInt8], _ rest: ArraySlice<UInt8> = []) -> [UInt8]? {
    guard let context = av_sha_alloc() else { return nil }
    defer { av_free(UnsafeMutableRawPointer(context)) }
    guard av_sha_init(context, 256) == 0 else { return nil }
    bytes.withUnsafeBufferPointer { av_sha_update(context, $0.baseAddress, $0.count) }
    rest.withUnsafeBufferPointer { av_sha_update(context, $0.baseAddress, $0.count) }
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(context, &digest)
    return digest
  }
}

/// CRC-32 as of PNG, gzip and zip (ISO 3309), by libavutil.
public struct CRC32: Sendable {
  private var state = UInt32.max

  /// The sum of no bytes.
  public init() {}

  /// The sum of all bytes so far.
  public var value: UInt32 { ~state }

  /// Adds bytes (`av_crc`).
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, let table = av_crc_get_table(AV_CRC_32_IEEE_LE) else { return }
    state = av_crc(table, state, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
}
