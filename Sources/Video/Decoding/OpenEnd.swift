/// The last picture of a stream that FFmpeg cuts into packets, if its decoder does not notice that data is missing at its
/// end.
///
/// The arithmetic decoder of HEVC reads on behind its data, and takes what is there for more of the picture. A picture that
/// is whole ends itself (`end_of_slice_segment_flag`; ITU-T H.265, 9.3.2.5), and is the same whatever follows. So it is
/// decoded once more with ones behind it, where FFmpeg puts zeros: a difference proves that data is missing, and without
/// one it almost certainly is not.
struct OpenEnd {
  /// The position of its frame; nil if it is not wanted, or cannot lack data.
  var place: Int?
  /// The MD5 of the picture with ones behind it, nil if no intact one came out; or why it was not decoded.
  var hash: Result<String?, VideoError> = .success(nil)

  /// A picture as it is, but marked as damaged if it is the last one and depends on what is behind its data.
  ///
  /// - Throws: why the check could not be made.
  func check(_ picture: consuming Picture, at place: Int) throws(VideoError) -> Picture {
    guard place == self.place, !picture.isDamaged else { return picture }
    picture.isDamaged = try picture.md5() != hash.get()
    return picture
  }
}
