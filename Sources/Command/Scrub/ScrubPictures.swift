import Broker
import Screen
import Seeking

/// The pictures of a scrubbing session: which ones to decode, which are kept, and which one is shown.
final class ScrubPictures {
  private var follower: Follower
  private var kept: [Int: RGBPicture] = [:]
  private let decoder: ScrubDecoder
  private var run = ScrubRunEnd.saving
  /// The picture to show, and the number of its frame; nil before there is one.
  private(set) var shown: (frame: Int?, picture: RGBPicture)?
  /// The picture that was written to the screen last.
  private(set) var written: (frame: Int?, picture: RGBPicture)?
  /// Whether the picture to show was not drawn yet.
  private(set) var isNew = false
  /// The size of pictures, in pixels.
  private(set) var box: ScrubWish.Box

  /// The most bytes of kept pictures.
  private static let mostBytes = 64 << 20

  init(_ decoder: ScrubDecoder, _ box: ScrubWish.Box) {
    (self.decoder, self.box) = (decoder, box)
    follower = Follower(frameCount: 0, keyframes: [], capacity: Self.capacity(box))
  }

  private static func capacity(_ box: ScrubWish.Box) -> Int { max(2, mostBytes / (3 * box.width * box.height)) }

  /// Whether the picture on screen is that of the wanted frame.
  var isExact: Bool { shown?.frame == follower.wanted && follower.isExact }
  /// When `wake` has to be called, in microseconds; nil for never.
  var nextTime: Int64? { follower.nextPictureTime }
  /// Whether nothing is decoded.
  var isIdle: Bool { follower.isIdle }

  /// Begins with a timeline.
  func begin(frameCount: Int, keyframes: [Int]) {
    kept = [:]
    act(follower.reset(frameCount: frameCount, keyframes: keyframes))
  }

  /// Changes the size; all pictures are decoded again.
  func resize(_ box: ScrubWish.Box, frameCount: Int, keyframes: [Int], at time: Int64) {
    guard box != self.box else { return }
    self.box = box
    let wanted = follower.wanted
    decoder.send(.box(box))
    // A run that continued would bring pictures of both sizes.
    decoder.send(.abandon(number: run))
    follower = Follower(frameCount: frameCount, keyframes: keyframes, capacity: Self.capacity(box))
    kept = [:]
    if frameCount > 0 { want(wanted, at: time) }
  }

  func want(_ frame: Int, at time: Int64) { act(follower.want(frame, at: time)) }
  func wake(at time: Int64) { act(follower.wake(at: time)) }
  func rest(at time: Int64) { act(follower.rest(at: time)) }
  func drawn(at time: Int64) { act(follower.drawn(at: time)) }

  /// Receives a picture from the worker; one without a frame index is the first of the video.
  func receive(_ picture: RGBPicture, of frame: Int?, at time: Int64) {
    guard let frame else {
      guard shown == nil, picture.width <= box.width, picture.height <= box.height else { return }
      (shown, isNew) = ((nil, picture), true)
      return
    }
    // A picture of the old size is ignored: a smaller one would be kept and stay on screen.
    guard box.isFilled(by: picture) else { return }
    kept[frame] = picture
    act(follower.came(frame, at: time))
  }

  /// Handles the end of a run; true if it was the current one.
  func ended(_ end: ScrubRunEnd, of number: Int, at time: Int64) -> Bool {
    guard number == run else { return false }
    switch end {
    case .done: act(follower.ended(.done, at: time))
    case .abandoned: act(follower.ended(.abandoned, at: time))
    case .failed: act(follower.ended(.failed, at: time))
    }
    return true
  }

  /// Handles the loss of the worker and its run.
  func lost(at time: Int64) { act(follower.ended(.failed, at: time)) }

  /// Drops the new picture if it is no nearer to the wanted frame than the one on screen: the slider moved on while the
  /// terminal was busy.
  func leaveAwayIfFarther(at time: Int64) {
    guard isNew, let old = written?.frame, let new = shown?.frame, old != new,
      abs(new - follower.wanted) >= abs(old - follower.wanted)
    else { return }
    (shown, isNew) = (written, false)
    act(follower.withdrew(at: time))
  }

  /// Notes that the new picture was written to the screen.
  func wasWritten() { (written, isNew) = (shown, false) }

  /// Marks the picture to be drawn again.
  func redraw() { isNew = shown != nil }

  private func act(_ actions: [Follower.Action]) {
    for action in actions {
      switch action {
      case .show(let frame):
        guard let picture = kept[frame] else { continue }
        (shown, isNew) = ((frame, picture), true)
      case .run(let from, let to):
        run += 1
        decoder.send(.run(number: run, from: from, to: to))
      case .redirect(let to): decoder.send(.redirect(number: run, to: to))
      case .abandon: decoder.send(.abandon(number: run))
      case .drop(let frame): kept[frame] = nil
      }
    }
  }
}

extension ScrubWish.Box {
  /// Whether a picture fills this size in at least one direction, and so was made for it.
  func isFilled(by picture: RGBPicture) -> Bool {
    picture.width <= width && picture.height <= height && (picture.width == width || picture.height == height)
  }
}
