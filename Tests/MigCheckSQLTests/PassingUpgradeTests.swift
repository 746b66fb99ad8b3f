import MigCheckModel
import Testing

@testable import MigCheckSQL

@Suite("One upgrade that passes several versions") struct PassingUpgradeTests {
  private static let scripts = [
    "CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT, plays INTEGER);",
    "PRAGMA foreign_keys = ON; ALTER TABLE song ADD COLUMN rating INTEGER DEFAULT 3;",
    "UPDATE song SET plays = plays * 2;",
    "CREATE UNIQUE INDEX song_title ON song (title);",
    "ALTER TABLE song RENAME TO track;",
  ]

  private func graph(_ titles: [String], _ subject: SQLFolderSubject) -> ObjectGraph {
    var graph = ObjectGraph(schema: subject.versions[0].schema)
    for (place, title) in titles.enumerated() {
      graph.append([.int(Int64(place) + 1), .string(title), .int(7)], type: 0)
    }
    return graph
  }

  @Test("each copy is as if the upgrade had ended there", arguments: StoreKind.allCases)
  func copies(kind: StoreKind) throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let store = try subject.makeStore(
      kind, at: 1, holding: graph(["a", "b"], subject), in: folder.path)
    defer { store.discard() }
    let straight = try [UInt64(2), 3, 5].map { version in
      let copy = try store.fork()
      _ = try copy.upgrade(to: version)
      return copy
    }
    defer { for copy in straight { copy.discard() } }
    var copies = [any SubjectStore]()
    let trace = try store.upgrade(to: 5, passing: [2, 3]) { copy, _ in copies.append(copy) }
    #expect(trace != nil)
    #expect(copies.map(\.version) == [2, 3])
    for (passed, expected) in zip(copies + [store], straight) {
      #expect(try passed.state().isIdentical(to: expected.state()))
    }
    // They are independent of each other.
    _ = try copies[0].upgrade(to: 5)
    #expect(try copies[0].state().isIdentical(to: store.state()))
    for copy in copies { copy.discard() }
  }

  @Test("a script that fails ends the hops to its version and to all later ones")
  func refusal() throws {
    let (subject, folder) = try SQLFolderRuns.subject(Self.scripts)
    let store = try subject.makeStore(
      .memory, at: 1, holding: graph(["a", "a"], subject), in: folder.path)
    defer { store.discard() }
    var reached = [UInt64]()
    #expect(throws: UpgradeError.self) {
      try store.upgrade(to: 5, passing: [2, 3, 4]) { copy, _ in
        reached.append(copy.version)
        copy.discard()
      }
    }
    #expect(reached == [2, 3])
  }
}
