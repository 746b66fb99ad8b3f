import MigCheckModel
import MigCheckText

/// What is known of why a property has other values after a hop: what an author may have intended.
enum WriteIntent: String, Sendable, Codable {
  /// A step or an `UPDATE` writes the property and does not read it.
  case overwritten
  /// A step or an `UPDATE` makes the new value from the old one.
  case rewritten
  /// A query copies rows into the table that takes the place of theirs: a copy is there to keep.
  case copied
  /// Code wrote it.
  case code
  /// The migration may have done anything.
  case unknown
  /// The migration did not write it.
  case untouched
}

/// Why a property has the values that it has after a hop, and where that is written.
struct KnownWrite {
  var intent: WriteIntent
  /// Whether the author names null as a value of the property.
  var namesNull = false
  /// Whether the value is made by a function that reads dates.
  var readsDates = false
  var place: SourcePlace?

  /// - Parameters:
  ///   - property: under its names after the hop.
  ///   - key: of the object.
  init(
    of property: PropertyPath, key: Int64, trace: MigrationTrace, span: VersionSpan, hop: Hop
  ) {
    let record = RecordIndex(trace)
    let name = property.property ?? ""
    if case .columns(let columns) = trace {
      // Also where nothing else is known: then these are what an author declares.
      let write = columns.writes.last { $0.property == property }
      if let write {
        place = write.place
        namesNull = write.namesNull
        readsDates = write.readsDates
        switch (write.kind, write.readsItself) {
        case (.copy, _): intent = .copied
        case (.update, true): intent = .rewritten
        case (.update, false): intent = .overwritten
        }
        return
      }
      intent = record.written(name, of: property.type).isEmpty ? .untouched : .unknown
      return
    }
    guard record.isKnown else {
      intent = .unknown
      return
    }
    guard record.written(name, of: property.type).contains(key) else {
      intent = .untouched
      return
    }
    let versions = span.versions.filter { hop.from < $0.number && $0.number <= hop.to }
    let expressions = versions.flatMap { span.evidence.expressions(into: $0.number) }.filter {
      $0.type == property.type && $0.property == name
    }
    if let last = expressions.last {
      let readsItself = last.expression.tokens.contains { token in
        token.token.name.map { $0.isIdentical(to: name.text) } ?? false
      }
      intent = readsItself ? .rewritten : .overwritten
    } else {
      intent = versions.contains { span.evidence.holdsCode(into: $0.number) } ? .code : .overwritten
    }
  }
}
