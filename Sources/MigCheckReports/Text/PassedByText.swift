import MigCheckVerifier

/// Which versions upgrades lead into, where it is not all of them.
enum PassedByText {
  /// `direct from 1…9 to 10; 2…9 have no block of their own`
  static func text(_ passedBy: Coverage.PassedBy, from: UInt64, to: UInt64) -> String {
    let starts = passedBy.stops == [to] ? "direct from \(all(passedBy, from, to))" : "only"
    // A subject gives the reason as one version has it.
    let reason =
      passedBy.versions.count == 1
      ? "has \(passedBy.reason)"
      : "have \(passedBy.reason.replacing("its own", with: "their own"))"
    return "\(starts) to \(list(passedBy.stops, of: passedBy)); "
      + "\(list(passedBy.versions, of: passedBy)) \(reason)"
  }

  private static func all(_ passedBy: Coverage.PassedBy, _ from: UInt64, _ to: UInt64) -> String {
    guard let last = passedBy.versions.last, last != from else { return "\(from)" }
    return "\(from)…\(last)"
  }

  /// Numbers with neighbours together, where neighbours are those of all versions.
  private static func list(_ numbers: [UInt64], of passedBy: Coverage.PassedBy) -> String {
    let order = (passedBy.stops + passedBy.versions).sorted()
    var runs = [[UInt64]]()
    var place = -2
    for number in numbers {
      let next = order.firstIndex(of: number) ?? 0
      if next == place + 1, !runs.isEmpty {
        runs[runs.count - 1].append(number)
      } else {
        runs.append([number])
      }
      place = next
    }
    let parts = runs.flatMap { run -> [String] in
      run.count > 2 ? ["\(run[0])…\(run[run.count - 1])"] : run.map(String.init)
    }
    guard let last = parts.last, parts.count > 1 else { return parts.joined() }
    return parts.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
