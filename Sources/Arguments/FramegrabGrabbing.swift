/// The options for outputs and for the properties of pictures.
enum FramegrabGrabbing {
  static let options: [Option] = [
    .output, .into, .overwrite, .skipExisting, .mkdir, .sync, .json, .print0, .dryRun, .hash, .noRotate, .crop, .size,
    .fit, .width, .height, .scale, .pixels, .deinterlace, .depth, .color, .metadata, .compression, .raw, .sheet, .stamp,
    .strict, .failFast, .jobs, .verify,
  ]
}

extension Option {
  private static let oneSize = "give --size WxH, or --width, or --height, or --scale"

  /// The output of the pictures.
  public static let output = Option(
    "output", short: "o", value: .file("OUTPUT"), section: .output,
    goesWith: [.grab, .batch, .replay, .scrub, .solve],
    request: .file(insteadOfDash: "standard output has the answers: name a file"), role: .output,
    summary: "file, folder/, template, or '-'",
    discussion: """
      See OUTPUT below. '-' writes the picture to standard output, but never to a terminal. NAME.npy takes all frames as
      one array, NAME.vtt makes sheets with an index for web players; see --sheet.
      """)

  /// The folder of the pictures, taken literally.
  public static let into = Option(
    "into", value: .folder("DIR"), section: .output,
    goesWith: [.grab, .batch, .replay, .scrub], request: .text, role: .output,
    summary: "put the pictures into folder DIR",
    discussion: """
      DIR is taken as it is, whatever characters it has, and -o then names only the files in it, with fields if you
      like: --into "$folder" -o '{index}.png'. Scripts are safe from folders with a { or % in their name this way.
      """)

  /// Replace an output that exists.
  public static let overwrite = Option(
    "overwrite", short: "y", section: .output,
    goesWith: .all, request: .flag, changes: .handling,
    excludes: Exclusion([.skipExisting], advice: "overwrite, or skip what exists"),
    summary: "replace an output that exists",
    discussion: """
      The old file stays as it is until the new picture is complete. Without -y or -n an output that exists is an
      error (exit code 5).
      """)

  /// Leave an output that exists as it is.
  public static let skipExisting = Option(
    "skip-existing", short: "n", section: .output,
    goesWith: .all, request: .flag, changes: .handling,
    summary: "leave an output that exists as it is",
    discussion: """
      So that a run that was broken off can be repeated. Outputs are looked for before anything is decoded.
      """)

  /// Create missing folders.
  public static let mkdir = Option(
    "mkdir", section: .output,
    goesWith: .all, request: .flag, changes: .handling,
    summary: "make missing folders of the output")

  /// Wait until the output is on the disk.
  public static let sync = Option(
    "sync", section: .output,
    goesWith: .all, request: .flag, changes: .handling,
    summary: "wait until file and folder are on the disk",
    discussion: "The picture then outlives a power failure (fsync).")

  /// Print a JSON object for each frame.
  public static let json = Option(
    "json", section: .output,
    goesWith: .single.union([.batch]), request: .never, changes: .run,
    summary: "print a JSON object for each frame",
    discussion: """
      One object a line, on standard output, in place of the written path; for a moment that fails, one with "input",
      "asked", "error" and "code". With --info, --list-frames, --trace and --replay, JSON in place of text for people.
      With --batch and with frames of several videos one more at the end, with "summary": true; with --results only
      that one.
      """)

  /// End each printed path with NUL.
  public static let print0 = Option(
    "print0", short: "0", section: .output,
    goesWith: [.grab, .batch, .plot, .newGesture, .scrub, .solve], request: .never, changes: .run,
    excludes: Exclusion([.json]),
    summary: "end each printed path with NUL",
    discussion: "For xargs -0 and others that read names with line ends in them.")

  /// Resolve and report, write nothing.
  public static let dryRun = Option(
    "dry-run", section: .output,
    goesWith: .all, request: .flag,
    summary: "find the frames and report, write nothing",
    discussion: """
      What is there at the outputs is not looked at: only the run itself refuses an output that exists, or skips it with -n.
      """)

  /// Print the checksum of the decoded picture.
  public static let hash = Option(
    "hash", section: .output,
    goesWith: [.grab, .batch, .serve, .scrub], request: .flag,
    excludes: Exclusion([.dryRun], advice: "a dry run decodes no picture"),
    summary: "print the MD5 of each decoded picture",
    discussion: """
      The checksum is that of the picture in its own pixel format, cropped as the video says and not by --crop, before it is
      turned upright and before its colours are converted. A picture is written only with -o or --into. Of several
      videos a line is SUM, two blanks, VIDEO#MOMENT, with the escapes of md5sum.
      """)

