import Packing
import Files
import Foundation
import TestSupport
import Testing
import Timeline
@testable import Video

extension Decoding {
  /// Indexes with the right digest and wrong content: the file itself decides.
  @Suite(.enabled(if: RepeatedClip.canBeWritten, "this libavformat writes no files"))
  struct ForgedIndexTests {
    /// A way in which an index can be wrong around frame 1500 and at its end.
    enum Forgery: CaseIterable {
      case shiftedTimes, movedPlaces, missingPackets, doubledPackets, noKeyframes, onlyKeyframes, hidden, swapped
      case endsEarly, endsLate, otherBeginning, fewer, brokenBytes, tooManyClaimed

      /// Whether the beginning, which is always read, or the format already shows it.
      var showsAtOnce: Bool { self == .otherBeginning || self == .fewer }

      func apply(to index: inout KeptIndex) throws {
        if self == .brokenBytes {
          var bytes = index.records.bytes
          for place in bytes.count / 2..<bytes.count / 2 + 40 { bytes[place] = 0xFF }
          index.records = PackedRecords(count: index.records.count, bytes: bytes)
        } else if self == .tooManyClaimed {
          index.records = PackedRecords(count: index.records.count + 1, bytes: index.records.bytes)
        } else {
          try index.change(apply(to:))
        }
      }

      private func apply(to records: inout [PacketRecord]) {
        // Keyframes are at 1350, 1410, 1470, 1500: the missing packet must be between 1470 and the one shown as 1495.
        let spoiled = 1300..<1700
        switch self {
        case .shiftedTimes:
          for index in spoiled { records[index] = records[index].with(presentation: records[index + 3].presentation) }
        case .movedPlaces:
          for index in spoiled { records[index] = records[index].with(position: records[index].position + 188) }
        case .missingPackets: records.remove(at: 1480)
        case .doubledPackets: records.insert(records[1480], at: 1480)
        case .noKeyframes:
          for index in 100..<records.count { records[index] = records[index].with(traits: []) }
        case .onlyKeyframes:
          for index in spoiled { records[index] = records[index].with(traits: .cleanStart) }
        case .hidden:
          for index in 1480..<1483 { records[index] = records[index].with(hiding: .byCodec) }
        case .swapped: records.swapAt(1470, 1475)
        case .endsEarly: records.removeLast(40)
        case .endsLate: records += records.suffix(20)
        case .otherBeginning: records[4] = records[4].with(position: 7)
        case .fewer: records.removeLast(records.count - 20)
        case .brokenBytes, .tooManyClaimed: break
        }
      }
    }

    @Test(arguments: Forgery.allCases, ["mpegts", "matroska"])
    func `an index that does not match the file is discarded, and no wrong picture is returned`(
      _ forgery: Forgery, _ format: String
    ) throws {
      let kept = try KeptFile(.h264BFrames, rounds: 15, format: format)
      let plain = try kept.open(isCached: false).timeline(.whole)
      let first = try kept.open()
      _ = try first.timeline(.whole)
      _ = first.keepIndex()
      try kept.forge { try forgery.apply(to: &$0) }

      // First one frame from the middle of the wrong part, then all frames.
      let video = try kept.open()
      var timeline = try video.timeline(.throughFrame(1495))
      for _ in 0..<4 {
        let revision = video.revision
        let frame = timeline.frames[1495]
        let (pictures, missing) = try video.hashes(of: [1495], in: .main)
        if video.revision == revision {
          #expect(missing.isEmpty && frame == plain.frames[1495])
          #expect(pictures[1495]?.hash == kept.md5(1495))
          break
        }
        // No picture came from the invalid table.
        #expect(pictures.isEmpty)
        timeline = try video.timeline(.throughFrame(1495))
      }
      #expect(try video.timeline(.whole).isSame(as: plain))
      #expect(video.hasDiscardedIndex)
      #expect(video.usesKeptIndex == !forgery.showsAtOnce)
      // A valid one replaces it.
      guard case .kept = video.keepIndex() else {
        Issue.record("nothing was kept")
        return
      }
      let last = try kept.open()
      #expect(try last.timeline(.whole).isSame(as: plain) && last.usesKeptIndex && !last.hasDiscardedIndex)
    }

