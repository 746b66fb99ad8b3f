import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText
import Testing

extension History {
  /// Versions 1, 2, 3 … of a history, each with its types and the steps into it.
  init(_ versions: (types: [ObjectType], steps: [MigrationStep.Action])...) {
    self.init(
      name: "Test",
      stages: versions.enumerated().map { index, version in
        HistoryVersion(
          number: UInt64(index + 1), schema: Schema(version.types),
          steps: version.steps.map { MigrationStep($0) })
      })
  }

  /// The defects of an upgrade, each as `realm-copied-string Address.street`.
  ///
  /// A schema that Realm does not open has no upgrade, and so would have no defect.
  func found(_ from: UInt64, _ to: UInt64) -> [String] {
    for stage in stages { #expect(RealmSchemaRules.errors(of: stage.schema) == []) }
    return defects(from: from, to: to).map { "\($0.name) \($0.place)" }
  }
}

extension MigrationStep.Action {
  static func set(_ property: Name, of type: Name, to expression: String) -> Self {
    .enumerate(
      type: type, where: nil, set: [MigrationStep.Assignment(property, expression)], delete: false)
  }

  static func delete(_ type: String, where condition: String? = nil) -> Self {
    .enumerate(type: Name(type), where: condition.map { SQLExpression($0) }, set: [], delete: true)
  }
}
