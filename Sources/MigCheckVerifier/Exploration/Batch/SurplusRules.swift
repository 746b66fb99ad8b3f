import MigCheckModel

/// What must hold for surplus trials of a start version to share a store where upgrades are statements or code,
/// which see all objects at once.
///
/// Surplus trials are random ones that nothing else is made from. They have no follow-ups and no neighbours, and no
/// hop of them is repeated. Interrupted upgrades of them run in files of their own. A mistake that one object shows
/// beside others is seen in their store; one that only a lone object shows, or an empty table, is hidden there.
/// So witnesses run alone, and one in eight random trials of a start version. If the store shows a mistake, each of
/// its trials runs alone, and only what it shows then is reported.
struct SurplusRules: Sendable {
  /// What the start version or a later one does not accept twice.
  private(set) var unique: [UniqueColumns] = []

  /// Does not depend on whether trials share stores: which paths they take does not, either.
  ///
  /// - Parameter batches: by start version, whether its trials run in batches.
  /// - Returns: by start version; `nil`: all its trials run alone.
  static func all(
    in span: VersionSpan, options: VerificationOptions, batches: [BatchRules?]
  ) -> [SurplusRules?] {
    let constraints = span.versions.map {
      span.evidence.starts?.uniqueProperties(at: $0.number) ?? []
    }
    return span.starts.indices.map { start in
      guard options.exploration == .merged, batches[start] == nil,
        span.seesAllObjects(after: start),
        // Trials are counted that meet an invariant.
        span.versions[start...].allSatisfy(\.invariants.isEmpty)
      else { return nil }
      return SurplusRules(
        schema: span.versions[start].schema, constraints: constraints[start...])
    }
  }

  /// - Parameter constraints: of the start version, and of each later one.
  private init(schema: Schema, constraints: ArraySlice<[UniqueProperties]>) {
    for (type, declared) in schema.types.enumerated() {
      for (position, all) in zip(constraints.indices, constraints) {
        for var constraint in all where constraint.types.contains(declared.name) {
          // What a later version refuses is a mistake, and found.
          constraint.isExact = constraint.isExact || position > constraints.startIndex
          add(constraint, of: declared, at: type, mayRepeatNull: true)
        }
      }
      // Unless a store that knows it says more.
      guard let key = declared.primaryKey else { continue }
      let own = UniqueProperties(of: [declared.name], [key])
      add(own, of: declared, at: type, mayRepeatNull: false)
    }
  }

  /// - Parameter type: its place in the schema.
  private mutating func add(
    _ constraint: UniqueProperties, of declared: ObjectType, at type: Int, mayRepeatNull: Bool
  ) {
    let columns = constraint.properties.compactMap(declared.storedIndex)
    guard columns.count == constraint.properties.count else { return }
    if let known = unique.firstIndex(where: { $0.type == type && $0.columns == columns }) {
      unique[known].isExact = unique[known].isExact && constraint.isExact
      return
    }
    unique.append(
      UniqueColumns(
        type: type, columns: columns, mayRepeatNull: mayRepeatNull, isExact: constraint.isExact))
  }
}

extension VersionSpan {
  /// Whether a later upgrade runs what may look at all objects of a store.
  ///
  /// - Parameter start: the position of a version.
  fileprivate func seesAllObjects(after start: Int) -> Bool {
    !evidence.isObjectByObject
      || versions[(start + 1)...].contains { evidence.holdsCode(into: $0.number) }
  }
}
