import Testing

@testable import Faults

struct JudgeTests {
}
