import MigCheckModel
import MigCheckText

/// What the scripts of a hop did to each table that both versions have, put together from what each
/// of them did.
struct HopTracer {
  let entries: [DatabaseVersions.Entry]
  /// Parallel to the entries.
  let traces: [ScriptTrace]
  let mapping: SchemaMapping
  let enforcesForeignKeys: Bool
  /// Of the tables whose rows get other numbers unnoticed the one whose rows are told as lost.
  let renumbered: RenumberedRows.Place?
  private let readings = ScriptReadings()

  init(
    entries: [DatabaseVersions.Entry], traces: [ScriptTrace], mapping: SchemaMapping,
    enforcesForeignKeys: Bool, renumbered: RenumberedRows.Place?
  ) {
    self.entries = entries
    self.traces = traces
    self.mapping = mapping
    self.enforcesForeignKeys = enforcesForeignKeys
    self.renumbered = renumbered
  }

  /// What became of one column on the way back to the old version.
  enum Track {
    /// It is this column of the table.
    case column(String)
    case written, left, added
  }

  struct TableTrack {
    var columns: [(name: String, track: Track)]
    /// The table of the old version; `nil`: the rows are new ones.
    var origin: String?
    var isDeleted = false
    var isCreated = false
    var isRebuilt = false
    /// Whether nothing is left of the table of that name in the old version, as was meant.
    var isReplaced = false
    /// The copies that gave the rows other keys.
    var renumberings: [RenumberingCopy] = []
    /// The statements that wrote columns, by the names of the columns; the last script first.
    var writers: [(column: String, writer: ColumnWriter)] = []
  }

  /// - Parameters:
  ///   - old: the position of the version that the store is at.
  ///   - new: that of the version that it comes to.
  func trace(from old: Int, to new: Int) -> ColumnTrace {
    var result = ColumnTrace()
    let (before, after) = (entries[old].database, entries[new].database)
    for table in before.tables where after.table(named: table.name) == nil {
      if isGivenUp(table.name.lowercasedASCII, from: old, to: new) {
        result.deleted.append(mapping.typeName(table.name))
      }
    }
    let vacuums = vacuums(from: old, to: new)
    for table in after.tables {
      let name = table.name.lowercasedASCII
      if !table.primaryKey.isEmpty || !vacuums,
        !traces[(old + 1)...new].contains(where: { $0.affected.contains(name) })
      {
        continue
      }
      guard let oldTable = before.table(named: table.name) else { continue }
      add(track(table, from: old, to: new), of: table, oldTable, from: old, to: new, to: &result)
    }
    addUsed(from: old, to: new, to: &result)
    addReplacedKeys(from: old, to: new, to: &result)
    if enforcesForeignKeys { addCascades(from: old, to: new, to: &result) }
    let search = RemovalSearch(
      entries: entries, traces: traces, enforcesForeignKeys: enforcesForeignKeys,
      reading: reading, renumbering: renumbering)
    result.removals = before.tables.compactMap { table in
      search.removal(of: table.name, from: old, to: new, type: mapping.typeName(table.name))
    }
    addClearings(from: old, to: new, to: &result)
    result.staleReferences = staleReferences(from: old, to: new)
    return result
  }

  // MARK: Following back

  func track(
    _ table: DatabaseSchema.Table, from old: Int, to new: Int
  ) -> TableTrack {
    var name = table.name.lowercasedASCII
    var result = TableTrack(
      columns: table.storedColumns.map {
        ($0.name.lowercasedASCII, .column($0.name.lowercasedASCII))
      })
    for place in stride(from: new, to: old, by: -1) where traces[place].affected.contains(name) {
      let trace = traces[place]
      guard let history = trace.tables[name] else { return result }
      guard let origin = trace.origin(of: name) else {
        let wasThere = entries[place - 1].database.table(named: name) != nil
        result.isReplaced = !wasThere || trace.isDiscarded(name)
        result.origin = result.isReplaced ? nil : name
        if !result.isReplaced {
          for column in result.columns.indices { result.columns[column].track = .left }
        }
        return result
      }
      if history.origin == nil { result.isRebuilt = true }
      let deletions = history.deletions + (trace.dropsHistory(of: origin)?.deletions ?? [])
      if deletions.contains(where: \.hasCondition) || reading(place).narrowed.contains(name) {
        result.isDeleted = true
      }
      if history.isMixed || history.origin != nil && !history.insertions.isEmpty {
        result.isCreated = true
      }
      let previous = entries[place - 1].database.table(named: origin)
      if let renumbering = renumbering(of: origin, at: place) {
        result.renumberings.append(renumbering)
      }
      for column in result.columns.indices {
        guard case .column(let current) = result.columns[column].track else { continue }
        result.columns[column].track = step(
          history[current], current: current, origin: origin, previous: previous)
        if case .written(let statement)? = history[current] {
          result.writers.append(
            (
              result.columns[column].name,
              ColumnWriter(
                entry: entries[place], statement: statement, column: current,
                isNewTable: history.origin == nil)
            ))
        }
      }
      name = origin
    }
    result.origin = name
    return result
  }

