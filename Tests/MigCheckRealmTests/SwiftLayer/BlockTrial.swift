import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealm
import MigCheckText
import Testing

/// One store of version 1 that a block upgrades to version 2, in memory and in a file.
///
/// Types are written as in `Owner(*id: int, name: string?, dogs: [Dog], few: {Dog}, by: [string: Dog],
/// owners: linking Owner.dogs); embedded Address(street: string)`, stores as the objects of a graph file.
struct BlockTrial {
  let first: MigCheckModel.Schema
  let second: MigCheckModel.Schema
  let start: ObjectGraph
  let drops: [PropertyPath]

  init(_ first: String, _ second: String? = nil, store: String = "{}") throws {
    self.first = MigCheckModel.Schema(try TypeNotation.types(first))
    self.second = try second.map { MigCheckModel.Schema(try TypeNotation.types($0)) } ?? self.first
    drops = []
    start = try Self.graph(store, version: 1, self.first)
  }

  private static func graph(
    _ text: String, version: UInt64, _ schema: MigCheckModel.Schema
  ) throws -> ObjectGraph {
    let json = try JSON.parse(#"{"version": \#(version), "objects": \#(text)}"#)
    return try GraphFile.parse(json, file: "graph") { _ in schema }.graph
  }

  enum Outcome {
    case passed(ObjectGraph)
    case failed(UpgradeError)
  }

  /// What both kinds of stores show, which must be the same.
  func run(_ block: @escaping MigCheckRealm.MigrationBlock) throws -> Outcome {
    let memory = try run(.memory, block)
    let file = try run(.file, block)
    switch (memory, file) {
    case (.passed(let first), .passed(let second)):
      #expect(GraphComparison.compare(first, second) == .equal)
    case (.failed(let first), .failed(let second)):
      #expect(first.code == second.code)
      #expect(first.message == second.message)
    default: Issue.record("memory: \(memory), file: \(file)")
    }
    return memory
  }

  fileprivate func run(
    _ kind: StoreKind, _ block: @escaping MigCheckRealm.MigrationBlock
  ) throws -> Outcome {
    let directory = NSTemporaryDirectory() + "/block-trial-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let history = History("Trial", migrationBlock: block) {
      Version(1) { first.types }
      Version(2) { second.types }
    }
    let store = try history.makeStore(kind, at: 1, holding: start, in: directory)
    defer { store.discard() }
    do {
      _ = try store.upgrade(to: 2)
    } catch let error as UpgradeError {
      #expect(store.version == 1)
      return .failed(error)
    }
    return .passed(try store.snapshot().graph)
  }

  // MARK: Expectations

  /// The block passes, and leaves these objects.
  func expect(
    _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ block: @escaping MigCheckRealm.MigrationBlock
  ) throws {
    switch try run(block) {
    case .failed(let error): Issue.record("\(error)", sourceLocation: sourceLocation)
    case .passed(let graph):
      let wanted = try Self.graph(expected, version: 2, second)
      #expect(
        GraphComparison.compare(graph, wanted) == .equal,
        "\(graph.json(version: 2).compactText)", sourceLocation: sourceLocation)
    }
  }

  /// The upgrade fails with a message that begins like this.
  func expect(
    _ code: UpgradeError.Code, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ block: @escaping MigCheckRealm.MigrationBlock
  ) throws {
    switch try run(block) {
    case .failed(let error):
      #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
      #expect(error.message.hasPrefix(message), "\(error)", sourceLocation: sourceLocation)
    case .passed(let graph):
      Issue.record("\(graph.json(version: 2).compactText)", sourceLocation: sourceLocation)
    }
  }
}

/// What a block says of what it was given.
final class Notes: @unchecked Sendable {
  // Unchecked: a block runs on one thread, and its notes are read after it has ended.
  private(set) var all: [String] = []

  func add(_ note: Any?) { all.append(note.map { "\($0)" } ?? "nil") }
}

