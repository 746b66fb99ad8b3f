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

  extension ConfigurationUse {
    fileprivate var setsVersion: Bool {
      if case .schemaVersion = setting { true } else { false }
    }
  }

  extension DeclarationIndex {
    /// - Parameter choices: the configurations of the store; empty: all.
    func schemaVersion(_ choices: [ConfigurationChoice]) -> SchemaVersionNumber {
      var found = [(number: UInt64, use: ConfigurationUse)]()
      var notes = [ImportNote]()
      for use in uses(choices) {
        guard case .schemaVersion(let expression) = use.setting else { continue }
        if let number = integer(expression, in: use.scope).flatMap({ UInt64(exactly: $0) }) {
          if !found.contains(where: { $0.number == number }) { found.append((number, use)) }
        } else {
          notes.append(
            ImportNote(
              use.place, "the schema version is neither a number nor a constant of the sources"))
        }
      }
      if found.count > 1 {
        return .unknown(
          found.map { number, use in
            let name = use.names.first.map { ", in \($0)" } ?? ""
            return ImportNote(use.place, "the schema version is \(number) here\(name)")
          })
      }
      if let only = found.first { return .number(only.number) }
      if notes.isEmpty, !choices.isEmpty, let other = configurations.first(where: \.setsVersion) {
        let name = other.names.first.map { "; this one is in \($0)" } ?? ""
        return .unknown([
          ImportNote(
            other.place, "no configuration here is one that --configuration names\(name)")
        ])
      }
      return notes.isEmpty ? .unset : .unknown(notes)
    }
  }
#endif
