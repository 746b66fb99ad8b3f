import MigCheckModel
import MigCheckText

/// Where the statements of a version stand that touch tables and columns.
struct StepSources {
  let migration: Migration
  /// `nil`: it is the first one.
  let before: DatabaseSchema?
  let trace: ScriptTrace
  let mapping: SchemaMapping
  let enforcesForeignKeys: Bool

  /// In the order of the statements: the last one has the last word.
  var all: [StepSource] {
    var sources = [[StepSource]](repeating: [], count: migration.statements.count)
    for (statement, source) in written + overwritten { sources[statement].append(source) }
    return sources.flatMap(\.self)
  }

  private var written: [(statement: Int, source: StepSource)] {
    let copied = trace.copiedTables
    return trace.steps.map { effect in
      let statement = migration.statements[effect.statement]
      let isDrop: Bool = if case .dropTable = statement.shape { true } else { false }
      let source = StepSource(
        statement.source, type: mapping.typeName(effect.table),
        properties: effect.columns.map { mapping.propertyName($0, of: effect.table) },
        removesObjects: effect.removesRows && !(isDrop && copied.contains(effect.table)))
      return (effect.statement, source)
    }
  }

  /// Columns that are written since other tables lose their rows.
  private var overwritten: [(statement: Int, source: StepSource)] {
    guard let before else { return [] }
    var isEnforced = enforcesForeignKeys
    let cascades = CascadeSearch(
      statements: migration.statements, trace: trace, before: before,
      enforcement: ForeignKeyEnforcement.all(in: migration, isOn: &isEnforced))
    return cascades.overwritten.map { statement, table, columns in
      let source = StepSource(
        migration.statements[statement].source, type: mapping.typeName(table),
        properties: columns.map { mapping.propertyName($0, of: table) }, removesObjects: false)
      return (statement, source)
    }
  }
}
