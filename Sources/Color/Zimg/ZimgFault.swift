import CZimg

extension ColorError {
  /// zimg's last error in this thread (`zimg_get_last_error`), which this clears.
  static func lastOfZimg() -> ColorError {
    let capacity = 256
    var code = ZIMG_ERROR_UNKNOWN
    let message = withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text in
      text.initialize(repeating: 0)
      code = zimg_get_last_error(text.baseAddress, capacity)
      text[capacity - 1] = 0
      return text.baseAddress.map { String(cString: $0) } ?? ""
    }
    zimg_clear_last_error()
    if code == ZIMG_ERROR_USER_CALLBACK_FAILED { return ColorError(.stopped) }
    if code == ZIMG_ERROR_OUT_OF_MEMORY { return ColorError(.outOfMemory(byteCount: 0)) }
    return ColorError(.zimg(message: message, code: code.rawValue))
  }
}
