import Files
import Foundation
import TestSupport
import Testing

@testable import FrameGrabbing

/// Which files of a run a job may replace.
@Suite struct PublishedFilesTests {
  private let scratch: Scratch
  private let path: Path
  private let run = RunFiles()

  init() throws {
    scratch = try Scratch()
    path = try scratch.write(Data("picture".utf8), to: "x.png")
  }

  private func fault(_ job: PublishedFiles, _ policy: OutputPolicy = .overwrite) -> FileError.Fault? {
    do throws(FileError) {
      try job.check(Output(path: path, policy: policy))
      return nil
    } catch {
      return error.fault
    }
  }

  @Test func `a job replaces its own files, and no other job does`() throws {
    let (own, other) = (PublishedFiles(of: run), PublishedFiles(of: run))
    // What was there before the run may be replaced.
    #expect(fault(own) == nil)
    _ = try own.publish(Output(path: path, policy: .overwrite)) { () throws(FileError) in .replaced }
    #expect(fault(own) == nil && fault(other) == .isOutputOfOther)
    // Nor is it there already for another job, with -n and without; in a run that goes on, its bytes are compared.
    #expect(fault(other, .refuse) == .isOutputOfOther && fault(other, .skip) == .isOutputOfOther)
    #expect(fault(other, .adopt(as: .created)) == nil && fault(own, .skip) == nil)
    #expect(fault(PublishedFiles(of: RunFiles())) == nil)
    // A run of its own keeps nothing: it may have as many files as a film has frames.
    let single = PublishedFiles(of: nil)
    _ = try single.publish(Output(path: path, policy: .overwrite)) { () throws(FileError) in .replaced }
    #expect(fault(single) == nil && single.all.isEmpty)
  }

  @Test func `a file that was left as it is belongs to no job`() throws {
    let (own, other) = (PublishedFiles(of: run), PublishedFiles(of: run))
    _ = try own.publish(Output(path: path, policy: .overwrite)) { () throws(FileError) in .skipped }
    #expect(fault(other) == nil && own.all.isEmpty)
  }

  @Test func `the video of a job is no output, whether it would be replaced or left`() throws {
    run.note(video: path)
    let job = PublishedFiles(of: run)
    #expect(fault(job) == .isVideoOfRun && fault(job, .skip) == .isVideoOfRun && fault(job, .refuse) == .isVideoOfRun)
    #expect(fault(job, .adopt(as: .created)) == nil)
    // Under another name, too.
    let link = scratch.path("y.png")
    try FileManager.default.linkItem(atPath: "\(path)", toPath: "\(link)")
    #expect(throws: FileError.self) { try job.check(Output(path: link, policy: .overwrite)) }
  }

  @Test func `a file that has the number of one that was replaced by somebody else is not that one`() throws {
    run.note(written: path)
    #expect(fault(PublishedFiles(of: run)) == .isOutputOfOther)
    // Written in place, the file has the same number on its device.
    _ = try scratch.write(Data("another picture".utf8), to: "x.png")
    #expect(fault(PublishedFiles(of: run)) == nil)
  }
}
