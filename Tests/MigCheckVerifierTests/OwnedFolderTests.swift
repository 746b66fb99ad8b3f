import Foundation
import Testing

@testable import MigCheckVerifier

/// Which folders are taken for abandoned ones. `ScratchTests` kills real processes.
@Suite struct OwnedFolderTests {
  private final class Place {
    let path: String

    init() throws {
      path = NSTemporaryDirectory() + "/migcheck-owned-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// A folder as a dead process leaves it: nobody holds a lock.
    @discardableResult
    func makeFolder(
      _ name: String, mode: Int = 0o700, files: [String] = [".migcheck-owner", "1/a.store"]
    ) throws -> String {
      let folder = "\(path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: folder + "/1/2", withIntermediateDirectories: true)
      for file in files { try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)")) }
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
      return folder
    }
  }

  @Test("an abandoned folder goes, with all that is in it")
  func anAbandonedFolderGoesWithAllThatIsInIt() throws {
    let place = try Place()
    try place.makeFolder("migcheck-scratch-aZ09xY")
    try place.makeFolder("migcheck-scratch-aZ09xY-removed")
    AbandonedFolders.remove(in: place.path)
    #expect(place.names == [])
  }

  @Test(
    "what only looks like one stays",
    arguments: [
      ("migcheck-scratch-aZ09x", 0o700, [".migcheck-owner"]),
      ("migcheck-scratch-aZ09xYz", 0o700, [".migcheck-owner"]),
      ("migcheck-scratch-aZ09x-", 0o700, [".migcheck-owner"]),
      ("migcheck-scratch-notes1-removed2", 0o700, [".migcheck-owner"]),
      ("xmigcheck-scratch-aZ09xY", 0o700, [".migcheck-owner"]),
      ("migcheck-scratch-aZ09xY", 0o755, [".migcheck-owner"]),
      ("migcheck-scratch-aZ09xY", 0o700, ["1/a.store"]),
    ])
  func whatOnlyLooksLikeOneStays(name: String, mode: Int, files: [String]) throws {
    let place = try Place()
    let folder = try place.makeFolder(name, mode: mode, files: files)
    AbandonedFolders.remove(in: place.path)
    #expect(place.names == [name])
    for file in files { #expect(FileManager.default.fileExists(atPath: "\(folder)/\(file)")) }
  }

  @Test("no symbolic link is followed")
  func noSymbolicLinkIsFollowed() throws {
    let (place, other) = try (Place(), Place())
    let kept = try other.makeFolder("migcheck-scratch-aZ09xY")
    func link(_ name: String, _ target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: "\(place.path)/\(name)", withDestinationPath: target)
    }
    try place.makeFolder("migcheck-scratch-bbbbbb")
    try link("migcheck-scratch-bbbbbb/1/link", kept)
    try link("migcheck-scratch-aZ09xY", kept)
    // A lock that is a link to somebody's file.
    try place.makeFolder("migcheck-scratch-cccccc", files: ["1/a.store"])
    try link("migcheck-scratch-cccccc/.migcheck-owner", "\(kept)/.migcheck-owner")
    AbandonedFolders.remove(in: place.path)
    #expect(place.names == ["migcheck-scratch-aZ09xY", "migcheck-scratch-cccccc"])
    #expect(FileManager.default.fileExists(atPath: kept + "/1/a.store"))
  }

  @Test("an empty folder of a maker that died early goes too")
  func anEmptyFolderOfAMakerThatDiedEarlyGoesToo() throws {
    let place = try Place()
    let folder = "\(place.path)/migcheck-scratch-aZ09xY"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    AbandonedFolders.remove(in: place.path)
    #expect(place.names == [])
  }

  @Test("a folder stays while its owner is there, and after the last reference to it")
  func aFolderStaysWhileItsOwnerIsThere() throws {
    let place = try Place()
    let path = try #require(OwnedFolder(in: place.path)).path
    let second = try #require(OwnedFolder(in: place.path))
    #expect(place.names.count == 2)
    second.remove()
    AbandonedFolders.remove(in: place.path)
    #expect(place.names == [URL(fileURLWithPath: path).lastPathComponent])
  }

  @Test("makers and cleaners at the same time leave each maker a folder of its own")
  func makersAndCleanersAtTheSameTimeLeaveEachMakerAFolderOfItsOwn() throws {
    let place = try Place()
    let path = place.path
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for _ in 0..<50 {
        guard number % 2 == 0 else {
          AbandonedFolders.remove(in: path)
          continue
        }
        guard let folder = OwnedFolder(in: path) else {
          Issue.record("no folder was made")
          return
        }
        // Nobody else's cleaning may take it away before this.
        #expect(FileManager.default.fileExists(atPath: folder.path + "/.migcheck-owner"))
        let file = folder.path + "/file"
        #expect(FileManager.default.createFile(atPath: file, contents: Data()))
        AbandonedFolders.remove(in: path)
        #expect(FileManager.default.fileExists(atPath: file))
        folder.remove()
      }
    }
    #expect(place.names == [])
  }

  @Test("a folder is removed under the hands of threads that make files in it")
  func aFolderIsRemovedUnderTheHandsOfThreadsThatMakeFilesInIt() throws {
    let place = try Place()
    let folder = try #require(OwnedFolder(in: place.path))
    let group = DispatchGroup()
    for thread in 0..<4 {
      DispatchQueue.global().async(group: group) {
        for number in 0..<2_000 {
          _ = FileManager.default.createFile(
            atPath: "\(folder.path)/\(thread)-\(number)", contents: nil)
        }
      }
    }
    usleep(2_000)
    folder.removeFromOthers()
    group.wait()
    #expect(place.names == [])
  }

  @Test("where no folder can be made there is none")
  func whereNoFolderCanBeMadeThereIsNone() {
    #expect(OwnedFolder(in: "/nowhere/at/all") == nil)
    #expect(throws: VerificationError.self) { try RunFolder(in: "/nowhere/at/all") }
  }
}
