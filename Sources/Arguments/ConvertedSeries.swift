/// Names for several pictures that another program converts: in a folder, so that it finds no others there.
struct ConvertedSeries {
  /// The value of `-o`.
  let output: String
  /// The pattern of the files, for a shell.
  let files: String

  /// Makes names from an output in another format; a folder is made up if it has none.
  init(_ name: String?) {
    let name = name ?? ""
    let isTemplate = name.contains("%") || name.contains("{")
    let given = FileEnding.folder(of: name)
    let folder = given.isEmpty ? "frames/" : given
    output = folder + (isTemplate ? FileEnding.removed(from: String(name.dropFirst(given.count))) + ".png" : "")
    files = folder.shellPrefix + "*.png"
  }
}
