extension String {
  /// The number of the first character that could command a terminal or hide others, in hexadecimal; nil if there is
  /// none. The ends of lines are allowed, and tabs if `allowsTabs`.
  var firstUnprintable: String? { firstUnprintable(allowsTabs: false) }

  /// The same, where a table has tabs between its columns.
  func firstUnprintable(allowsTabs: Bool) -> String? {
    let scalar = unicodeScalars.first { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n" && !(allowsTabs && scalar == "\t")
      case .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        scalar.properties.generalCategory != .privateUse
      default: scalar.properties.isBidiControl || scalar.properties.isDefaultIgnorableCodePoint
      }
    }
    return scalar.map { String($0.value, radix: 16, uppercase: true) }
  }
}
