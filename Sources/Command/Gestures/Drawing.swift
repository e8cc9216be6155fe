import Files
import FrameGrabbing

/// The output of a drawing or a gesture file: a file, written completely or not at all, or standard output.
struct Drawing {
  private let output: Output
  private let terminal: Terminal
  private let inputs: [FileIdentity]
  private let isDryRun: Bool
  private let pathEnd: UInt8

  /// Prepares an output; none of the inputs is ever overwritten.
  ///
  /// - Parameter pathEnd: The byte after its printed name.
  init(_ path: Path, _ options: GrabOptions, _ terminal: Terminal, inputs: [FileIdentity?], pathEnd: UInt8) {
    self.pathEnd = pathEnd
    output = Output(
      path: path, policy: options.output.policy, makesFolders: options.output.makesFolders,
      syncs: options.output.syncs)
    self.terminal = terminal
    self.inputs = inputs.compactMap { $0 }
    isDryRun = options.isDryRun
  }

  /// The file's name.
  var path: Path { output.path }

  private var isStandardOutput: Bool { path.bytes == Array("-".utf8) }

  /// Whether to draw, checked before any work; prints a note if an existing file is kept.
  func isWanted() throws(GrabError) -> Bool {
    guard !isStandardOutput else { return true }
    let isFree = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try output.check(notInputs: inputs)
    }
    if !isFree { terminal.say("\(path): exists and is left as it is") }
    return isFree && !isDryRun
  }

  /// Writes the drawing to its output.
  func write(_ bytes: [UInt8]) throws(GrabError) {
    guard !isStandardOutput else { return try terminal.print(bytes: bytes) }
    let done = try blaming(path, GrabError.Fault.output) { () throws(FileError) in
      try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
        try output.publish(UnsafeRawBufferPointer(bytes), notInputs: inputs)
      }
    }
    if done == .skipped { terminal.say("\(path): exists and is left as it is") }
  }

  /// Prints the file's name on standard output.
  func name() throws(GrabError) {
    if !isStandardOutput { try terminal.print(bytes: terminal.line(path, end: pathEnd)) }
  }
}
