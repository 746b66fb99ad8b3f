import Foundation
import MigCheckModel
import MigCheckText
import Testing

@Suite("Files that are read") struct InputFileTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "migcheck-input-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/inner", withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  private func message(_ path: String, inside: String? = nil) -> String {
    do {
      return "text \(try FileReader.text(path: path, shown: "x.sql", inside: inside))"
    } catch {
      return "\(error.exitStatus) \(error)"
    }
  }

  @Test("lie in their folder, links followed")
  func links() throws {
    let inner = folder + "/inner"
    let outside = try write("outside.sql", Array("a".utf8))
    _ = try write("inner/own.sql", Array("b".utf8))
    symlink(outside, inner + "/out.sql")
    symlink("own.sql", inner + "/own-link.sql")
    symlink("nowhere", inner + "/dangling.sql")
    symlink(inner, folder + "/named")
    #expect(message(inner + "/own.sql", inside: inner) == "text b")
    #expect(message(inner + "/own-link.sql", inside: inner) == "text b")
    // The folder that the user names may be a link itself.
    #expect(message(folder + "/named/own.sql", inside: folder + "/named") == "text b")
    #expect(message(inner + "/out.sql") == "text a")
    #expect(
      message(inner + "/out.sql", inside: inner)
        == "65 x.sql: it leads out of the folder \(quoted(inner, limit: 60)); put the file itself in "
        + "the place of the link")
    #expect(
      message(inner + "/../outside.sql", inside: inner)
        == "65 x.sql: it leads out of the folder \(quoted(inner, limit: 60)); move the file into the "
        + "folder, or name it on the command line")
    #expect(
      message(inner + "/dangling.sql", inside: inner)
        == "66 x.sql: this is a link to a file that does not exist; remove the link, or put the file "
        + "in its place")
  }

  @Test("are no pipes and devices, and do not make the reader wait")
  func pipes() {
    let pipe = folder + "/pipe.sql"
    mkfifo(pipe, 0o600)
    let refusal = "65 x.sql: this is a pipe, a socket or a device; name a regular file"
    #expect(message(pipe) == refusal)
    #expect(message("/dev/zero") == refusal)
  }

  @Test("are UTF-8, or their encoding is named")
  func encodings() throws {
    let utf8 = Array("SELECT 1".utf8)
    let wide: [UInt8] = utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    let big: [UInt8] = utf8.flatMap { (byte: UInt8) -> [UInt8] in [0, byte] }
    let widest: [UInt8] = utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0, 0, 0] }
    let other = "65 x.sql: line 1: the file is UTF-16; save it as UTF-8"
    #expect(message(try write("a", [0xEF, 0xBB, 0xBF] + utf8)) == "text SELECT 1")
    #expect(message(try write("b", [0xFF, 0xFE] + wide)) == other)
    #expect(message(try write("c", wide)) == other)
    #expect(message(try write("d", big)) == other)
    #expect(
      message(try write("e", widest))
        == "65 x.sql: line 1: the file is UTF-32; save it as UTF-8")
    #expect(
      message(try write("f", utf8 + [0x0A, 0xFF]))
        == "65 x.sql: line 2: the file is no valid UTF-8; save it as UTF-8")
    #expect(
      message(try write("g", utf8 + [0x0A, 0x0A, 0]))
        == "65 x.sql: line 3: the file holds a zero byte; save it as plain UTF-8 text")
  }

  @Test("text for a terminal moves no cursor and fakes no line")
  func printable() {
    #expect("a\u{1B}[2Jb\u{7}".printable() == "a\\u{1B}[2Jb\\u{7}")
    #expect("x\npassed\r\u{202E}".printable() == "x\\u{A}passed\\u{D}\\u{202E}")
    #expect("x\n\ty\u{9B}".printable(keepingLines: true) == "x\n\ty\\u{9B}")
    let red = "\u{1B}[1;31mx\u{1B}[0m"
    #expect(red.printable(keepingColours: true) == red)
    #expect("\u{1B}[8mx".printable(keepingColours: true) == "\\u{1B}[8mx")
    #expect("é – 👩‍💻".printable() == "é – 👩‍💻")
  }
}
