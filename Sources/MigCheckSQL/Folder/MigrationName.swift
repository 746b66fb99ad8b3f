import MigCheckText

/// What the name of a file or a folder says of the place of a migration in its order.
struct MigrationName: Sendable {
  /// Which way a script leads.
  enum Direction: Sendable {
    case up, down
  }

  /// The parts of the number, the most significant first; empty: the name has none.
  let number: [UInt64]
  /// The numbers that follow right behind it: the `2` of `20210131_02_users`, which tells scripts of one
  /// day apart, a letter by itself (`002_a_users`), or a version (`019_v0_4_26_users`).
  let counter: [UInt64]
  let direction: Direction
  /// Whether it is a script that Flyway runs whenever it changes (`R__name.sql`).
  let isRepeatable: Bool
  /// The database that the script is for; `nil`: the name does not say.
  let dialect: ScriptDialect?
  /// The name without the words for its direction and its database.
  let stem: String

  /// The endings of scripts: those of SQLDelight end in `.sqm`, some of Synapse name a database.
  private static let endings = [".sql", ".sqm", ".sql.sqlite"]

  /// Whether a file is called as scripts are.
  static func isScript(_ name: String) -> Bool {
    let name = name.lowercased()
    return endings.contains(where: name.hasSuffix)
  }

  /// - Parameter name: of a file with its ending, or of a folder.
  init(_ name: String) {
    var stem = Substring(name)
    var named: ScriptDialect?
    for ending in Self.endings where name.lowercased().hasSuffix(ending) {
      stem = stem.dropLast(ending.count)
      if ending.hasSuffix("sqlite") { named = .sqlite }
    }
    named = named ?? ScriptDialect.removing(from: &stem)
    let lowercased = stem.lowercased()
    // `001.undo.users.sql`, as postgrator has it.
    let action = lowercased.split(separator: ".").dropFirst().first
    let isDown =
      [".down", "_down", "-down", ".undo", ".rollback"].contains(where: lowercased.hasSuffix)
      || (action == "undo" && lowercased.first?.isASCIIDigit == true)
      || ["down_", "down-"].contains { word in
        lowercased.hasPrefix(word) && lowercased.dropFirst(5).first?.isASCIIDigit == true
      }
    for ending in [".up", "_up", "-up", ".down", "_down", "-down"]
    where lowercased.hasSuffix(ending) {
      stem = stem.dropLast(ending.count)
    }
    dialect = named ?? ScriptDialect.removing(from: &stem)
    self.stem = String(stem)
    isRepeatable = stem.hasPrefix("R__")
    let isFlyway = Self.isPrefixed(stem, by: "Vv")
    let isUndo = Self.isPrefixed(stem, by: "Uu") && stem.contains("__")
    direction =
      isDown || isUndo || ["down", "undo", "rollback"].contains(lowercased) ? .down : .up
    if isFlyway || isUndo {
      // Names such as `V0001.Initial.sql` have no `__`.
      number =
        if let end = stem.firstRange(of: "__")?.lowerBound {
          Self.numbers(in: stem[..<end].dropFirst(), separators: "._")
        } else {
          Self.plainNumber(stem.dropFirst())
        }
      counter = []
    } else {
      number = Self.plainNumber(stem)
      counter = number.count == 1 ? Self.counter(stem, behind: number[0]) : []
    }
  }

  private static func isPrefixed(_ stem: Substring, by letters: String) -> Bool {
    guard let first = stem.first, letters.contains(first) else { return false }
    return stem.dropFirst().first?.isASCIIDigit ?? false
  }

  /// The digits before the first word: `12_users`, `2024-03-13_170000_users`, `1.10.2`.
  private static func plainNumber(_ stem: Substring) -> [UInt64] {
    let groups = self.groups(of: stem)
    guard let first = groups.first else { return [] }
    if let moment = moment(groups) { return [moment] }
    let version = stem.prefix { $0.isASCIIDigit || $0 == "." }
    let parts = numbers(in: version, separators: ".")
    if parts.count > 1 { return parts }
    return UInt64(first).map { [$0] } ?? []
  }

