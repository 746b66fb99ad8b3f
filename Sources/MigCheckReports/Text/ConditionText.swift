import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// What is known of the conditions of migrations and invariants, in words.
enum ConditionText {
  /// How many conditions are listed.
  private static let limit = 8
  /// How long the text of a condition may be; the report as JSON has all of it.
  private static let width = 100

  /// `7 of 9 both ways`, then an entry for each of the others: which side was never met, and where.
  /// Empty if there are no conditions.
  static func lines(_ conditions: [Coverage.ConditionCoverage]) -> [String] {
    guard !conditions.isEmpty else { return [] }
    let others = conditions.filter { !$0.isMetBothWays }
    var lines = ["\(conditions.count - others.count) of \(conditions.count) both ways"]
    for condition in others.prefix(limit) {
      let side =
        condition.wasTrue
        ? "always true" : condition.wasNotTrue ? "never true" : "never decided anything"
      lines.append("\(side): \(short(condition.condition)) (\(place(of: condition)))")
    }
    if others.count > limit { lines.append("and \(others.count - limit) more") }
    return lines
  }

  /// A step that concerned no object, for the list of what was not exercised.
  static func lines(_ step: Coverage.StepCoverage) -> [String] {
    let type = ValueText.escaped(step.type)
    let written = step.place.map { ValueText.unquoted($0) }
    let place = "  \(written ?? "step \(step.step + 1) into version \(step.version)"): "
    let noun = written == nil ? "step" : "statement"
    guard let condition = step.condition else {
      return [place + "there was no \(type); delete the \(noun) if there can be none"]
    }
    return [
      place + "no \(type) met its condition; correct it, or delete the \(noun)",
      "    \(short(condition))",
    ]
  }

  /// `Person.age, version 2`.
  private static func place(of condition: Coverage.ConditionCoverage) -> String {
    let name = [condition.type, condition.property]
      .compactMap(\.self).map { ValueText.escaped($0) }.joined(separator: ".")
    if let invariant = condition.invariant {
      return "\(name), \"\(ValueText.escaped(invariant))\" of version \(condition.version)"
    }
    let step = condition.step.map { ", step \($0 + 1) into" } ?? ","
    return "\(name)\(step) version \(condition.version)"
  }

  /// One line of an expression.
  private static func short(_ text: String) -> String {
    let line = ValueText.prose(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    return line.count <= width ? line : line.prefix(width - 1) + "…"
  }
}
