import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Finds rows for those faults of a version that were not found by rows of their own.
///
/// What a statement makes of the rows that it goes through is asked of it, and what it does to others is
/// seen: the tables are read before it runs and afterwards.
struct ExampleRows {
  let rehearsal: Rehearsal

  /// - Complexity: up to three runs of the version, if any fault lacks rows.
  func adding(to faults: [HopFault]) -> [HopFault] {
    var faults = faults
    for round in 0..<3 {
      let open = faults.indices.filter { isOpen(faults[$0]) }
      guard !open.isEmpty else { break }
      let run = Run(faults: faults, open: open)
      rehearsal.run(round: round) { run.see($0, in: $1) }
      faults = run.faults
    }
    return faults
  }

  private func isOpen(_ fault: HopFault) -> Bool {
    fault.rows.isEmpty && fault.place != nil && !fault.code.hasSuffix("Lost")
      && (!ExampleRow.isAboutOthers(fault) || ObservedFault(fault) != nil)
      && rehearsal.migration.statements.contains {
        $0.source == fault.place && $0.changesData
      }
  }

  /// One run of the version.
  private final class Run {
    var faults: [HopFault]
    let open: [Int]
    /// The tables of the faults, as they are before the version.
    private var start: [Int: ObservedTable]?
    /// The tables of the faults of statements that run, or have run.
    private var running = [Int: (statement: SQLStatement, table: ObservedTable)]()

    init(faults: [HopFault], open: [Int]) {
      self.faults = faults
      self.open = open
    }

    /// - Parameter statement: just before it runs; `nil`: the version has ended.
    func see(_ statement: SQLStatement?, in connection: SQLiteConnection) {
      for (place, own) in running {
        let observed = ObservedFault(faults[place])
        if statement != nil, observed?.lastsToEnd ?? false { continue }
        running[place] = nil
        let wanted =
          observed?.wanted(of: own.statement, in: own.table)
          ?? [.changed(faults[place].property?.text), .gone]
        let written = own.statement.tokensBeforeCondition.compactMap { $0.name?.lowercasedASCII }
        faults[place].rows = own.table.example(
          of: wanted, mentioned: Set(written), in: connection)
      }
      guard let statement else { return }
      if start == nil {
        start = Dictionary(
          uniqueKeysWithValues: open.compactMap { place in
            guard ObservedFault(faults[place])?.isOfSeveral ?? false else { return nil }
            return observed(faults[place], in: connection).map { (place, $0) }
          })
      }
      guard statement.changesData else { return }
      for place in open
      where faults[place].rows.isEmpty && faults[place].place == statement.source {
        if !ExampleRow.isAboutOthers(faults[place]) {
          faults[place].rows = ExampleRow(
            statement: statement, fault: faults[place], connection: connection
          ).rows()
        }
        guard faults[place].rows.isEmpty else { continue }
        running[place] = (start?[place] ?? observed(faults[place], in: connection)).map {
          (statement, $0)
        }
      }
    }

    private func observed(_ fault: HopFault, in connection: SQLiteConnection) -> ObservedTable? {
      fault.type.flatMap { ObservedTable($0.text, in: connection) }
    }
  }
}

/// A fault whose rows are not those that its statement goes through, and are seen nevertheless.
private struct ObservedFault {
  private let fault: HopFault

  init?(_ fault: HopFault) {
    guard
      [
        ReplacedRows.code, FiredTriggers.code, RemovedDuplicates.cascadeCode, SwappedUpdates.code,
        RepeatedUpdates.code,
      ].contains(fault.code)
    else { return nil }
    self.fault = fault
  }

  /// Whether it takes several statements to do it: rows are shown as they are before the version.
  var isOfSeveral: Bool { fault.code == SwappedUpdates.code }

  /// Whether other statements decide what is left of a row.
  var lastsToEnd: Bool { fault.code == RepeatedUpdates.code }

  func wanted(
    of statement: SQLStatement, in table: ObservedTable
  ) -> [ObservedTable.Change] {
    let own = fault.property?.text
    switch fault.code {
    case ReplacedRows.code where !statement.isReplacingUpdate: return [.changed(own), .gone]
    case ReplacedRows.code where table.isKey(own): return own.map { [.changedBeside($0)] } ?? []
    case ReplacedRows.code: return [.gone]
    case SwappedUpdates.code, RepeatedUpdates.code: return [.changed(own)]
    default: return [.gone, .changed(nil)]
    }
  }
}
