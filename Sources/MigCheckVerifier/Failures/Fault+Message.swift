import MigCheckModel

// The one place that words faults. Names are as the schema spells them; values are given apart.

extension Finding {
  /// What is wrong, in one or two sentences, without values.
  public var message: String { fault.message(hop: hop, path: path, otherPath: otherPath) }
}

extension Fault {
  /// `Person.email`, `Person`, or "the store".
  var place: String {
    guard let type, !type.isEmpty else { return "the store" }
    return ValueText.escaped(PropertyPath(type: type, property: property).description)
  }

  private var name: String { ValueText.escaped(subject ?? "") }

  /// - Parameters:
  ///   - path: the path on which it was seen.
  ///   - otherPath: the one that ends differently.
  func message(hop: Hop, path: [UInt64], otherPath: [UInt64]?) -> String {
    switch kind {
    case .refused:
      let isStart = hop.from == hop.to
      let act = isStart ? "No store can be made at version \(hop.to)" : "The upgrade fails"
      return "\(act) with \(code ?? "an error").\(detail.map { " \($0)" } ?? "")"
    case .duplicateKey: return "Two objects share the primary key \(place)."
    case .noParent: return "An embedded object of type \(place) is left without a parent."
    case .severalParents:
      return "An embedded object of type \(place) has \(detail ?? "several") parents."
    case .nullInRequired: return "\(place) is required, and null after the upgrade."
    case .danglingLink: return "\(place) links to an object that does not exist."
    case .defaultNotApplied:
      return "\(place) is new and declares a default, but existing objects do not have it."
    case .valueChanged: return "\(place)\(target) has another value, though no migration wrote it."
    case .replacedByRename:
      return "\(place) has values of its own, and a rename puts those of another property in their "
        + "place."
    case .discardedMadeRequired:
      return "\(place) becomes required, and the engine discards its values."
    case .discardedRetyped: return "\(place) changes its type, and the engine discards its values."
    case .objectGone: return objectGoneMessage
    case .typeGone:
      return "Type \(place) is removed, and its objects with it; the version's drops do not say so."
    case .lostRename:
      if let detail {
        return "\(place) is removed while \(name) is added, \(detail), and no value moves: its "
          + "values may belong there."
      }
      return "\(place) is removed while \(name) is added with the same type, and no value moves: "
        + "a rename may be missing."
    case .schemaDiffers:
      return "The store's schema is not the declared one: \(ValueText.escaped(detail ?? place))."
    case .migratedOnReopening: return "Opening the store again at its version runs a migration."
    case .changedOnReopening:
      return "Closing and opening the store at its version changes \(place)."
    case .refusedOnReopening:
      return "The store cannot be opened again at its version: \(code ?? "an error")."
        + (detail.map { " \($0)" } ?? "")
    case .notRepeatable: return notRepeatableMessage
    case .pathsDiffer: return pathsMessage(path, otherPath ?? [])
    case .pathsUndecided:
      return "Whether the paths end in equal graphs could not be decided: the graphs are too "
        + "symmetrical."
    case .storesDiffer: return "Memory and file differ in \(place)."
    case .storesDifferInOutcome:
      return "Memory and file do not agree whether to upgrade: \(code ?? "")."
        + (detail.map { " \($0)" } ?? "")
    case .orderMatters:
      return "\(dependent) on the order in which the objects were inserted."
    case .orderDecidesOutcome:
      return
        "Whether the upgrade succeeds depends on the order in which the objects were inserted: "
        + "\(code ?? "an error").\(detail.map { " \($0)" } ?? "")"
    case .additionMatters: return "\(dependent) on objects that have nothing to do with it."
    case .additionDecidesOutcome:
      return
        "Whether the upgrade of some objects succeeds depends on others that have nothing to do "
        + "with them: \(code ?? "an error").\(detail.map { " \($0)" } ?? "")"
    case .invariantFails: return "The invariant \"\(name)\" does not hold of \(place)."
    case .invariantCannotBeEvaluated:
      return "The invariant \"\(name)\" of \(place) cannot be evaluated: \(code ?? "an error")."
        + (detail.map { " \($0)" } ?? "")
    }
  }

  private var notRepeatableMessage: String {
    let ignoring =
      property == nil ? "" : " If that is meant, name \(place) in the history's ignoring."
    return "The same upgrade of the same store gives another result for \(place) each time. A "
      + "migration must not read the clock or draw random numbers or identifiers, as Date(), UUID() "
      + "and random() do." + ignoring
  }

  private var target: String { subject == nil ? "" : " (now \(name))" }

  private var objectGoneMessage: String {
    switch code.flatMap(UpgradeRecord.Cause.init(rawValue:)) {
    case .silentOrphan:
      "Objects of type \(place) are deleted, since it becomes embedded and nothing links to them."
    case .silentCopy:
      "Objects of type \(place) are copied for each link, since it becomes embedded."
    case .migration:
      "The migration deletes objects of type \(place); the version's drops do not say so."
    case .overwritten, .declaredOrphan, .declaredCopy, nil:
      "Objects of type \(place) are gone, and nothing says why."
    }
  }

  /// `Person.email depends`, or that the presence of objects does.
  private var dependent: String {
    switch code.flatMap(GraphDifference.Kind.init(rawValue:)) {
    case .objectMissing, .objectAdded: "Which objects of type \(place) there are depends"
    default: "\(place) depends"
    }
  }

  /// The versions that one path visits and the other does not.
  private func pathsMessage(_ path: [UInt64], _ other: [UInt64]) -> String {
    let only = other.filter { !path.contains($0) } + path.filter { !other.contains($0) }
    let skipped = only.sorted().map(String.init).joined(separator: ", ")
    let noun = only.count == 1 ? "version" : "versions"
    switch code.flatMap(GraphDifference.Kind.init(rawValue:)) {
    case .objectMissing, .objectAdded:
      return "Which objects of type \(place) there are depends on whether \(noun) \(skipped) "
        + "\(only.count == 1 ? "was" : "were") skipped."
    default:
      return "\(place) depends on whether \(noun) \(skipped) "
        + "\(only.count == 1 ? "was" : "were") skipped."
    }
  }
}
