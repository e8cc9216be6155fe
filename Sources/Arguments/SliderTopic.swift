/// The help on custom sliders, and on comparing sliders.
enum SliderTopic {
  static let topic = Topic(
    "Sliders of your own", word: "sliders",
    opening: """
      A slider of your own is a gesture file, too; without touches it is played with those of another file, in whose frame
      it then is. This is mine.json: half the speed at 60 points, a fifth from 120 points on, evenly in between, above as well as below:
      """,
    sample: """
      {
        "version": 1,
        "control": {
          "model": "custom",
          "name": "Mine",
          "frame": { "x": 16, "y": 600, "width": 343, "height": 31 },
          "rule": { "side": "both", "curve": "linear" },
          "speeds": [
            { "speed": 1, "distance": 0 },
            { "speed": 0.5, "distance": 60 },
            { "speed": 0.2, "distance": 120 }
          ]
        }
      }

      """,
    rows: [
      .init(
        "follows",
        "step: each step of the finger, times the speed; whole: the way since touch-down; anchor: that since an anchor; place: "
          + "the value is under the finger"),
      .init("over", "track: its whole width is the range; travel: that less the knob"),
      .init("from", "middle: distance counts from the slider; touch: from the touch-down"),
      .init("side", "above, below or both: where distance slows"),
      .init("change", "of the speed: keep; anchor: sets the anchor; skip: sets it and moves nothing"),
      .init("curve", "steps: a speed up to the next one; linear: the line from one to the next"),
      .init("touch", "keep: the knob stays; jump: it goes under the finger"),
      .init("pulses", "true or false: haptic pulses"),
    ],
    closing: """
      The first word of each is what custom starts from. Another model in its place keeps all that the rule does not name.
      speeds, meet, grab and liftCorrection stand beside rule. framegrab --example-gesture > drag.json, then framegrab
      v.mp4 --gesture drag.json --compare obslider,media3,mine.json prints where the same touches end on three
      sliders, and with --plot three.svg draws them. framegrab v.mp4 --scrub --control mine.json drags it by mouse or keys,
      and framegrab v.mp4 --new-gesture mine-drag.json --control mine.json --from 25% --reach 75% makes a drag of it.
      """)
}
