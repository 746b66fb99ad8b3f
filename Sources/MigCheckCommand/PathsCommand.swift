#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckGeneration
  import MigCheckModel
  import MigCheckRules

  struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "paths",
      abstract: "Shows the versions, what changes on each hop, and the hazards.")

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @Flag(help: "List every hazard of the way from each version to each later one.")
    var hazards = false

    func run() throws {
      try reporting {
        let (history, _) = try source.load()
        let (from, to) = try span.resolve(in: history)
        try Terminal.write(PathsText(history: history, from: from, to: to).text(hazards: hazards))
      }
    }
  }

  /// The text of `migcheck paths`.
  struct PathsText {
    let history: History
    let from: UInt64
    let to: UInt64

    func text(hazards showsHazards: Bool) -> String {
      let stages = history.stages.filter { $0.number >= from && $0.number <= to }
      let paths = history.pathCount(from: from, to: to).map(String.init) ?? "more than 2⁶⁴"
      var lines = [
        "\(history.name): \(stages.count) versions, rules of \(history.engine.rawValue), "
          + "\(paths) paths to version \(to)",
        "",
      ]
      for (stage, next) in zip(stages, stages.dropFirst()) {
        let head = "  \(stage.number) → \(next.number)   "
        let margin = String(repeating: " ", count: head.count)
        var changes = SchemaChange.changes(from: stage.schema, to: next.schema)
          .map(\.description)
        if changes.isEmpty { changes = ["no change of the schema"] }
        changes += next.steps.map { "step: " + words(for: $0) }
        if next.steps.isEmpty { changes.append("no migration steps") }
        changes += next.drops.map { "gives up \($0) on purpose" }
        for (index, change) in changes.enumerated() {
          lines.append((index == 0 ? head : margin) + change)
        }
      }
      let found = self.hazards(stages)
      lines += ["", "\(found.count) hazards" + (showsHazards ? ":" : "; --hazards lists them")]
      if showsHazards {
        for hazard in found {
          lines.append("  \(hazard.from) → \(hazard.to)   \(hazard.description)")
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private func hazards(_ stages: [HistoryVersion]) -> [Hazard] {
      let versions = history.versions.filter { $0.number >= from && $0.number <= to }
      let expressions = versions.flatMap { version in
        history.expressions(into: version.number).map { (version.number, $0) }
      }
      return versions.indices.dropLast().flatMap { index in
        Hazard.hazards(
          from: versions[index], to: Array(versions[(index + 1)...]), expressions: expressions)
      }
    }

    private func words(for step: MigrationStep) -> String {
      let condition =
        step.onlyFrom.map { versions in
          " (only from " + versions.map(String.init).joined(separator: ", ") + ")"
        } ?? ""
      switch step.action {
      case .renameProperty(let type, let from, let to):
        return "rename \(type).\(from) to \(to)" + condition
      case .enumerate(let type, let filter, let assignments, let deletes):
        var parts = assignments.map { "\($0.property) = \($0.expression)" }
        if deletes { parts.append("delete") }
        if parts.isEmpty { parts.append("visit") }
        let rest = filter.map { " where \($0)" } ?? ""
        return "for each \(type)\(rest): " + parts.joined(separator: ", ") + condition
      case .create(let type, let value):
        return "create \(type) ("
          + value.map { "\($0.property) = \($0.expression)" }.joined(separator: ", ") + ")"
          + condition
      case .deleteData(let type): return "delete all of \(type)" + condition
      case .embed(let type, let orphans, let shared):
        return "embed \(type): \(orphans.rawValue) orphans, \(shared.rawValue) shared objects"
          + condition
      case .block: return "a block in Swift" + condition
      }
    }
  }
#endif
