import Foundation
import TestSupport

/// Disks without space, without room for names, or that cannot be written; and a limit on the size of files.
struct DiskFaults: FaultClass {
  let name = "disks"
  let summary = "full and read-only file systems, and a limit on the size of files"

  private static let uses: [[Word]] = [
    ["-y", "-o", "disk/out.png"], ["-o", "disk/new.png"], ["-y", "--sync", "-o", "disk/out.png"],
    ["--mkdir", "-o", "disk/a/b/new.png"], ["--frame", "5", "--frame", "7", "-o", "disk/n{index}.png"],
    ["-y", "--frame", "5", "-o", "disk/{index}.png", "--json"],
  ]
  /// Options of a file system in memory.
  private static let mounts = [
    "size=4k", "size=8k", "size=12k", "size=16k", "size=24k", "size=64k", "size=1m,nr_inodes=3", "size=1m,nr_inodes=4",
    "size=1m,nr_inodes=5", "size=64k,ro",
  ]
  private static let limits = [0, 1, 100, 512, 1000, 4095, 4096, 8192, 1_000_000]

  func count(_ amount: Int) -> Int { (Self.mounts.count + Self.limits.count) * Self.uses.count }

  func run(_ bench: Bench) throws -> CaseResult {
    let use = bench.name.number % Self.uses.count
    let setting = bench.name.number / Self.uses.count
    try bench.copy(.h264BFrames, to: "good.mp4")
    try bench.makeFolder("disk")
    for name in ["disk/out.png", "disk/3.png", "disk/5.png"] { try bench.makeOldPicture(name) }
    var trial = Trial(["good.mp4", "--frame", "3", "--timeout", "5s"] + Self.uses[use])
    trial.isSingle = use < 4
    trial.replaceable = use == 5 ? ["disk/3.png", "disk/5.png"] : ["disk/out.png"]
    trial.writes = false
    trial.codes = use < 4 ? [0, 5] : [0, 1, 5]
    if use == 5 { trial.printed = .json }
    guard setting < Self.mounts.count else {
      let limit = Self.limits[setting - Self.mounts.count]
      // The messages go through pipes, which have no size.
      trial.settings = ["size=\(limit)"]
      return try bench.judge(trial)
    }
    guard let mounter = bench.means.mounter else { return .left(out: "no file system can be mounted here") }
    // Inside, the folder's contents lie on the small disk; afterwards they are put where the kit can see them.
    let script = """
      options=$1; shift
      mkdir ../aside/real && mount --bind disk ../aside/real && mount -t tmpfs -o "${options%,ro}" none disk || exit 99
      cp -a ../aside/real/. disk/ 2>/dev/null
      rm -rf ../aside/real/* && cp -a disk/. ../aside/kept
      case $options in *,ro) mount -o remount,ro disk;; esac
      "$@"; code=$?
      cp -a disk/. ../aside/real/
      exit $code
      """
    trial.starter = mounter + ["sh", "-c", Word(script), "sh", Word(Self.mounts[setting])]
    // What does not fit from the start is missing afterwards, too.
    let before = bench.aside.appending(component: "kept")
    return try bench.judge(trial) { outcome in
      let kept = Snapshot(of: before.path(percentEncoded: false) + "/")
      for name in outcome.before.entries.keys where name.hasPrefix("disk/") {
        // cp on a full disk leaves a part of a file: that is the old file then.
        outcome.before.entries[name] = kept.entries[String(name.dropFirst(5))]
      }
    }
  }
}
