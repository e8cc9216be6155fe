/// All classes of faults.
public enum FaultCatalogue {
  /// The classes in the order in which they run.
  public static let classes: [any FaultClass] =
    MutationFaults.Way.allCases.map { MutationFaults(way: $0) } + [
      ReferenceFaults(), BombFaults(), MemoryFaults(), SpecialFaults(), NameFaults(), DescriptorFaults(), DiskFaults(),
      CallFaults(), SignalFaults(),
      GestureFaults(),
    ]
}
