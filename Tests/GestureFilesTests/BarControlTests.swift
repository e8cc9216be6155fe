import GestureFiles
import Scrubbing
import Testing

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

  @Test func `a step is html-range's, and a density has bounds`() throws {
    #expect(refusal("\"step\":1").contains("'step' belongs to the model 'html-range', not 'scrubbing-slider'"))
    #expect(refusal("\"model\":\"html-range\",\"step\":0").contains("a step should be at least"))
    #expect(try gesture(control: #"{"model":"html-range","step":0.25}"#).control.step == 250_000)
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
