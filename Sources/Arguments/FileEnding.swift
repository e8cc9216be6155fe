/// The ending of a file's name, as far as it says what format people expect in it.
struct FileEnding {
  /// The ending in lower case, without its dot; empty if the name has none.
  let text: String

  /// Reads the ending of the last component of a name, byte by byte, since a name need not be text.
  init(of name: Word) {
    let component = name.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? []
    guard let dot = component.lastIndex(of: UInt8(ascii: ".")), dot > component.startIndex else {
      text = ""
      return
    }
    text = Word.text(of: component[(dot + 1)...]).lowercased()
  }

  /// The last component of a name without its ending.
  static func stem(of name: String) -> String {
    let component = name.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? name
    return removed(from: component)
  }

  /// A name without its ending.
  static func removed(from name: String) -> String {
    let folder = folder(of: name)
    let component = name.dropFirst(folder.count)
    guard let dot = component.lastIndex(of: "."), dot > component.startIndex else { return name }
    return folder + component[..<dot]
  }

  /// A name up to its last slash.
  static func folder(of name: String) -> String {
    name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
  }

  /// Formats of pictures and pages other than PNG and SVG.
  private static let pictures: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "webp", "avif", "gif", "bmp", "tif", "tiff", "jxl", "heic", "heif", "jp2", "ppm",
    "pgm", "pnm", "tga", "ico", "psd", "exr", "eps", "pdf",
  ]

  /// Formats of videos.
  private static let videos: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "mts", "m2ts", "wmv", "flv", "ogv", "mxf", "3gp",
  ]

  var isArray: Bool { text == "npy" }
  var isIndex: Bool { text == "vtt" }
  var isPNG: Bool { text == "png" || text == "apng" }
  var isVideo: Bool { Self.videos.contains(text) }

  /// Whether it is that of a picture of any format.
  var isPicture: Bool { isPNG || text == "svg" || Self.pictures.contains(text) }

  /// Whether it promises a format that framegrab's pictures do not have.
  var isForeignPicture: Bool { text == "svg" || Self.pictures.contains(text) || isVideo }

  /// What to write for an ending that promises what framegrab makes in another way, or not at all; nil for any other.
  ///
  /// - Parameter hasRaw: Whether plain samples are written.
  func unmade(_ name: String, hasRaw: Bool) -> String? {
    switch text {
    case "raw", "gray", "rgb":
      let layout = text == "gray" ? "gray" : "rgb24"
      return hasRaw ? nil : "for plain samples write --raw \(layout) -o \(name.shellWord)"
    case "npz", "pt":
      return "for an array of all frames write -o \((FileEnding.removed(from: name) + ".npy").shellWord)"
    case "yuv", "y4m": return "framegrab writes PNG, or with --raw rgb24 plain samples"
    case "apng": return "framegrab writes a PNG for each frame"
    case "json": return "reports go to standard output: write --json > \(name.shellWord)"
    case "html": return "framegrab writes pictures only"
    default: return nil
    }
  }

  /// Whether it promises a format that framegrab's drawings do not have.
  var isForeignDrawing: Bool { isPNG || Self.pictures.contains(text) || isVideo }
}

extension Word {
  /// Whether it ends as the names of videos do, such as in `.mp4`.
  public var hasVideoEnding: Bool { FileEnding(of: self).isVideo }

  /// Whether it ends as the names of PNG pictures do.
  public var hasPNGEnding: Bool { FileEnding(of: self).isPNG }

  /// Whether it ends as the names of WebVTT indexes do.
  public var hasIndexEnding: Bool { FileEnding(of: self).isIndex }

  /// Whether it ends as the names of NumPy arrays do.
  public var hasArrayEnding: Bool { FileEnding(of: self).isArray }
}
