import MigCheckModel
import MigCheckStoreFiles
import MigCheckText
import Testing

/// Writes a graph, reads it again, and checks the file.
enum RealmRoundTrip {
  /// Records an issue for whatever is different, or wrong with the file.
  static func check(
    _ graph: ObjectGraph, version: UInt64 = 1, format: Int = 24, _ label: String
  ) throws {
    let graph = graph.writable(format: format)
    let bytes = try RealmFile.bytes(graph, version: version, format: format)
    let content = try RealmFile.read(bytes)
    #expect(content.format == format)
    #expect(content.schemaVersion == version)
    #expect(content.notes.isEmpty, "\(label)")
    let (snapshot, notes) = try content.snapshot(as: graph.schema)
    #expect(notes.isEmpty && snapshot.misplaced.isEmpty, "\(label)")
    for (type, (left, right)) in zip(graph.tables, snapshot.graph.tables).enumerated() {
      let name = graph.schema.types[type].name
      #expect(left.count == right.count, "\(label): \(name)")
      for (property, (a, b)) in zip(
        graph.schema.types[type].storedProperties, zip(left.columns, right.columns))
      where a != b {
        Issue.record("\(label): \(name).\(property.name)")
      }
    }
    let problems = RealmVerifier.problems(in: bytes)
    #expect(problems == [], "\(label)")
    // Equal content gives equal bytes.
    #expect(try RealmFile.bytes(content, format: format) == bytes, "\(label)")
  }
}

extension ObjectGraph {
  /// The same graph without what a file of the format cannot hold: NaN in sets of numbers, and before
  /// format 24 sets of several mixed values.
  func writable(format: Int) -> ObjectGraph {
    var result = self
    for (index, type) in schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated() {
        result.tables[index].columns[column] = tables[index].columns[column].map {
          writable($0, of: property, format: format)
        }
      }
    }
    return result
  }

  private func writable(_ value: Value, of property: Property, format: Int) -> Value {
    switch value {
    case .set(let elements):
      let kept = elements.filter { element in
        switch element {
        case .float(let number): !number.isNaN
        case .double(let number): !number.isNaN
        default: true
        }
      }
      return .set(format < 24 && property.type == .mixed ? Array(kept.prefix(1)) : kept)
    case .embedded(var object):
      let properties = schema.types[object.type].storedProperties
      for (place, property) in properties.enumerated() {
        object.values[place] = writable(object.values[place], of: property, format: format)
      }
      return .embedded(object)
    case .list(let elements):
      return .list(elements.map { writable($0, of: property, format: format) })
    case .dictionary(let entries):
      return .dictionary(
        entries.map { DictionaryEntry($0.key, writable($0.value, of: property, format: format)) })
    default: return value
    }
  }
}