  /// What follows a number of one group of digits.
  private static func counter(_ stem: Substring, behind number: UInt64) -> [UInt64] {
    let groups = self.groups(of: stem).map { UInt64($0) }
    guard groups.first == number else { return [] }
    if groups.count > 1 { return groups.dropFirst().compactMap(\.self) }
    var rest = stem.drop(while: \.isASCIIDigit)
    let isApart = rest.first.map { "-_. ".contains($0) } ?? false
    if isApart { rest = rest.dropFirst() }
    guard let letter = rest.popFirst()?.lowercased().utf8.first,
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
    else { return [] }
    if letter == UInt8(ascii: "v"), rest.first?.isASCIIDigit ?? false {
      return self.groups(of: rest).compactMap { UInt64($0) }
    }
    // `3_a` is called so.
    let isAlone = rest.first.map { "-_. ".contains($0) } ?? !isApart
    return isAlone ? [UInt64(letter)] : []
  }

  /// The leading runs of digits that single separators divide.
  private static func groups(of stem: Substring) -> [Substring] {
    var rest = stem
    var groups = [Substring]()
    while true {
      let digits = rest.prefix(while: \.isASCIIDigit)
      guard !digits.isEmpty else { return groups }
      var behind = rest.dropFirst(digits.count)
      // `20210131T120000Z`.
      if digits.count == 6, behind.first == "Z", behind.dropFirst().first?.isLetter != true {
        behind = behind.dropFirst()
      }
      // `2fa` is a word.
      if let next = behind.first, !"-_. T".contains(next), !groups.isEmpty { return groups }
      groups.append(digits)
      guard let separator = behind.first, "-_. T".contains(separator) else { return groups }
      rest = behind.dropFirst()
    }
  }

  /// `2024-03-13_170000` as 20240313170000, whatever stands between the digits.
  private static func moment(_ groups: [Substring]) -> UInt64? {
    let digits = groups.joined()
    guard groups[0].count == 4, groups.count >= 3, groups[1].count == 2, groups[2].count == 2,
      let year = Int(groups[0]), (1970...2199).contains(year),
      let month = Int(groups[1]), (1...12).contains(month)
    else { return nil }
    let text = String(digits.prefix(14))
    return UInt64(text + String(repeating: "0", count: 14 - text.count))
  }

  private static func numbers(in text: Substring, separators: String) -> [UInt64] {
    let parts = text.split(whereSeparator: { separators.contains($0) })
    let numbers = parts.map { UInt64($0) }
    return numbers.contains(nil) ? [] : numbers.compactMap(\.self)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension MigrationName {
  /// The numbers of the names of one folder, parallel to them.
  ///
  /// Where none begins with a number, one that stands behind the same word in all names that have any
  /// counts: `version-001.sql`, `upgrade_v2_to_v3.sql`.
  static func numbers(of names: [String]) -> [[UInt64]] {
    let own = names.map { MigrationName($0).number }
    guard own.allSatisfy(\.isEmpty) else { return own }
    let words = names.map { $0.prefix { !$0.isASCIIDigit } }
    let numbered = zip(names, words).filter { $0.utf8.count > $1.utf8.count }.map(\.1)
    guard let word = numbered.first,
      numbered.allSatisfy({ $0.lowercased() == word.lowercased() })
    else { return own }
    return zip(names, words).map { MigrationName(String($0.dropFirst($1.count))).number }
  }

  /// Whether one number stands before another: `0.9` before `0.10`, `1` before `1.1`.
  static func precedes(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  /// Whether a script undoes another one of the folder, whose name is its own without a word at the end:
  /// `1_users_rollback.sql` beside `1_users.sql`. Alone, such a word may belong to a sentence.
  func undoes(_ others: [MigrationName]) -> Bool {
    let own = stem.lowercased()
    return ["rollback", "undo", "revert"].contains { word in
      guard own.hasSuffix(word), let separator = own.dropLast(word.count).last,
        "._-".contains(separator)
      else { return false }
      let rest = own.dropLast(word.count + 1)
      return others.contains { $0.stem.lowercased() == rest }
    }
  }

  /// Whether what follows equal numbers tells two names apart.
  static func areApart(_ left: [UInt64], _ right: [UInt64]) -> Bool {
    left.count == right.count && left != right
  }
}
