import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// What is known of the code of migrations, in words.
enum CodeText {
  /// How many types are listed.
  private static let limit = 8

  /// `5 of 6 enumerations met an object; conditions inside of code are not aimed at`, then an entry for
  /// each upgrade and type of the others. Empty if no code visits objects.
  static func lines(_ code: Coverage.CodeCoverage?) -> [String] {
    guard let visits = code?.visits.filter(\.isKnown), !visits.isEmpty else { return [] }
    let others = visits.filter { !$0.isMet }
    var lines = [
      "\(visits.count - others.count) of \(visits.count.of("enumeration")) met an object; "
        + "conditions inside of code are not aimed at"
    ]
    for visit in others.prefix(limit) {
      lines.append("no \(ValueText.escaped(visit.type)) from version \(visit.from) to \(visit.to)")
    }
    if others.count > limit { lines.append("and \(others.count - limit) more") }
    return lines
  }
}
