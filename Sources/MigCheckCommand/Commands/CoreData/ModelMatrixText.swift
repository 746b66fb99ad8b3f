import MigCheckText

#if CommandLine
  import MigCheckCoreData
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// All pairs of versions as a table: a row for each start, a column for each end.
  struct ModelMatrixText {
    let bundle: CoreDataBundle
    let matrix: InferenceMatrix

    private static let marks: [(InferenceMatrix.Verdict, String, String)] = [
      (.inferred, "·", "inferred"), (.noMigration, "=", "no migration runs"),
      (.notInferable, "✘", "not inferable"), (.undocumented, "?", "undocumented"),
      (.custom, "c", "custom"), (.severalMigrations, "–", "several migrations"),
      (.noStage, "!", "no stage"),
    ]

    /// How many columns of the table stand beside each other.
    private static let columns = 40

    var lines: [String] {
      let numbers = matrix.numbers.dropFirst()
      var lines = [legend]
      var start = numbers.startIndex
      while start < numbers.endIndex {
        let end = min(start + Self.columns, numbers.endIndex)
        lines += [""] + block(Array(numbers[start..<end]))
        start = end
      }
      return lines
    }

    private var legend: String {
      let found = Set(matrix.pairs.map(\.verdict))
      return "from ↓ to →   "
        + Self.marks.filter { found.contains($0.0) }.map { "\($0.1) \($0.2)" }
        .joined(separator: "   ")
    }

    private func block(_ targets: [UInt64]) -> [String] {
      let digits = String(matrix.numbers.last ?? 0).count
      let names = bundle.versions.map { Self.shortened(ValueText.prose($0.name)) }
      let nameWidth = names.map(\.count).max() ?? 0
      let margin = String(repeating: " ", count: digits + nameWidth + 5)
      var lines = (0..<digits).map { place in
        margin
          + targets.map { target -> String in
            let text = Array(String(target))
            let offset = place - (digits - text.count)
            return offset < 0 ? " " : String(text[offset])
          }.joined()
      }
      for (version, name) in zip(bundle.versions, names) {
        guard targets.contains(where: { $0 > version.number }) else { continue }
        let number = String(version.number)
        let cells = targets.map { target in
          matrix.pair(from: version.number, to: target).map { mark($0.verdict) } ?? " "
        }
        lines.append(
          "  " + String(repeating: " ", count: digits - number.count) + number + " "
            + Column.padded(name, to: nameWidth) + "  " + cells.joined())
      }
      return lines.map { line in
        var line = line
        while line.last == " " { line.removeLast() }
        return line
      }
    }

    /// The end of a long name tells it from the others.
    private static func shortened(_ name: String) -> String {
      name.count > 24 ? "…" + name.suffix(23) : name
    }

    private func mark(_ verdict: InferenceMatrix.Verdict) -> String {
      Self.marks.first { $0.0 == verdict }?.1 ?? " "
    }
  }
#endif
