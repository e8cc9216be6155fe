/// Gestures that were recorded on a device.
enum RecordingTopic {
  static let topic = Topic(
    "Recordings", word: "recordings",
    opening: """
      --gesture FILE also reads a recording of a touch screen, by its content and not by its name. It holds touches only:
      --control names a gesture file with the slider, --screen and --density say how places on the panel become points.
      """,
    rows: [
      .init("phone.txt", "adb shell getevent -lt -v38 > phone.txt, on Android; stop it with Ctrl-C"),
      .init("touch.yml", "libinput record -o touch.yml /dev/input/event5, on Linux"),
      .init("touch.txt", "evemu-record /dev/input/event5 touch.txt, on Linux, too"),
      .init(
        "slider.json",
        "{\"version\": 1, \"control\": {\"frame\": {\"x\": 16, \"y\": 600, \"width\": 379, \"height\": 31}}}"),
    ],
    closing: """
      framegrab v.mp4 --gesture phone.txt --control slider.json --screen 1080x2400 --density 420dpi then grabs the frame
      on which the recorded drag ends. adb shell wm size and wm density print the last two. A point is Android's dp. The
      first touch is at t = 0. Places are those of the panel, which does not turn with the screen: record in the device's
      upright position. A pen that hovers is no touch. Two fingers, touches on two devices and lost events are refused.
      """)
}
