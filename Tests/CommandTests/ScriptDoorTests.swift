#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Scripts find a door to the fork server in place of the tool. It has to be to them what the program is.
  struct ScriptDoorTests {
    private static let hasServer = BuiltTool.variables(for: "").count > 1

    /// What depends on the things that a program has from its shell: streams, folder, variables, mask, signals, limits.
    private static let scripts = [
      "framegrab v.mp4 --frame 3 -o a.png; echo $?", "framegrab v.mp4 --frame 3000; echo $?", "framegrab; echo $?",
      "cd folder && framegrab ../v.mp4 --frame 3 -o a.png && framegrab ../v.mp4 --frame 3 --into b --mkdir",
      "framegrab v.mp4 --frame 3 -o - > a.png", "framegrab --batch - --json -j 1 < jobs | wc -l",
      "cat jobs | framegrab --serve | sort", "framegrab v.mp4 --all --hash | head -n 1",
      "while read -r n; do framegrab v.mp4 --frame \"$n\" --hash; done < numbers",
      "umask 027; framegrab v.mp4 --frame 3 -o a.png; stat -c %a a.png",
      "ulimit -f 1; framegrab v.mp4 --frame 3 -o a.png; echo $?", "nice framegrab v.mp4 --frame 3 --hash",
      "setsid -w framegrab v.mp4 --frame 3 --hash", "exec 7< jobs; framegrab --batch /dev/fd/7 -j 1 | wc -l",
      "framegrab v.mp4 --frame 3 -o a.png <&-; echo $?", "framegrab v.mp4 --frame 3 -o a.png >&-; echo $?",
      "framegrab v.mp4 --frame 3 -o - > /dev/full; echo $?", "framegrab v.mp4 --frame 3 -o \"$(printf 'a\\377').png\"",
      "COLUMNS=60 framegrab --help", "env -i framegrab --help; echo $?",
      "rmdir folder; framegrab ./v.mp4 --frame 3 --hash",
      "for n in 1 2 3; do framegrab v.mp4 --frame $n -o $n.png > $n.txt & done; wait",
      // It ends as TERM does, be it caught or not, however soon it comes.
      "mkfifo p; exec 3<> p; timeout --preserve-status -s TERM 1 framegrab --serve < p 3>&-; echo $?",
    ]

    @Test(arguments: scripts) func `a script has the same result by both doors`(script: String) throws {
      var results: [RunResult] = []
      var files: [[String: Data]] = []
      for door in [Door.fork, .program] {
        let bench = try Bench()
        try bench.copy(.h264Faststart, to: "v.mp4")
        try bench.makeFolder("folder")
        try bench.write("1\n2\n3\n", to: "numbers")
        let jobs = (1...3).map { "{\"video\": \"v.mp4\", \"frame\": \($0), \"hash\": true}\n" }
        try bench.write(jobs.joined(), to: "jobs")
        results.append(try bench.shell(script, by: door))
        files.append(
          bench.names.reduce(into: [:]) { files, name in files[name] = name == "p" ? Data() : try? bench.bytes(name) })
      }
      #expect(results[0] == results[1])
      #expect(files[0] == files[1])
    }

    // The program is one that fails.
    @Test(
      .enabled(if: hasServer),
      arguments: [
        "framegrab --version", "umask 077; framegrab --version", "framegrab --version < numbers | cat",
        "framegrab --version & wait", "cd / && framegrab --version", "(trap '' INT; framegrab --version)",
        "timeout 60 framegrab --version", "env FOO=bar framegrab --version",
      ])
    func `ordinary scripts are answered by the server`(script: String) throws {
      let bench = try Bench()
      try bench.write("", to: "numbers")
      let result = try bench.shell("export FRAMEGRAB_PROGRAM=/bin/false; " + script)
      #expect(try result == bench.framegrab("--version"))
    }

    // The program is one that says its words.
    @Test(
      .enabled(if: hasServer),
      arguments: [
        "ulimit -n 100; framegrab said", "ulimit -v 4000000; framegrab said", "nice framegrab said",
        "setsid -w framegrab said", "exec 7< /dev/null; framegrab said", "framegrab said <&-", "framegrab said 2>&-",
        "LD_PRELOAD=none framegrab said 2> /dev/null", "script -qec 'framegrab said' /dev/null | tr -d '\\r'",
        "taskset -c 0 framegrab said", "FRAMEGRAB_FORK_SERVER=none framegrab said",
      ])
    func `what the server cannot give is the program's`(script: String) throws {
      let result = try Bench().shell("export FRAMEGRAB_PROGRAM=/bin/echo; " + script)
      #expect(result.status == 0 && result.text == "said\n", "\(result.stderr)")
    }
  }
#endif
