#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What decoding needs, behind the walls.
  struct NeedTests {
    private func needs(walls: Int) throws -> [String: Int] {
      var numbers = try WallProbe.numbers("needs", walls: walls, file: Fixture.h264Faststart.url)
      #expect(numbers.removeValue(forKey: "walls") == walls)
      #expect(numbers.count == 23)
      return numbers.filter { $0.value != 0 }
    }

    @Test(.enabled(if: WallProbe.hasSeccomp && WallProbe.hasLandlock, "this system lacks a wall"))
    func `all that decoding needs works behind both walls`() throws {
      #expect(try needs(walls: WallProbe.seccomp | WallProbe.landlock) == [:])
    }

    @Test(.enabled(if: WallProbe.hasSeccomp, "this system has no seccomp"))
    func `all that decoding needs works behind the filter`() throws {
      #expect(try needs(walls: WallProbe.seccomp) == [:])
    }

    @Test(.enabled(if: WallProbe.hasLandlock, "this system has no Landlock"))
    func `all that decoding needs works behind Landlock`() throws {
      #expect(try needs(walls: WallProbe.landlock) == [:])
    }

    @Test func `all that decoding needs works in a worker without walls`() throws {
      #expect(try needs(walls: 0) == [:])
    }

    @Test func `abort ends a worker by its signal`() throws {
      let numbers = try WallProbe.numbers("abort", walls: WallProbe.walls, file: Fixture.h264Faststart.url)
      #expect(numbers == ["died": 1000 + Int(SIGABRT)])
    }
  }
#endif
