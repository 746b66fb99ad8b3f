import MigCheckModel
import MigCheckText

/// Which faults of the scripts of a folder are worth telling, and how often.
struct FaultSelection {
  let migrations: [Migration]

  static let sequenceReset = "sequenceReset"

  init(_ migrations: [Migration]) {
    self.migrations = migrations
  }

  /// - Parameter faults: parallel to the migrations.
  func worthTelling(_ faults: [[HopFault]]) -> [[HopFault]] {
    var result = faults.enumerated().map { place, own in
      own.compactMap { withoutDropped($0, behind: place) }
    }
    keepFirst(Self.sequenceReset, in: &result)
    keepFirst(CopiedRows.severalCode, in: &result)
    keepFirst(CopiedRows.garbledCode, in: &result)
    keepFirst(CopiedRows.nullListCode, in: &result)
    keepFirst(UnreadableJSON.code, in: &result)
    keepFirst(PassedOverRows.code, in: &result)
    keepFirst(TextsInNumbers.code, in: &result)
    keepFirst(BooleanTexts.code, in: &result)
    keepFirst(QuotedCalls.code, in: &result)
    joinRenumbered(in: &result)
    keepFirst(PossibleCascades.code, in: &result)
    keepFirst(PossibleCascades.codeInTransaction, in: &result)
    joinReplaced(in: &result)
    for place in result.indices {
      // Another trigger is another matter.
      var seen = result[..<place].joined().filter { $0.code == FiredTriggers.code }.map(\.subject)
      result[place].removeAll { fault in
        guard fault.code == FiredTriggers.code else { return false }
        defer { seen.append(fault.subject) }
        return seen.contains(fault.subject)
      }
    }
    return result
  }

  /// Tables that one script drops and makes anew are told at once, and each table only the first time:
  /// whoever empties a cache in one release does so in others.
  private func joinReplaced(in faults: inout [[HopFault]]) {
    func isReplaced(_ fault: HopFault) -> Bool {
      fault.code == StructureFaults.rowsGivenUp && !fault.isError
    }
    var told = [Name]()
    for place in faults.indices {
      let own = faults[place].filter(isReplaced)
      guard let first = own.first, let position = faults[place].firstIndex(where: isReplaced)
      else { continue }
      faults[place].removeAll(where: isReplaced)
      let names = own.compactMap(\.type).filter { !told.contains($0) }
      guard !names.isEmpty else { continue }
      told += names
      var joined = first
      joined.type = names[0]
      joined.message = StructureFaults.replacement(of: names.map(\.text))
      faults[place].insert(joined, at: position)
    }
  }

  /// Tables whose rows get other numbers are told at once: whoever copies one so copies others so.
  private func joinRenumbered(in faults: inout [[HopFault]]) {
    let all = faults.joined().filter { $0.code == RenumberedRows.code }
    guard let first = all.first else { return }
    var names = [Name]()
    for name in all.compactMap(\.type) where name != first.type && !names.contains(name) {
      names.append(name)
    }
    var isTold = false
    for place in faults.indices {
      faults[place].removeAll { fault in
        guard fault.code == RenumberedRows.code else { return false }
        defer { isTold = true }
        return isTold
      }
      for index in faults[place].indices where faults[place][index].code == RenumberedRows.code {
        guard !names.isEmpty else { continue }
        let shown = names.prefix(4).map(\.text).joined(separator: ", ")
        let rest = names.count > 4 ? " and \(names.count - 4) more" : ""
        faults[place][index].message += " The same holds for \(shown)\(rest)."
      }
    }
  }

  /// What an author drops by name some scripts later was not to stay.
  private func withoutDropped(_ fault: HopFault, behind place: Int) -> HopFault? {
    LostParts.remainder(of: fault) { name in
      !migrations[(place + 1)...].flatMap(\.statements).contains { statement in
        if case .dropObject(let dropped) = StatementShape(statement) {
          dropped.isSameName(as: name.text)
        } else {
          false
        }
      }
    }
  }

  /// What whole projects do in the same way is told once.
  private func keepFirst(_ code: String, in faults: inout [[HopFault]]) {
    let places = faults.indices.filter { faults[$0].contains { $0.code == code } }
    guard let first = places.first, places.count > 1 else { return }
    for place in places.dropFirst() { faults[place].removeAll { $0.code == code } }
    for index in faults[first].indices where faults[first][index].code == code {
      let count = places.count - 1
      faults[first][index].message +=
        " The same holds for \(count) more script\(count == 1 ? "" : "s")."
    }
  }
}

extension HopFault {
  /// What is left of the fault when later scripts of the same hop have run; `nil`: they put it right.
  func remainder(in database: DatabaseSchema, mapping: SchemaMapping) -> HopFault? {
    let name = subject?.text ?? ""
    switch code {
    case LostParts.Kind.trigger.rawValue, LostParts.Kind.uniqueIndex.rawValue:
      return LostParts.remainder(of: self, in: database)
    case "viewBroken":
      return database.views.contains { $0.name.isSameName(as: name) } ? self : nil
    case BrokenTriggers.code:
      return database.triggers.contains { $0.name.isSameName(as: name) } ? self : nil
    case BrokenReferences.code:
      return BrokenReferences.remainder(of: self, in: database, mapping: mapping)
    default: return self
    }
  }
}
