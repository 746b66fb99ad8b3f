import MigCheckModel
import MigCheckText
import MigCheckVerifier

// Earlier releases called a folder of migrations by a folder around it, often the one of the checkout,
// which has another name in each clone.

extension GateSettings {
  /// Which subjects the entries of a file may be about.
  package enum Holding: Sendable {
    /// Those that they name.
    case any
    /// The subject, if they name one only that is not known: the file lies beside a folder of
    /// migrations.
    case likely
    /// The subject alone: the file lies in a folder of migrations.
    case only
  }

  /// The accepted findings with the present name of a subject, where they are about it.
  package func accepted(of subject: any Subject, _ holding: Holding) -> [AcceptedFinding] {
    let foreign = foreignNames(to: subject)
    let isRenamed =
      switch holding {
      case .any: false
      case .likely:
        foreign.count == 1 && accepted.allSatisfy { subject.mayShow($0) }
          && !accepted.contains { $0.history.isIdentical(to: subject.name) }
      case .only: !foreign.isEmpty
      }
    guard isRenamed else { return accepted }
    return accepted.map { finding in
      var finding = finding
      finding.history = subject.name
      return finding
    }
  }

  /// Other names that entries of the file have, in their order.
  package func foreignNames(to subject: any Subject) -> [String] {
    var names = [String]()
    for finding in accepted where !finding.history.isIdentical(to: subject.name) {
      if !names.contains(where: { $0.isIdentical(to: finding.history) }) {
        names.append(finding.history)
      }
    }
    return names
  }
}

extension Subject {
  /// Whether a subject has the versions and the type of a finding.
  fileprivate func mayShow(_ finding: AcceptedFinding) -> Bool {
    let numbers = versions.map(\.number)
    guard numbers.contains(finding.hop.from), numbers.contains(finding.hop.to) else { return false }
    guard let type = finding.type else { return true }
    return versions.contains { $0.schema.type(named: type) != nil }
  }
}
