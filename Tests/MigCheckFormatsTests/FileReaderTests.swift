import Foundation
import MigCheckModel
import Testing

@testable import MigCheckFormats

@Suite("Reading files")
struct FileReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func message(_ path: String, limit: Int = FileReader.documentLimit) -> String {
    MigCheckFormatsTests.message { () throws(InputError) in
      _ = try FileReader.read(path: path, limit: limit)
    }
  }

  @Test("A file is read byte for byte, also beyond one buffer and when it is empty")
  func content() throws {
    let text = String(repeating: "0123456789abcdé\0\n", count: 40_000)
    let path = try folder.write("a", text)
    #expect(try FileReader.read(path: path) == Array(text.utf8))
    #expect(try FileReader.read(path: folder.write("b", "")) == [])
  }

  @Test("What is no readable file is refused with the reason")
  func refused() throws {
    let missing = "\(folder.path)/missing"
    #expect(message(missing) == "\(missing): there is no such file; check the path")
    #expect(message("\(missing)/x") == "\(missing)/x: there is no such file; check the path")
    #expect(message(folder.path) == "\(folder.path): this is a folder; name a file in it")
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let special = "this is a pipe, a socket or a device; name a regular file"
    #expect(message(pipe) == "\(pipe): \(special)")
    #expect(message("/dev/zero") == "/dev/zero: \(special)")
    #expect(message("a\0b") == "\"a\\u{0}b\": a path cannot hold a zero byte; check the path")
    let loop = "\(folder.path)/loop"
    #expect(symlink(loop, loop) == 0)
    #expect(
      message(loop) == "\(loop): this is a link that leads to itself; remove the link, or put the "
        + "file in its place")
  }

  @Test("The kind of the error decides the exit status")
  func kinds() throws {
    func status(_ path: String) -> Int32 {
      do throws(InputError) {
        _ = try FileReader.read(path: path)
        return 0
      } catch {
        return error.exitStatus
      }
    }
    #expect(status("\(folder.path)/missing") == 66)
    #expect(status(folder.path) == 65)
    #expect(status("/dev/null") == 65)
  }

  @Test("A file of a gibibyte is refused by its size")
  func size() throws {
    let path = try folder.write("large", "")
    // Sparse: it takes no room on the disk, and reading it would take a gibibyte.
    #expect(truncate(path, 1 << 30) == 0)
    #expect(
      message(path)
        == "\(path): the file is larger than 64 MiB; split it, or keep cases in a .jsonl file, "
        + "one a line")
    let small = try folder.write("small", "12345")
    #expect(message(small, limit: 5) == "read")
    #expect(message(small, limit: 4).hasPrefix("\(small): the file is larger than"))
  }

  @Test("A syntax error carries line and column")
  func syntax() throws {
    let path = try folder.write("h.history.json", "{\n  \"migcheck\": 1,\n}\n")
    let text = MigCheckFormatsTests.message { () throws(InputError) in
      _ = try HistoryFile.read(path: path)
    }
    #expect(text == "\(path): line 3, column 1: a key in quotes is missing here")
  }
}
