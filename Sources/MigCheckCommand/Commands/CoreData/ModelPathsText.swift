import MigCheckText

#if CommandLine
  import MigCheckCoreData
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// The text of `migcheck paths` for a Core Data model: what is inferred on each hop, and for every
  /// pair of versions whether a mapping can be inferred.
  struct ModelPathsText {
    let bundle: CoreDataBundle
    let matrix: InferenceMatrix
    /// The custom upgrades that run as their mapping model says.
    let run: Set<InferenceMatrix.Hop>

    /// - Parameter showsHops: whether the changes from each version to the next one are listed.
    func text(showsHops: Bool) -> String {
      var lines = header
      if showsHops, bundle.versions.count > 1 {
        for (old, new) in zip(bundle.versions, bundle.versions.dropFirst()) {
          lines += ["", "\(old.number) → \(new.number)  \(shown(old.name)) → \(shown(new.name))"]
          lines += ModelHopText(old: old.model, new: new.model).lines
        }
      }
      lines = ColumnText.fitted(lines)
      guard bundle.versions.count > 1 else {
        return lines.joined(separator: "\n") + "\n"
      }
      // The matrix keeps its columns.
      lines += [""] + ModelMatrixText(bundle: bundle, matrix: matrix).lines
      lines += ColumnText.fitted(
        findings(.notInferable) + findings(.undocumented) + custom + noStage + equalChecksums)
      if !showsHops { lines += ["", "--hops lists what changes from each version to the next"] }
      return lines.joined(separator: "\n") + "\n"
    }

    private func shown(_ name: String) -> String { ValueText.prose(name) }

    private var header: [String] {
      let count = bundle.versions.count
      var line =
        "\(shown(bundle.name)) (coredata): \(CountText.text(count, "version"))"
      if count > 1 { line += ", \(CountText.text(matrix.pairs.count, "pair"))" }
      if let current = bundle.current.flatMap(bundle.version), count > 1 {
        line += ", current \(current.number) (\(shown(current.name)))"
      }
      guard count > 1 else { return [line + ", so there is nothing to upgrade yet"] }
      return [line]
    }

    // MARK: Reasons

    /// Each reason once, with the pairs that it is true of; then which of them have a way round.
    private func findings(_ verdict: InferenceMatrix.Verdict) -> [String] {
      let pairs = matrix.pairs.filter { $0.verdict == verdict }
      guard !pairs.isEmpty else { return [] }
      let isRefused = verdict == .notInferable
      var lines = [
        "",
        (isRefused ? "mappingNotInferable: " : "undocumented: ")
          + CountText.text(pairs.count, "pair"),
      ]
      for reason in reasons(of: pairs, isRefused ? \.refusals : \.warnings) {
        lines += [
          "  \(shown(reason.problem.description))", "    \(HopList(hops: reason.hops).text)",
        ]
      }
      return lines + (isRefused ? detours(of: pairs) : [])
    }

    private func reasons(
      of pairs: [InferenceMatrix.Pair],
      _ problems: KeyPath<InferenceMatrix.Pair, [InferenceProblem]>
    ) -> [(problem: InferenceProblem, hops: [Hop])] {
      var places = [InferenceProblem: Int]()
      var reasons = [(problem: InferenceProblem, hops: [Hop])]()
      for pair in pairs {
        for problem in pair[keyPath: problems] {
          let hop = Hop(from: pair.from, to: pair.to)
          if let place = places[problem] {
            reasons[place].hops.append(hop)
          } else {
            places[problem] = reasons.count
            reasons.append((problem, [hop]))
          }
        }
      }
      return reasons
    }

    private func detours(of pairs: [InferenceMatrix.Pair]) -> [String] {
      var lines = ["", "step by step"]
      var groups = [(by: [UInt64]?, hops: [Hop])]()
      for pair in pairs {
        let by = matrix.route(from: pair.from, to: pair.to).map { Array($0.dropFirst().dropLast()) }
        let hop = Hop(from: pair.from, to: pair.to)
        if let place = groups.firstIndex(where: { $0.by == by }) {
          groups[place].hops.append(hop)
        } else {
          groups.append((by, [hop]))
        }
      }
      for group in groups {
        let way = group.by.map { "by way of \($0.map(String.init).joined(separator: ", "))" }
        lines.append("  \(HopList(hops: group.hops).text)  \(way ?? "no way")")
      }
      return lines
    }

    private var equalChecksums: [String] {
      let groups = EqualChecksums.groups(of: bundle.versions)
      guard !groups.isEmpty else { return [] }
      return ["", "equal checksums: a plan of stages that names two of them is refused at launch"]
        + groups.map { group in
          "  " + group.map { "\($0.number) (\(shown($0.name)))" }.joined(separator: ", ")
        }
    }

    private var custom: [String] {
      let custom = matrix.pairs.filter { $0.verdict == .custom }
      func line(_ isRun: Bool, _ end: String) -> [String] {
        let hops = custom.filter {
          run.contains(InferenceMatrix.Hop(from: $0.from, to: $0.to)) == isRun
        }
        let list = HopList(hops: hops.map { Hop(from: $0.from, to: $0.to) })
        return hops.isEmpty ? [] : ["", "custom: \(list.text), \(end)"]
      }
      return line(true, "run as the mapping model says") + line(false, "not judged")
    }

    private var noStage: [String] {
      let hops = matrix.pairs.filter { $0.verdict == .noStage }.map {
        Hop(from: $0.from, to: $0.to)
      }
      return hops.isEmpty
        ? [] : ["", "no stage leads on: \(HopList(hops: hops).text), refused by Core Data"]
    }
  }
#endif
