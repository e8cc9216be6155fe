import Arguments
import Command

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The arguments as bytes: a file name need not be valid text.
let words = CommandLine.unsafeArgv
exit(
  Tool.run(
    (1..<max(1, Int(CommandLine.argc))).compactMap { number in
      words[number].map {
        Word(bytes: Array(UnsafeBufferPointer(start: $0, count: strlen($0))).map(UInt8.init(bitPattern:)))
      }
    }))
