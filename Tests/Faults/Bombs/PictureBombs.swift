import Foundation
import TestSupport

/// Pictures that are much larger than their files.
enum PictureBombs {
  static let all: [Bomb] =
    large + claimed
    + Bomb.file("frames.gif") { bench, name in try bench.write(SinglePicture.gif(frames: 300_000), to: name) }
    + Bomb.file("frames.apng") { bench, name in
      try bench.write(SinglePicture.apng(width: 2, height: 2, frames: 100_000, claimed: 100_000), to: name)
    }
    + Bomb.file("wide.gif") { bench, name in
      try bench.write(SinglePicture.gif(frames: 20, width: 65535, height: 65535), to: name)
    }
    + Bomb.file("square.gif") { bench, name in
      try bench.write(SinglePicture.gif(frames: 2000, width: 8192, height: 8192), to: name)
    }

  /// Whole pictures of 67 megapixels.
  private static let large: [Bomb] =
    Bomb.file("deep.png") { bench, name in try bench.write(deep, to: name) }
    + Bomb.file("deep.mov") { bench, name in try bench.write(movie(of: deep), to: name) }
    + Bomb.file("waves.jp2.mov") { bench, name in
      // Waves cost more than a plane: there are coefficients to decode.
      try bench.keep("waves-8192.mov", as: name) { path in
        try ffmpeg(
          [
            "-f", "lavfi", "-i", "testsrc2=s=8192x8192:r=1", "-frames:v", "1", "-c:v", "jpeg2000", "-q:v", "12",
            "-pix_fmt", "rgb24", "-f", "mov", path,
          ], in: bench.folder)
      }
    }
    + [
      Bomb("deep.png turned to sRGB and scaled") { bench in
        try bench.write(deep, to: "deep.png")
        return Trial([
          "deep.png", "--frame", "0", "-o", "out.png", "--timeout", "5s", "-q", "--color", "srgb", "--scale", "90%",
        ])
      },
      Bomb("eight such movies in one service") { bench in
        try bench.write(movie(of: deep), to: "0.mov")
        for number in 1..<8 {
          try FileManager.default.copyItem(atPath: bench.path("0.mov"), toPath: bench.path("\(number).mov"))
        }
        let lines = (0..<8).map { #"{"id":\#($0),"video":"\#($0).mov","frame":0,"output":"\#($0).png"}"# + "\n" }
        var trial = Trial(["--serve", "--timeout", "30s", "-q"])
        trial.input = Data(lines.joined().utf8)
        trial.printed = .answers(count: 8, hashes: [:])
        (trial.writes, trial.isSingle, trial.seconds, trial.codes) = (false, false, 100, [0, 1])
        return trial
      },
    ]

  /// Tiny files that claim to be large.
  private static let claimed: [Bomb] =
    [
      (8193, 8192), (65_535, 65_535), (1, 67_108_864), (67_108_864, 1), (0x7FFF_FFFF, 0x7FFF_FFFF), (8192, 8192),
      (0, 5),
    ].map { size in
      Bomb("a PNG that claims \(size.0) by \(size.1)") { bench in
        var bytes = SinglePicture.png(width: 4, height: 4, bitDepth: 16)
        bytes.putBig(UInt64(size.0), 4, at: 16)
        bytes.putBig(UInt64(size.1), 4, at: 20)
        bytes.putBig(UInt64(crc32(bytes[12..<29])), 4, at: 29)
        try bench.write(bytes, to: "claim.png")
        return Trial(["claim.png", "--frame", "0", "-o", "out.png", "--timeout", "5s", "-q"])
      }
    } + [
      Bomb("an APNG that claims two thousand million frames") { bench in
        try bench.write(SinglePicture.apng(width: 64, height: 64, frames: 3, claimed: 0x7FFF_FFFF), to: "claim.apng")
        return Trial(["claim.apng", "--frame", "-1", "-o", "out.png", "--timeout", "5s", "-q"])
      },
      Bomb("a Y4M that claims 8192 by 8192 at 16 bits") { bench in
        try bench.write("YUV4MPEG2 W8192 H8192 F25:1 Ip A1:1 C444p16\nFRAME\n1234".utf8, to: "claim.y4m")
        return Trial(["claim.y4m", "--frame", "0", "-o", "out.png", "--timeout", "5s", "-q"])
      },
      Bomb("raw video that claims 8192 by 8192") { bench in
        var movie = Movie()
        (movie.width, movie.height, movie.depth) = (8192, 8192, 32)
        movie.samples = [[UInt8](repeating: 0, count: 4096)]
        try bench.write(movie.bytes, to: "claim.mov")
        return Trial(["claim.mov", "--frame", "0", "-o", "out.png", "--timeout", "5s", "-q"])
      },
      Bomb("raw video that claims 65535 by 65535") { bench in
        var movie = Movie()
        (movie.width, movie.height, movie.depth) = (65_535, 65_535, 32)
        movie.samples = [[1, 2, 3]]
        try bench.write(movie.bytes, to: "claim.mov")
        return Trial(["claim.mov", "--frame", "0", "-o", "out.png", "--timeout", "5s", "-q"])
      },
    ]

  /// 8192 by 8192 pixels of 48 bits in 2.5 MB.
  static let deep = SinglePicture.png(width: 8192, height: 8192, bitDepth: 16)

  /// A movie of two such pictures.
  static func movie(of picture: [UInt8]) -> [UInt8] {
    var movie = Movie()
    (movie.codec, movie.width, movie.height, movie.depth) = ("png ", 8192, 8192, 48)
    movie.samples = [picture, picture]
    return movie.bytes
  }
}
