import Foundation
import Testing
@testable import Sourcing

@Suite struct HelperProcessTests {
  @Test func `what a helper no longer reads does not wait for it`() throws {
    signal(SIGPIPE, SIG_IGN)
    // It closes its input, says so, and goes on.
    let helper = try HelperProcess(HelperCommand(parsing: "sh -c 'exec 0<&-; echo deaf; exec sleep 60'"))
    var said: [UInt8] = []
    while said.count < 5 {
      usleep(1000)
      said += try #require(helper.receive())
    }
    helper.send([1, 2, 3])
    // Otherwise its input would be ready for writing, and refuse it, for ever.
    #expect(!helper.hasUnsent)
    #expect(helper.end(after: 0) == "was ended (signal 9)")
  }
}
