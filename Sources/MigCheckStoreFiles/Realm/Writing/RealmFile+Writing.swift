import MigCheckModel

extension RealmFile {
  /// The formats that are written: 23 is for Realm Swift 10.35 to 10.48, which refuses 24.
  package static let writtenFormats = 23...24

  /// The bytes of a file.
  ///
  /// Equal content gives equal bytes. Objects get the keys 0, 1, 2 …, unless they are to keep those of
  /// the content; indexes other than of primary keys are left out, and the engine adds them when it opens
  /// the file.
  ///
  /// - Parameters:
  ///   - format: one of `writtenFormats`.
  ///   - keepingKeys: whether objects keep the keys of the content, which ascend in each table.
  /// - Throws: `RealmWriteError` for a content that such a file cannot hold; nothing is written then.
  /// - Complexity: O(*n* log *n*) in the size of the content.
  package static func bytes(
    _ content: RealmContent, format: Int = 24, keepingKeys: Bool = false
  ) throws(RealmWriteError) -> [UInt8] {
    let problems = RealmWritability(content, format: format).problems
    guard problems.isEmpty else { throw RealmWriteError(problems: problems) }
    return RealmFileWriter(content, format: format, keepingKeys: keepingKeys).write()
  }

  /// The bytes of a file as a version of an app would have left it.
  ///
  /// - Parameters:
  ///   - graph: its schema is that of the version.
  ///   - format: one of `writtenFormats`.
  /// - Throws: `RealmWriteError` for a graph that is not valid, or that such a file cannot hold.
  /// - Complexity: O(*n* log *n*) in the size of the graph.
  package static func bytes(
    _ graph: ObjectGraph, version: UInt64, format: Int = 24
  ) throws(RealmWriteError) -> [UInt8] {
    let faults = graph.validate(by: ValueRules.realm)
    guard faults.isEmpty else { throw RealmWriteError(problems: faults) }
    return try bytes(RealmContent(graph, version: version), format: format)
  }
}

extension ValueRules {
  /// What holds of the values of a Realm file.
  fileprivate static let realm = ValueRules(keepsSignOfZero: false, dictionaryKeys: .noPaths)
}

/// Writes all tables of a content, and what they hang from.
struct RealmFileWriter {
  private let content: RealmContent
  private let format: Int
  private let backLinks: RealmBackLinks
  private let plans: [RealmTablePlan]
  private let keys: RealmObjectKeys
  /// How many tables come before those of the content.
  private let firstKey: Int

  init(_ content: RealmContent, format: Int, keepingKeys: Bool = false) {
    let keys = RealmObjectKeys(content, keepingKeys: keepingKeys)
    self.keys = keys
    self.content = keys.linked(content)
    self.format = format
    firstKey = content.schemaVersion == nil ? 0 : 1
    backLinks = RealmBackLinks(content)
    plans = RealmTablePlan.plans(for: content, backLinks, firstKey: firstKey, format: format)
  }

  func write() -> [UInt8] {
    var output = RealmOutput()
    let values = RealmValueWriter(format: format, firstTableKey: firstKey)
    var tables = [Int64]()
    var names = [String]()
    if let version = content.schemaVersion {
      let table = RealmTable.metadata(version)
      let writer = RealmTableWriter(
        table: table, plan: RealmTablePlan(table, backLinks: 0, key: 0, format: format),
        backLinks: [], values: values, keys: .numbered, place: 0)
      tables.append(Int64(writer.write(to: &output)))
      names.append(table.name)
    }
    for (index, table) in content.tables.enumerated() {
      let writer = RealmTableWriter(
        table: table, plan: plans[index], backLinks: backLinks.columns[index], values: values,
        keys: keys, place: index)
      tables.append(Int64(writer.write(to: &output)))
      names.append(table.name)
    }
    let group = [output.references(tables), output.names(names)]
    // Positions, sizes and versions of free space, of which there is none.
    let free = (0..<3).map { _ in output.integers([]) }
    let top = top(tables: group[0], names: group[1], free: free, to: &output)
    output.finish(top: top, format: format)
    return output.bytes
  }

  /// The last node of the file. It holds the size of the file, so its own must be known before.
  private func top(
    tables: Int, names: Int, free: [Int], to output: inout RealmOutput
  ) -> Int {
    func size(width: Int) -> Int { output.bytes.count + RealmNode.headerSize + 10 * width / 8 }
    let width = RealmOutput.tagged(size(width: 32)) <= Int64(Int32.max) ? 32 : 64
    let slots =
      [Int64(names), Int64(tables), RealmOutput.tagged(size(width: width))]
      + free.map(Int64.init)
      + [
        // A commit before this one, whose history is local and empty.
        RealmOutput.tagged(2), RealmOutput.tagged(Int(RealmTop.History.local.rawValue)), 0,
        RealmOutput.tagged(1),
      ]
    return output.integers(slots, width: width, flags: .references)
  }
}

extension RealmTable {
  /// The table that holds the schema version, in its only object.
  fileprivate static func metadata(_ version: UInt64) -> RealmTable {
    RealmTable(
      name: RealmContent.metadataTable,
      columns: [RealmColumn(RealmContent.versionColumn, .int)], keys: [0],
      values: [[.int(Int64(bitPattern: version))]])
  }
}
