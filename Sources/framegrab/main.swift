import Arguments
import Command
import Workers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

exit(Tool.run(ProcessArguments.words.map { Word(bytes: $0) }))
