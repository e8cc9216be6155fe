// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // The runtime would look up the name of each type that is used, in each process: a twelfth of what a small grab takes.
  .unsafeFlags(["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]),
]

// The modules are optimised in debug builds, too: unoptimised generics would take most of the tests' time. Not so Command,
// which computes little, and whose build would take four times as long.
let optimised = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

// The functions of `make fuzz` are tests in an ordinary build; with this variable set they become its program, which
// libFuzzer starts.
let isFuzzing = Context.environment["FRAMEGRAB_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
  "Arguments", "Broker", "CFFmpeg", "CLibPNG", "CPNG", "Color", "ColorCodes", "Command", "Exif", "Files",
  "FrameGrabbing",
  "GestureFiles", "JSON", "Memory", "PNG", "Packing", "Screen", "Scrubbing", "Seeking", "Sourcing", "TestSupport",
  "Timeline",
  "Video",
  "Workers",
]
let fuzzing: Target =
  isFuzzing
  ? .executableTarget(
    name: "fuzz", dependencies: fuzzed, path: "Tests/Fuzz", exclude: ["FuzzTests.swift", "fuzz.sh", "make-seeds.sh"],
    swiftSettings: settings)
  : .testTarget(
    name: "FuzzTests", dependencies: fuzzed, path: "Tests/Fuzz",
    exclude: ["FuzzDriver.swift", "fuzz.sh", "make-seeds.sh"], swiftSettings: settings)

// Our C is hardened as the libraries of the system are. FORTIFY needs optimised code, and hides calls from AddressSanitizer.
let hardened: [CSetting] =
  isFuzzing
  ? []
  : [
    .unsafeFlags(["-fstack-protector-strong"]), .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
  ]

// All functions of libraries are looked up at the start, so that their table is read-only from then on. Swift brings lld;
// without it, it takes gold or GNU ld, whichever is there, and the latter leaves that table writable.
let linked: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now"], .when(platforms: [.linux]))
]