  private func step(
    _ source: ColumnSource?, current: String, origin: String, previous: DatabaseSchema.Table?
  ) -> Track {
    switch source {
    case .copied(origin, let column): .column(column)
    case .copied, .written, nil: .written
    case .added: .added
    case .unset: previous?.column(named: current) == nil ? .added : .left
    }
  }

  /// Whether a table that is gone was dropped on purpose.
  private func isGivenUp(_ name: String, from old: Int, to new: Int) -> Bool {
    var name = name
    for place in old + 1...new where traces[place].affected.contains(name) {
      guard let next = traces[place].successor(of: name) else {
        return traces[place].isDiscarded(name)
      }
      name = next
    }
    return true
  }

  // MARK: What follows

  /// Columns of the old version that statements make others from, rename, or give up with their
  /// indexes: whatever is written under the new name, it is known where they are.
  private func addUsed(from old: Int, to new: Int, to result: inout ColumnTrace) {
    for place in old + 1...new {
      for path in readings.used(at: place, from: old, { used(at: place, from: old) })
      where !result.used.contains(path) {
        result.used.append(path)
      }
    }
  }

  /// The properties of a version whose values a later script uses.
  private func used(at place: Int, from old: Int) -> [PropertyPath] {
    let used = traces[place].used.map { ($0.table, $0.column) }
    return (used + reading(place).renamed + droppedWithIndex(place)).compactMap { name, own in
      guard let table = entries[place - 1].database.table(named: name) else { return nil }
      let track = track(table, from: old, to: place - 1)
      guard let origin = track.origin,
        case .column(let column)? = track.columns.first(where: { $0.name == own })?.track
      else { return nil }
      return PropertyPath(
        type: mapping.typeName(origin), property: mapping.propertyName(column, of: origin))
    }
  }

  /// Keys of one column that go as other columns which were there before become the key.
  private func addReplacedKeys(from old: Int, to new: Int, to result: inout ColumnTrace) {
    for table in entries[new].database.tables {
      guard let before = entries[old].database.table(named: table.name),
        before.primaryKey.count == 1, let key = before.primaryKey.first,
        table.column(named: key) == nil, !table.primaryKey.isEmpty,
        table.primaryKey.allSatisfy({ before.column(named: $0) != nil })
      else { continue }
      result.used.append(
        PropertyPath(
          type: mapping.typeName(before.name), property: mapping.propertyName(key, of: before.name))
      )
    }
  }

  /// Columns that a script removes together with an index over them that it names, while no column
  /// that it adds to the table gets an index.
  private func droppedWithIndex(_ place: Int) -> [(table: String, column: String)] {
    let (before, after) = (entries[place - 1].database, entries[place].database)
    let dropped = entries[place].migration.statements.compactMap { statement -> String? in
      if case .dropObject(let name) = StatementShape(statement) { name } else { nil }
    }
    guard !dropped.isEmpty else { return [] }
    return before.tables.flatMap { table -> [(table: String, column: String)] in
      guard let next = after.table(named: table.name) else { return [] }
      let hasNewIndex = next.indexes.contains { index in
        index.columns.contains { $0.map { table.column(named: $0) == nil } ?? false }
      }
      guard !hasNewIndex else { return [] }
      let columns = table.indexes.filter { index in
        dropped.contains { $0.isSameName(as: index.name) }
      }.flatMap(\.columns).compactMap(\.self)
      return columns.filter { next.column(named: $0) == nil }
        .map { (table.name.lowercasedASCII, $0.lowercasedASCII) }
    }
  }

