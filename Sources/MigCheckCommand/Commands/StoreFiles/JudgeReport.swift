import MigCheckText

#if CommandLine
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckModel
  import MigCheckStoreFiles
  import MigCheckVerifier

  /// The failures of upgraded stores, each kind once.
  struct JudgeReport {
    private struct Group {
      var failure: Failure
      var names: [String]
    }

    private var groups = [Group]()
    private let title: String
    private let stores: JudgedStores
    /// Stores of the newest version that opening changed.
    private let changed: [String]
    private let showsValues: Bool
    private let end: UInt64

    /// - Parameters:
    ///   - end: the version that the app upgrades to.
    ///   - directory: for scratch files.
    init(
      of stores: JudgedStores, _ loaded: StoreFormatOptions.Loaded, end: UInt64, directory: String,
      showsValues: Bool
    ) throws {
      self.stores = stores
      self.showsValues = showsValues
      self.end = end
      let history = loaded.history
      title = "\(history.name) (\(history.rules))"
      changed = stores.newest.filter { pair in
        let graphs = (pair.recorded.before.snapshot.graph, pair.recorded.after.snapshot.graph)
        if case .different = GraphComparison.compare(
          graphs.0, graphs.1, ignoring: history.ignoring)
        {
          return true
        }
        return false
      }.map(\.name)
      let recorded = RecordedUpgrades()
      let custom = history.customHops
      var subject = StoreFileSubject(
        history, format: recorded, upgrade: RecordedUpgrades.upgrade, end: end,
        predicts: history.engine == .coredata || history.stages.contains { !$0.steps.isEmpty },
        keepsKeys: custom.isEmpty && history.mappingPlans.isEmpty
      ) { from, to in custom.contains(InferenceMatrix.Hop(from: from, to: to)) }
      subject.stops = { history.stops(from: $0, to: $1) }
      var options = VerificationOptions()
      options.to = end
      options.directory = directory
      let starts = stores.pairs.map { pair in
        (pair.recorded.before.snapshot.version, pair.recorded.before.snapshot.graph)
      }
      let failures = try Verifier(subject, options: options).judge(starts) { number in
        recorded.select(stores.pairs[number].recorded)
      }
      for (pair, failures) in zip(stores.pairs, failures) {
        for failure in failures {
          let known = groups.firstIndex { $0.failure.signature == failure.signature }
          if let known {
            groups[known].names.append(pair.name)
          } else {
            groups.append(Group(failure: failure, names: [pair.name]))
          }
        }
      }
    }

    private func isError(_ group: Group) -> Bool {
      !group.failure.violation.isWarning && !group.failure.violation.isUndecided
    }

    /// How many findings fail the run.
    var errors: Int { groups.count(where: isError) + (changed.isEmpty ? 0 : 1) }

    // MARK: Text

    var text: String {
      var blocks = groups.map(text)
      if let first = changed.first {
        blocks.append(
          "✘ reopen-stable   \(title) \(end), in \(share(changed.count, stores.newest.count)), such as "
            + "\(first)\n  Opening a store of the newest version changed it.")
      }
      let count = stores.pairs.count + stores.newest.count
      let versions = Set(stores.pairs.map(\.recorded.before.snapshot.version)).count
      let warnings = groups.count - groups.count(where: isError)
      let verdict =
        count == 0
        ? "✘ nothing was judged"
        : errors > 0
          ? "✘ failed" : stores.problems.isEmpty ? "✔ passed" : "✘ incomplete"
      blocks.append(
        "\(verdict)   \(title), \(CountText.text(count, "store")) of "
          + "\(CountText.text(versions + (stores.newest.isEmpty ? 0 : 1), "version")), upgraded to "
          + "\(end): \(CountText.text(errors, "finding")), \(CountText.text(warnings, "warning"))"
          + (stores.problems.isEmpty
            ? "" : "; \(CountText.text(stores.problems.count, "store")) not judged"))
      return blocks.joined(separator: "\n\n") + "\n"
    }

    private func share(_ count: Int, _ all: Int) -> String {
      "\(count) of \(CountText.text(all, "store"))"
    }

    private func text(_ group: Group) -> String {
      let failure = group.failure
      let all = stores.pairs.count {
        $0.recorded.before.snapshot.version == failure.hop.from
      }
      var lines = [
        "\(isError(group) ? "✘" : "⚠") \(failure.check.rawValue)   \(title) \(failure.hop), in "
          + "\(share(group.names.count, all)), such as \(group.names[0])",
        "  \(failure.message)",
      ]
      if showsValues {
        for row in failure.violation.rows(at: failure.site) {
          let label = row.label + String(repeating: " ", count: max(1, 12 - row.label.count))
          lines.append("    \(label) \(row.text)")
        }
      } else if let object = failure.violation.object, let type = failure.violation.type {
        lines.append("    object       \(type)#\(object)")
      }
      return lines.joined(separator: "\n")
    }
  }
#endif
