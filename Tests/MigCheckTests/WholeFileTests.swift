import Foundation
import MigCheckFormats
import Testing

@testable import MigCheck

@Suite("Files that are there as a whole or not at all")
struct WholeFileTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "/whole-file-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
  }

  @Test("A file is written, replaced, or refused where there is one")
  func collisions() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a"
    try WholeFile.write("one", to: path, collision: .refuse)
    #expect(try text("a") == "one")
    let error = #expect(throws: InputError.self) {
      try WholeFile.write("two", to: path, collision: .refuse)
    }
    #expect(
      error?.description.hasSuffix(
        "/a: \(WholeFile.exists("").problem); remove it, or write to another one") == true)
    #expect(error?.exitStatus == 74)
    #expect(try text("a") == "one")
    try WholeFile.write("three", to: path, collision: .replace)
    #expect(try text("a") == "three")
    try WholeFile.copy(path, to: folder + "/b", collision: .refuse)
    #expect(try text("b") == "three")
    #expect(names == ["a", "b"])
  }

  @Test("Nothing is left where it cannot be written")
  func failures() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/a", withIntermediateDirectories: true)
    for collision in [WholeFile.Collision.replace, .refuse] {
      #expect(throws: InputError.self) {
        try WholeFile.write("one", to: folder + "/a", collision: collision)
      }
    }
    #expect(throws: InputError.self) {
      try WholeFile.copy(folder + "/none", to: folder + "/b", collision: .refuse)
    }
    let error = #expect(throws: InputError.self) {
      try WholeFile.write("one", to: folder + "/none/b", collision: .refuse)
    }
    #expect(error?.problem == "the file cannot be written: its folder does not exist")
    #expect(names == ["a"])
  }

  @Test("A file gets the permissions that a new one has")
  func permissions() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try WholeFile.write("one", to: folder + "/a", collision: .refuse)
    #expect(FileManager.default.createFile(atPath: folder + "/b", contents: nil))
    func mode(_ name: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      return attributes[.posixPermissions] as? Int
    }
    #expect(try mode("a") == mode("b"))
  }
}
