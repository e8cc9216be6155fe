import Arguments
import Files
import Scrubbing

/// The sliders that a gesture is compared on.
struct ComparisonWish {
  /// One word of the list.
  enum Slider: Hashable {
    case model(Model)
    /// A gesture file with a slider.
    case file(Path)
  }

  let sliders: [Slider]
  let gestures: [Path]

  /// Reads `--compare` and `--gestures`; nil without the first.
  ///
  /// - Throws: `UsageError` for a word that is neither a model nor a file of JSON.
  init?(_ arguments: ParsedArguments) throws(UsageError) {
    guard let list = arguments.last(.compare)?.text else { return nil }
    var sliders: [Slider] = []
    for word in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let models = Model.allCases.filter { $0 != .scrollScrubber }
      let found: [Slider]
      if word == "all" {
        found = models.map(Slider.model)
      } else if let model = models.first(where: { $0.rawValue == word }) {
        found = [.model(model)]
      } else if word.lowercased().hasSuffix(".json") {
        found = [.file(Path(word))]
      } else {
        let words = models.map(\.rawValue).joined(separator: ", ")
        throw UsageError(
          line: "the value of --compare is a list of sliders with commas between them, such as "
            + "scrubbing-slider,mine.json: '\(printable(word))' is no FILE.json, not 'all' and none of \(words)")
      }
      sliders += found.filter { !sliders.contains($0) }
    }
    self.sliders = sliders
    gestures = (arguments.all(.gesture) + arguments.all(.gestures)).compactMap {
      $0.value.map { Path(bytes: $0.bytes) }
    }
  }
}
