#if os(Linux)
  import Foundation
  import Testing

  /// Messages between a broker and a worker; wall-probe sends them, since it counts its open descriptors.
  struct MessageTests {
    private let numbers: [String: Int]

    init() throws { numbers = try WallProbe.numbers("messages") }

    @Test func `messages of 128 KiB arrive one by one`() {
      #expect(numbers["socket-close-on-exec"] == 1)
      #expect(numbers["send-128KiB"] == 128 << 10 && numbers["receive-128KiB"] == 128 << 10 && numbers["same"] == 1)
      #expect(numbers["send-more"] == 4 && numbers["receive-more"] == 4)
    }

    @Test(arguments: [(4, 3), (4, 4), (2, 4), (0, 2)])
    func `descriptors arrive close-on-exec, as many as there is room for`(room: Int, sent: Int) {
      let name = "pass-\(room)-of-\(sent)"
      #expect(numbers["\(name)-sent"] == 1 && numbers["\(name)-received"] == 1)
      #expect(numbers["\(name)-count"] == min(room, sent))
      #expect(numbers["\(name)-close-on-exec"] == min(room, sent))
      #expect(numbers["\(name)-left-open"] == 0)
    }

    @Test func `a message with more descriptors than any has is refused and leaves none open`() {
      #expect(numbers["pass-20-sent"] == 1 && numbers["pass-20-received"] == -Int(EMSGSIZE))
      #expect(numbers["pass-20-left-open"] == 0)
      #expect(numbers["send-5-descriptors"] == -Int(EINVAL))
    }

    @Test func `a message longer than its room is refused and leaves no descriptor open`() {
      #expect(numbers["receive-truncated"] == -Int(EMSGSIZE))
      #expect(numbers["truncated-count"] == 0 && numbers["truncated-left-open"] == 0)
    }

    @Test func `what was sent before the other end closed arrives, then the end`() {
      #expect(numbers["receive-last"] == 1 && numbers["receive-end"] == 0)
      #expect(numbers["send-to-closed"] == -Int(EPIPE))
      #expect(numbers["send-nothing"] == -Int(EINVAL))
      #expect(numbers["send-without-socket"] == -Int(EBADF) && numbers["receive-without-socket"] == -Int(EBADF))
    }

    @Test func `a file in memory can be sealed`() {
      #expect(numbers["memory-file-close-on-exec"] == 1 && numbers["memory-file-seals"] == 0)
    }
  }
#endif
