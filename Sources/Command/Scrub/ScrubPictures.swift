import Broker
import Screen
import Seeking

/// The pictures of a scrubbing session: which are wanted of the worker, which are kept, and which one is on screen.
final class ScrubPictures {
  private var follower: Follower
  private var kept: [Int: RGBPicture] = [:]
  private let decoder: ScrubDecoder
  private var run = ScrubRunEnd.saving
  /// The picture to show, and the number of its frame; nil before there is one.
  private(set) var shown: (frame: Int?, picture: RGBPicture)?
  /// The picture that was written to the screen last.
  private(set) var written: (frame: Int?, picture: RGBPicture)?
  /// Whether a picture is to be drawn that was not drawn yet.
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
  /// When it has to be called again, in microseconds; nil for never.
  var nextTime: Int64? { follower.nextPictureTime }
  /// Whether nothing is decoded.
  var isIdle: Bool { follower.isIdle }

  /// Begins with a timeline.
  func begin(frameCount: Int, keyframes: [Int]) {
    kept = [:]
    act(follower.reset(frameCount: frameCount, keyframes: keyframes))
  }

  /// Takes another size; all pictures are made anew.
  func resize(_ box: ScrubWish.Box, frameCount: Int, keyframes: [Int], at time: Int64) {
    guard box != self.box else { return }
    self.box = box
    let wanted = follower.wanted
    decoder.send(.box(box))
    // A run in flight would bring pictures of two sizes.
    decoder.send(.abandon(number: run))
    follower = Follower(frameCount: frameCount, keyframes: keyframes, capacity: Self.capacity(box))
    kept = [:]
    if frameCount > 0 { want(wanted, at: time) }
  }

  func want(_ frame: Int, at time: Int64) { act(follower.want(frame, at: time)) }
  func wake(at time: Int64) { act(follower.wake(at: time)) }
  func rest(at time: Int64) { act(follower.rest(at: time)) }
  func drawn(at time: Int64) { act(follower.drawn(at: time)) }

  /// Takes a picture of the worker; a picture without a number is the first of the video.
  func receive(_ picture: RGBPicture, of frame: Int?, at time: Int64) {
    guard let frame else {
      guard shown == nil, picture.width <= box.width, picture.height <= box.height else { return }
      (shown, isNew) = ((nil, picture), true)
      return
    }
    // One that was made before the size changed is as good as none; a smaller one would stay for good.
    guard box.isFilled(by: picture) else { return }
    kept[frame] = picture
    act(follower.came(frame, at: time))
  }

  /// Takes the end of a run; true if it was the present one.
  func ended(_ end: ScrubRunEnd, of number: Int, at time: Int64) -> Bool {
    guard number == run else { return false }
    switch end {
    case .done: act(follower.ended(.done, at: time))
    case .abandoned: act(follower.ended(.abandoned, at: time))
    case .failed: act(follower.ended(.failed, at: time))
    }
    return true
  }

  /// Takes that the worker is lost, with what it did.
  func lost(at time: Int64) { act(follower.ended(.failed, at: time)) }

  /// Leaves the new picture away if it is no longer nearer than the one on screen: while the terminal took the last
  /// output, the hand went on.
  func leaveAwayIfFarther(at time: Int64) {
    guard isNew, let old = written?.frame, let new = shown?.frame, old != new,
      abs(new - follower.wanted) >= abs(old - follower.wanted)
    else { return }
    (shown, isNew) = (written, false)
    act(follower.withdrew(at: time))
  }

  /// Takes that the new picture was written to the screen.
  func wasWritten() { (written, isNew) = (shown, false) }

  /// Makes the picture be drawn again.
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
  /// Whether a picture is as large as fits, so that it was made for this size.
  func isFilled(by picture: RGBPicture) -> Bool {
    picture.width <= width && picture.height <= height && (picture.width == width || picture.height == height)
  }
}
