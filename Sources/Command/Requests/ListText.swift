import Files

/// The text of a list of moments.
struct ListText {
  let bytes: [UInt8]
  let identity: FileIdentity?
}
