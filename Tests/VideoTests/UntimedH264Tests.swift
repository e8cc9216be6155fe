import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Raw H.264 that tells no frame rate: 25 frames a second, as every player has it.
  @Suite struct UntimedH264Tests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    // FFmpeg 5.1 takes the average of the first packets for the rate, in which a field counts for half of a frame and the
    // frame behind it for another half: 68/3, 51/2 and 97/4 for the last three.
    @Test(arguments: [
      "IFFFFFFFFFFFFFFFFFFFFFFF", "IPPFFPPFFPFPFPFPFPFPFPF", "IPPPPPPPPPPPPPPPPPPPPPPPPP", "IPFPFFIPFPFF",
    ])
    func `frames and fields without a rate are 25 a second`(_ pictures: String) throws {
      let path = try scratch.write(Data(Self.stream(of: pictures)), to: "untimed.h264")
      for _ in 1...2 {  // the second time from the kept index
        let table = try VideoFile(opening: path).timeline(.whole)
        #expect(
          (0..<table.count).map { table.time(ofFrame: $0) }
            == pictures.indices.enumerated().map { Rational(Int64($0.offset), 25) })
        #expect(table.end == Rational(Int64(pictures.count), 25))
      }
    }

    /// A stream of 16 × 32 pixels: I an IDR frame, F an intra frame, P a pair of intra fields. All macroblocks are I_PCM.
    private static func stream(of pictures: String) -> [UInt8] {
      var stream = sequence + picture
      var frameNumber = 0
      for (number, kind) in pictures.enumerated() {
        if kind == "I" { frameNumber = 0 }
        let fields: [String?] = kind == "P" ? ["0", "1"] : [nil]
        for field in fields { stream += slice(number, frameNumber % 16, isIDR: kind == "I", field) }
        frameNumber += 1
      }
      return stream
    }

    private static let startCode: [UInt8] = [0, 0, 0, 1]

    /// The sequence parameter set (7.3.2.1.1) of Main profile, without VUI.
    private static var sequence: [UInt8] {
      var bits = MadeBits()
      // Its id, 4 bits of frame_num, order of output as decoded (type 2), one reference.
      for value in [0, 0, 2, 1] { bits.addExpGolomb(value) }
      bits.add("0")
      // One macroblock wide, one high in each field; frames or fields, no MBAFF, direct_8x8_inference; no crop, no VUI.
      for value in [0, 0] { bits.addExpGolomb(value) }
      bits.add("0 0 1 0 0 1")
      return startCode + [0x67, 77, 0, 30] + bits.bytes
    }

    /// The picture parameter set (7.3.2.2): CAVLC, and the deblocking filter is told in each slice.
    private static var picture: [UInt8] {
      var bits = MadeBits()
      for part in ["1 1", "0 0", "1 1 1", "0 00", "1 1 1", "1 0 0", "1"] { bits.add(part) }
      return startCode + [0x68] + bits.bytes
    }

    /// An intra slice (7.3.3) of a whole frame, or of its field "0" (top) or "1".
    private static func slice(_ number: Int, _ frameNumber: Int, isIDR: Bool, _ field: String?) -> [UInt8] {
      var bits = MadeBits()
      for value in [0, 7, 0] { bits.addExpGolomb(value) }
      bits.add(String(String(frameNumber + 16, radix: 2).dropFirst()))
      bits.add(field.map { "1" + $0 } ?? "0")
      // idr_pic_id 0, then dec_ref_pic_marking.
      bits.add(isIDR ? "1 00" : "0")
      // slice_qp_delta 0, no deblocking.
      for value in [0, 1] { bits.addExpGolomb(value) }
      let sample = String(256 + 16 + 7 * number % 200, radix: 2).dropFirst()
      for _ in 0..<(field == nil ? 2 : 1) {
        bits.addExpGolomb(25)
        bits.align()
        for _ in 0..<384 { bits.add(String(sample)) }
      }
      bits.add("1")
      return startCode + [isIDR ? 0x65 : 0x61] + bits.bytes
    }
  }
}
