/// A way of asking.
protocol Road: Sendable {
  /// Its name in reports.
  var name: String { get }
  /// Whether it is worth its time for a video with this plan.
  func isOpen(for plan: FramePlan) -> Bool
  /// Asks and notes the answers.
  func travel(_ traveller: inout Traveller)
}

extension Road {
  func isOpen(for plan: FramePlan) -> Bool { true }
}

/// All of them.
enum Roads {
  /// The name of the road that compares by itself.
  static let verifying = "--verify"

  /// - Parameter isBrief: Only those that cost one start each, for spoilt files, of which there are many.
  static func all(portable: Tool?, isBrief: Bool) -> [any Road] {
    let brief: [any Road] = [
      AloneRoad(hasReport: false, isBrief: isBrief), AloneRoad(hasReport: true, isBrief: isBrief),
      ManyRoad(name: "several moments with -j 1", options: ["-j", "1"]),
      ManyRoad(name: "several moments with -j 3", options: ["-j", "3"], isReversed: true),
      AllRoad(name: "--all -j 1", options: ["-j", "1"]),
      ServeRoad(name: "--serve -j 1", options: ["-j", "1"]),
      ManyRoad(name: verifying, options: ["--verify"], isLinear: true),
      // What containers say is believed on all other roads.
      ManyRoad(name: "--whole", options: ["--whole"]),
    ]
    if isBrief { return brief }
    let rest: [any Road] = [
      AllRoad(name: "--all -j 3", options: ["-j", "3"]),
      ServeRoad(name: "--serve -j 3", options: ["-j", "3"]),
      BatchRoad(),
      DryRoad(),
      ManyRoad(name: "--sandbox off", options: ["--sandbox", "off"]),
      KeptRoad(),
    ]
    let other: [any Road] =
      portable.map {
        [
          ManyRoad(name: "the portable build", options: [], other: $0),
          AllRoad(name: "--all of the portable build", options: [], other: $0),
        ]
      } ?? []
    return brief + rest + other
  }
}
