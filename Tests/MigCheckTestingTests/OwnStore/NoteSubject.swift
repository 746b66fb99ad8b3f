import Foundation
import MigCheckModel

/// The app's own file: a version, and notes with the values of their properties.
struct NoteFile: Codable, Hashable {
  var version: UInt64
  var notes: [[String: String]]

  /// The upgrade that the app ships.
  mutating func upgrade(to target: UInt64) {
    for index in notes.indices {
      if version < 2, target >= 2 {
        notes[index]["heading"] = notes[index].removeValue(forKey: "title")
      }
      if version < 3, target >= 3 { notes[index]["tag"] = "" }
    }
    version = target
  }
}

/// Tells migcheck of the versions, and makes stores.
struct NoteSubject: Subject {
  let name = "Notes"
  let rules = "note file"
  let ignoring: [PropertyPath] = []
  /// Objects are known by their primary key; which properties are renamed is not said.
  let evidence = Evidence(identity: .primaryKey)
  let versions = [["title"], ["heading"], ["heading", "tag"]].enumerated().map { index, names in
    let properties = names.map { Property(Name($0), .string) }
    return SubjectVersion(
      number: UInt64(index + 1),
      schema: Schema([ObjectType("Note", primaryKey: "id", [Property("id", .string)] + properties)]
      ),
      drops: index == 1 ? ["Note.title"] : [])
  }

  func makeStore(
    _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
  ) throws -> any SubjectStore {
    let names = graph.schema.types[0].storedProperties.map(\.name.text)
    let notes = (0..<graph.tables[0].count).map { row in
      let values = graph.values(of: ObjectReference(type: 0, index: row))
      return Dictionary(uniqueKeysWithValues: zip(names, values.map(Self.text)))
    }
    let file = NoteFile(version: version, notes: notes)
    return try NoteStore(self, file, in: kind == .file ? directory : nil)
  }

  static func text(_ value: Value) -> String {
    if case .string(let text) = value { text } else { "" }
  }
}

/// One store, in memory or in a file.
final class NoteStore: SubjectStore {
  private let subject: NoteSubject
  private var content: NoteFile
  /// `nil`: the store is in memory.
  private let directory: String?
  private let path: String?

  init(_ subject: NoteSubject, _ content: NoteFile, in directory: String?) throws {
    (self.subject, self.content, self.directory) = (subject, content, directory)
    path = directory.map { "\($0)/\(UUID().uuidString).json" }
    try save()
  }

  private func save() throws {
    if let path { try JSONEncoder().encode(content).write(to: URL(fileURLWithPath: path)) }
  }

  var version: UInt64 { content.version }

  func fork() throws -> any SubjectStore {
    try NoteStore(subject, content, in: directory)
  }

  func upgrade(to version: UInt64) throws -> MigrationTrace {
    content.upgrade(to: version)
    try save()
    return .unknown
  }

  func reopen() throws -> Bool {
    guard let path else { return false }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    content = try JSONDecoder().decode(NoteFile.self, from: data)
    return false
  }

  func schema() throws -> Schema {
    subject.versions.first { $0.number == version }?.schema ?? Schema([])
  }

  func snapshot() throws -> Snapshot {
    var graph = ObjectGraph(schema: try schema())
    for note in content.notes {
      let names = graph.schema.types[0].storedProperties.map(\.name.text)
      graph.append(names.map { note[$0].map { .string($0) } ?? .null }, type: 0)
    }
    return Snapshot(version: version, graph: graph)
  }

  func state() throws -> any StoreState { ValueState(content) }

  func discard() { if let path { try? FileManager.default.removeItem(atPath: path) } }
}
