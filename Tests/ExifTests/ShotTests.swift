import Testing
import Timeline
@testable import Exif

/// What is taken from untrusted metadata texts.
@Suite struct ShotTests {
  @Test func `the first valid date is taken`() {
    let texts = [
      "soon", "2024-02-30T00:00:00Z", "1970-01-01T00:00:00Z", "2024-05-06T07:08:09Z", "2025-01-01T00:00:00Z",
    ]
    #expect(Shot.date(in: texts)?.text == "2024-05-06T07:08:09Z")
    #expect(Shot.date(in: ["2012", ""]) == nil && Shot.date(in: []) == nil)
  }

  @Test func `a date outside an earlier year, month or day is rejected`() {
    let copied = "2024-05-06T07:08:09Z"
    for period in ["2012", "2024-06", "2024-05-07", "0001-05-06"] {
      #expect(Shot.date(in: [period, copied]) == nil)
      let isInside = Shot.date(in: [period, "2012-01-01T00:00:00Z"]) != nil
      #expect(isInside == (period == "2012"))
    }
    for period in ["2024", "2024-05", "2024-05-06", "20240506", "0000", "2024-", "2024-00", "May"] {
      #expect(Shot.date(in: [period, copied])?.text == copied, "\(period)")
    }
    // A year after the date is ignored.
    #expect(Shot.date(in: [copied, "2012"])?.text == copied)
  }

  @Test func `the first valid place is taken`() {
    #expect(Shot.position(in: ["Paris", "+91+000/", "+48+002/", "+49+003/"])?.text == "+48+002/")
    #expect(Shot.position(in: ["Paris"]) == nil)
  }

  @Test func `an uncertainty is a length above 0`() {
    #expect(Shot.length(in: ["-1", "0", "0.000", "nan", "1e3", "14.25"]) == Rational(57, 4))
    #expect(Shot.length(in: ["", ".5", "5.", "1000001", String(repeating: "9", count: 300)]) == nil)
  }

  @Test(arguments: [
    ("Apple", "Apple"), ("  Canon \t EOS  R5\n", "Canon EOS R5"), ("A\0B\u{1B}[31mC", "A B [31mC"),
    ("Caméra 東京 📷", "Caméra 東京 📷"), ("evil\u{202E}gnp", "evil gnp"), ("\u{FFFD}Ma\u{FFFD}ker", "Maker"),
    ("line\u{2028}break", "line break"),
  ])
  func `names are cleaned`(text: String, name: String) {
    #expect(Shot.name(in: [text]) == name)
  }

  @Test func `a text without visible characters is not a name`() {
    for text in ["", " \n", "\u{FFFD}\u{FFFD}", "\u{200B}", String(repeating: "x", count: 256)] {
      #expect(Shot.name(in: [text]) == nil)
      #expect(Shot.name(in: [text, "Next"]) == "Next")
    }
    #expect(Shot.name(in: [String(repeating: "x", count: 255)])?.count == 255)
  }
}
