/// Reads a number of bytes such as `512`, `64K`, `8MiB` or `1G`; the units are powers of 1024.
func byteCount(_ text: String) -> Int64? {
  let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
  guard !digits.isEmpty, let number = Int64(String(text.prefix(digits.count))) else { return nil }
  let shift: Int64
  switch text.dropFirst(digits.count) {
  case "": shift = 0
  case "K", "KiB": shift = 10
  case "M", "MiB": shift = 20
  case "G", "GiB": shift = 30
  default: return nil
  }
  let (product, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
  return overflow ? nil : product
}
