import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// What must hold for the trials of a start version to run in batches without changing a report.
///
/// Every later upgrade must treat objects one by one, be readable, and say of each object where it came
/// from. Two things then still depend on the other objects of a store:
///
/// - Two objects of a type may not have the same primary key. Trials whose objects exclude each other
///   go into different batches.
/// - A step may number the objects that it visits. In a batch each trial's numbers are shifted by the
///   number of objects of the trials before it. The shift shows nowhere as long as it is the same on
///   every path, and nothing looks at the number but to keep it.
///
/// Other values that are unique may repeat in stores of batches, and are looked for in each trial.
struct BatchRules: Sendable {
  /// A type whose objects a step numbers.
  struct Ordinal: Sendable {
    var type: Name
    /// The position of the last version that does so.
    var lastVersion: Int
  }

  private(set) var ordinals: [Ordinal] = []
  private(set) var unique: [UniqueColumns] = []
  /// By position of a version: what the store of a trial that runs alone does not accept twice; empty:
  /// nothing is known.
  private(set) var constraints: [[UniqueProperties]] = []
  /// Whether stores tell truly which differences do not depend on objects. Which columns a store has
  /// for the links of a `mixed` property does, and on what was there before it went.
  private(set) var knowsStructure = false

  /// Those of upgrades that nothing stands in the way of.
  init() {}

  /// Does not depend on whether there are batches at all: which paths trials take does not, either.
  ///
  /// - Returns: by start version; `nil`: its trials run alone.
  /// - Complexity: O(*n*²) in the number of versions, times the size of a schema.
  static func all(in span: VersionSpan, options: VerificationOptions) -> [BatchRules?] {
    let evidence = span.evidence
    guard options.exploration == .merged, evidence.componentwiseObjects > 0,
      case .exact = evidence.identity, case .objects = evidence.trace, evidence.isObjectByObject,
      !evidence.runsEachVersion, evidence.appUpgrade == nil,
      evidence.steps != nil
    else { return span.starts.map { _ in nil } }
    let constraints = span.versions.map {
      evidence.starts?.uniqueProperties(at: $0.number) ?? []
    }
    return span.starts.indices.map { start in
      var rules = BatchRules(from: start, in: span)
      rules?.constraints = constraints
      return rules
    }
  }

  private init?(from start: Int, in span: VersionSpan) {
    let evidence = span.evidence
    let later = start + 1..<span.versions.count
    knowsStructure = !span.versions[start...].contains { version in
      version.schema.types.contains { $0.properties.contains { $0.type == .mixed } }
    }
    let first = span.versions[start]
    let expressions = later.map { evidence.expressions(into: span.versions[$0].number) }
    guard later.allSatisfy({ !evidence.holdsCode(into: span.versions[$0].number) }),
      expressions.joined().allSatisfy({ !$0.readsSurroundings && !$0.isOfNewObject }),
      StartContext(span: span, start: first.number).violations.isEmpty
    else { return nil }
    // Code may look at anything, and an invariant at the place of an object.
    let invariants = later.flatMap { span.versions[$0].invariants }
      .filter { $0.since == first.number }
    guard
      invariants.allSatisfy({
        $0.isAssumption || $0.expression != nil && $0.ordinal == nil
      })
    else { return nil }
    for (offset, own) in expressions.enumerated() {
      for expression in own where expression.ordinal != nil {
        guard
          Self.keepsNumber(
            expression, into: start + 1 + offset, of: expressions.joined(), invariants, in: span)
        else { return nil }
        ordinals.append(Ordinal(type: expression.type, lastVersion: start + 1 + offset))
      }
    }
    for position in start..<span.versions.count {
      for type in span.versions[position].schema.types {
        guard let key = type.primaryKey, let old = first.schema.index(of: type.name),
          !isNumbered(key, of: type.name, until: position, by: expressions, from: start)
        else { continue }
        guard let column = first.schema.types[old].storedIndex(of: key),
          expressions.prefix(position - start).joined()
            .allSatisfy({ $0.type != type.name || $0.property != key })
        else { return nil }
        let columns = UniqueColumns(type: old, columns: [column], mayRepeatNull: false)
        if !unique.contains(columns) { unique.append(columns) }
      }
    }
  }

  private func isNumbered(
    _ key: Name, of type: Name, until position: Int, by expressions: [[MigrationExpression]],
    from start: Int
  ) -> Bool {
    expressions.prefix(position - start).joined().contains {
      $0.type == type && $0.property == key && $0.ordinal != nil
    }
  }

  /// Whether a number does nothing but to be kept, in a property of its own.
  private static func keepsNumber(
    _ expression: MigrationExpression, into version: Int,
    of all: some Sequence<MigrationExpression>, _ invariants: [Invariant], in span: VersionSpan
  ) -> Bool {
    guard let property = expression.property, expression.condition == nil,
      expression.expression.text.lowercased() == "ordinal",
      let stored = span.versions[version].schema.type(named: expression.type)?
        .property(named: property),
      stored.collection == nil, stored.type == .int,
      !(all.contains { $0.expression.names(property.text) }),
      !(all.contains { $0.condition?.names(property.text) ?? false }),
      !(invariants.contains { $0.expression?.names(property.text) ?? false }),
      all.count(where: { $0.type == expression.type && $0.property == property }) == 1
    else { return false }
    let type = expression.type
    let isKept = span.versions[version...].allSatisfy { later in
      guard let owner = later.schema.type(named: type), !owner.isEmbedded,
        let own = owner.property(named: property)
      else { return false }
      return own.hasSameContent(as: stored) && own.isOptional == stored.isOptional
    }
    let isTopLevel = span.versions.allSatisfy {
      !($0.schema.type(named: type)?.isEmbedded ?? false)
    }
    // A number could pass for the value of a property that went.
    let isUnlike = span.removals.joined().allSatisfy { removal in
      guard removal.type == type, let name = removal.property else { return true }
      return span.versions.allSatisfy { version in
        guard
          let gone = version.schema.type(named: type)?.property(named: name)
        else { return true }
        return gone.collection == nil && !gone.isLink && gone.type != .int && gone.type != .mixed
      }
    }
    return isKept && isTopLevel && isUnlike
  }
}
