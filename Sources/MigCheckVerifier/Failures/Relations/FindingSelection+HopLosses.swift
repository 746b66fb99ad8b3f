import MigCheckModel
import MigCheckText

extension FindingSelection {
  /// Leaves out disagreements of two paths that an upgrade on one of them explains.
  ///
  /// Where one path has an upgrade that loses the values of a property, and the other one has none,
  /// their ends differ in that property: one cause, of which the upgrade is the better account. If
  /// both paths have such an upgrade, or neither, the difference is news. A warning explains no error,
  /// and what comes and goes explains nothing. Stores that differ, and contents that change when a
  /// store is opened again, never follow from a loss, which both stores and both openings share.
  ///
  /// - Returns: positions of those to keep.
  static func withoutRetoldLosses(_ findings: [Finding]) -> [Int] {
    let losses = findings.compactMap(HopLoss.init)
    return findings.indices.filter { place in
      let finding = findings[place]
      guard let violation = finding.failure.violation as? PathsAgree.Violation,
        let difference = violation.difference, let otherPath = finding.otherPath
      else { return true }
      func concerning(_ path: [UInt64], ifKept kept: String?) -> [HopLoss] {
        losses.filter {
          $0.isMet(on: path)
            && ($0.concerns(difference, of: finding.counterexample, ifKept: kept)
              || $0.isShown(in: finding, on: path, as: difference, ifKept: kept))
        }
      }
      let first = concerning(finding.path, ifKept: difference.second)
      let second = concerning(otherPath, ifKept: difference.first)
      guard first.isEmpty != second.isEmpty else { return true }
      return !(first + second).contains {
        !$0.finding.isMild || finding.isMild
      }
    }
  }
}

/// A finding that one upgrade leaves a wrong value, or fewer objects.
private struct HopLoss {
  let finding: Finding
  private let type: Name
  /// What the property may be called after the upgrade; empty: objects are gone.
  private let names: [Name]

  init?(_ finding: Finding) {
    guard [.dataPreserved, .defaultsApplied, .requiredSet].contains(finding.check),
      !finding.isFlaky, !finding.isUndecided, let type = finding.type
    else { return nil }
    self.finding = finding
    self.type = type
    switch (finding.failure.violation as? DataPreserved.Violation)?.loss {
    case .value(_, let change): names = [change.newName ?? change.property]
    case .lostRename(let removal): names = [removal.property, Name(removal.successor)]
    case .objectGone, .typeGone: names = []
    case nil: names = [finding.property].compactMap(\.self)
    }
  }

  /// Whether the path has an upgrade with the loss.
  func isMet(on path: [UInt64]) -> Bool {
    zip(path, path.dropFirst()).contains { from, to in
      let hop = Hop(from: from, to: to)
      return hop == finding.hop || finding.alsoAt.contains(hop)
    }
  }

  /// - Parameter kept: what the end without the loss has in the place of the difference.
  func concerns(
    _ difference: EndDifference, of example: Counterexample, ifKept kept: String?
  ) -> Bool {
    let schema = example.graph.schema
    let declared = schema.type(named: difference.type)
    if names.isEmpty {
      if difference.isPresence { return difference.type == type }
      let target = difference.property.flatMap { declared?.property(named: $0) }?.objectType
      return difference.kind == .linkDiffers && target == type
    }
    guard difference.type == type, let property = difference.property else { return false }
    if names.contains(property) { return true }
    return declared?.property(named: property) == nil && isKept(kept, in: difference, of: example)
  }

  /// Whether the value is seen to go on the path when the counterexample is run, while the other end
  /// has it under a name that the start does not know: the property was renamed on the way.
  func isShown(
    in finding: Finding, on path: [UInt64], as difference: EndDifference, ifKept kept: String?
  ) -> Bool {
    guard let kept, let property = difference.property, let object = difference.object,
      difference.type == type,
      finding.counterexample.graph.schema.type(named: type)?.property(named: property) == nil
    else { return false }
    return finding.shownLosses.contains { loss in
      loss.type == type && loss.property == self.finding.property && loss.object == object
        && (loss.hop == self.finding.hop || self.finding.alsoAt.contains(loss.hop))
        && zip(path, path.dropFirst()).contains { $0 == loss.hop.from && $1 == loss.hop.to }
        && loss.value.isIdentical(to: kept)
    }
  }

  /// Whether an end has, under a name that the start does not know, the very value that is lost on
  /// the other path. A counterexample is shrunk until only values that matter are left.
  private func isKept(
    _ kept: String?, in difference: EndDifference, of example: Counterexample
  ) -> Bool {
    let (graph, lost) = (example.graph, finding.property)
    guard let kept, let object = difference.object, let lost,
      let type = graph.schema.index(of: difference.type),
      let column = graph.schema.types[type].storedIndex(of: lost),
      let row = Int(exactly: object), (0..<graph.tables[type].count).contains(row)
    else { return false }
    let property = graph.schema.types[type].storedProperties[column]
    let value = graph.tables[type].columns[column][row]
    guard !property.isInsignificant(value) else { return false }
    return ValueText.text(of: value, schema: graph.schema) { Int64($0.index) }.isIdentical(to: kept)
  }
}
