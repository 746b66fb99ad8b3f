import MigCheckText

#if CommandLine
  import MigCheck
  import MigCheckGeneration
  import MigCheckModel
  import MigCheckReports
  import MigCheckHistory
  import MigCheckVerifier

  /// The text of `migcheck paths`.
  struct PathsText {
    let input: any LoadedSubject
    let from: UInt64
    let to: UInt64
    private let hazards: [Hazard]
    /// Start versions that were searched for hazards.
    private let searched: Report.Count

    /// - Parameter mustEnd: asked before each start version is searched for hazards, whether to end
    ///   with what there is.
    init(input: any LoadedSubject, from: UInt64, to: UInt64, mustEnd: () -> Bool) {
      self.input = input
      self.from = from
      self.to = to
      let subject = input.subject
      let versions = subject.versions.filter { $0.number >= from && $0.number <= to }
      let expressions = versions.flatMap { version in
        subject.evidence.expressions(into: version.number).map { (version.number, $0) }
      }
      var hazards = [Hazard]()
      var searched = Report.Count(run: 0, planned: versions.count - 1)
      let search = HazardSearch(versions, known: subject.evidence.hazards)
      for start in versions.indices.dropLast() where !mustEnd() {
        hazards += search.hazards(from: start, expressions: expressions)
        searched.run += 1
      }
      (self.hazards, self.searched) = (hazards, searched)
    }

    /// Whether not all start versions were searched for hazards.
    var isCut: Bool { !searched.isComplete }

    private var subject: any Subject { input.subject }

    func text(hazards showsHazards: Bool) throws -> String {
      let stages = subject.versions.filter { $0.number >= from && $0.number <= to }
      let paths = try subject.pathCount(from: from, to: to)
      let noun = paths == 1 ? "path" : "paths"
      var lines = [
        "\(ValueText.prose(subject.name)) (\(subject.rules)): "
          + "\(CountText.text(stages.count, "version")), "
          + "\(paths.map(String.init) ?? "more than 2⁶⁴") \(noun) to version \(to)"
          + (subject.paths == .all ? "" : ", \(subject.paths.rawValue)")
      ]
      for (stage, next) in zip(stages, stages.dropFirst()) {
        lines += ["", "\(stage.number) → \(next.number)"] + hop(from: stage, to: next)
      }
      let hint = showsHazards || hazards.isEmpty ? "" : "; --hazards lists them"
      lines += ["", CountText.text(hazards.count, "hazard") + hint]
      if showsHazards { lines += hazardLines(hazards) }
      if isCut {
        let warning = HealthWarning.timeLimit([Report.Cut(.hazards, searched)])
        lines += ["", "⚠ \(warning.name.rawValue)   \(warning.message)"]
      }
      return ColumnText.fitted(lines).joined(separator: "\n") + "\n"
    }

    // MARK: Hops

    private func hop(from old: SubjectVersion, to new: SubjectVersion) -> [String] {
      let migration = MigrationText(of: input, into: new.number)
      let schema = SchemaChangeText(old: old.schema, new: new.schema, steps: migration.steps).lines
      let steps = migration.lines(width: ColumnText.width - 14)
      if schema.isEmpty, migration.isEmpty { return ["  nothing changes"] }
      return section("schema", schema.isEmpty ? ["unchanged"] : schema)
        + section("migration", steps.isEmpty ? ["no steps"] : steps)
        + section("drops", new.drops.map { ValueText.prose($0.description) })
        + section(
          "invariants",
          new.invariants.map { invariant in
            "\(ValueText.prose(invariant.name.text)), of \(ValueText.prose(invariant.type.text)) "
              + "since \(invariant.since)"
          })
    }

    /// Lines beside a label that only the first one has.
    private func section(_ label: String, _ lines: [String]) -> [String] {
      lines.flatMap { ColumnText.fitted([$0], to: ColumnText.width - 14) }
        .enumerated().map { place, line in
          "  \(Column.padded(place == 0 ? label : "", to: 12))\(line)"
        }
    }

    // MARK: Hazards

    /// Hazards by the version that they lead to; the same one of several start versions once.
    private func hazardLines(_ hazards: [Hazard]) -> [String] {
      var lines = [String]()
      for version in subject.versions.map(\.number) {
        var rows = [(description: String, from: [UInt64])]()
        for hazard in hazards where hazard.to == version {
          if let known = rows.firstIndex(where: {
            $0.description.isIdentical(to: hazard.description)
          }) {
            rows[known].from.append(hazard.from)
          } else {
            rows.append((hazard.description, [hazard.from]))
          }
        }
        guard !rows.isEmpty else { continue }
        let texts = rows.map { ValueText.prose($0.description) }
        let starts = rows.map { "from \(HopList.text($0.from))" }
        // Descriptions that are too long do not move the start versions of the others.
        let room = ColumnText.width - 4 - (starts.map(\.count).max() ?? 0)
        let width = texts.map(\.count).filter { $0 <= room }.max() ?? 0
        lines += ["", "into \(version)"]
        lines += zip(texts, starts).map { text, start in
          "  \(Column.padded(text, to: width))  \(start)"
        }
      }
      return lines
    }
  }
#endif
