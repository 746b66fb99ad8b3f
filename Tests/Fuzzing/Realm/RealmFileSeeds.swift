import MigCheckGeneration
import MigCheckModel
import MigCheckStoreFiles

/// Small Realm files that hold everything that such files can hold.
package enum RealmFileSeeds {
  /// One class with every type, alone and in every collection, one embedded class, links in circles.
  static let schema: Schema = {
    let scalars = PropertyType.allCases.filter { $0 != .object && $0 != .linkingObjects }
    let kinds: [CollectionKind?] = [nil] + CollectionKind.allCases
    let properties = kinds.flatMap { kind in
      scalars.flatMap { type in
        [false, true].filter { $0 || type != .mixed }.map { optional in
          Property(
            Name("\(type)\(kind.map(\.rawValue) ?? "")\(optional ? "O" : "")"), type,
            collection: kind, optional: optional)
        }
      }
    }
    let links = kinds.flatMap { kind in
      ["All", "Part", "Key"].filter { $0 != "Part" || kind != .set }.map { target in
        Property(
          Name("\(target)\(kind.map(\.rawValue) ?? "")"), .object, collection: kind,
          objectType: Name(target), optional: kind == nil || kind == .dictionary)
      }
    }
    return Schema([
      ObjectType("All", properties + links),
      ObjectType(
        "Part", embedded: true,
        [Property("n", .int), .link("key", to: "Key"), Property("any", .mixed, optional: true)]),
      ObjectType("Key", primaryKey: "id", [Property("id", .string, optional: true)]),
    ])
  }()

  /// - Throws: `RealmWriteError`.
  package static func files() throws -> [[UInt8]] {
    var files = [[UInt8]]()
    var source = RandomSource(seed: 37)
    let generator = GraphGenerator(
      schema: schema, rules: ValueRules(keepsSignOfZero: false, dictionaryKeys: .noPaths))
    for trial in [2, 8, 12, 20] {
      var graph = generator.graph(trial: trial, source: &source)
      graph.emptySets()
      for format in RealmFile.writtenFormats {
        files.append(try RealmFile.bytes(graph, version: 1, format: format))
      }
    }
    files.append(try RealmFile.bytes(nested))
    files.append(try RealmFile.bytes(many))
    files += files.map(streaming)
    return files
  }

  /// Lists and dictionaries inside of each other.
  private static var nested: RealmContent {
    let link = Value.link(ObjectReference(type: 0, index: 1))
    let deep = (0..<20).reduce(Value.list([.int(1), link])) { value, level in
      level % 2 == 0 ? .dictionary([DictionaryEntry("k", value)]) : .list([value, .null])
    }
    return RealmContent(
      schemaVersion: 1,
      tables: [
        RealmTable(
          name: "class_Any",
          columns: [
            RealmColumn("m", .mixed, optional: true),
            RealmColumn("l", .mixed, collection: .list, optional: true),
          ], keys: [0, 1],
          values: [[deep, link], [.list([deep, .string("x"), .list([])]), .list([])]])
      ])
  }

  /// Trees of several levels.
  private static var many: RealmContent {
    let count = 600
    return RealmContent(
      schemaVersion: 1,
      tables: [
        RealmTable(
          name: "class_Many", primaryKey: 0,
          columns: [
            RealmColumn("id", .int), RealmColumn("all", .int, collection: .list),
            RealmColumn("hub", .object, optional: true, target: 0),
          ], keys: (0..<count).map(Int64.init),
          values: [
            (0..<count).map { .int(Int64($0)) },
            (0..<count).map { row in
              .list(row == 0 ? (0..<2100).map { .int(Int64($0)) } : [])
            },
            (0..<count).map { _ in .link(ObjectReference(type: 0, index: 0)) },
          ])
      ])
  }

  /// The same file in the form of compacted copies.
  private static func streaming(_ bytes: [UInt8]) -> [UInt8] {
    let cookie: UInt64 = 0x3034_1252_37E5_26C8
    return Array(repeating: 0xFF, count: 8) + bytes[8...] + bytes[0..<8]
      + (0..<8).map { UInt8(truncatingIfNeeded: cookie >> UInt64(8 * $0)) }
  }
}

extension ObjectGraph {
  /// Leaves out what some sets may not hold.
  fileprivate mutating func emptySets() {
    for (type, object) in schema.types.enumerated() {
      for (column, property) in object.storedProperties.enumerated()
      where property.collection == .set {
        switch property.type {
        case .float, .double, .mixed:
          tables[type].columns[column] = tables[type].columns[column].map { _ in .set([]) }
        default: break
        }
      }
    }
  }
}
