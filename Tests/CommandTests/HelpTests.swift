import Testing

@Suite struct HelpTests {
}
