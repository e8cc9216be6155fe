public import Foundation

/// The executable that was built together with these tests.
public enum BuiltTool {
  /// Its URL: in the folder of the test bundle or of the running program, whatever the build folder is called.
  public static let url: URL = {
    let bundles = CommandLine.arguments.map { URL(filePath: $0) } + Bundle.allBundles.map(\.bundleURL)
    let runner = CommandLine.arguments.prefix(1).map { URL(filePath: $0).deletingLastPathComponent() }
    let folders = bundles.flatMap(folders(around:)) + runner + [repository.appending(components: ".build", "debug")]
    let candidates = folders.map { $0.appending(component: "framegrab") }
    let found = candidates.first { url in
      var isFolder: ObjCBool = false
      let path = url.path(percentEncoded: false)
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        && FileManager.default.isExecutableFile(atPath: path)
    }
    // A path that does not exist: starting it fails with a message that shows the problem.
    return found ?? URL(filePath: "/framegrab/was/not/built")
  }()

  /// Its path for a command line.
  public static let path = url.path(percentEncoded: false)

  /// The folder that holds it, for PATH.
  public static let folder = url.deletingLastPathComponent().path(percentEncoded: false)

  /// The library that tests load into the tool (`Tests/FaultShim`), for LD_PRELOAD.
  public static let shim = folder + "libFaultShim.so"

  /// The variables of a script that finds `framegrab` on its PATH, and the other programs of the folder.
  ///
  /// It is a door to the fork server, which passes a run's streams, folder, variables and signals on. Scripts about what
  /// is the door's and not the run's (its number, SIGKILL, its memory) find the program, and so do all where there is no
  /// server.
  public static func variables(for script: String, by door: Door = .fork) -> [String: String?] {
    let path = folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    #if os(Linux)
      let isAboutProcess = ["$!", "kill", "/proc", "peak-memory", "strace"].contains { script.contains($0) }
      if door == .fork, !isAboutProcess, let (doors, others) = ForkServer.shared?.variables {
        return others.merging(["PATH": doors + ":" + path]) { $1 }
      }
    #endif
    return ["PATH": path]
  }

  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folders of bundles that are, or contain, the running program; none for other arguments.
  private static func folders(around url: URL) -> [URL] {
    var folders: [URL] = []
    var inner = url
    while inner.pathComponents.count > 1 {
      if inner.pathExtension == "xctest" { folders.append(inner.deletingLastPathComponent()) }
      inner = inner.deletingLastPathComponent()
    }
    return folders
  }
}
