import CFFmpeg

/// What a file that is cut off shows at its end.
extension StreamTimeline {
  /// Whether the file is cut off: the container promises more than there is.
  var isCutOff: Bool {
    guard table.isComplete else { return false }
    if table.isCutOff || reachesPastEnd { return true }
    // AVI loses its index with its end, but its header tells how many packets there should be.
    guard finder.reader.demuxer.formatName == "avi", let claimed = finder.reader.stream?.pointee.nb_frames else {
      return false
    }
    // Chunks that are empty count too; the last ones may be that. Their number is as good as that between pictures.
    guard let last = table.records.last?.decode, let before = table.records.dropLast().last?.decode else {
      return claimed > Int64(table.records.count)
    }
    return claimed.subtractingReportingOverflow(last).partialValue > max(1, last &- before)
  }

  /// Where the tail of a file that is cut off begins: pictures shown after the last packet's time of decoding may have
  /// been meant to follow others that are not there. Nil for a file that is whole.
  func tailStart(of stretch: VideoFile.Stretch) -> Int64? {
    guard counted == nil, let packets = packets(of: stretch), packets.isComplete,
      packets.isCutOff || reachesPastEnd || stretch == .main && isCutOff
    else { return nil }
    return packets.records.last { $0.decode != nil }?.decode ?? Int64.min
  }
}
