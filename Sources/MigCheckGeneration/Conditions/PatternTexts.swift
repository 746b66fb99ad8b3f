import MigCheckModel
import MigCheckText

/// Texts that match a pattern of `LIKE` or `GLOB`.
struct PatternTexts {
  private enum Part {
    case exactly(Unicode.Scalar)
    case any
    case anything
    /// One character of a set, or one that is not in it.
    case oneOf([ClosedRange<UInt32>], isNegated: Bool)
  }

  private let parts: [Part]

  init(like pattern: String, escape: String? = nil) {
    var parts = [Part]()
    var rest = Substring(pattern).unicodeScalars
    let mark = escape?.unicodeScalars.first
    while let scalar = rest.popFirst() {
      if scalar == mark, let next = rest.popFirst() {
        parts.append(.exactly(next))
      } else {
        parts.append(scalar == "%" ? .anything : scalar == "_" ? .any : .exactly(scalar))
      }
    }
    self.parts = parts
  }

  init(glob pattern: String) {
    var parts = [Part]()
    var rest = Substring(pattern).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*": parts.append(.anything)
      case "?": parts.append(.any)
      case "[": parts.append(Self.set(&rest))
      default: parts.append(.exactly(scalar))
      }
    }
    self.parts = parts
  }

  /// A set whose bracket is open. A bracket that comes first stands for itself.
  private static func set(_ rest: inout Substring.UnicodeScalarView) -> Part {
    var isNegated = false
    if rest.first == "^" {
      isNegated = true
      rest.removeFirst()
    }
    var ranges = [ClosedRange<UInt32>]()
    while let scalar = rest.popFirst() {
      if scalar == "]", !ranges.isEmpty { break }
      if rest.first == "-", let end = rest.dropFirst().first, end != "]", end >= scalar {
        ranges.append(scalar.value...end.value)
        rest = rest.dropFirst(2)
      } else {
        ranges.append(scalar.value...scalar.value)
      }
    }
    return .oneOf(ranges, isNegated: isNegated)
  }

  /// Short ones first: with nothing where anything may stand, with the first and with the last
  /// character of each set, each once.
  var texts: [String] {
    var texts = [String]()
    for (filling, isLast) in [
      ("", false), ("", true), ("x", false), ("12", false), ("Ab 1", true),
    ] {
      var text = String.UnicodeScalarView()
      for part in parts {
        switch part {
        case .exactly(let scalar): text.append(scalar)
        case .any: text.append(isLast ? "9" : "a")
        case .anything: text.append(contentsOf: filling.unicodeScalars)
        case .oneOf(let ranges, let isNegated):
          if let scalar = Self.member(ranges, isNegated, isLast) { text.append(scalar) }
        }
      }
      let made = String(text)
      if !texts.contains(where: { $0.isIdentical(to: made) }) { texts.append(made) }
    }
    return texts
  }

  private static func member(
    _ ranges: [ClosedRange<UInt32>], _ isNegated: Bool, _ isLast: Bool
  ) -> Unicode.Scalar? {
    guard isNegated else {
      return (isLast ? ranges.last?.upperBound : ranges.first?.lowerBound)
        .flatMap(Unicode.Scalar.init)
    }
    let candidates = "aZ0 -_.é".unicodeScalars
    return candidates.first { scalar in !ranges.contains { $0.contains(scalar.value) } }
  }
}
