import MigCheckModel
import MigCheckText

/// What makes two failures the same failure: never the text of a message, never a value.
package struct Signature: Sendable, Codable {
  package var kind: Fault.Kind
  package var code: String
  package var type: String
  package var property: String
  package var subject: String
  /// The failing hop; of checks over whole paths, from their first version to their last.
  package var hop: Hop

  package init(_ fault: Fault, hop: Hop) {
    kind = fault.kind
    code = fault.code ?? ""
    type = fault.type ?? ""
    property = fault.property ?? ""
    // The names of added properties are a hint, and depend on what else the graph holds.
    subject = fault.kind == .lostRename ? "" : fault.subject ?? ""
    self.hop = hop
  }

  /// Whether both are alike but for the hop.
  package func isAlike(_ other: Signature) -> Bool {
    kind == other.kind && code.isIdentical(to: other.code) && type.isIdentical(to: other.type)
      && property.isIdentical(to: other.property) && subject.isIdentical(to: other.subject)
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
    for text in [code, type, property, subject] { hasher.combine(text.utf8.count) }
  }
}

extension Signature: Comparable {
  /// By hop, then by the order of checks, then by names.
  package static func < (left: Signature, right: Signature) -> Bool {
    if left.hop != right.hop { return left.hop < right.hop }
    if left.kind != right.kind { return left.kind.rank < right.kind.rank }
    for (a, b) in zip(left.texts, right.texts) where !a.isIdentical(to: b) {
      return a.precedes(b)
    }
    return false
  }

  private var texts: [String] { [type, property, code, subject] }
}

extension Fault.Kind {
  package var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
