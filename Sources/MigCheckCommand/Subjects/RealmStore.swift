import MigCheckText

#if CommandLine
  import MigCheckEngines
  import MigCheckModel
  import MigCheckStoreFiles

  /// What a Realm file of an app holds.
  struct RealmStore {
    let path: String
    let version: UInt64
    let graph: ObjectGraph
    let notes: [RealmNote]

    /// Reads a file, and says on the terminal what of it is not in the graph.
    ///
    /// - Parameter wanted: the version that the user says it is at.
    /// - Throws: `UsageError` if it is at another version, or the history is not one of Realm;
    ///   `InputError` for a file that cannot be read or is of no version of the history.
    static func read(
      _ path: String, in history: History, at wanted: UInt64? = nil
    ) throws -> RealmStore {
      guard history.engine == .realm else {
        throw UsageError(
          "\(path) is a Realm file, and \(history.name) has other rules than Realm's")
      }
      let content = try RealmFile.read(path: path)
      let number: UInt64
      do throws(RealmVersionError) {
        number = try content.version(among: history.stages.map { ($0.number, $0.schema) })
      } catch {
        throw error.inputError(file: path)
      }
      if let wanted, wanted != number {
        throw UsageError("\(path) is at version \(number), not at version \(wanted)")
      }
      do {
        let (snapshot, notes) = try content.snapshot(as: history.stage(number)?.schema)
        for note in notes { Terminal.note("migcheck: \(path): \(note)") }
        return RealmStore(path: path, version: number, graph: snapshot.graph, notes: notes)
      } catch let error as RealmFileError {
        throw error.inputError(file: path)
      }
    }

    /// `app.realm: version 3, 10 objects`.
    var summary: String {
      "\(path): version \(version), \(CountText.text(graph.totalObjectCount, "object"))"
    }

    /// The properties whose values are not in the graph as the file holds them.
    var incomparable: [PropertyPath] {
      notes.filter { note in
        switch note {
        case .invalidText, .movedDates, .setWithNaN, .nestedCollections: true
        default: false
        }
      }.compactMap(\.property)
    }
  }
#endif
