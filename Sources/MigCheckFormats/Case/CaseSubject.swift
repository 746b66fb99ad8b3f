import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

/// What a case runs on.
package enum CaseSubject: Sendable {
  /// A history, and its file as the case names it, relative to the case; no path: the case holds
  /// the history itself.
  case history(History, path: String? = nil)
  /// A subject that is code: the case names it, and whoever runs the case has to bring it.
  ///
  /// The definition is a hash of its versions and migrations when the case was written.
  case code(any Subject, definition: String)

  package var subject: any Subject {
    switch self {
    case .history(let history, _): history
    case .code(let subject, _): subject
    }
  }

  /// The history, unless it runs on a subject that is code.
  package var history: History? {
    if case .history(let history, _) = self { history } else { nil }
  }

  /// The history's file as the case names it, if it does.
  package var historyPath: String? {
    if case .history(_, let path) = self { path } else { nil }
  }
}

extension CaseSubject {
  /// The member of a case file that tells what the case runs on.
  ///
  /// - Parameter start: the version that the case starts at.
  /// - Throws: `UnwritableHistory` if the case holds the history, and a part of it is Swift code.
  func member(start: UInt64) throws(UnwritableHistory) -> JSON.Member {
    switch self {
    case .history(_, let path?): return JSON.Member("history", .string(path))
    case .history(let history, nil):
      return JSON.Member("history", try HistoryFile.json(history))
    case .code(let subject, let definition):
      var members = [
        JSON.Member("name", .string(subject.name)),
        JSON.Member("definition", .string(definition)),
      ]
      if let schema = subject.schema(of: start) {
        members.append(JSON.Member("schema", SchemaNotation.json(schema)))
      }
      let functions = (subject as? any FunctionDefining)?.functionDefinitions ?? []
      if !functions.isEmpty {
        members.append(JSON.Member("functions", .array(functions.map { .string($0) })))
      }
      return JSON.Member("subject", .object(members))
    }
  }
}

extension Subject {
  /// The schema of one of the versions, or `nil` if there is none of that number.
  package func schema(of version: UInt64) -> Schema? {
    versions.first { $0.number == version }?.schema
  }
}
