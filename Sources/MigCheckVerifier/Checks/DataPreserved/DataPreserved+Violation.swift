import MigCheckModel

extension DataPreserved {
  /// How data is lost in a hop, for objects of one type.
  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable {
      case valueChanged, replacedByRename, discardedMadeRequired, discardedRetyped
      case objectGone, typeGone, lostRename
    }

    enum Loss: Sendable, Codable {
      case value(ValueLossKind, ValueChange)
      /// Objects are there no more; `nil`: nothing says why.
      case objectGone(UpgradeRecord.Cause?)
      /// All objects are gone, as the type is; the type that may be its new name.
      case typeGone(Name?)
      case lostRename(Removal)
    }

    static let check = Check.dataPreserved
    var loss: Loss
    /// The name of the object type before the hop.
    var owner: Name
    var object: Int64?
    var count: Int
    /// What may have taken objects away that are gone, or given a property other values, as a
    /// sentence without its full stop.
    var reason: String?
    /// Where that is written.
    var reasonPlace: SourcePlace?
    /// By what the engine knows what is gone, where its successor names it by another name.
    var identifier: Name?
    /// Whether they are gone with objects of another type, to which they refer.
    var goesAlong = false
    /// Whether a statement takes all objects of the type.
    var takesAll = false

    init(_ loss: Loss, of owner: Name, object: Int64?, count: Int = 1) {
      self.loss = loss
      self.owner = owner
      self.object = object
      self.count = count
    }
  }

  /// How the value of a property is lost.
  enum ValueLossKind: String, Sendable, Codable {
    case valueChanged, replacedByRename, discardedMadeRequired, discardedRetyped
  }

  /// The property of an object before and after a hop.
  struct ValueChange: Sendable, Codable {
    var property: Name
    var before: String
    var after: String
    /// What the property is called after the hop, if it was renamed.
    var newName: Name?
    /// Whether a copy of all objects leaves the property out.
    var isLeftOut: Bool?
  }

  /// A property that went while another one came.
  struct Removal: Sendable, Codable {
    var property: Name
    /// A value that went with it.
    var value: String
    /// The property that came. A hint: which ones count depends on what else the graph holds.
    var successor: String
    /// The type of the successor, if it is not the same.
    var notation: String?
  }
}

extension DataPreserved.Violation {
  /// Says what may have given the property other values.
  mutating func note(_ suspect: SuspectedChange?) {
    guard let suspect, case .value(.valueChanged, let change) = loss, change.isLeftOut == nil else {
      return
    }
    reason = suspect.reason
    reasonPlace = suspect.place
  }

  var kind: Kind {
    switch loss {
    case .value(.valueChanged, _): .valueChanged
    case .value(.replacedByRename, _): .replacedByRename
    case .value(.discardedMadeRequired, _): .discardedMadeRequired
    case .value(.discardedRetyped, _): .discardedRetyped
    case .objectGone: .objectGone
    case .typeGone: .typeGone
    case .lostRename: .lostRename
    }
  }

  var type: Name? { owner }

  var source: SourcePlace? { reasonPlace }

  var code: String? {
    if case .objectGone(let cause) = loss { cause?.code ?? "unexplained" } else { nil }
  }

  var property: Name? {
    switch loss {
    case .value(_, let change): change.property
    case .lostRename(let removal): removal.property
    case .objectGone, .typeGone: nil
    }
  }

  var subject: Name? { if case .value(_, let change) = loss { change.newName } else { nil } }

  func sentence(at site: FailureSite) -> String {
    switch loss {
    case .value(_, let change) where change.isLeftOut ?? false:
      return "\(place) is left out where its objects are copied, so that all its values are lost."
    case .value(.valueChanged, let change):
      let target = change.newName.map { " (now \(ValueText.escaped($0)))" } ?? ""
      let why = reason.map { ": \($0)" } ?? ""
      return "\(place)\(target) has another value, though no migration wrote it\(why)."
    case .value(.replacedByRename, _):
      return "\(place) has values of its own, and a rename puts those of another property in their "
        + "place."
    case .value(.discardedMadeRequired, _):
      return "\(place) becomes required, and the engine discards its values."
    case .value(.discardedRetyped, _):
      return "\(place) changes its type, and the engine discards its values."
    case .objectGone(let cause): return sentence(cause)
    case .typeGone(let successor?) where identifier != nil:
      return "Type \(place) is removed, and its objects with it. \(misnaming(successor.text))"
    case .typeGone(let successor):
      let hint =
        successor.map {
          " \(ValueText.escaped($0)) is added with all its properties: if that is its new name, "
            + "create the objects from those of \(place)."
        } ?? ""
      return "Type \(place) is removed, and its objects with it; the version's drops do not say so."
        + hint
    case .lostRename(let removal):
      let successor = ValueText.escaped(removal.successor)
      if identifier != nil {
        return "\(place) is removed, and its values with it. \(misnaming(removal.successor))"
      }
      if let notation = removal.notation {
        return "\(place) is removed while \(successor) is added, \(notation), and no value moves: "
          + "its values may belong there."
      }
      return "\(place) is removed while \(successor) is added with the same type, and no value "
        + "moves: a rename may be missing."
    }
  }

  /// Why nothing goes to a successor that names it.
  private func misnaming(_ successor: String) -> String {
    let (new, known) = (ValueText.escaped(successor), ValueText.escaped(identifier ?? ""))
    let old = ValueText.escaped(property ?? owner)
    return "The renaming identifier of \(new) is \(old), but that of \(old) is \(known): give "
      + "\(new) the identifier \(known)."
  }

  private func sentence(_ cause: UpgradeRecord.Cause?) -> String {
    switch cause {
    case .engine(let removal): "Objects of type \(place) \(removal.event)."
    case .migration:
      "The migration deletes objects of type \(place); the version's drops do not say so."
    case .overwritten, nil:
      if let reason {
        "Objects of type \(place) are gone: \(reason). If that is meant, the drops of the "
          + "version have to say so."
      } else {
        "Objects of type \(place) are gone, and nothing says why."
      }
    }
  }

  func rows(at site: FailureSite) -> [FailureRow] {
    switch loss {
    case .value(_, let change): [row("before", change.before), row("after", change.after)]
    case .lostRename(let removal): [row("before", removal.value)]
    case .objectGone, .typeGone: object == nil ? [] : [row("object")]
    }
  }
}
