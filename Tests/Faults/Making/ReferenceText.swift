/// A text that refers to other files: a playlist, a description of a session, a drawing…
struct ReferenceText {
  /// The ending that such files have.
  let ending: String
  /// The text; FILE, PATH, URL and PORT stand for the canary's name, its absolute path, a URL and port of the listener.
  let text: String

  private init(_ ending: String, _ text: String) { (self.ending, self.text) = (ending, text) }

  /// The text with what it refers to.
  func filled(file: String, path: String, port: UInt16) -> String {
    text.replacing("FILE", with: file).replacing("PATH", with: path)
      .replacing("URL", with: "http://127.0.0.1:\(port)/a.ts").replacing("PORT", with: "\(port)")
  }

  /// All of them.
  static let all: [ReferenceText] = playlists + lists + sessions + drawings + subtitles

  private static let playlists = [
    ReferenceText("m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nFILE\n#EXT-X-ENDLIST\n"),
    ReferenceText("m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:PATH\n#EXT-X-ENDLIST\n"),
    ReferenceText("m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nURL\n#EXT-X-ENDLIST\n"),
    ReferenceText("m3u8", "#EXTM3U\n#EXTINF:1,\nconcat:URL|file:PATH\n#EXT-X-ENDLIST\n"),
    ReferenceText("m3u8", "#EXTM3U\n#EXTINF:1,\nsubfile,,start,0,end,64,,:PATH\n#EXT-X-ENDLIST\n"),
    ReferenceText("m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nURL\n#EXT-X-STREAM-INF:BANDWIDTH=2\nFILE\n"),
    ReferenceText(
      "m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-KEY:METHOD=AES-128,URI=\"URL\"\n#EXTINF:9,\nFILE\n#EXT-X-ENDLIST\n"),
    ReferenceText("m3u8", "#EXTM3U\n#EXT-X-MAP:URI=\"URL\"\n#EXTINF:9,\nFILE\n#EXT-X-ENDLIST\n"),
    ReferenceText("m3u", "#EXTM3U\nFILE\nURL\n"), ReferenceText("m3u", "FILE\n"),
    ReferenceText("pls", "[playlist]\nFile1=URL\nFile2=PATH\nNumberOfEntries=2\nVersion=2\n"),
    ReferenceText("asx", "<asx version=\"3.0\"><entry><ref href=\"URL\"/><ref href=\"PATH\"/></entry></asx>\n"),
    ReferenceText("asf", "[Reference]\r\nRef1=URL?MSWMExt=.asf\r\nRef2=FILE\r\n"),
    ReferenceText("wpl", "<?wpl version=\"1.0\"?><smil><body><seq><media src=\"FILE\"/></seq></body></smil>\n"),
    ReferenceText(
      "xspf",
      "<?xml version=\"1.0\"?><playlist xmlns=\"http://xspf.org/ns/0/\"><trackList><track><location>URL</location></track></trackList></playlist>\n"
    ),
    ReferenceText("ram", "rtsp://127.0.0.1:PORT/a.rm\nURL\n"),
    ReferenceText(
      "qtl", "<?xml version=\"1.0\"?><?quicktime type=\"application/x-quicktime-media-link\"?><embed src=\"URL\"/>\n"),
    ReferenceText("mov", "RTSPtextrtsp://127.0.0.1:PORT/a.mov\r\n"),
    ReferenceText("smil", "<smil><body><video src=\"URL\"/><video src=\"FILE\"/></body></smil>\n"),
  ]

