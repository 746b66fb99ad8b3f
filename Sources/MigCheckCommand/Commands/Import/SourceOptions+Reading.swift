#if CommandLine && RealmImport
  import ArgumentParser
  import MigCheck
  import MigCheckModel
  import MigCheckSourceImport
  import MigCheckText
  import MigCheckVerifier

  extension SourceOptions {
    var conditions: CompilationConditions {
      CompilationConditions(defined: defined, undefined: undefined, system: system)
    }
  }

  extension [OriginatedNote] {
    /// Lists what was not understood. Defaults that no schema holds are many in some apps, and matter
    /// little: of those the first is named.
    ///
    /// - Parameter fromGit: whether the origins are tags or commits.
    func show(fromGit: Bool) {
      let notes = fromGit ? joined : self
      let defaults = notes.filter { $0.note.kind == .computedDefault }
      for (note, origins) in notes
      where note.kind != .computedDefault || note == defaults.first?.note {
        let place = InputError(file: "\(note.place)", problem: "").file
        let others = origins.count > 1 ? " and \(origins.count - 1) more" : ""
        let origin =
          !fromGit ? "" : origins[0] == note.place.file ? others : " (\(origins[0])\(others))"
        let rest =
          note.kind == .computedDefault && defaults.count > 1
          ? "; also at \(CountText.text(defaults.count - 1, "other place"))" : ""
        Terminal.note("migcheck: \((place + origin).printable): \(note.sentence.printable)\(rest)")
      }
    }

    /// - Parameter fromGit: whether the origins are tags or commits.
    /// - Throws: the status for what is not in the history.
    func requireNoOmission(fromGit: Bool) throws {
      let omissions = (fromGit ? joined : self).filter { $0.note.kind == .omission }.count
      let faults = filter { $0.note.kind == .fault }.count
      if faults > 0 {
        Terminal.note(
          "migcheck: \(CountText.text(faults, "mistake")) of the plan above; no check of the history "
            + "finds what follows from them")
      }
      if omissions > 0 {
        Terminal.note(
          "migcheck: \(CountText.text(omissions, "place")) above could not be understood; what "
            + "stands there is not in the history. Add it by hand")
      }
      guard omissions + faults > 0 else { return }
      throw ExitCode(ExitStatus.vacuous)
    }
  }

  extension String {
    /// With nothing that moves the cursor of a terminal.
    fileprivate var printable: String {
      String(unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) })
    }
  }
#endif
