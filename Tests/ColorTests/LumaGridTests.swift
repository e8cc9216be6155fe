import CFFmpeg
import Color
import TestSupport
import Testing
import Video

/// Whether pictures are blank, by counts of their codes. In a picture of 640 by 360 the points are where x and y are odd.
@Suite struct LumaGridTests {
  /// How many of the points have other codes than the rest.
  private func isBlank(
    _ format: AVPixelFormat, base: Int, other: Int, count: Int, range: Int32 = 0, matrix: Int32 = 2
  ) throws -> Bool {
    var random = SeededNumbers(seed: 31)
    let frame = try Frame(format, width: 640, height: 360)
    for component in 0..<frame.componentCount {
      frame.fill(component) { x, y in
        // What is beside the points does not matter.
        guard x % 2 == 1, y % 2 == 1 else { return UInt16(random.below(1 << frame.depth(component))) }
        let point = y / 2 * 320 + x / 2
        return UInt16(
          (point % 100 == 7 && point / 100 < count || point % 100 == 8 && point / 100 < count - 576) ? other : base)
      }
    }
    return try frame.picture(matrix: matrix, range: range).isBlank()
  }

  /// One of a hundred of 57 600 are 576.
  @Test func `one in a hundred may be another code`() throws {
    #expect(try isBlank(AV_PIX_FMT_GRAY8, base: 100, other: 117, count: 576, range: 2))
    #expect(try !isBlank(AV_PIX_FMT_GRAY8, base: 100, other: 117, count: 577, range: 2))
    #expect(try !isBlank(AV_PIX_FMT_GRAY8, base: 100, other: 83, count: 577, range: 2))
    #expect(try isBlank(AV_PIX_FMT_GRAY8, base: 100, other: 116, count: 1000, range: 2))
    #expect(try isBlank(AV_PIX_FMT_GRAY8, base: 100, other: 84, count: 1000, range: 2))
    for base in [0, 3, 255] { #expect(try isBlank(AV_PIX_FMT_GRAY8, base: base, other: base, count: 0, range: 2)) }
  }

  @Test func `limited codes are nearer together`() throws {
    for (other, isNear) in [(113, true), (114, false), (87, true), (86, false)] {
      #expect(try isBlank(AV_PIX_FMT_YUV420P, base: 100, other: other, count: 1000) == isNear, "\(other)")
      #expect(try isBlank(AV_PIX_FMT_YUV420P, base: 100, other: other, count: 1000, range: 2))
    }
  }

  /// 116 · 4 + 3 is the highest code of ten bits whose upper eight are 116.
  @Test func `only the upper eight bits count`() throws {
    #expect(try isBlank(AV_PIX_FMT_GRAY10LE, base: 400, other: 467, count: 1000, range: 2))
    #expect(try !isBlank(AV_PIX_FMT_GRAY10LE, base: 400, other: 468, count: 1000, range: 2))
    #expect(try isBlank(AV_PIX_FMT_YUV420P10LE, base: 400, other: 455, count: 1000))
    #expect(try !isBlank(AV_PIX_FMT_YUV420P10LE, base: 400, other: 456, count: 1000))
  }

  /// Of 57 600 codes the 28 800th is 100: of 28 800 times 100, 28 223 times 116 and 577 times 117 too many are far from
  /// it, but not from 116.
  @Test func `the median is the lower one of two`() throws {
    for (far, isBlank) in [(577, false), (576, true)] {
      let frame = try Frame(AV_PIX_FMT_GRAY8, width: 320, height: 180)
      frame.fill(0) { x, y in
        let point = 320 * y + x
        return point < 28_800 ? 100 : point < 57_600 - far ? 116 : 117
      }
      #expect(try frame.picture(range: 2).isBlank() == isBlank)
    }
  }

  /// Codes by an independent count, in sizes that the grid does not divide.
  @Test(arguments: [
    AV_PIX_FMT_GRAY8, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVA420P, AV_PIX_FMT_RGB24, AV_PIX_FMT_BGRA, AV_PIX_FMT_GBRP,
    AV_PIX_FMT_RGB48LE, AV_PIX_FMT_YUV422P10LE, AV_PIX_FMT_YA8, AV_PIX_FMT_NV12,
  ]) func `the count is that of the points`(format: AVPixelFormat) throws {
    var random = SeededNumbers(seed: UInt64(format.rawValue) + 1)
    var answers: Set<Bool> = []
    for round in 0..<12 {
      let (width, height) = [(641, 363), (1000, 500), (35, 13), (321, 181)][round % 4]
      let frame = try Frame(format, width: width, height: height)
      let share = 12 + round / 4 * 4  // Of 1600: 0.75, 1 and 1.25 %.
      for component in 0..<frame.componentCount {
        let shift = frame.depth(component) - 8
        frame.fill(component) { _, _ in
          UInt16((random.below(1600) < share ? 20 + random.below(200) : 115 + random.below(11)) << shift)
        }
      }
      let isRGB = [AV_PIX_FMT_RGB24, AV_PIX_FMT_BGRA, AV_PIX_FMT_GBRP, AV_PIX_FMT_RGB48LE].contains(format)
      let planes = (0..<(isRGB ? 3 : 1)).map { component in
        frame.codes(component).map { row in row.map { Int($0) >> (frame.depth(component) - 8) } }
      }
      var lumas: [Int] = []
      for j in 0..<180 {
        for i in 0..<320 {
          let (x, y) = ((2 * i + 1) * width / 640, (2 * j + 1) * height / 360)
          let codes = planes.map { $0[y][x] }
          lumas.append(isRGB ? (54 * codes[0] + 183 * codes[1] + 19 * codes[2]) / 256 : codes[0])
        }
      }
      let median = lumas.sorted()[28_799]
      let near = lumas.count { abs($0 - median) <= 16 }
      let answer = try frame.picture(matrix: 1, range: 2).isBlank()
      #expect(answer == (near >= 57_024), "\(width)x\(height): \(near)")
      answers.insert(answer)
    }
    #expect(answers.count == 2)
  }
}
