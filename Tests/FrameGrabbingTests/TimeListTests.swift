import Testing
import Timeline
@testable import FrameGrabbing

/// Lists of times with names, and lists of scenes.
struct TimeListTests {
  private func list(_ text: String) throws -> TimeList { try TimeList(parsing: Array(text.utf8)) }

  private func rows(_ text: String) throws -> [String] {
    let list = try list(text)
    return (0..<list.count).map { list.text($0) + (list.name($0).map { "|" + $0 } ?? "") }
  }

  private func refusal(_ text: String) -> String {
    refusal(Array(text.utf8))
  }

  private func refusal(_ bytes: [UInt8]) -> String {
    let error = #expect(throws: TimeListError.self) { try TimeList(parsing: bytes) }
    return error?.description ?? ""
  }

  // MARK: Names

  @Test func `what follows the first tab is the name`() throws {
    #expect(try rows("1s\tOpening\n2s\n3s\t\n") == ["1s|Opening", "2s", "3s"])
    #expect(try rows("1s\ta\tb\n") == ["1s|a\tb"])
    #expect(try rows(" \t1s \t  two words \t \r\n\t\t2s\t\tb") == ["1s|two words", "2s|b"])
    #expect(try rows("\u{FEFF}375f\tÉté № 4 🎬\n50%\t第一章") == ["375f|Été № 4 🎬", "50%|第一章"])
  }

  @Test func `a comment is no name, and a name may have its sign`() throws {
    #expect(try rows("1s\t# the first\n2s\tScene #2\n# 3s\tc\n\t# d\n4s # e\tf\n") == ["1s", "2s|Scene #2", "4s"])
  }

  @Test func `names are kept as they were given`() throws {
    #expect(
      try rows("1s\t../a/b\n2s\t..\n3s\t\u{1B}[31m\u{202E}\n") == ["1s|../a/b", "2s|..", "3s|\u{1B}[31m\u{202E}"])
    let long = String(repeating: "a", count: 1000)
    #expect(try rows("1s\t\(long)") == ["1s|\(long)"])
  }

  @Test func `a wrong line is refused with its number`() throws {
    #expect(refusal("1s\ta\nName\t2s\n").hasPrefix("2: cannot read 'Name' as a time"))
    #expect(refusal("1s\n\n2s, b\n").hasPrefix("3: cannot read '2s, b' as a time"))
    #expect(refusal(Array("1s\t".utf8) + [0xC3, 0x28]) == "1: the name is not valid UTF-8")
    #expect(refusal(Array("1s\tok\n2s\t".utf8) + [0xFF]) == "2: the name is not valid UTF-8")
    #expect(refusal("1s\t" + String(repeating: "a", count: 1001)) == "1: the name has more than 1000 bytes")
    #expect(refusal("\t\n#\tx\n").hasPrefix("has no time in it"))
  }

  @Test func `few moments and many have their names`() throws {
    let few = Moment.moments(at: try list("1s\ta\n2s"))
    #expect(few.map(\.name) == ["a", nil] && few.map(\.text) == ["1s", "2s"])
    let many = Moment.moments(at: try list((0..<17).map { "\($0)s\tn\($0)\n" }.joined()))
    guard case .times(let list)? = many.first?.kind else { throw TimeListError(line: 0, fault: nil) }
    #expect(many.count == 1 && list.name(16) == "n16" && list.name(17) == nil)
  }

  // MARK: Scenes

  private static let titles = """
    Scene Number,Start Frame,Start Timecode,Start Time (seconds),End Frame,End Timecode,End Time (seconds),\
    Length (frames),Length (timecode),Length (seconds)
    """
  private static let scenes = """
    1,1,00:00:00.000,0.000,90,00:00:03.003,3.003,90,00:00:03.003,3.003
    2,91,00:00:03.003,3.003,210,00:00:07.007,7.007,120,00:00:04.004,4.004

    """

  /// The first frame of a scene is the one after the last frame of the scene before: 90 frames are those from 0 to 89.
  private static let expected = ["0f|Scene-001", "90f|Scene-002"]

  @Test func `a list of scenes of PySceneDetect, with and without the times of the cuts`() throws {
    for start in ["Timecode List:,00:00:03.003\n", "00:00:03.003\n", "Timecode List:\n", "\n", "", "\u{FEFF}"] {
      #expect(try rows(start + Self.titles + "\n" + Self.scenes) == Self.expected, "\(start)")
    }
    let windows = ("Timecode List:,00:00:03.003\n" + Self.titles + "\n" + Self.scenes).replacing("\n", with: "\r\n")
    #expect(try rows(windows) == Self.expected)
    let list = try list(Self.titles + "\n" + Self.scenes)
    guard case .frame(90)? = list.time(1) else { throw TimeListError(line: 0, fault: nil) }
  }

  @Test func `other separators, quotation marks and an end without a line feed`() throws {
    for separator in [";", "\t"] {
      #expect(try rows((Self.titles + "\n" + Self.scenes).replacing(",", with: separator)) == Self.expected)
    }
    let quoted = #""Scene Number","Start Frame""# + "\n" + #""1","1""# + "\n" + #""2","91""#
    #expect(try rows(quoted) == Self.expected)
    // The columns are found by their titles.
    #expect(try rows("Scene Number,Remark,Start Frame\n7,x,12\n") == ["11f|Scene-007"])
  }

  @Test func `numbers of scenes have as many digits as the largest`() throws {
    #expect(try rows("Scene Number,Start Frame\n9,1\n1000,5\n") == ["0f|Scene-0009", "4f|Scene-1000"])
  }

  @Test func `wrong lists of scenes are refused`() throws {
    let start = "Timecode List:\nScene Number,Start Frame\n"
    #expect(refusal(start) == "is a list of scenes that has none")
    #expect(refusal(start + "1,1\n\n2,0\n").hasPrefix("5: starts at frame 0, but PySceneDetect counts frames from 1"))
    for row in ["x,1", "0,1", "-1,1", "1", ",1", "# 1,1", "99999999999999999999,1"] {
      #expect(refusal(start + row).hasPrefix("3: is no row of a list of scenes: it starts with no number"), "\(row)")
    }
    for row in ["1,", "1,x", "1,-1", "1,1.5", "1,00:00:01.000", "1,+1"] {
      #expect(refusal(start + row).hasPrefix("3: is no row of a list of scenes: its start frame"), "\(row)")
    }
    // Without such a header it is a list of times.
    #expect(refusal("Timecode List:,1\nScene,Frame\n1,1\n").hasPrefix("1: cannot read 'Timecode List:,1' as a time"))
    #expect(refusal("1s\n2s\nScene Number,Start Frame\n1,1\n").hasPrefix("3: cannot read 'Scene Number,Start Frame'"))
  }
}
