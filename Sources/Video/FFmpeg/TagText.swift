import CFFmpeg

/// The value of a tag; broken UTF-8 is repaired, and at most 4096 bytes are read.
func tagText(_ key: String, in dictionary: OpaquePointer?) -> String? {
  guard let entry = av_dict_get(dictionary, key, nil, 0), let value = entry.pointee.value else { return nil }
  let bytes = UnsafeRawBufferPointer(start: value, count: min(fg_length(value), 4096))
  return String(decoding: bytes, as: UTF8.self)
}
