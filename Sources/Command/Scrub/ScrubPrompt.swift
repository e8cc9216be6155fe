import Files
import Screen
import Timeline

/// The line in which a time is typed.
struct ScrubPrompt {
  private(set) var text = ""
  /// Why the last entry was no time of this video, and where it is wrong.
  private var fault: (line: String, range: Range<Int>)?

  private static let longest = 200

  /// The result of a key.
  enum Outcome {
    case goesOn
    case isClosed
    case chosen(Int)
  }

  /// Takes a key.
  mutating func handle(_ key: Key, in timeline: FrameTable) -> Outcome {
    switch key {
    case .escape: return .isClosed
    case .enter: return choose(in: timeline)
    case .backspace:
      if !text.isEmpty { text.unicodeScalars.removeLast() }
      fault = nil
    case .control("u"): (text, fault) = ("", nil)
    case .character(let character): append(String(character))
    default: break
    }
    return .goesOn
  }

  /// Takes a text that was pasted.
  mutating func append(_ more: String) {
    let line = more.prefix { !$0.isNewline }
    if text.unicodeScalars.count + line.unicodeScalars.count <= Self.longest { text += line }
    fault = nil
  }

  private mutating func choose(in timeline: FrameTable) -> Outcome {
    let asked = text
    do throws(TimeSyntaxError) {
      let time = try TimeSpecification(parsing: asked)
      do throws(MomentError) {
        return .chosen(try timeline.resolve(time, bounds: .refuse).index)
      } catch {
        fault = (error.description, 0..<0)
      }
    } catch {
      fault = (error.description, error.range)
    }
    return .goesOn
  }

  /// The line for people who cannot see the screen.
  var line: String { "go to: \(text)" + (fault.map { "; \($0.line)" } ?? "") }

  /// Draws the line, and after it the error or examples.
  func draw(into grid: inout CellGrid, row: Int, column: Int) {
    let lead = "go to: "
    var end = grid.write(lead + printable(text), row: row, column: column)
    end = grid.write(" ", row: row, column: end, reversed: true)
    guard let fault else {
      grid.write("  12.5s  375f  50%  -1s  00:00:12:15  Esc", row: row, column: end)
      return
    }
    // The wrong part is shown in reverse video.
    let start = column + lead.count + fault.range.lowerBound
    for place in start..<max(start, min(start + max(1, fault.range.count), end)) where !fault.range.isEmpty {
      grid[row, place].isReversed = true
    }
    grid.write("  \(printableWords(fault.line))", row: row, column: end)
  }
}