  private func add(
    _ track: TableTrack, of table: DatabaseSchema.Table, _ oldTable: DatabaseSchema.Table,
    from old: Int, to new: Int, to result: inout ColumnTrace
  ) {
    let type = mapping.typeName(table.name)
    guard !track.isReplaced, track.origin == oldTable.name.lowercasedASCII else {
      // Another table took its name.
      result.deleted.append(type)
      result.created.append(type)
      result.unidentified.append(type)
      result.written += table.storedColumns.map {
        PropertyPath(type: type, property: mapping.propertyName($0.name, of: table.name))
      }
      return
    }
    if track.isDeleted { result.deleted.append(type) }
    if track.isCreated { result.created.append(type) }
    let hasNewKeys = track.columns.contains { column in
      if case .left = column.track {
        [oldTable, table].allSatisfy { table in
          table.primaryKey.contains { $0.isSameName(as: column.name) }
        }
      } else {
        false
      }
    }
    let isUnnoticed =
      hasNewKeys && !track.renumberings.isEmpty && track.renumberings.allSatisfy(\.isUnnoticed)
    if isUnnoticed || !isIdentified(track, table, oldTable, from: old, to: new) {
      result.unidentified.append(type)
    }
    // Rows that got new keys are gone under the old ones, which is told once.
    let isRenumbered = hasNewKeys && !isUnnoticed
    for (name, state) in track.columns {
      let writer = track.writers.first { $0.column == name }?.writer
      let path = PropertyPath(type: type, property: mapping.propertyName(name, of: table.name))
      if let write = writer?.write(of: path) { result.writes.append(write) }
      let isKey = table.primaryKey.contains { $0.isSameName(as: name) }
      let isGivenUp = isGivenUp(name, for: state, of: table, oldTable, from: old, to: new)
      if isGivenUp {
        result.noteRewrites(of: [path])
      }
      let isWritten = isRenumbered && !isKey || isUnnoticed && isKey || isGivenUp
      add(name, isWritten ? .written : state, of: table, oldTable, to: &result)
      if !isRenumbered, isLeftOut(name, of: table, from: old, to: new) {
        result.leftOut.append(
          PropertyPath(type: type, property: mapping.propertyName(name, of: table.name)))
      }
    }
  }

  /// Whether a statement drops a column by its name before another one gets that name.
  private func isGivenUp(
    _ column: String, for state: Track, of table: DatabaseSchema.Table,
    _ oldTable: DatabaseSchema.Table, from old: Int, to new: Int
  ) -> Bool {
    guard case .column(let source) = state, !source.isSameName(as: column),
      oldTable.column(named: column) != nil
    else { return false }
    return entries[(old + 1)...new].contains { entry in
      entry.migration.statements.contains { statement in
        guard case .alterTable(let name) = StatementShape(statement) else { return false }
        let tokens = statement.tokens
        return (name.isSameName(as: table.name) || name.isSameName(as: oldTable.name))
          && tokens.contains { $0.isWord("drop") }
          && tokens.last { !$0.isSymbol(";") }?.name?.isSameName(as: column) ?? false
      }
    }
  }

  /// Whether rows of a table replace themselves without a column: `INSERT OR REPLACE INTO user (id, name)
  /// SELECT id, trim(name) FROM user`.
  private func isLeftOut(
    _ column: String, of table: DatabaseSchema.Table, from old: Int, to new: Int
  ) -> Bool {
    let name = table.name.lowercasedASCII
    return (old + 1...new).contains { place in
      traces[place].origin(of: name) == name
        && reading(place).replacements.contains { replacement in
          replacement.table.isSameName(as: name) && replacement.sources.contains(name)
            && !replacement.columns.contains(where: column.isSameName)
        }
    }
  }

  /// A copy that gives the rows of a table other numbers.
  ///
  /// - Parameters:
  ///   - name: of the table before the script, in lower case.
  ///   - place: the position of the version, not that of the first.
  private func renumbering(of name: String, at place: Int) -> RenumberingCopy? {
    let before = entries[place - 1]
    var copy = RenumberingCopy(
      of: name, traces[place], before: before, after: entries[place].database)
    if let renumbered, renumbered.place == place,
      renumbered.type == before.database.table(named: name).map({ mapping.typeName($0.name) })
    {
      copy?.isUnnoticed = false
    }
    return copy
  }

  /// What the script that leads to a version says.
  ///
  /// - Parameter place: the position of the version, not that of the first.
  func reading(_ place: Int) -> ScriptReading {
    readings.reading(place) {
      ScriptReading(entries[place], traces[place], before: entries[place - 1].database)
    }
  }