// Dependencies only go downwards: a target sees the modules in its list and nothing else.
let package = Package(
  name: "framegrab",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "framegrab", targets: ["framegrab"]),
    // Loaded into the tool by tests (LD_PRELOAD).
    .library(name: "FaultShim", type: .dynamic, targets: ["FaultShim"]),
    // Loaded into other programs by tests.
    .library(name: "ProgramServer", type: .dynamic, targets: ["ProgramServer"]),
  ],
  targets: [
    // C libraries.
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavformat libavcodec libswscale libavutil",
      providers: [
        .apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev", "libavutil-dev"]), .brew(["ffmpeg"]),
      ]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(name: "CZimg", pkgConfig: "zimg", providers: [.apt(["libzimg-dev"]), .brew(["zimg"])]),
    .systemLibrary(name: "CFileSystem"),
    // Optimised also in debug builds: otherwise the tests spend a third of their time in its loops.
    .target(
      name: "CPNG", dependencies: ["CLibPNG"],
      cSettings: hardened + [.unsafeFlags(["-O2"], .when(configuration: .debug))], linkerSettings: [.linkedLibrary("z")]
    ),

    // What Swift cannot do: fork, messages with descriptors, walls around a process.
    .target(name: "CWorker", cSettings: hardened),
    // A terminal that is given back by signal handlers.
    .target(name: "CTerminal", cSettings: hardened),
    // The allocation functions of the C library, which count what they refuse.
    .target(name: "CMemory", cSettings: hardened),

    // What the C library is called: Glibc or Darwin.
    .target(name: "LibC", swiftSettings: optimised),

    // Pure: they only import each other.
    .target(name: "Timeline", swiftSettings: optimised),
    .target(name: "ColorCodes", swiftSettings: optimised),
    .target(name: "Scrubbing", swiftSettings: optimised),
    .target(name: "Seeking", swiftSettings: optimised),
    .target(name: "Plotting", dependencies: ["Packing", "Scrubbing"], swiftSettings: optimised),
    // Its enumerations provide the words that options accept.
    .target(name: "Arguments", dependencies: ["Timeline"], swiftSettings: optimised),
    .target(name: "Memory", dependencies: ["CMemory", "LibC"], swiftSettings: optimised),
    .target(name: "JSON", dependencies: ["Packing"], swiftSettings: optimised),
    .target(name: "Packing", swiftSettings: optimised),
    .target(name: "Screen", dependencies: ["Packing"], swiftSettings: optimised),
    .target(name: "Exif", dependencies: ["Timeline"], swiftSettings: optimised),

    // One external dependency each.
    .target(name: "Files", dependencies: ["CFileSystem", "CTerminal", "LibC", "Memory"], swiftSettings: optimised),
    .target(name: "Threading", dependencies: ["LibC"], swiftSettings: optimised),
    .target(name: "Workers", dependencies: ["CWorker", "LibC", "Memory"], swiftSettings: optimised),
    .target(
      name: "Sourcing", dependencies: ["CWorker", "Files", "JSON", "LibC", "Packing", "Workers"],
      swiftSettings: optimised),
    .target(
      name: "Video", dependencies: ["CFFmpeg", "ColorCodes", "Files", "Memory", "Packing", "Threading", "Timeline"],
      swiftSettings: optimised),
    .target(
      name: "Color", dependencies: ["CFFmpeg", "ColorCodes", "CZimg", "LibC", "Memory", "Threading", "Video"],
      swiftSettings: optimised),
    .target(name: "PNG", dependencies: ["ColorCodes", "CPNG", "Memory", "Threading"], swiftSettings: optimised),

    // The library and the tool.
    .target(
      name: "GestureFiles", dependencies: ["Arguments", "JSON", "Memory", "Scrubbing", "Timeline"],
      resources: [.embedInCode("gesture.schema.json")], swiftSettings: optimised),
    .target(
      name: "FrameGrabbing",
      dependencies: [
        "Color", "ColorCodes", "Exif", "Files", "GestureFiles", "JSON", "LibC", "Memory", "Packing", "Plotting", "PNG",
        "Scrubbing", "Seeking", "Threading", "Timeline", "Video",
      ],
      swiftSettings: optimised),
    .target(
      name: "Broker",
      dependencies: [
        "Files", "FrameGrabbing", "Memory", "Packing", "Screen", "Seeking", "Threading", "Timeline", "Video", "Workers",
      ],
      swiftSettings: optimised),
    .target(
      name: "Command",
      dependencies: [
        "Arguments", "Broker", "Color", "Files", "FrameGrabbing", "GestureFiles", "JSON", "LibC", "Memory", "Packing",
        "PNG", "Screen", "Scrubbing", "Seeking", "Sourcing", "Timeline", "Video", "Workers",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "framegrab", dependencies: ["Arguments", "Command", "LibC", "Workers"], swiftSettings: optimised,
      linkerSettings: linked),

    // The tool behind a fork, for tests that run it some thousand times.
    .target(name: "CForkServer", path: "Tests/CForkServer"),
    .executableTarget(
      name: "fork-server", dependencies: ["Arguments", "CForkServer", "Command"], path: "Tests/ForkServer",
      swiftSettings: optimised, linkerSettings: linked),
    // The same for scripts, which find it in place of the tool.
    .executableTarget(name: "tool-door", dependencies: ["CForkServer"], path: "Tests/Door"),
    // The same for ffmpeg and ffprobe.
    .target(name: "ProgramServer", dependencies: ["CForkServer"], path: "Tests/ProgramServer"),

    // More threads for the tests.
    .target(name: "CTestThreads", path: "Tests/CTestThreads"),

    // One test target per module; CommandTests runs the tool.
    .target(
      name: "TestSupport", dependencies: ["CForkServer", "CLibPNG", "CTestThreads", "Files"], path: "Tests/TestSupport",
      swiftSettings: optimised),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: optimised),
    .testTarget(name: "TimelineTests", dependencies: ["TestSupport", "Timeline"], swiftSettings: settings),
    .testTarget(name: "ColorCodesTests", dependencies: ["CFFmpeg", "ColorCodes"], swiftSettings: settings),
    .testTarget(name: "ScrubbingTests", dependencies: ["Scrubbing", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "SeekingTests", dependencies: ["Seeking", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "ScreenTests", dependencies: ["Screen", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "PlottingTests", dependencies: ["Plotting", "Scrubbing", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "ArgumentsTests", dependencies: ["Arguments", "TestSupport"], swiftSettings: settings),
    .testTarget(name: "ExifTests", dependencies: ["Exif", "TestSupport", "Timeline"], swiftSettings: settings),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "Packing", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GestureFilesTests", dependencies: ["GestureFiles", "JSON", "Scrubbing", "TestSupport", "Timeline"],
      swiftSettings: settings),
    .testTarget(name: "FilesTests", dependencies: ["Files"], swiftSettings: settings),
    .testTarget(name: "MemoryTests", dependencies: ["Memory", "TestSupport", "memory-probe"], swiftSettings: settings),
    .testTarget(
      name: "PNGTests", dependencies: ["CLibPNG", "ColorCodes", "CPNG", "Memory", "PNG", "TestSupport", "Threading"],
      swiftSettings: optimised),
    .testTarget(
      name: "ColorTests",
      dependencies: ["CFFmpeg", "Color", "ColorCodes", "Memory", "TestSupport", "Timeline", "Video"],
      swiftSettings: optimised),
    .testTarget(
      name: "VideoTests", dependencies: ["CFFmpeg", "Files", "Packing", "TestSupport", "Timeline", "Video"],
      swiftSettings: settings),
    .testTarget(
      name: "FrameGrabbingTests",
      dependencies: [
        "CFFmpeg", "Color", "ColorCodes", "Exif", "Files", "FrameGrabbing", "GestureFiles", "JSON", "PNG", "Scrubbing",
        "Seeking", "TestSupport", "Timeline", "Video",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Arguments", "Broker", "Color", "Command", "Files", "FrameGrabbing", "GestureFiles", "Packing", "PNG", "Screen",
        "Scrubbing",
        "Seeking",
        "TestSupport",
        "Timeline",
        "Video", "Workers",
        "fork-server", "framegrab", "peak-memory", "source-helper", "tool-door",
      ],
      swiftSettings: settings),

    // A helper of --source, which also does what a helper should not.
    .executableTarget(name: "source-helper", path: "Tests/SourceHelper"),
    .testTarget(
      name: "SourcingTests", dependencies: ["Files", "Packing", "Sourcing", "TestSupport", "Workers", "source-helper"],
      swiftSettings: settings),
    .testTarget(
      name: "WorkersTests",
      dependencies: ["CWorker", "FaultShim", "TestSupport", "Threading", "Workers", "wall-probe"],
      swiftSettings: settings),

    // `make conformance`, and a smaller part of it as a test.
    .target(
      name: "Conformance",
      dependencies: ["Files", "FrameGrabbing", "GestureFiles", "TestSupport", "Timeline", "Video"],
      path: "Tests/Conformance", swiftSettings: optimised),
    .executableTarget(
      name: "conformance-run", dependencies: ["Conformance"], path: "Tests/ConformanceRun", swiftSettings: settings),
    .testTarget(name: "ConformanceTests", dependencies: ["Conformance", "TestSupport"], swiftSettings: settings),

    // `make roads` and `make strangers`, and a smaller part of both as a test.
    .target(
      name: "Roads", dependencies: ["Faults", "TestSupport", "Timeline"], path: "Tests/Roads", swiftSettings: settings),
    .executableTarget(name: "roads-run", dependencies: ["Roads"], path: "Tests/RoadsRun", swiftSettings: settings),
    .target(
      name: "Strangers", dependencies: ["Roads", "TestSupport"], path: "Tests/Strangers", swiftSettings: settings),
    .executableTarget(
      name: "strangers-run", dependencies: ["Roads", "Strangers"], path: "Tests/StrangersRun", swiftSettings: settings),
    .testTarget(
      name: "RoadsTests", dependencies: ["Roads", "Strangers", "TestSupport", "Timeline", "framegrab"],
      swiftSettings: settings),

    // `make faults`, and a smaller part of it as a test; fault-launch starts the tool with closed descriptors and so on.
    .target(
      name: "Faults", dependencies: ["TestSupport"], path: "Tests/Faults", swiftSettings: settings),
    .executableTarget(
      name: "faults-run", dependencies: ["Faults"], path: "Tests/FaultsRun", swiftSettings: settings),
    .executableTarget(name: "fault-launch", path: "Tests/FaultLaunch"),
    .testTarget(
      name: "FaultsTests", dependencies: ["Faults", "TestSupport", "fault-launch", "framegrab"], swiftSettings: settings
    ),

    // `make lint` checks the house rules with it.
    .target(name: "CIndexStore", path: "Tests/CIndexStore"),
    .executableTarget(name: "peak-memory", path: "Tests/PeakRun"),
    .executableTarget(name: "memory-probe", dependencies: ["CMemory"], path: "Tests/MemoryProbe"),
    .target(name: "FaultShim", dependencies: ["Escapes"], path: "Tests/FaultShim"),
    // What a worker that was taken over would try; part of both FaultShim and wall-probe, which forks workers.
    .target(name: "Escapes", path: "Tests/Escapes"),
    .executableTarget(name: "wall-probe", dependencies: ["CWorker", "Escapes"], path: "Tests/WallProbe"),
    .target(name: "House", dependencies: ["CIndexStore"], path: "Tests/House", swiftSettings: settings),
    .executableTarget(name: "house-check", dependencies: ["House"], path: "Tests/HouseRun", swiftSettings: settings),
    .testTarget(name: "HouseTests", dependencies: ["House", "TestSupport"], swiftSettings: settings),

    // `make bench`.
    .target(
      name: "Bench", dependencies: ["CLibPNG", "TestSupport"], path: "Tests/Bench", exclude: ["clips", "peers"],
      swiftSettings: settings),
    .executableTarget(
      name: "bench-run", dependencies: ["Bench"], path: "Tests/BenchRun", swiftSettings: settings),
    .testTarget(name: "BenchTests", dependencies: ["Bench", "TestSupport"], swiftSettings: settings),

    fuzzing,
  ]
)
