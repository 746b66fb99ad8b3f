import MigCheckModel

/// How a check failed, in facts; the sentence and the rows of a report are made from them.
///
/// What `kind`, `code`, `type`, `property` and `subject` say together, with the hop, is the signature
/// of the failure: two failures that agree in them are one. None of them may depend on values.
package protocol CheckViolation: Sendable, Codable {
  /// The ways in which the check fails. Raw values are stable: case files hold them.
  associatedtype Kind: RawRepresentable<String>, CaseIterable, Sendable

  static var check: Check { get }
  var kind: Kind { get }
  /// An error code, a cause or a kind of difference, as reports and case files name it.
  var code: String? { get }
  /// The object type that it is about; `nil`: the store as a whole.
  var type: Name? { get }
  var property: Name? { get }
  /// A further name that belongs to it, such as that of an invariant.
  var subject: Name? { get }
  /// The key of an example: the place of an object in the start graph.
  var object: Int64? { get }
  /// For how many objects the same holds in the hop.
  var count: Int { get }

  /// What the property is after the hop, if the check follows it.
  var propertyAfter: PropertyPath? { get }
  /// Why the upgrade is refused, if that is what the check found.
  var upgradeRefusal: Refusal? { get }
  /// Where the upgrade was interrupted; `nil`: it was not.
  var crash: CrashPoint? { get }

  /// Whether a comment in the migration says that it is intended; then others that are alike are reported
  /// as well.
  var isAllowed: Bool { get }
  /// Whether it only says that something could not be decided.
  var isUndecided: Bool { get }
  /// Whether an author may well mean it: a warning, with which a run passes.
  var isWarning: Bool { get }
  /// Where the author wrote what does it, if the violation itself knows.
  var source: SourcePlace? { get }
  /// Whether the store cannot go on from here, so that nothing behind is tried.
  var endsPath: Bool { get }
  /// Whether it is about what is written down today, and not about what an upgrade does: then it can
  /// be mended, whatever has shipped.
  var isAboutSources: Bool { get }
  /// Whether other objects might not show it; else every upgrade over the hop does, and what else it
  /// does can be seen all the same.
  var dependsOnObjects: Bool { get }
  /// What tells it from others in the names of case files, beside check, type, property and hop.
  var label: String? { get }

  /// What is wrong, in one or two sentences, without values. Names are as the schema spells them.
  func sentence(at site: FailureSite) -> String
  /// The values that show it, such as before and after.
  func rows(at site: FailureSite) -> [FailureRow]
}

extension CheckViolation {
  package var code: String? { nil }
  package var property: Name? { nil }
  package var subject: Name? { nil }
  package var object: Int64? { nil }
  package var count: Int { 1 }
  package var propertyAfter: PropertyPath? { nil }
  package var upgradeRefusal: Refusal? { nil }
  package var crash: CrashPoint? { nil }
  package var isAllowed: Bool { false }
  package var isUndecided: Bool { false }
  package var isWarning: Bool { false }
  package var source: SourcePlace? { nil }
  package var endsPath: Bool { false }
  package var isAboutSources: Bool { false }
  package var dependsOnObjects: Bool { true }
  package var label: String? { code }
  package func rows(at site: FailureSite) -> [FailureRow] { [] }

  package var check: Check { Self.check }
  package var kindName: String { kind.rawValue }
  static var kindNames: [String] { Kind.allCases.map(\.rawValue) }

  /// `Person.email`, `Person`, or "the store".
  var place: String {
    guard let type, !type.isEmpty else { return "the store" }
    return ValueText.escaped(PropertyPath(type: type, property: property).description)
  }

  /// A row about the example, or about another object of its type.
  func row(_ label: String, _ value: String? = nil, note: String? = nil) -> FailureRow {
    FailureRow(label, type: type, object: object, property: property, value: value, note: note)
  }
}

/// Where a check failed.
package struct FailureSite: Sendable {
  /// The hop that fails; of checks over whole paths, from their first version to their last.
  package var hop: Hop
  /// The versions that the store is opened at, up to the one at which the failure shows.
  package var path: [UInt64]
  /// The path that ends differently, if the failure is between two paths.
  package var otherPath: [UInt64]?
  /// The store in which it shows.
  package var store: StoreKind
  /// How the graph was made whose upgrade does not agree, if the failure is between two graphs.
  package var change: FollowUp.Change?
  /// Whether the hop leads into a version that users have, so that nobody can change it any more.
  package var isShipped: Bool

  package init(
    hop: Hop, path: [UInt64], otherPath: [UInt64]? = nil, store: StoreKind,
    change: FollowUp.Change? = nil, isShipped: Bool = false
  ) {
    self.hop = hop
    self.path = path
    self.otherPath = otherPath
    self.store = store
    self.change = change
    self.isShipped = isShipped
  }
}

/// A label and what stands beside it in a report, such as `before   Person#0.email = "a"`.
package struct FailureRow: Sendable, Equatable {
  package var label: String
  package var type: Name?
  /// The key of the object.
  package var object: Int64?
  package var property: Name?
  /// A value, or an outcome, as `ValueText` spells values.
  package var value: String?
  /// What is to be said beside it, such as `as Person#1`.
  package var note: String?

  init(
    _ label: String, type: Name? = nil, object: Int64? = nil, property: Name? = nil,
    value: String? = nil, note: String? = nil
  ) {
    self.label = label
    self.type = type
    self.object = object
    self.property = property
    self.value = value
    self.note = note
  }

  /// `Person#0`; `nil` for a row about no object.
  package var objectText: String? {
    type.map { ValueText.escaped($0) + (object.map { "#\($0)" } ?? "") }
  }

  /// `Person#0.email = "a", as Person#1`.
  package var text: String {
    var text = value ?? ""
    if let objectText {
      let place = property.map { "\(objectText).\(ValueText.escaped($0))" } ?? objectText
      text = value.map { property == nil ? "\(place) \($0)" : "\(place) = \($0)" } ?? place
    }
    return text + (note.map { ", \($0)" } ?? "")
  }
}