  private func add(
    _ name: String, _ state: Track, of table: DatabaseSchema.Table,
    _ oldTable: DatabaseSchema.Table, to result: inout ColumnTrace
  ) {
    let type = mapping.typeName(table.name)
    let property = mapping.propertyName(name, of: table.name)
    func write() { result.written.append(PropertyPath(type: type, property: property)) }
    let own = oldTable.column(named: name)
    switch state {
    case .written: write()
    // A column that was given up and came back is another one.
    case .added: if own != nil { write() }
    case .left: result.leftOut.append(PropertyPath(type: type, property: property))
    case .column(let source):
      let livesOn = table.column(named: source) != nil
      if source.isSameName(as: name) {
        if isConverted(own, table.column(named: name)) { write() }
      } else if livesOn {
        if own == nil {
          write()
        } else {
          result.changes.append(
            SuspectedChange(
              property: PropertyPath(type: type, property: property),
              reason: "its values are those of \(mapping.propertyName(source, of: table.name)) now",
              place: nil))
        }
      } else {
        result.renames.append(
          UpgradeRecord.Rename(
            type: type, from: mapping.propertyName(source, of: table.name), to: property))
        if isConverted(oldTable.column(named: source), table.column(named: name)) { write() }
      }
    }
  }

  /// Whether SQLite converts what it copies from one column to the other, as their affinities differ.
  private func isConverted(
    _ old: DatabaseSchema.Column?, _ new: DatabaseSchema.Column?
  ) -> Bool {
    guard let old, let new else { return false }
    return ColumnAffinity(declaredType: old.declaredType)
      != ColumnAffinity(declaredType: new.declaredType)
  }

  private func isIdentified(
    _ track: TableTrack, _ table: DatabaseSchema.Table, _ oldTable: DatabaseSchema.Table,
    from old: Int, to new: Int
  ) -> Bool {
    let key = table.primaryKey.map(\.lowercasedASCII)
    let oldKey = oldTable.primaryKey.map(\.lowercasedASCII)
    guard key.count == oldKey.count else { return false }
    switch key.count {
    case 1: return true
    case 0:
      return !track.isRebuilt && !vacuums(from: old, to: new) && !track.isCreated
    default:
      let sources = key.map { column -> String? in
        let state = track.columns.first { $0.name == column }?.track
        if case .column(let source)? = state { return source }
        return nil
      }
      return sources == oldKey.map(Optional.some)
    }
  }

  /// Whether row ids that no key holds are given anew.
  private func vacuums(from old: Int, to new: Int) -> Bool {
    entries[(old + 1)...new].contains { entry in
      entry.migration.statements.contains { $0.tokens.first?.isWord("vacuum") ?? false }
    }
  }

  /// References that lose what they lead to as a table is dropped.
  private func addClearings(from old: Int, to new: Int, to result: inout ColumnTrace) {
    var isEnforced = enforcesForeignKeys
    for place in old + 1..<new + 1 {
      let statements = entries[place].migration.statements
      let cascades = reading(place).cascades(isEnforced: &isEnforced)
      for clearing in cascades.clearings(after: entries[place].database) {
        guard let table = entries[new].database.table(named: clearing.table) else { continue }
        let type = mapping.typeName(table.name)
        result.changes += clearing.columns.map {
          SuspectedChange(
            property: PropertyPath(type: type, property: mapping.propertyName($0, of: table.name)),
            reason: clearing.reason, place: statements[clearing.statement].source)
        }
      }
    }
  }

  /// Rows that go with those that they refer to.
  private func addCascades(from old: Int, to new: Int, to result: inout ColumnTrace) {
    var isComplete = result.deleted.isEmpty
    while !isComplete {
      isComplete = true
      for place in old...new {
        for table in entries[place].database.tables {
          let type = mapping.typeName(table.name)
          for key in table.foreignKeys
          where result.deleted.contains(mapping.typeName(key.target)) {
            switch key.onDelete.uppercased() {
            case "CASCADE" where !result.deleted.contains(type):
              result.deleted.append(type)
              isComplete = false
            case "SET NULL", "SET DEFAULT":
              for column in key.columns {
                let path = PropertyPath(
                  type: type, property: mapping.propertyName(column, of: table.name))
                if !result.written.contains(path) { result.written.append(path) }
              }
            default: break
            }
          }
        }
      }
    }
  }
}
