import Testing
import Timeline
@testable import Exif

/// Places in the text form of ISO 6709, annex H; the examples with N. Y. and Mount Everest are computed from its rules.
@Suite struct GeographicPositionTests {
  private func fraction(_ above: Int64, _ below: Int64 = 1) throws -> Rational { try #require(Rational(above, below)) }

  @Test(
    arguments: [
      // Degrees with and without decimals.
      ("+00-025/", 0, 1, -25, 1), ("+46+002/", 46, 1, 2, 1), ("+90+000/", 90, 1, 0, 1), ("-90+180/", -90, 1, 180, 1),
      ("+48.8577+002.295/", 488_577, 10_000, 2295, 1000), ("-33.8688-070.6693/", -338_688, 10_000, -706_693, 10_000),
      ("+48,8577+002,295/", 488_577, 10_000, 2295, 1000),
      // Degrees and minutes: 48° 52' = 2932/60, 2° 20' = 140/60; 40° 12.22' = 40 + 1222/6000.
      ("+4852+00220/", 2932, 60, 140, 60), ("+4012.22-07500.25/", 241_222, 6000, -450_025, 6000),
      // Degrees, minutes and seconds: 40° 12' 13.1" = 40·3600 + 733.1 seconds.
      ("+401213.1-0750015.1/", 1_447_331, 36_000, -2_700_151, 36_000),
      ("+401213-0750015/", 144_733, 3600, -270_015, 3600),
      // The slash may be missing; degrees may lack their leading zeros.
      ("+48.5+2.5", 97, 2, 5, 2), ("-7.25-12.5/", -29, 4, -25, 2),
      ("+48.8577+002.295/Paris", 488_577, 10_000, 2295, 1000),
      ("  +48+002 /", 48, 1, 2, 1),
    ] as [(String, Int64, Int64, Int64, Int64)])
  func `latitude and longitude`(_ form: String, _ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) throws {
    let position = try #require(GeographicPosition(parsing: form))
    #expect(try position.latitude == fraction(a, b) && position.longitude == fraction(c, d))
    #expect(position.altitude == nil && !position.namesWGS84)
  }

  @Test(
    arguments: [
      ("+27.5916+086.5640+8850/", 8850, 1, false), ("+27.5916+086.5640+8850CRSWGS_84/", 8850, 1, true),
      ("-90+000+2800CRSWGS_84/", 2800, 1, true), ("+40.20361-075.00417-430.5CRSWGS_84/", -861, 2, true),
      ("+48.8577+002.2950+035.000/", 35, 1, false), ("+48+002+0/", 0, 1, false),
      ("+35.36+138.72+3776CRSEPSG:4326/", 3776, 1, true),
    ] as [(String, Int64, Int64, Bool)])
  func `height and reference system`(_ form: String, _ above: Int64, _ below: Int64, _ namesWGS84: Bool) throws {
    let position = try #require(GeographicPosition(parsing: form))
    #expect(try position.altitude == fraction(above, below) && position.namesWGS84 == namesWGS84)
  }

  @Test func `an impossible height is left out, the place is kept`() throws {
    for form in ["+48+002+1000001/", "+48+002-999999999999/"] {
      let position = try #require(GeographicPosition(parsing: form))
      #expect(position.altitude == nil && position.latitude == Rational(48))
    }
    #expect(GeographicPosition(parsing: "+48+002+9999999999999999999999/") == nil)
  }

  @Test(arguments: [
    "", "/", "US, Texas, Austin", "48.8577+002.2950/", "+48.8577/", "+48.8577 002.2950/", "+48.8577,+002.2950/",
    "+90.0001+000/", "-91+000/", "+00+180.0001/", "+00-181/", "+4860+00220/", "+4852+00260/", "+485260+0022000/",
    "+486000+0022000/", "+488+00220/", "+48525+00220/", "+48.+002/", "+.5+002/", "+48.5.5+002/", "+1e1+002/",
    "+48+002+/", "+48+002CRSMOON_2000/", "+48+002CRS", "+48+002 Paris", "++48+002/", "+48\0+002/", "+４８+００２/",
    "+" + String(repeating: "4", count: 100_000) + "+002/",
  ])
  func `anything but a place is nil`(form: String) {
    #expect(GeographicPosition(parsing: form) == nil)
  }

  // Twelve decimals are kept: a ten-thousandth of a millimetre.
  @Test func `excess decimals are truncated`() throws {
    let position = try #require(
      GeographicPosition(parsing: "+48.123456789012345678901234567890+002.3333333333333333333/"))
    #expect(try position.latitude == fraction(48_123_456_789_012, 1_000_000_000_000))
    #expect(try position.longitude == fraction(2_333_333_333_333, 1_000_000_000_000))
  }
}