    @Test func `invalid data in an index does not crash, and the file is still read correctly`() throws {
      let kept = try KeptFile(.h264BFrames, rounds: 14, format: "matroska")
      let plain = try kept.open(isCached: false).timeline(.whole)
      let first = try kept.open()
      _ = try first.timeline(.whole)
      _ = first.keepIndex()
      let (sound, url) = (try kept.bytes, try kept.indexURL)
      var numbers = SeededNumbers(seed: 77)
      var discarded = 0
      for round in 0..<40 {
        try Data(sound).write(to: url)
        try kept.forge { payload in
          var payload = payload
          for _ in 0...(round % 4) {
            payload[numbers.below(payload.count)] = UInt8(truncatingIfNeeded: numbers.next())
          }
          return payload
        }
        let video = try kept.open()
        // The whole timeline is compared with the file at its end; in between, the packets must match it.
        let timeline = try video.timeline(.throughFrame(numbers.below(2100)))
        let index = numbers.below(timeline.count)
        let (pictures, missing) = try video.hashes(of: [index], in: .main)
        #expect(pictures.count + missing.count == 1)
        let whole = try video.timeline(.whole)
        if video.hasDiscardedIndex { discarded += 1 }
        if video.hasDiscardedIndex || !video.usesKeptIndex { #expect(whole.isSame(as: plain)) }
      }
      #expect(discarded > 0)
    }

    // MARK: Counted pictures

    @Test func `counted pictures are not counted again`() throws {
      let kept = try KeptFile(looping: .mpeg4AVI, rounds: 14)
      let plain = try kept.open(isCached: false).timeline(.whole)
      let first = try kept.open()
      #expect(try first.isCounted && first.timeline(.whole).isSame(as: plain) && plain.count == 14 * 40)
      guard case .kept = first.keepIndex() else {
        Issue.record("nothing was kept")
        return
      }
      let second = try kept.open()
      #expect(try second.isCounted && second.usesKeptIndex && second.timeline(.whole).isSame(as: plain))
      let places = [0, 300, 555, 559]
      let truth = try kept.open(isCached: false).hashes(of: places, in: .main).pictures
      let (pictures, missing) = try second.hashes(of: places, in: .main)
      #expect(missing.isEmpty && pictures.mapValues(\.hash) == truth.mapValues(\.hash) && truth.count == 4)
      #expect(second.keepIndex() == .nothingNew)
    }

    @Test(arguments: 0..<3)
    func `wrongly counted pictures are counted again`(_ which: Int) throws {
      let kept = try KeptFile(looping: .mpeg4AVI, rounds: 14)
      let plain = try kept.open(isCached: false).timeline(.whole)
      let truth = try #require(kept.open(isCached: false).hashes(of: [210], in: .main).pictures[210]).hash
      _ = try kept.open().keepIndex()
      try kept.forge { index in
        let counted = try #require(index.counted)
        // Each picture is one byte, after the count of two bytes and the four values before it.
        var packing = VarintWriter()
        counted.timeline.pack(into: &packing)
        var bytes = packing.bytes
        switch which {
        // A keyframe mark is inverted.
        case 0: bytes[206] ^= 1
        // A picture, and all after it, has nine more field repeats.
        case 1:
          bytes[206] &= 1
          bytes.insert(9, at: 207)
        default: break
        }
        var unpacking = VarintReader(bytes)
        let timeline = try CountedTimeline(unpacking: &unpacking)
        index.counted = KeptIndex.Counted(first: which == 2 ? 1 : counted.first, timeline: timeline, rate: counted.rate)
      }
      let video = try kept.open()
      _ = try video.timeline(.whole)
      var (pictures, missing) = try video.hashes(of: [210], in: .main)
      if which < 2 {
        #expect(pictures.isEmpty && missing == [210] && video.hasDiscardedIndex)
        (pictures, missing) = try video.hashes(of: [210], in: .main)
      }
      #expect(missing.isEmpty && pictures[210]?.hash == truth)
      #expect(try video.timeline(.whole).isSame(as: plain))
    }
  }
}
