import MigCheckModel
import MigCheckText

/// Which faults of the scripts of a folder are worth telling, and how often.
struct FaultSelection {
  private let entries: [DatabaseVersions.Entry]
  private let mapping: SchemaMapping

  static let sequenceReset = "sequenceReset"

  init(_ entries: [DatabaseVersions.Entry], _ mapping: SchemaMapping) {
    self.entries = entries
    self.mapping = mapping
  }

  /// As below; what a comment allows takes the place of no other fault.
  ///
  /// - Parameter allowances: those of all entries.
  func worthTelling(_ faults: [[HopFault]], _ allowances: [Allowance]) -> [[HopFault]] {
    guard !allowances.isEmpty else { return worthTelling(faults) }
    func isAllowed(_ fault: HopFault) -> Bool {
      guard let place = fault.place else { return false }
      let isOfValues = ScriptFaults.rewriting.contains(fault.code)
      return allowances.contains {
        $0.allows(fault: fault.code, ofValues: isOfValues) && $0.covers(place)
      }
    }
    let open = worthTelling(faults.map { $0.filter { !isAllowed($0) } })
    let others = worthTelling(faults.map { $0.filter(isAllowed) })
    return zip(open, others).map { open, others in
      open
        + others.map { fault in
          var fault = fault
          fault.isAllowed = true
          return fault
        }
    }
  }

  /// - Parameter faults: parallel to the entries.
  func worthTelling(_ faults: [[HopFault]]) -> [[HopFault]] {
    var result = faults.enumerated().map { place, own in
      own.compactMap { withoutDropped($0, behind: place) }
        .compactMap { withoutMended($0, behind: place) }
    }
    for place in result.indices { result[place] = Self.joined(result[place]) }
    keepFirst(Self.sequenceReset, in: &result)
    keepFirst(CopiedRows.severalCode, in: &result)
    for code in CopiedRows.garblingCodes { keepFirst(code, in: &result) }
    keepFirst(GarbledValues.refusedCode, in: &result)
    keepFirst(CopiedRows.nullListCode, in: &result)
    keepFirst(UnreadableJSON.code, in: &result)
    keepFirst(PassedOverRows.code, in: &result)
    keepFirst(TextsInNumbers.code, in: &result)
    keepFirst(BooleanTexts.code, in: &result)
    keepFirst(QuotedCalls.code, in: &result)
    keepFirst(QuotedCalls.writtenCode, in: &result)
    keepFirst(MetInsertions.code, in: &result)
    keepFirst(OverwrittenValues.unmatchedCode, in: &result)
    keepFirst(UnboundParameters.code, in: &result)
    keepFirst(NewReferences.code, in: &result)
    keepFirst(RenamedCopies.code, in: &result)
    joinRenumbered(in: &result)
    keepFirst(PossibleCascades.code, in: &result)
    keepFirst(PossibleCascades.codeInTransaction, in: &result)
    keepFirst(PossibleCascades.refusedCode, in: &result)
    keepFirst(PossibleCascades.refusedCodeInTransaction, in: &result)
    joinReplaced(in: &result)
    keepFirstOfTriggers(in: &result)
    return result
  }

  /// Several statements of a script that do the same to one column are one fault, which names all.
  private static func joined(_ faults: [HopFault]) -> [HopFault] {
    var joined = [HopFault]()
    var others = [Int: [String]]()
    for fault in faults {
      let known = joined.firstIndex {
        $0.code == fault.code && $0.type == fault.type && $0.property == fault.property
          && $0.subject == fault.subject && $0.isError == fault.isError && $0.place != fault.place
          && $0.property != nil && $0.parts == fault.parts
      }
      guard let known, let place = fault.place else {
        joined.append(fault)
        continue
      }
      if !others[known, default: []].contains(place.fileAndLine) {
        others[known, default: []].append(place.fileAndLine)
      }
    }
    for (known, places) in others {
      joined[known].message += " The same holds for \(places.joined(separator: ", "))."
    }
    return joined
  }

  /// Each trigger that runs unasked is told once.
  private func keepFirstOfTriggers(in faults: inout [[HopFault]]) {
    var told = [Name?: UInt64]()
    for place in faults.indices {
      var own = Set<Name?>()
      faults[place].removeAll { fault in
        // Another trigger is another matter.
        fault.code == FiredTriggers.code && !own.insert(fault.subject).inserted
      }
      for index in faults[place].indices where faults[place][index].code == FiredTriggers.code {
        let subject = faults[place][index].subject
        faults[place][index].repeats = told[subject]
        told[subject] = number(place)
      }
    }
  }

  /// Tables that one script drops and makes anew are told at once, and each table only the first time:
  /// whoever empties a cache in one release does so in others.
  private func joinReplaced(in faults: inout [[HopFault]]) {
    func isReplaced(_ fault: HopFault) -> Bool {
      fault.code == StructureFaults.rowsGivenUp && !fault.isError
    }
    var told = [Name: UInt64]()
    for place in faults.indices {
      let own = faults[place].filter(isReplaced)
      guard let first = own.first, let position = faults[place].firstIndex(where: isReplaced)
      else { continue }
      faults[place].removeAll(where: isReplaced)
      let names = own.compactMap(\.type)
      let groups = [names.filter { told[$0] == nil }, names.filter { told[$0] != nil }]
      for names in groups where !names.isEmpty {
        var joined = first
        joined.type = names[0]
        joined.message = StructureFaults.replacement(of: names.map(\.text))
        joined.repeats = names.compactMap { told[$0] }.min()
        faults[place].insert(joined, at: position)
      }
      for name in names { told[name] = number(place) }
    }
  }

