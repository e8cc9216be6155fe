/// Where indexes are kept from run to run: a folder (`IndexCache`), or a process that may open one.
public protocol IndexStore: Sendable {
  /// The version of the program, since the kept data depends on its rules.
  var program: String { get }

  /// The maximum size of one index in bytes.
  var allowedPerFile: Int { get }

  /// The packed index that was stored for this key; nil when there is no valid one.
  func load(_ key: IndexKey) -> [UInt8]?

  /// Removes the index for a key.
  func remove(_ key: IndexKey)

  /// Stores a packed index for the next run.
  func store(_ packed: [UInt8], for key: IndexKey) -> IndexKeeping
}