  /// Leave pictures as they are stored.
  public static let noRotate = Option(
    "no-rotate", section: .output,
    goesWith: .pictures, request: .flag,
    summary: "leave the picture as it is stored",
    discussion: "Without it, a picture that the video says is turned or mirrored comes out the right way up.")

  /// The part of the picture to keep.
  public static let crop = Option(
    "crop", value: .required("WxH+X+Y"), section: .output,
    goesWith: .pictures, request: .text, excludes: Exclusion([.pixels], advice: "a part has square pixels"),
    summary: "keep only this part of the picture",
    discussion: """
      W by H pixels whose upper left corner is X pixels from the left and Y from the top, in the upright picture with
      square pixels, before its size changes: --crop 640x360+100+50. A part that is not all within the picture is exit
      code 4.
      """)

  /// Both sides of the picture.
  public static let size = Option(
    "size", value: .required("WxH"), section: .output,
    goesWith: .pictures, request: .text, excludes: Exclusion([.scale, .width, .height], advice: oneSize),
    summary: "make the picture W by H pixels",
    discussion: """
      Whatever becomes of its shape: 640x360. Sides are those of the picture that is written, turned already, from 1
      to 65535; --max-pixels bounds their product. Pixels are merged in linear light.
      """)

  /// How a picture of another shape fills that size.
  public static let fit = Option(
    "fit", value: .choice("FIT", FitChoice.self), section: .output,
    goesWith: .pictures, request: .text, needs: [.size],
    excludes: Exclusion([.pixels], advice: "inside and cover make square pixels"),
    summary: "keep its shape in that (default: stretch)",
    discussion: """
      inside: as large as fits into W by H, its own shape kept, so that one side may be shorter. cover: so large that it
      fills W by H, and the middle of it is kept; the side that is too long is rounded up, and half of what is too much,
      rounded down, is cut off on the left or above. stretch: exactly W by H, whatever becomes of its shape.
      """)

  /// The picture's width in pixels.
  public static let width = Option(
    "width", value: .required("W"), section: .output,
    goesWith: .pictures, request: .text,
    summary: "make it W pixels wide, in its own shape",
    discussion: "The height follows, rounded half up. With --height too, it is --size.")

  /// The picture's height in pixels.
  public static let height = Option(
    "height", value: .required("H"), section: .output,
    goesWith: .pictures, request: .text,
    summary: "make it H pixels high, in its own shape",
    discussion: "The width follows, rounded half up.")

  /// A scale for both sides.
  public static let scale = Option(
    "scale", value: .required("P%"), section: .output,
    goesWith: .pictures, request: .text, excludes: Exclusion([.width, .height], advice: oneSize),
    summary: "make both sides P per cent of their own",
    discussion: "Such as 50% or 12.5%. Sides are rounded half up, to one pixel at least.")

  /// The shape of pixels.
  public static let pixels = Option(
    "pixels", value: .choice("PIXELS", PixelsChoice.self), section: .output,
    goesWith: .pictures, request: .text,
    summary: "shape of a pixel (default: stored)",
    discussion: """
      stored: nothing is resampled unless a size is asked for, and the PNG says what shape its pixels have if they are
      not square. square: the picture is stretched, never pressed together, until they are. With --width or --height
      that side is as given and the other follows; with --size both are.
      """)

  /// Only the first field.
  public static let deinterlace = Option(
    "deinterlace", section: .output,
    goesWith: .pictures, request: .flag,
    summary: "the first field of an interlaced frame",
    discussion: """
      Its rows are kept, and those of the other field, which were taken at another time, are interpolated. A frame
      that is not interlaced stays as it is. Without it, both fields are in the picture.
      """)

  /// Bits per channel.
  public static let depth = Option(
    "depth", value: .choice("DEPTH", ["auto", "8", "16"]), section: .output,
    goesWith: .pictures, request: .text,
    summary: "bits per channel (default: auto)",
    discussion: "auto: 16 when the video has more than 8 bits, and for PQ and HLG, else 8.")

  /// Keep the colours or convert them.
  public static let color = Option(
    "color", value: .choice("COLOR", ["auto", "tagged", "srgb", "keep"]), section: .output,
    goesWith: .pictures, request: .text,
    summary: "whose colours the PNG has (default: auto)",
    discussion: """
      auto: as browsers and players show the video; ordinary video is sRGB, unchanged, wide colours and HDR are the
      video's own. tagged: always the video's own, and the PNG says which. srgb: as auto, but wide colours and HDR are
      converted to sRGB for any viewer: what is brighter than white is made darker, and colours outside sRGB are
      clipped. keep: as auto, but the PNG says nothing of them.
      """)

