import CFFmpeg
import Timeline

extension Picture {
  /// The MD5 of the picture in its own pixel format, cropped, before orientation and colour conversion, as lower-case
  /// hexadecimal.
  ///
  /// It equals the hash that FFmpeg's `framemd5` prints for the same picture: planes one after the other, without
  /// padding (`av_image_copy_to_buffer` with alignment 1, `av_md5_sum`).
  ///
  /// - Throws: `VideoError` when the packed picture does not fit into memory.
  public borrowing func md5() throws(VideoError) -> String {
    let digest = try withFrame { frame throws(VideoError) in
      let size = fg_packed_size(frame)
      guard size > 0 else {
        throw VideoError("hashing", .library(status: size, words: "no size for this pixel format"))
      }
      guard let bytes = av_malloc(Int(size)) else { throw VideoError("hashing", .limit(.memory)) }
      defer { av_free(bytes) }
      let packed = bytes.assumingMemoryBound(to: UInt8.self)
      let status = fg_pack(frame, packed, size)
      guard status >= 0 else {
        throw VideoError("hashing", .library(status: status, words: "the picture cannot be packed"))
      }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { digest in
        guard let base = digest.baseAddress else { return [UInt8]() }
        av_md5_sum(base, packed, Int(size))
        return Array(digest)
      }
    }
    return digest.map { $0.padded(to: 2, radix: 16) }.joined()
  }
}
