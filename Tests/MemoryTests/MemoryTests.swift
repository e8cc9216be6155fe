import Memory
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct MemoryTests {
  @Test func `a buffer is aligned and knows its size`() throws {
    for count in [0, 1, 63, 64, 65, 1 << 20, 3 << 20] {
      let buffer = try AlignedBuffer(byteCount: count)
      #expect(buffer.byteCount == count && UInt(bitPattern: buffer.bytes) % UInt(AlignedBuffer.alignment) == 0)
    }
    #expect(AlignedBuffer.aligned(1) == 64 && AlignedBuffer.aligned(64) == 64 && AlignedBuffer.aligned(.max) == nil)
  }

  // In a process of its own: whoever decodes a video in this one at that moment would find that it lacks memory.
  @Test func `a buffer that cannot be had is an error that says how much was needed`() async {
    await #expect(processExitsWith: .success) {
      for count in [Int.max, 1 << 60, -1] {
        #expect(throws: OutOfMemory(byteCount: count)) { _ = try AlignedBuffer(byteCount: count) }
      }
    }
  }

  @Test func `room is denied to what no address space holds`() {
    #expect(!MemoryRoom.has(1 << 60) && !MemoryRoom.has(.max) && !MemoryRoom.has(-1))
    #expect(!MemoryRoom.has(1 << 40, of: [1 << 40]) && !MemoryRoom.has(2, of: [1, .max]))
    #expect(MemoryRoom.has(1000, of: [600, 400]) && MemoryRoom.has(0, of: [1 << 60]))
  }

  @Test func `shared bytes are those that were written`() throws {
    let bytes: [UInt8] = [3, 1, 4, 1, 5]
    let shared = try bytes.withUnsafeBytes { bytes throws(OutOfMemory) in try SharedBytes(copying: bytes) }
    #expect(shared.count == 5 && Array(shared) == bytes && shared[2] == 4)
    #expect(shared == shared && shared.withUnsafeBytes { $0.count } == 5)
    let buffer = try AlignedBuffer(byteCount: 4)
    memset(buffer.bytes, 7, 4)
    #expect(Array(SharedBytes(buffer, count: 2)) == [7, 7])
  }

  @Test func `bytes differ by content and by number`() throws {
    func shared(_ bytes: [UInt8]) throws -> SharedBytes {
      try bytes.withUnsafeBytes { bytes throws(OutOfMemory) in try SharedBytes(copying: bytes) }
    }
    #expect(try shared([1, 2]) == shared([1, 2]))
    #expect(try shared([1, 2]) != shared([1, 3]))
    #expect(try shared([1, 2]) != shared([1, 2, 3]))
    #expect(try shared([]).isEmpty)
  }
}
