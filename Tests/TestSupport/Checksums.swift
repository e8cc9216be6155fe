/// CRC-32 of ISO 3309, reflected polynomial 0xEDB88320 (PNG, annex D), for tests that do not trust a library.
public func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var register = UInt32.max
  for byte in bytes { register = remainders[Int((register ^ UInt32(byte)) & 0xFF)] ^ (register >> 8) }
  return ~register
}

private let remainders: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
}

/// Adler-32 (RFC 1950, 8.2).
public func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var low: UInt32 = 1
  var high: UInt32 = 0
  for byte in bytes {
    low = (low + UInt32(byte)) % 65521
    high = (high + low) % 65521
  }
  return high << 16 | low
}