  private static let lists = [
    ReferenceText("ffconcat", "ffconcat version 1.0\nfile FILE\n"),
    ReferenceText("ffconcat", "ffconcat version 1.0\nfile 'PATH'\nduration 1\nfile 'URL'\n"),
    ReferenceText("ffconcat", "ffconcat version 1.0\noption safe 0\nstream\nfile URL\n"),
    ReferenceText("txt", "file 'FILE'\nfile 'PATH'\n"), ReferenceText("concat", "# list\nfile URL\n"),
    ReferenceText(
      "mpd",
      """
      <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S">
      <Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="9" codecs="avc1"><BaseURL>URL</BaseURL>
      <SegmentList duration="9"><Initialization sourceURL="FILE"/><SegmentURL media="URL"/></SegmentList>
      </Representation></AdaptationSet></Period></MPD>

      """),
    ReferenceText(
      "imf",
      """
      <?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>urn:uuid:0</Id>
      <EditRate>24 1</EditRate><SegmentList><Segment><SequenceList><MainImageSequence><TrackId>urn:uuid:1</TrackId>
      <ResourceList><Resource><TrackFileId>urn:uuid:2</TrackFileId></Resource></ResourceList></MainImageSequence>
      </SequenceList></Segment></SegmentList></CompositionPlaylist>

      """),
    ReferenceText(
      "ism",
      "<?xml version=\"1.0\"?><SmoothStreamingMedia Duration=\"9\"><StreamIndex Type=\"video\" Url=\"URL\"/></SmoothStreamingMedia>\n"
    ),
    ReferenceText("f4m", "<?xml version=\"1.0\"?><manifest><media url=\"URL\"/></manifest>\n"),
    ReferenceText("cue", "FILE \"FILE\" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n"),
    ReferenceText("avs", "DirectShowSource(\"PATH\")\n"),
    ReferenceText(
      "vpy", "import vapoursynth as vs\nopen('PATH').read()\nvs.core.std.BlankClip().set_output()\n"),
    ReferenceText("ffmeta", ";FFMETADATA1\ntitle=FILE\n[CHAPTER]\nSTART=0\nEND=9\n"),
    ReferenceText("nut", "nut/multimedia container\0FILE URL\n"),
  ]

  private static let sessions = [
    ReferenceText(
      "sdp",
      "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=a\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video PORT RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n"
    ),
    ReferenceText(
      "sdp", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=a\r\na=control:rtsp://127.0.0.1:PORT/a\r\nm=video 0 RTP/AVP 33\r\n"),
    ReferenceText("rtsp", "RTSP/1.0 302 Moved\r\nLocation: rtsp://127.0.0.1:PORT/a\r\n\r\n"),
    ReferenceText("http", "HTTP/1.0 302 Found\r\nLocation: URL\r\n\r\n"),
    ReferenceText(
      "mjpeg", "--a\r\nContent-Type: image/jpeg\r\nContent-Location: URL\r\nContent-Length: 4\r\n\r\n....\r\n"),
    ReferenceText("url", "[InternetShortcut]\nURL=URL\n"),
  ]

  private static let drawings = [
    ReferenceText(
      "svg",
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"64\" height=\"64\"><image width=\"64\" height=\"64\" xlink:href=\"FILE\"/><image width=\"9\" height=\"9\" xlink:href=\"URL\"/></svg>\n"
    ),
    ReferenceText(
      "svg",
      "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY a SYSTEM \"file://PATH\">]><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\"><text y=\"20\">&a;</text></svg>\n"
    ),
    ReferenceText("mvg", "push graphic-context\nviewbox 0 0 64 64\nimage over 0,0 64,64 'FILE'\nfill 'url(URL)'\n"),
    ReferenceText("xpm", "/* XPM */\nstatic char *a[] = {\"1 1 1 1\", \"a c #FF0000\", \"a\"};\n"),
    ReferenceText("ppm", "P6\n2 1\n255\n......"),
    ReferenceText("xbm", "#define a_width 8\n#define a_height 1\nstatic char a_bits[] = {0x55};\n"),
    ReferenceText("eps", "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(PATH) run\nshowpage\n"),
    ReferenceText("txt", "\u{1B}[2J\u{1B}[31mFILE\n"),
    ReferenceText("html", "<html><video src=\"URL\"></video></html>\n"),
  ]

  private static let subtitles = [
    ReferenceText(
      "idx",
      "# VobSub index file, v7 (do not modify this line!)\nsize: 720x576\nid: en, index: 0\ntimestamp: 00:00:01:000, filepos: 000000000\n"
    ),
    ReferenceText("srt", "1\n00:00:00,000 --> 00:00:09,000\nFILE\n"),
    ReferenceText("ass", "[Script Info]\nScriptType: v4.00+\nAudio File: PATH\nVideo File: URL\n\n[Events]\n"),
    ReferenceText("vtt", "WEBVTT\n\n00:00.000 --> 00:09.000\nFILE\n"),
    ReferenceText("smi", "<SAMI><BODY><SYNC Start=0><P>FILE</P></BODY></SAMI>\n"),
    ReferenceText("sub", "{0}{9}FILE\n"), ReferenceText("lrc", "[00:01.00]FILE\n"),
    ReferenceText("ans", "\u{1B}[0mFILE"),
  ]
}
