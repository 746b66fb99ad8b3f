#if RealmImport
  import MigCheckModel

  /// The number of an app's schema, as its configurations give it.
  package enum SchemaVersionNumber: Sendable, Equatable {
    case number(UInt64)
    /// No configuration sets it: then it is 0.
    case unset
    /// Why it is not known: one note for each place.
    case unknown([ImportNote])
  }

  extension DeclarationIndex {
    /// - Parameter configuration: the end of the path of the only file in which configurations count.
    func schemaVersion(configuration: String?) -> SchemaVersionNumber {
      var found = [(number: UInt64, place: SourcePlace)]()
      var notes = [ImportNote]()
      for use in uses(in: configuration) {
        guard case .schemaVersion(let expression) = use.setting else { continue }
        if let number = integer(expression, in: use.scope).flatMap({ UInt64(exactly: $0) }) {
          if !found.contains(where: { $0.number == number }) { found.append((number, use.place)) }
        } else {
          notes.append(
            ImportNote(
              use.place, "the schema version is neither a number nor a constant of the sources"))
        }
      }
      if found.count > 1 {
        return .unknown(
          found.map { ImportNote($0.place, "the schema version is \($0.number) here") })
      }
      if let only = found.first { return .number(only.number) }
      return notes.isEmpty ? .unset : .unknown(notes)
    }
  }
#endif
