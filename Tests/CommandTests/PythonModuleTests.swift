import Foundation
import TestSupport
import Testing

/// The Python module of the wheel, with the built tool in place of its binary.
@Suite struct PythonModuleTests {
  private static let hasPython =
    (try? run(["python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))"]).status) == 0

  private func lines(_ bench: Bench, _ program: String) throws -> [String] {
    let beginning = """
      import multiprocessing, pickle, sys
      sys.dont_write_bytecode = True
      import framegrab_exact as framegrab
      def open_grabber(*words, **options): return framegrab.Grabber(*words, binary=sys.argv[1], **options)

      """
    try bench.write(Data((beginning + program).utf8), to: "use.py")
    let result = try run(
      ["python3", "use.py", BuiltTool.path],
      environment: [
        "XDG_CACHE_HOME": "/dev/null",
        "PYTHONPATH": Fixture.folder.deletingLastPathComponent().appending(path: ".packaging").path,
      ], in: bench.folder)
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    return result.lines
  }

  @Test(.enabled(if: hasPython, "there is no Python 3.9")) func `without the wheel it says what to do`() throws {
    let said = try lines(
      Bench(),
      """
      try: framegrab.Grabber().grab("v.mp4", frame=1)
      except FileNotFoundError as error: print(error)
      """)
    let words = "is not installed: install the wheel, or name another binary: Grabber(binary="
    #expect(said.count == 1 && said[0].contains(words), "\(said)")
  }

  @Test(.enabled(if: hasPython, "there is no Python 3.9")) func `answers, pictures and errors`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    let table = try Fixture.h264BFrames.expectedFrames()
    let found = try lines(
      bench,
      """
      with open_grabber("--hash", jobs=2) as grabber:
          print(grabber.grab("v.mp4", frame=5)["hash"])
          for part in grabber.grab("v.mp4", frame=[1, 2]).parts: print(part["hash"])
          requests = ({"video": "none.mp4" if i % 2 else "v.mp4", "frame": i, "id": i} for i in range(60))
          answers = list(grabber.map(requests))
          print([answer["id"] for answer in answers] == list(range(60)), sum(a.error is not None for a in answers))
      with open_grabber() as grabber:
          open("p.png", "wb").write(grabber.png("v.mp4", frame=3))
          try: grabber.png("v.mp4", frame=[3, 4])
          except ValueError as error: print(error)
          answer = grabber.grab("v.mp4", frame=[3, 4], raw="gray", output="-")
          print([len(picture) for picture in answer.pictures], len(answer.payload))
          print(grabber.info("v.mp4")["codec"], len(grabber.frames("v.mp4")))
          try: grabber.grab("v.mp4", frame=[1, 5000])
          except framegrab.Error as error: print(error.code, pickle.loads(pickle.dumps(error)).message == error.message)
          grabber.grab("v.mp4", frame=4, output="q.png", no_rotate=True)
          late = [grabber.submit({"video": "v.mp4", "frame": i, "hash": True}) for i in range(9)]
          print([future.cancel() for future in late].count(True), grabber.grab("v.mp4", frame=6, hash=True)["index"])
          try: open_grabber("--unordered")
          except ValueError: print("refused")
      """)
    // 160 · 120 samples of gray; of sixty requests, every second one names a video that is missing.
    #expect(
      found == [
        table[5].md5, table[1].md5, table[2].md5, "True 30",
        "png() is for one frame, and the request has 2; grab() has them all", "[19200, 19200] 38400",
        "h264 \(table.count)", "4 True", "0 6", "refused",
      ])
    #expect(try bench.framegrab("v.mp4", "--frame", "3", "-o", "r.png", "--json").status == 0)
    #expect(try bench.bytes("p.png") == bench.bytes("r.png"))
    #expect(try bench.number("q.png") == 4)
  }

  @Test(.enabled(if: hasPython, "there is no Python 3.9"))
  func `a lost framegrab is one error, and forks and copies have their own`() throws {
    let bench = try Bench()
    try bench.copy(.h264BFrames, to: "v.mp4")
    let found = try lines(
      bench,
      """
      def index(grabber): return grabber.grab("v.mp4", frame=7, hash=True)["index"]
      if __name__ == "__main__":
          grabber = open_grabber(jobs=1)
          print(index(grabber), index(pickle.loads(pickle.dumps(grabber))))
          for kind in ("fork", "spawn"):
              with multiprocessing.get_context(kind).Pool(2) as pool: print(pool.map(index, [grabber] * 4))
          many = [grabber.submit({"video": "v.mp4", "all": True, "hash": True}) for _ in range(200)]
          grabber._process.popen.kill()
          errors = [future.exception() for future in many]
          print(all(error is None or error.code == 70 for error in errors), errors[-1].message)
          print(index(grabber))
          more = [grabber.submit({"video": "v.mp4", "all": True, "hash": True}) for _ in range(3)]
          grabber.close()
          print([len(future.result()["frames"]) for future in more])
          left = [grabber.submit({"video": "v.mp4", "all": True, "output": "-"}) for _ in range(20)]
          print("ends with answers outstanding")
      """)
    #expect(
      found == [
        "7 7", "[7, 7, 7, 7]", "[7, 7, 7, 7]", "True framegrab has ended without an answer", "7", "[150, 150, 150]",
        "ends with answers outstanding",
      ])
  }
}