extension BlockTrial {
  /// The block passes, and says this of what it was given.
  func expectNotes(
    _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ block: @escaping @Sendable (Migration, Notes) -> Void
  ) throws {
    for kind in StoreKind.allCases {
      let notes = Notes()
      if case .failed(let error) = try run(kind, { migration, _ in block(migration, notes) }) {
        Issue.record("\(error)", sourceLocation: sourceLocation)
      }
      #expect(notes.all == expected, sourceLocation: sourceLocation)
    }
  }

  /// The same for the first old and new object of the first type.
  func expectNotes(
    _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation,
    ofFirst block:
      @escaping @Sendable (
        Migration, _ old: MigrationObject?, _ new: MigrationObject?, Notes
      ) -> Void
  ) throws {
    let type = first.types[0].name.text
    try expectNotes(expected, sourceLocation: sourceLocation) { migration, notes in
      var isFirst = true
      migration.enumerateObjects(ofType: type) { old, new in
        if isFirst { block(migration, old, new, notes) }
        isFirst = false
      }
    }
  }

  /// The upgrade fails with a message that begins like this, where a block does something to each
  /// object of the first type.
  func expectEach(
    _ code: UpgradeError.Code, _ message: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ block:
      @escaping @Sendable (Migration, _ old: MigrationObject?, _ new: MigrationObject?) -> Void
  ) throws {
    let type = first.types[0].name.text
    try expect(code, message, sourceLocation: sourceLocation) { migration, _ in
      migration.enumerateObjects(ofType: type) { block(migration, $0, $1) }
    }
  }

  /// The upgrade passes and leaves these objects, where a block does something to each object of the
  /// first type.
  func expectEach(
    _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ block:
      @escaping @Sendable (Migration, _ old: MigrationObject?, _ new: MigrationObject?) -> Void
  ) throws {
    let type = first.types[0].name.text
    try expect(expected, sourceLocation: sourceLocation) { migration, _ in
      migration.enumerateObjects(ofType: type) { block(migration, $0, $1) }
    }
  }
}

/// Types of objects in a line.
enum TypeNotation {
  static func types(_ text: String) throws -> [ObjectType] {
    try text.split(separator: ";").map { try type($0.trimmed) }
  }

  private static func type(_ text: String) throws -> ObjectType {
    let isEmbedded = text.hasPrefix("embedded ")
    let rest = isEmbedded ? String(text.dropFirst("embedded ".count)) : text
    let open = try #require(rest.firstIndex(of: "("))
    var key: Name?
    let properties = try rest[open...].dropFirst().dropLast().split(separator: ",").map { part in
      let colon = try #require(part.firstIndex(of: ":"))
      var name = String(part[..<colon]).trimmed
      if name.hasPrefix("*") {
        name.removeFirst()
        key = Name(name)
      }
      return try property(name, String(part[colon...].dropFirst()).trimmed)
    }
    return ObjectType(
      Name(String(rest[..<open])), primaryKey: key, embedded: isEmbedded, properties)
  }

  private static func property(_ name: String, _ text: String) throws -> MigCheckModel.Property {
    if text.hasPrefix("linking ") {
      let place = text.dropFirst("linking ".count).split(separator: ".").map(String.init)
      return .linkingObjects(name, from: place[0], property: place[1])
    }
    if text.hasPrefix("[string:") {
      return value(name, String(text.dropFirst("[string:".count).dropLast()).trimmed, .dictionary)
    }
    if text.hasPrefix("[") { return value(name, String(text.dropFirst().dropLast()), .list) }
    if text.hasPrefix("{") { return value(name, String(text.dropFirst().dropLast()), .set) }
    return value(name, text, nil)
  }

  private static func value(
    _ name: String, _ text: String, _ collection: CollectionKind?
  ) -> MigCheckModel.Property {
    let isOptional = text.hasSuffix("?")
    let base = isOptional ? String(text.dropLast()) : text
    guard let type = MigCheckModel.PropertyType(rawValue: base) else {
      return MigCheckModel.Property(
        Name(name), .object, collection: collection, objectType: Name(base),
        optional: collection == nil || collection == .dictionary)
    }
    return MigCheckModel.Property(
      Name(name), type, collection: collection, optional: isOptional || type == .mixed)
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
