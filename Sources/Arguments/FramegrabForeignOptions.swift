/// The options of other tools that framegrab understands well enough to say what to type.
enum FramegrabForeignOptions {
  static let all = common + ffmpeg

  /// The options that have a row of their own in the table of habits.
  static let common = moments + series + outputs + pictures + looks

  private static let moments: [ForeignOption] = [
    ForeignOption(["--time", "--seek", "-t", "--timestamp", "--position", "--pos"], "2", .length),
    ForeignOption(["--first"], nil, .moment(["--frame", "0"])),
    ForeignOption(["--frame-index", "--frame-number"], "100", .moment(["--frame"])),
    ForeignOption(["--timecode"], "01:00:00:00", .moment(["--at"])),
    ForeignOption(["--last"], nil, .moment(["--frame", "-1"])),
    ForeignOption(["--middle", "--thumbnail", "--thumb", "--poster"], nil, .moment(["--at", "50%"])),
  ]

  private static let series: [ForeignOption] = [
    ForeignOption(["--fps", "-r"], "1", .rate),
    ForeignOption(["--interval"], "10s", .moment(["--every"])),
    ForeignOption(
      ["--num", "--samples", "--screenshots", "--shots", "--thumbs", "--thumbnails"], "5", .moment(["--count"])),
    ForeignOption(["--every-frame", "--every-n-frames", "--nth"], "10", .everyNth),
    ForeignOption(["--frames", "--limit"], "5", .frameCount, note: "--count N takes N frames from all of the video"),
    ForeignOption(["--iframes", "--i-frames"], nil, .moment(["--keyframes"])),
    ForeignOption(["--scene", "--scenes"], nil, .scenes),
    ForeignOption(["--start", "--begin", "--start-time"], "10s", .span("--from")),
    ForeignOption(["--end", "--stop-time"], "20s", .span("--to")),
  ]

  private static let outputs: [ForeignOption] = [
    ForeignOption(["--out", "--outfile", "--output-file", "--filename"], "out.png", .output),
    ForeignOption(["--outdir", "--out-dir", "--output-dir", "--dir", "--folder"], "frames", .outputFolder),
    ForeignOption(["-d"], "frames", .folderOrLength),
    ForeignOption(["--force", "--yes"], nil, .policy("-y")),
    ForeignOption(["--no-clobber", "--no-overwrite"], nil, .policy("-n")),
    ForeignOption(["--format", "--type"], "jpg", .format(nil)),
    ForeignOption(["--jpg", "--jpeg"], nil, .format("jpg")),
    ForeignOption(["--webp"], nil, .format("webp")),
    ForeignOption(["--gif"], nil, .format("gif")),
    ForeignOption(["--png"], nil, .format("png")),
    ForeignOption(["--quality"], "90", .quality),
  ]

  private static let pictures: [ForeignOption] = [
    ForeignOption(["--grid", "--tile", "--contact-sheet", "--montage", "--sprite"], "4x3", .sheet),
    ForeignOption(
      ["--gray", "--grey", "--grayscale", "--greyscale", "--monochrome", "--bw"], nil, .nothing, note: Self.noGray),
    ForeignOption(
      ["--rotate"], "90", .nothing, note: "framegrab turns pictures as the video says, and by no other angle"),
    ForeignOption(["--debug"], nil, .words(["-v"])),
    ForeignOption(
      ["--recursive"], nil, .nothing,
      note: "framegrab looks into no folders: find DIR -name '*.mp4' | framegrab --videos - is for that"),
    ForeignOption(["-s", "--resize", "-resize", "--resolution", "--dimensions"], "640x480", .words(["--size"])),
    ForeignOption(["--threads", "-threads", "--workers"], "4", .words(["-j"])),
  ]

  /// For pictures without colours.
  static let noGray = "framegrab writes no gray pictures, but plain gray samples with --raw gray"

  private static let looks: [ForeignOption] = [
    ForeignOption(["--probe", "-show_format", "-show_streams"], nil, .look("--info")),
    ForeignOption(["--duration"], nil, .lengthOrInfo),
    ForeignOption(["--show_frames", "-show_frames", "--show-frames"], nil, .look("--list-frames")),
    ForeignOption(["--interactive", "--tui", "--gui", "--preview", "--play"], nil, .moment(["--scrub"])),
    ForeignOption(
      ["--watch"], nil, .question("--serve"),
      note: "framegrab does not watch folders; a service answers each request as it comes"),
    ForeignOption(["-V"], nil, .question("--version")),
    ForeignOption(["-?"], nil, .question("-h")),
  ]

  /// The options of ffmpeg that a line for one frame often has.
  private static let ffmpeg: [ForeignOption] = [
    ForeignOption(["-ss", "--ss"], "2", .start),
    ForeignOption(["-i", "--input", "--video", "--file"], "v.mp4", .video),
    ForeignOption(["-frames:v", "-vframes", "-frames"], "1", .frameCount),
    ForeignOption(
      ["-vf", "-filter:v", "--vf", "-filter", "-filter_complex", "-lavfi"], "fps=1,scale=640:360", .filters),
    ForeignOption(["-sseof"], "-3", .startBeforeEnd),
    ForeignOption(["-to"], "20", .end),
    ForeignOption(["-pix_fmt"], "gray", .sampleFormat),
    ForeignOption(["-skip_frame", "-discard"], "nokey", .skippedFrames),
    ForeignOption(["-map"], "0:1", .stream),
    ForeignOption(["-f"], "framemd5", .container),
    ForeignOption(["-c:v", "-codec:v", "-vcodec"], "mjpeg", .coder),
    ForeignOption(["-update"], "1", .lastWritten),
    ForeignOption(["-show_entries"], "format=duration", .look("--info")),
    ForeignOption(["-show_packets"], nil, .look("--list-frames")),
    ForeignOption(["-of", "-print_format", "-output_format"], "json", .report),
    ForeignOption(["-noautorotate"], nil, .words(["--no-rotate"])),
    // Players, and what downloads videos.
    ForeignOption(
      ["--vo", "-vo", "--ao", "-ao", "--video-filter", "--scene-prefix", "--scene-path", "--scene-format"], "image",
      .nothing),
    ForeignOption(["--no-audio", "--no-sub", "-nosound", "--write-thumbnail"], nil, .nothing),
    ForeignOption(
      [
        "-q:v", "-qscale:v", "-qscale", "-vsync", "-fps_mode", "-compression_level", "-loglevel", "-hwaccel",
        "-select_streams",
      ], "2", .nothing),
    ForeignOption(
      [
        "-an", "-sn", "-dn", "-hide_banner", "-nostdin", "-nostats", "-accurate_seek", "-noaccurate_seek",
        "-count_frames", "-count_packets", "-pretty",
      ], nil,
      .nothing),
  ]
}
