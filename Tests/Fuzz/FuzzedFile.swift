import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An input as a file without a name, which is gone with its owner, even after a crash.
struct FuzzedFile: ~Copyable {
  private let descriptor: CInt
  let identity: FileIdentity

  /// Where it can be opened as long as this value lives.
  var path: Path { Path("/dev/fd/\(descriptor)") }

  /// Writes an input of at least one byte.
  init(_ bytes: [UInt8]) throws {
    guard let stream = tmpfile() else { throw FuzzFault(description: "no temporary file can be made") }
    let descriptor = dup(fileno(stream))
    fclose(stream)
    guard write(descriptor, bytes, bytes.count) == bytes.count,
      let identity = try? InputFile(opening: Path("/dev/fd/\(descriptor)")).identity
    else {
      close(descriptor)
      throw FuzzFault(description: "the temporary file cannot be written")
    }
    self.descriptor = descriptor
    self.identity = identity
  }

  deinit { close(descriptor) }
}