  /// Tables whose rows get other numbers are told at once; the first of them is told otherwise.
  private func joinRenumbered(in faults: inout [[HopFault]]) {
    guard let told = RenumberedRows.Place(faults) else { return }
    var others = [(place: Int, fault: HopFault)]()
    for place in faults.indices {
      others += faults[place].filter { fault in
        fault.code == RenumberedRows.code && !(place == told.place && fault.type == told.type)
      }.map { (place, $0) }
      faults[place].removeAll { $0.code == RenumberedRows.code }
    }
    guard let (place, first) = others.first else { return }
    var fault = first
    var names = [Name]()
    for name in others.compactMap(\.fault.type) where name != fault.type && !names.contains(name) {
      names.append(name)
    }
    if !names.isEmpty {
      let shown = names.prefix(4).map(\.text).joined(separator: ", ")
      let rest = names.count > 4 ? " and \(names.count - 4) more" : ""
      fault.message += " The same holds for \(shown)\(rest)."
    }
    faults[place].append(fault)
  }

  /// What an author drops by name some scripts later was not to stay.
  private func withoutDropped(_ fault: HopFault, behind place: Int) -> HopFault? {
    // The columns of a primary key have names that a table or an index may have as well.
    guard fault.code != LostParts.Kind.primaryKey.rawValue else { return fault }
    return LostParts.remainder(of: fault) { name in
      !laterStatements(place).contains { statement in
        if case .dropObject(let dropped) = StatementShape(statement) {
          dropped.isSameName(as: name.text)
        } else {
          false
        }
      }
    }
  }

  /// What a later script puts right is over for all who have come to it.
  ///
  /// What triggers would have done until then is another matter.
  private func withoutMended(_ fault: HopFault, behind place: Int) -> HopFault? {
    var left = fault
    for entry in entries.dropFirst(place + 1) {
      let rest = left.remainder(in: entry, mapping: mapping).flatMap { rest in
        LostParts.remainder(of: rest) { name in
          !entry.database.replaces(name.text, of: entries[place - 1].database)
        }
      }
      if let rest {
        left = rest
        continue
      }
      guard LostParts(left)?.kind == .trigger else { return nil }
      var result = left
      result.isError = false
      result.message +=
        " \(entry.migration.name) makes up for it; what they would have done until then is not done."
      return result
    }
    let isFilled =
      fault.code == UnfilledIndexes.code
      && laterStatements(place).contains { statement in
        guard case .insert(let insertion) = StatementShape(statement) else { return false }
        return fault.subject.map { insertion.table.isSameName(as: $0.text) } ?? false
      }
    return isFilled ? nil : left
  }

  private func number(_ place: Int) -> UInt64 { entries[place].migration.number }

  private func laterStatements(_ place: Int) -> [SQLStatement] {
    entries.dropFirst(place + 1).flatMap(\.migration.statements)
  }

  /// What whole projects do in the same way is told once.
  private func keepFirst(_ code: String, in faults: inout [[HopFault]]) {
    let places = faults.indices.filter { faults[$0].contains { $0.code == code } }
    for (rank, place) in places.enumerated() {
      let count = places.count - rank - 1
      for index in faults[place].indices where faults[place][index].code == code {
        if rank > 0 { faults[place][index].repeats = number(places[rank - 1]) }
        guard count > 0 else { continue }
        faults[place][index].message +=
          " The same holds for \(count) more script\(count == 1 ? "" : "s")."
      }
    }
  }
}

extension DatabaseSchema {
  /// Whether it has something under another name that does what a trigger, or a unique index, of an older
  /// database did.
  fileprivate func replaces(_ name: String, of old: DatabaseSchema) -> Bool {
    if let trigger = old.triggers.first(where: { $0.name.isSameName(as: name) }) {
      let body = StructureFaults.body(trigger.sql)
      return triggers.contains {
        $0.table.isSameName(as: trigger.table) && StructureFaults.body($0.sql) == body
      }
    }
    for table in old.tables {
      guard let index = table.indexes.first(where: { $0.name.isSameName(as: name) }) else {
        continue
      }
      let columns = index.columns.compactMap { $0?.lowercasedASCII }
      guard columns.count == index.columns.count, !index.isPartial,
        let new = self.table(named: table.name)
      else { return false }
      let keys =
        [new.primaryKey]
        + new.indexes.filter { $0.isUnique && !$0.isPartial }.map { $0.columns.compactMap(\.self) }
      return keys.contains { Set($0.map(\.lowercasedASCII)) == Set(columns) }
    }
    return false
  }
}

extension HopFault {
  /// What is left of the fault when later scripts have run; `nil`: they put it right.
  func remainder(in entry: DatabaseVersions.Entry, mapping: SchemaMapping) -> HopFault? {
    let database = entry.database
    guard LostParts(self) == nil else { return LostParts.remainder(of: self, in: database) }
    switch code {
    case StructureFaults.viewBroken, BrokenTriggers.code:
      return subject.map { entry.broken.contains($0.text.lowercasedASCII) } ?? true ? self : nil
    case QuotedCalls.code:
      return QuotedCalls.isLeft(self, in: database, mapping: mapping) ? self : nil
    case MismatchedReferences.code:
      return MismatchedReferences.isLeft(self, in: database, mapping: mapping) ? self : nil
    case BrokenReferences.code:
      return BrokenReferences.remainder(of: self, in: database, mapping: mapping)
    default: return self
    }
  }
}
