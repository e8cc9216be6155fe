#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The target that FUZZ_TARGET names.
private let target = FuzzTarget.all.first { $0.name == getenv("FUZZ_TARGET").map { String(cString: $0) } }

/// libFuzzer calls it first. FUZZ_SHOW=targets prints the targets, each with the length of its longest input and
/// with folders of inputs; FUZZ_SHOW=words the words of
/// one as a dictionary.
@_cdecl("LLVMFuzzerInitialize")
public func startFuzzing(
  _ count: UnsafeMutablePointer<CInt>, _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  switch getenv("FUZZ_SHOW").map({ String(cString: $0) }) {
  case "targets":
    for target in FuzzTarget.all {
      print(target.name, target.longest, target.folders.map { "Fixtures/\($0)" }.joined(separator: " "))
    }
    exit(0)
  case "words":
    for word in target?.words ?? [] {
      // libFuzzer's form: hexadecimal for all that is not plain ASCII.
      let bytes = word.utf8.map { byte in
        let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
        return isPlain ? String(UnicodeScalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      print("\"" + bytes.joined() + "\"")
    }
    exit(0)
  default: return 0
  }
}

/// libFuzzer calls it for each input. A broken promise ends the process, as a crash does.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let target else { fatalError("FUZZ_TARGET names no target") }
  do {
    try target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("\(target.name): \(error)")
  }
  return 0
}
