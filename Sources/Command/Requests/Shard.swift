import Files
import Video

/// One of several parts of all videos; the hash of a video's name decides its part.
struct Shard: Equatable {
  let number: UInt64
  let count: UInt64

  /// Reads `I/N`, with I from 0 to N - 1; nil if it is not that.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = UInt64(parts[0]), let count = UInt64(parts[1]), number < count
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Whether a video belongs to it: the first 8 bytes of the SHA-256 of its name, the most significant first, modulo N.
  func contains(_ video: Path) -> Bool {
    guard let digest = SHA256.digest(of: video.bytes) else { return number == 0 }
    return digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % count == number
  }
}