  /// The metadata in the PNG.
  public static let metadata = Option(
    "metadata", value: .choice("METADATA", ["full", "color", "none"]), section: .output,
    goesWith: .pictures, request: .text,
    summary: "what is stored in the PNG (default: full)",
    discussion: """
      full: where the picture comes from, and, as Exif, when, where and with what it was shot if the video says so,
      besides its colour and the shape of its pixels. color: only what it takes to show it rightly. none: nothing but
      pixels. Pixels never change by it.
      """)

  /// The trade-off between size and time.
  public static let compression = Option(
    "compression", value: .choice("COMPRESSION", ["fast", "default", "small"]), section: .output,
    goesWith: .pictures, request: .text,
    summary: "size against time (default: default)",
    discussion: """
      Pixels never change by it. fast: the least time. default: the same for photographs and video; text and drawings
      become 5 to 10 % smaller in two to three times the time. small: some 7 % smaller, drawings a tenth, which takes
      many times as long.
      """)

  /// Plain samples in place of PNG.
  public static let raw = Option(
    "raw", value: .choice("LAYOUT", ["rgb24", "rgba", "rgb48", "gray"]), section: .output,
    goesWith: [.grab, .batch, .serve], request: .text,
    excludes: Exclusion([.metadata, .compression], advice: "plain samples have neither"),
    summary: "write plain samples in place of PNG",
    discussion: """
      Rows from the top without padding, 8 bits a sample, with rgb48 16 bits, little-endian; --depth 16 holds for rgba and
      gray. To '-' and to a file whose name is the same for all frames go all of them, one after another, in the order of
      the moments, and of one size. A name that ends with .npy is a NumPy array, frames by height by width by samples;
      --raw is then rgb24, or rgb48 with --depth 16, unless you say so.
      """)

  /// Put pictures side by side.
  public static let sheet = Option(
    "sheet", value: .required("CxR"), section: .output,
    goesWith: [.grab, .batch, .serve], request: .text,
    summary: "put pictures on sheets of C by R tiles",
    discussion: """
      10x10, or 5x for as many rows as there are. Each moment has a tile, in the order of the command line; tiles are of
      one size, 1600 / C pixels wide or as wide as the video unless you say so, in sRGB with square pixels; what has another
      shape is fitted into it. More than one sheet needs {sheet}, {sheet:03} or %d in the name. With -o NAME.vtt the sheets are NAME-001.png
      and so on, 10x10 unless you say so, and NAME.vtt tells a web player which tile is for which time: a piece of the
      timeline has a tile, which of --every is the middle of each TIME, and not its start.
      """)

  /// Draw its time in each tile.
  public static let stamp = Option(
    "stamp", section: .output,
    goesWith: [.grab, .batch, .serve], request: .flag,
    summary: "show on each tile its time",
    discussion: """
      For --sheet and -o NAME.vtt: the frame's start in the lower left corner, white on black, as hh:mm:ss.mmm, which
      --at takes; with more digits where it takes them to name the frame. A tile too small for it, 73 by 9 pixels with three
      digits, stays without.
      """)

  /// Count damage as an error.
  public static let strict = Option(
    "strict", section: .output,
    goesWith: .pictures, request: .flag,
    summary: "a damaged picture is an error",
    discussion: """
      Without it, the picture is written, with a warning. With it, nothing is written (exit code 4). The same holds for moments
      that depend on the end of a truncated file, if it does not say where the whole would end.
      """)

  /// End the run at the first failure.
  public static let failFast = Option(
    "fail-fast", section: .output,
    goesWith: [.grab, .batch, .info, .listFrames], request: .never, changes: .run,
    summary: "end with the first frame that fails",
    discussion: """
      Without it, a frame that fails is one line, and all the others are grabbed. Of many videos none is begun after one of
      which a frame has failed; its other frames are still grabbed.
      """)

  /// Decoders side by side.
  public static let jobs = Option(
    "jobs", short: "j", value: .required("N"), section: .output,
    goesWith: [.grab, .batch, .info, .listFrames, .serve], request: .never, changes: .handling,
    summary: "decoders side by side (default: the cores)",
    discussion: """
      Frames of one run are dealt out among N decoders, 64 at most, by the keyframes that they need; what one decoder
      does is compressed by N threads. Pictures, files and the order of reports are the same with any N.
      With --serve, N requests are worked on at a time, by one decoder each; with --batch and with several videos, N
      videos.
      """)

  /// Compare each picture with a linear decode.
  public static let verify = Option(
    "verify", section: .output,
    goesWith: .pictures, request: .flag,
    summary: "compare with decoding from the beginning",
    discussion: """
      Each picture is handed out only if it is the one that decoding the whole video up to it gives (else exit code
      4). It takes as long as that decoding.
      """)
}
