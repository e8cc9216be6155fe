@testable import GestureFiles
@testable import Scrubbing
import Testing
import Timeline

/// The keys of the bars in a gesture file.
@Suite struct BarControlTests {
  private func refusal(_ members: String) -> String {
    do {
      _ = try gesture(control: "{\(members)}")
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func `the bars take no rule, speeds or meet`() {
    for model in ["media3", "telegram", "html-range", "bar"] {
      #expect(refusal("\"model\":\"\(model)\"") == "")
      #expect(refusal("\"model\":\"\(model)\",\"rule\":{}").contains("takes none"))
      #expect(
        refusal("\"model\":\"\(model)\",\"speeds\":[{\"speed\":1,\"distance\":0}]").contains(
          "has no scrubbing speeds"))
      #expect(refusal("\"model\":\"\(model)\",\"meet\":\"none\"").contains("has no gap to close; leave 'meet' out"))
    }
  }

  /// The far end is the last multiple if the range is one: with doubles, 24 · 0.1 is above 2.4, as are 18 of these ends.
  @Test func `a range of whole steps ends with its last step`() throws {
    let control = try gesture(control: #"{"model":"html-range","step":0.1}"#).control
    for fifths in 1...50 {
      let slider = try control.configuration(length: Rational(Int64(fifths), 5))
      #expect(slider.stepped(1) == 1, "\(fifths) fifths of a second")
    }
    // 2.41 s: the last multiple is 2.4; of 2.45 s the end rounds up to 2.5, which is above the range.
    for hundredths: Int64 in [241, 245] {
      let end = try control.configuration(length: Rational(hundredths, 100)).stepped(1)
      #expect(abs(end * Double(hundredths) / 100 - 2.4) < 1e-12)
    }
  }

  // 10 s by 0.0333333333: half the range is 150.00000015 steps, and 150 of them are 4.999999995 s; in microseconds they
  // would be 4.99995 s.
  @Test func `a step has all its digits, also when it is written`() throws {
    let control = try gesture(control: #"{"model":"html-range","step":0.0333333333}"#).control
    let value = try control.configuration(length: Rational(10)).stepped(0.5)
    #expect(abs(value - 0.4999999995) < 1e-12)
    #expect(ControlText(control).lines.contains(#""step": 0.0333333333"#))
    // So many digits that the number of steps is no fraction of two 64-bit numbers.
    let fine = try gesture(control: #"{"model":"html-range","step":0.0333333333333333}"#).control
    let long = try fine.configuration(length: Rational(299_999, 30_000)).stepped(1)
    #expect(abs(long * 299_999 / 30_000 - 299 * 0.0333333333333333) < 1e-12)
  }

  @Test func `a step is html-range's, and a density has bounds`() throws {
    #expect(refusal("\"step\":1").contains("'step' belongs to the model 'html-range', not 'scrubbing-slider'"))
    #expect(refusal("\"model\":\"html-range\",\"step\":0").contains("a step should be above 0, not 0"))
    #expect(try gesture(control: #"{"model":"html-range","step":0.25}"#).control.step == Rational(1, 4))
    #expect(refusal("\"density\":0.001").contains("a density should be from 0.01 to 100"))
    #expect(refusal("\"density\":-1").contains("above 0"))
    #expect(try gesture(control: #"{"density":2.625}"#).control.density == 2.625)
  }

  /// Pixels: (trunc(42.5) + 1) div 2 = 21, which are 8 points of 2.625.
  @Test func `a track that is not said is that of the bar`() throws {
    let control = try gesture(control: #"{"model":"media3","density":2.625,"frame":{"x":10,"width":220}}"#).control
    #expect(control.geometry.track == .init(x: 18, width: 204))
    let own = try gesture(control: #"{"model":"media3","track":{"x":3,"width":100}}"#).control
    #expect(own.geometry.track == .init(x: 3, width: 100))
  }
}
