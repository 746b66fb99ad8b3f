import MigCheckText

#if CommandLine
  import MigCheckHistory
  import MigCheckRealmEngine
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

    /// A history without migrations, with the schema of each file as one version.
    ///
    /// - Parameters:
    ///   - showsNotes: whether the terminal shows what a file holds besides.
    ///   - remedy: what to do about two schemas of one version.
    /// - Throws: `InputError` for a file that cannot be read or has no version, and for two files whose
    ///   schemas differ although their versions are the same.
    static func history(
      of paths: [String], named name: String, showsNotes: Bool, remedy: String
    ) throws -> History {
      var versions = [(number: UInt64, schema: Schema, path: String)]()
      for path in paths {
        let content = try RealmFile.read(path: path)
        let (_, notes) = try content.snapshot()
        for note in notes where showsNotes && note != .noSchemaVersion {
          Terminal.note("migcheck: \(path): \(note)")
        }
        guard let number = content.schemaVersion else {
          throw RealmVersionError.none.inputError(file: path)
        }
        guard let known = versions.first(where: { $0.number == number }) else {
          versions.append((number, content.schema, path))
          continue
        }
        guard let change = SchemaChange.changes(from: known.schema, to: content.schema).first
        else { continue }
        throw InputError(
          file: path,
          problem: "its schema is another one of version \(number) than that of "
            + "\(known.path): \(change)",
          remedy: remedy)
      }
      return History(
        name: name, engine: .realm,
        stages: versions.sorted { $0.number < $1.number }
          .map { HistoryVersion(number: $0.number, schema: $0.schema) })
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
