import Foundation
import MigCheckModel
import MigCheckSQLite
import MigCheckStoreFiles

/// Objects with eight properties, as many stores have them: a primary key, texts of several lengths,
/// numbers, a date, a link and a list.
func realmBenchmarkGraph(objects: Int) -> ObjectGraph {
  let schema = Schema([
    ObjectType(
      "Person", primaryKey: "id",
      [
        Property("id", .int), Property("name", .string), Property("email", .string, optional: true),
        Property("age", .int, optional: true), Property("score", .double),
        Property("born", .date), Property("active", .bool),
        Property("friend", .object, objectType: "Person", optional: true),
      ])
  ])
  var columns = schema.types[0].storedProperties.map { _ in [Value]() }
  for index in columns.indices { columns[index].reserveCapacity(objects) }
  for row in 0..<objects {
    let values: [Value] = [
      .int(Int64(row)), .string("Person number \(row)"),
      row % 3 == 0 ? .null : .string("person.\(row)@example.org"),
      row % 5 == 0 ? .null : .int(Int64(row % 90)), .double(Double(row) / 7),
      .date(Timestamp(seconds: Int64(row) * 86_400, nanoseconds: Int32(row % 1000))),
      .bool(row % 2 == 0),
      row % 2 == 0 ? .null : .link(ObjectReference(type: 0, index: row * 7 % objects)),
    ]
    for (column, value) in values.enumerated() { columns[column].append(value) }
  }
  var graph = ObjectGraph(schema: schema)
  graph.tables[0] = ObjectGraph.Table(count: objects, columns: columns)
  return graph
}

/// Writes and reads a Realm file, and copies the same values into SQLite and out of it.
func realmFile(objects: Int) throws {
  let folder = NSTemporaryDirectory() + "/migcheck-bench-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let graph = realmBenchmarkGraph(objects: objects)
  let before = peakBytes()
  var bytes = [UInt8]()
  let writing = try processorSeconds {
    bytes = try RealmFile.bytes(graph, version: 1)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/bench.realm"))
  }
  var count = 0
  let reading = try processorSeconds {
    let content = try RealmFile.read(path: "\(folder)/bench.realm")
    count = try content.snapshot(as: graph.schema).snapshot.graph.objectCount
  }
  guard count == objects else { fatalError("\(count) objects were read") }
  let peak = peakBytes()
  let copying = try processorSeconds {
    try copyIntoSQLite(graph, path: "\(folder)/bench.sqlite")
  }
  print(
    "\(objects) objects, \(bytes.count) bytes: written in \(rounded(writing, 2)) s, read in "
      + "\(rounded(reading, 2)) s; \(rounded(writing / copying, 2)) and "
      + "\(rounded(reading / copying, 2)) times what copying into SQLite takes "
      + "(\(rounded(copying, 2)) s); memory \((peak - before) / objects) bytes an object")
}

private func copyIntoSQLite(_ graph: ObjectGraph, path: String) throws {
  let connection = try SQLiteConnection(path: path)
  defer { connection.close() }
  let names = graph.schema.types[0].storedProperties.map { "\"\($0.name)\"" }
  try connection.execute("CREATE TABLE person (\(names.joined(separator: ", ")), PRIMARY KEY(id))")
  try connection.execute("BEGIN")
  let marks = names.map { _ in "?" }.joined(separator: ", ")
  let insert = try connection.prepare("INSERT INTO person VALUES (\(marks))")
  for row in 0..<graph.tables[0].count {
    for (column, values) in graph.tables[0].columns.enumerated() {
      switch values[row] {
      case .int(let number): try insert.bind(number, at: column + 1)
      case .string(let text): try insert.bind(text, at: column + 1)
      case .double(let number): try insert.bind(number, at: column + 1)
      case .bool(let flag): try insert.bind(flag ? 1 as Int64 : 0, at: column + 1)
      case .date(let date):
        try insert.bind(Double(date.seconds) + Double(date.nanoseconds) / 1e9, at: column + 1)
      case .link(let target): try insert.bind(Int64(target.index), at: column + 1)
      default: try insert.bindNull(at: column + 1)
      }
    }
    try insert.run()
  }
  try connection.execute("COMMIT")
}
