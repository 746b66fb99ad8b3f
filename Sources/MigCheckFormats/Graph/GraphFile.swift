import MigCheckModel
import MigCheckText

/// Reads `*.graph.json`: the objects in one store at one version.
///
/// `ObjectGraph.json(version:label:)` writes them.
package enum GraphFile {
  /// Reads a graph file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - schemaOf: the schema of a version, or `nil` for a version that does not exist.
  /// - Throws: `InputError` with the place of the first error; also where the schema does not
  ///   admit the graph, as with a repeated primary key.
  package static func read(
    path: String, schemaOf: (UInt64) -> Schema?
  ) throws(InputError) -> (version: UInt64, graph: ObjectGraph) {
    try graph(try FileReader.document(path: path), schemaOf: schemaOf)
  }

  /// Reads a graph out of a document.
  ///
  /// - Parameters:
  ///   - json: the document.
  ///   - file: the document's path, for messages.
  ///   - schemaOf: the schema of a version, or `nil` for a version that does not exist.
  /// - Throws: `InputError` with the place of the first error.
  package static func parse(
    _ json: JSON, file: String, schemaOf: (UInt64) -> Schema?
  ) throws(InputError) -> (version: UInt64, graph: ObjectGraph) {
    try graph(JSONNode(json, source: DocumentSource(file: file)), schemaOf: schemaOf)
  }

  static func graph(
    _ node: JSONNode, schemaOf: (UInt64) -> Schema?
  ) throws(InputError) -> (version: UInt64, graph: ObjectGraph) {
    try DocumentKind.graph.require(node)
    let record = try node.record("a graph", keys: ["version", "objects"])
    let versionNode = try record.required("version", "the version that the store is at")
    let version = try versionNode.version()
    guard let schema = schemaOf(version) else {
      throw versionNode.error("the history has no version \(version)", "name one that it has")
    }
    let objects = try record.required("objects", "the objects of each type")
    return (version, try GraphReader(schema: schema).graph(objects))
  }
}

/// Reads the objects of one graph.
private struct GraphReader {
  private var values: ValueReader
  private var schema: Schema { values.schema }

  init(schema: Schema) {
    values = ValueReader(schema: schema)
  }

  consuming func graph(_ node: JSONNode) throws(InputError) -> ObjectGraph {
    var tables = [(type: Int, objects: JSONElements)]()
    for (name, node) in try node.entries() {
      let type = try typeIndex(name, at: node)
      let objects = try node.array()
      try collectIDs(of: objects, type: type)
      tables.append((type, objects))
    }
    var graph = ObjectGraph(schema: schema)
    for table in tables {
      let type = schema.types[table.type]
      for node in table.objects {
        graph.append(try values.values(node, of: type, allowsID: true), type: table.type)
      }
      try requireUniqueKeys(graph.tables[table.type], of: type, nodes: table.objects)
    }
    return graph
  }

  private func typeIndex(_ name: String, at node: JSONNode) throws(InputError) -> Int {
    guard let index = schema.index(of: Name(name)) else {
      let names = schema.types.filter { !$0.isEmbedded }.map(\.name)
      let remedy =
        if let meant = nearest(to: name, among: names.map(\.text)) {
          "did you mean \(quoted(meant))?"
        } else {
          names.isEmpty ? "it has no types" : "its types are \(quotedList(names))"
        }
      throw node.error("this version has no type \(quoted(name))", remedy)
    }
    guard !schema.types[index].isEmbedded else {
      throw node.error(
        "the type \(quoted(name)) is embedded in this version",
        "write its objects inside their parents")
    }
    return index
  }

  private mutating func collectIDs(of objects: JSONElements, type: Int) throws(InputError) {
    for (index, node) in objects.enumerated() {
      guard let id = node.json["$id"].map({ node.child("$id", $0) }) else { continue }
      let label = try id.string()
      let reference = ObjectReference(type: type, index: index)
      guard values.objects.updateValue(reference, forKey: Array(label.utf8)) == nil else {
        throw id.error("another object has the $id \(quoted(label)) too", "give each its own")
      }
    }
  }

  private func requireUniqueKeys(
    _ table: ObjectGraph.Table, of type: ObjectType, nodes: JSONElements
  ) throws(InputError) {
    guard let name = type.primaryKey, let column = type.storedIndex(of: name) else { return }
    var rows = [[UInt8]: Int]()
    for (row, value) in table.columns[column].enumerated() {
      // Links, collections and mixed cannot be keys; Realm refuses such a schema.
      guard value.isNull || value.scalarJSON != nil else { return }
      let text = (value.scalarJSON ?? .null).compactText
      if let first = rows.updateValue(row, forKey: Array(text.utf8)) {
        let place = nodes[row].child(name.text, .null)
        throw place.error(
          "\(nodes[first].path.text) has the primary key \(text) too",
          "give each object its own")
      }
    }
  }
}
