import Arguments
import Testing

@Suite struct `The option table` {
  let table = OptionTable.framegrab

  @Test func `names and letters are unique, and two rows of one name are the same option`() {
    let names = table.options.map(\.name)
    #expect(Set(names).count == names.count && Set(table.options).count == names.count)
    // As in a table of its own.
    let other = Option("crop", section: .output, goesWith: [.grab], request: .never, summary: "another row")
    #expect(other == .crop && other.hashValue == Option.crop.hashValue && other != .fit)
    let spellings = table.options.flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count)
    for option in table.options {
      #expect(!option.spellings.isEmpty)
      if option.long == nil { #expect(option.short.map { "\($0)" } == option.name) }
    }
  }

  @Test func `the options of this version`() {
    let spellings = """
      --at --at-list --frame --gesture --every --count --repeat --all --keyframes --chapters --from --to --step --snap --skip-blank --nearest
      --clamp --stream --clock --control --screen --density --allow-unfinished --trust-paths -o --output --into -y --overwrite -n --skip-existing --mkdir --sync --json -0
      --print0 --dry-run --hash --no-rotate --crop --size --fit --width --height --scale --pixels --deinterlace --depth --color --metadata
      --compression --raw --sheet --stamp --strict --fail-fast -j --jobs --verify --info --list-frames --trace --compare --gestures --replay --seeker --simulate
      --plot --animate --scrub --record --view --new-gesture --model --reach --away --return --over --rate --solve --solve-touch --batch --videos --results --resume --shard --serve --unordered --exit-zero --max-open --max-payload
      --timeout --max-pixels --max-picture --max-allocation --max-memory --max-streams --probe-size --probe-duration
      --max-gap --sandbox --source --cache --whole --index --no-cache --progress -q
      --quiet -v --verbose --timings -h --help --version --man --schema --example-gesture --completions
      """
    #expect(table.options.flatMap(\.spellings) == spellings.split(whereSeparator: \.isWhitespace).map(String.init))
    #expect(Set(table.options.filter(\.repeats)) == [.at, .atList, .frame, .gestures, .verbose])
    #expect(Option.depth.value.choices == ["auto", "8", "16"])
    #expect(Option.color.value.choices == ["auto", "tagged", "srgb", "keep"])
    #expect(Option.pixels.value.choices == ["stored", "square"])
    #expect(Option.clock.value.choices == ["player", "first-frame"])
    #expect(Option.metadata.value.choices == ["full", "color", "none"])
    #expect(Option.compression.value.choices == ["fast", "default", "small"])
    #expect(Option.raw.value.choices == ["rgb24", "rgba", "rgb48", "gray"])
    #expect(Option.completions.value.choices == ["bash", "zsh", "fish"])
    #expect(Option.output.heading == "-o, --output OUTPUT")
    #expect(Option.usage.heading == "-h")
    #expect(Option.depth.heading == "--depth auto|8|16")
    // Choices too long for the heading are listed in the discussion.
    #expect(Option.snap.heading == "--snap KEYFRAME" && Option.progress.heading == "--progress WHEN")
    for option in table.options where !option.value.choices.allSatisfy({ option.heading.contains($0) }) {
      #expect(option.value.choices.allSatisfy { option.discussion.contains($0) }, "\(option.heading)")
    }
  }

