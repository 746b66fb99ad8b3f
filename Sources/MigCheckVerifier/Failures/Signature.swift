import MigCheckModel
import MigCheckText

/// What makes two failures the same failure: never the text of a message, never a value.
package struct Signature: Sendable, Codable {
  package var check: Check
  /// One of the kinds of the check's violations.
  package var kind: String
  package var code: String
  package var type: Name
  package var property: Name
  package var subject: Name
  /// The failing hop; of checks over whole paths, from their first version to their last.
  package var hop: Hop
  /// Whether the hop leads into a version that users have. What is wrong there does not stand for
  /// what is wrong in upgrades that can be changed.
  package var isShipped: Bool
  /// Whether a comment in the migration allows it; `nil`: no.
  var isAllowed: Bool?

  package init(_ violation: any CheckViolation, hop: Hop, isShipped: Bool = false) {
    self.isShipped = isShipped
    isAllowed = violation.isAllowed ? true : nil
    check = violation.check
    kind = violation.kindName
    code = violation.code ?? ""
    type = violation.type ?? ""
    property = violation.property ?? ""
    subject = violation.subject ?? ""
    self.hop = hop
  }

  /// What the check looks at; `nil`: at nothing that a trial does.
  var scope: CheckScope? { (check.definition as? any TrialCheck.Type)?.scope }

  /// Whether the failure belongs to whole paths, and not to their last hop.
  var spansPaths: Bool { scope?.spansPaths ?? false }

  /// Whether both are alike but for the hop.
  package func isAlike(_ other: Signature) -> Bool {
    isShipped == other.isShipped && isAllowed == other.isAllowed
      && zip(texts, other.texts).allSatisfy { $0.isIdentical(to: $1) }
  }
}

extension Signature: Hashable {
  package static func == (left: Signature, right: Signature) -> Bool {
    left.hop == right.hop && left.isAlike(right)
  }

  package func hash(into hasher: inout Hasher) {
    // Only for looking up: nothing depends on the order of a table of signatures.
    hasher.combine(kind)
    hasher.combine(hop)
    for text in texts { hasher.combine(text.utf8.count) }
  }
}

extension Signature: Comparable {
  /// By hop, then by the order of checks and of their kinds, then by names.
  package static func < (left: Signature, right: Signature) -> Bool {
    if left.hop != right.hop { return left.hop < right.hop }
    if left.rank != right.rank { return left.rank < right.rank }
    for (a, b) in zip(left.texts, right.texts) where !a.isIdentical(to: b) {
      return a.precedes(b)
    }
    return left.isAllowed == nil && right.isAllowed != nil
  }

  private var texts: [String] {
    [type.text, property.text, code, subject.text, kind, check.rawValue]
  }

  /// All kinds of violations, in the order of the checks.
  private static let kinds = Check.ofTrials.flatMap { check in
    check.kindNames.map { (check: check.name, kind: $0) }
  }

  private var rank: Int {
    Self.kinds.firstIndex { $0.check == check.rawValue && $0.kind == kind } ?? Self.kinds.count
  }
}

extension TrialCheck {
  fileprivate static var kindNames: [String] { Violation.kindNames }
}
