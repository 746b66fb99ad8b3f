import Foundation
import MigCheckModel
import Testing

@testable import MigCheckSQL

@Suite("Scripts that a folder leaves out") struct LeftOutScriptsTests {
  private static let scripts = [
    "1_user.sql": "CREATE TABLE user (id INTEGER PRIMARY KEY)",
    "2_mail.sql": "ALTER TABLE user ADD COLUMN mail TEXT",
  ]

  private func folder(_ prepare: (TestFolder) throws -> Void) throws -> TestFolder {
    let folder = try TestFolder(Self.scripts)
    try prepare(folder)
    return folder
  }

  private func error(in folder: TestFolder) throws -> InputError? {
    do {
      let settings = try FolderSettings(of: folder.path)
      _ = try MigrationFolder(path: folder.path, settings: settings)
      return nil
    } catch let error as InputError {
      return error
    }
  }

  private static func link(_ folder: TestFolder, _ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(name)", withDestinationPath: target)
  }

  @Test(
    "a link to a script or a folder that does not exist is an error",
    arguments: ["3_gone.sql", "3_gone.sqm", "3_gone", "gone.sql"])
  func danglingLink(name: String) throws {
    let folder = try folder { try Self.link($0, name, to: "../gone") }
    let error = try #require(try error(in: folder))
    #expect(error.kind == .notFound)
    #expect(error.file == "\(folder.path)/\(name)")
    #expect(error.problem == "this is a symbolic link to a file that does not exist")
    #expect(error.remedy == "restore its target, or delete the link")
  }

  @Test("a dangling link within the folder of a migration is an error")
  func danglingLinkBelow() throws {
    let folder = try folder { folder in
      try folder.write(Data("SELECT 1".utf8), to: "3_x/1.sql")
      try Self.link(folder, "3_x/2.sql", to: "gone")
    }
    #expect(try error(in: folder)?.file == "\(folder.path)/3_x/2.sql")
  }

  @Test("a link that leads to a script, and one that is no script, are none")
  func otherLinks() throws {
    let folder = try folder { folder in
      try folder.write(Data("SELECT 1".utf8), to: "other/x.txt")
      try Self.link(folder, "3_linked.sql", to: "other/x.txt")
      try Self.link(folder, "README.md", to: "gone")
    }
    #expect(try error(in: folder) == nil)
  }

  @Test("settings that are a dangling link are an error")
  func danglingSettings() throws {
    let folder = try folder { try Self.link($0, "migcheck.json", to: "gone") }
    #expect(try error(in: folder)?.file == "\(folder.path)/migcheck.json")
    let beside = try self.folder { folder in
      try Self.link(folder, "../migcheck.json", to: "gone")
    }
    let parent = beside.path.split(separator: "/").dropLast().joined(separator: "/")
    #expect(try error(in: beside)?.file == "/\(parent)/migcheck.json")
  }

  #if os(Linux)
    @Test("a script whose name is not UTF-8 is an error")
    func invalidName() throws {
      let folder = try folder { folder in
        let path = Array(folder.path.utf8CString.dropLast())
        let name = Array("/3_".utf8CString.dropLast()) + [-23] + Array(".sql".utf8CString)
        let file = try #require(fopen(path + name, "w"))
        fclose(file)
      }
      let error = try #require(try error(in: folder))
      #expect(error.file == "\(folder.path)/3_\\xE9.sql")
      #expect(error.problem == "the name of this script is not UTF-8")
      #expect(error.remedy == "rename it")
    }
  #endif

  @Test(
    "a folder with a number and no script that leads up is an error",
    arguments: ["3_x/readme.txt", "3_x/down.sql", "3_x/deeper/up.sql"])
  func emptyFolder(file: String) throws {
    let folder = try folder { try $0.write(Data(), to: file) }
    let error = try #require(try error(in: folder))
    #expect(error.file == "\(folder.path)/3_x")
    #expect(error.problem == "this folder has a number, but no script that leads up")
  }

  @Test(
    "folders without a number, and scripts for another database, are none",
    arguments: ["docs/readme.txt", "meta/0000_snapshot.json", "3_x/up.postgres.sql"])
  func otherFolders(file: String) throws {
    #expect(try error(in: try folder { try $0.write(Data(), to: file) }) == nil)
  }

  @Test("migrations in other languages are named")
  func code() throws {
    let folder = try folder { folder in
      for name in ["3_users.ts", "003_x.go", "notes.py"] { try folder.write(Data(), to: name) }
    }
    let read = try MigrationFolder(path: folder.path, settings: FolderSettings())
    #expect(
      read.explanation.contains("left out: 003_x.go, 3_users.ts, which is code and not run"),
      "\(read.explanation)")
  }
}