  @Test func `options with values`() {
    let syntaxes = table.options.compactMap { option in option.value.syntax.map { (option, $0) } }
    let expected: [Option: String] = [
      .at: "TIME", .atList: "FILE", .every: "TIME", .count: "N", .from: "TIME", .to: "TIME",
      .snap: "previous-keyframe|next-keyframe|nearest-keyframe", .progress: "auto|always|never|json",
      .sandbox: "auto|require|off",
      .frame: "N|A..B[:STEP]", .gesture: "FILE", .control: "FILE", .screen: "WxH", .density: "N", .step: "N",
      .stream: "N", .clock: "player|first-frame",
      .output: "OUTPUT", .into: "DIR", .crop: "WxH+X+Y", .size: "WxH", .fit: "stretch|inside|cover", .width: "W",
      .height: "H", .scale: "P%", .pixels: "stored|square",
      .depth: "auto|8|16", .color: "auto|tagged|srgb|keep", .metadata: "full|color|none",
      .compression: "fast|default|small",
      .raw: "rgb24|rgba|rgb48|gray", .sheet: "CxR", .skipBlank: "TIME",
      .videos: "LIST", .results: "FILE", .resume: "any-version|verify", .shard: "I/N", .jobs: "N", .maxOpen: "N",
      .maxPayload: "SIZE", .source: "COMMAND",
      .timeout: "TIME", .maxPixels: "N",
      .maxPicture: "SIZE", .maxAllocation: "SIZE", .maxMemory: "SIZE", .maxStreams: "N", .probeSize: "SIZE",
      .probeDuration: "TIME",
      .maxGap: "SIZE", .cache: "DIR", .seeker: "chase|naive|player", .simulate: "MS", .plot: "FILE",
      .completions: "bash|zsh|fish", .record: "FILE",
      .view: "auto|blocks|quadrants|sextants|kitty|sixel|text", .newGesture: "FILE",
      .reach: "TIME", .away: "PTS", .over: "TIME", .rate: "HZ",
      .model:
        "uislider|scrubbing-slider|frame-grabber|obslider|obslider-january|obslider-original|scroll-scrubber"
        + "|media3|telegram|html-range|bar",
      .solve: "TIME", .solveTouch: "N", .compare: "SLIDERS",
      .gestures: "FILE...",
    ]
    #expect(Dictionary(uniqueKeysWithValues: syntaxes) == expected)
  }

  @Test func `texts are plain`() {
    for option in table.options {
      #expect(option.summary.first?.isLowercase == true && option.summary.last != ".")
      #expect(!option.summary.contains("\n"))
      #expect((option.summary + option.discussion).allSatisfy { $0.isASCII })
      #expect(option.discussion.isEmpty || option.discussion.last == "." || option == .completions)
    }
    #expect((table.longHelp() + table.manualPage).allSatisfy { $0.isASCII })
  }

  @Test func `no long name is a bundle of flags`() {
    // Otherwise the check for a missing dash would mistake a valid bundle for a typo.
    let flags = Set(table.options.filter { $0.value == .none }.compactMap(\.short))
    for option in table.options where option.long != nil {
      #expect(!option.name.allSatisfy { flags.contains($0) }, "\(option.name)")
    }
  }

  @Test func `the parser accepts the examples`() throws {
    for example in table.examples {
      let command = try #require(
        example.command.split(separator: "(").last?.split(separator: ")").first?.split(separator: " | ").first)
      let words = command.split(separator: " ").map { $0.filter { $0 != "'" } }
      #expect(words.first == "framegrab")
      let parsed = try table.parse(words.dropFirst().map { Word($0) })
      #expect(parsed.operands.count == 1)
    }
  }

  @Test func `parser, help, manual page and completions are made from the table`() throws {
    let other = OptionTable.other
    let texts = [
      other.shortHelp(), other.longHelp(), other.manualPage, other.completions(for: .zsh),
      other.completions(for: .fish),
    ]
    for text in texts {
      #expect(text.contains("yak") || text.contains("Yak"))
      #expect(text.contains("zebra") || text.contains("Zebra"))
      #expect(text.contains("odd-tool") || text.contains("odd\\-tool"))
      // Nothing of framegrab's own table appears.
      #expect(!text.contains("framegrab") && !text.contains("json"))
    }
    let bash = other.completions(for: .bash)
    #expect(bash.contains("-W '-a --at --hash -h'") && !bash.contains("json"))
    // Sections in their own order, independent of the order of the options.
    let help = other.longHelp()
    let titles = help.split(separator: "\n").filter { ["MOMENTS", "LOOKING", "MESSAGES"].contains($0) }
    #expect(titles == ["MOMENTS", "LOOKING", "MESSAGES"])
    #expect(!help.contains("LIMITS"))

    let parsed = try other.parse([Word("-a3"), Word("--hash"), Word("--at=4")])
    #expect(parsed.all(.at).compactMap(\.value?.text) == ["3", "4"])
    let error = try #require(throws: ArgumentError.self) { try other.parse([Word("--json")]) }
    #expect(error.fault == .unknownOption(spelling: "--json", suggestion: nil))
  }
}
