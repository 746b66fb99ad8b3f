import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// A graph, a path and what must come of it: `*.case.json`, or one line of `*.jsonl`.
package struct CaseFile: Sendable {
  /// Where the case stands: the path of its file, and the line in a file with one case a line.
  package struct Origin: Sendable, Equatable {
    package var file: String
    package var line: Int?

    package init(file: String, line: Int? = nil) {
      self.file = file
      self.line = line
    }
  }

  /// One more opening after the path, with a schema that the history does not have.
  package struct Reopening: Sendable {
    package var version: UInt64
    package var schema: Schema

    package init(version: UInt64, schema: Schema) {
      self.version = version
      self.schema = schema
    }
  }

  /// What the end of the path must be.
  package enum Expectation: Sendable {
    /// The content at the end.
    case graph(version: UInt64, ObjectGraph)
    /// The version whose opening fails, and how; the message is information only.
    case error(UpgradeError.Code, at: UInt64, message: String?)
  }

  /// A finding of a check, which a replay finds again as long as the defect is there.
  package struct Finding: Sendable, Equatable {
    /// The name of the check, such as `paths-agree`.
    package var check: String
    /// What exactly the check found, such as `valueChanged`; `nil`: whatever it finds.
    package var kind: String?
    /// The code of an error, or the kind of a difference.
    package var code: String?
    package var type: Name?
    package var property: Name?
    /// A further name that belongs to the finding, for instance of an invariant.
    package var subject: Name?
    /// The path that the case's `path` is compared with, for checks that compare two.
    package var otherPath: [UInt64]?

    package init(
      check: String, kind: String? = nil, code: String? = nil, type: Name? = nil,
      property: Name? = nil, subject: Name? = nil, otherPath: [UInt64]? = nil
    ) {
      self.check = check
      self.kind = kind
      self.code = code
      self.type = type
      self.property = property
      self.subject = subject
      self.otherPath = otherPath
    }
  }

  package var name: String
  package var subject: CaseSubject
  package var startVersion: UInt64
  /// Its schema is that of `startVersion`.
  package var startGraph: ObjectGraph
  /// The versions that the store is opened at, from `startVersion` on.
  package var path: [UInt64]
  package var thenOpen: Reopening?
  /// At least one of `expectation` and `finding` is there.
  package var expectation: Expectation?
  package var finding: Finding?
  package var origin: Origin

  package init(
    name: String, subject: CaseSubject, startVersion: UInt64,
    startGraph: ObjectGraph, path: [UInt64], thenOpen: Reopening? = nil,
    expectation: Expectation? = nil, finding: Finding? = nil, origin: Origin = Origin(file: "")
  ) {
    self.name = name
    self.subject = subject
    self.startVersion = startVersion
    self.startGraph = startGraph
    self.path = path
    self.thenOpen = thenOpen
    self.expectation = expectation
    self.finding = finding
    self.origin = origin
  }

  /// Reads a file that holds one case.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - subject: the one that the case runs on if it names one instead of a history; `nil`: such a
  ///     case is refused.
  /// - Throws: `InputError` with the place of the first error.
  package static func read(
    path: String, of subject: (any Subject)? = nil
  ) throws(InputError) -> CaseFile {
    try CaseReader(file: path, running: subject).read(try FileReader.document(path: path))
  }

  /// Reads a case out of a document.
  ///
  /// - Parameters:
  ///   - json: the document.
  ///   - file: the document's path, for messages and to find a history that the case names.
  ///   - line: the document's line in a file with one case a line.
  ///   - subject: the one that the case runs on if it names one instead of a history; `nil`: such a
  ///     case is refused.
  /// - Throws: `InputError` with the place of the first error.
  package static func parse(
    _ json: JSON, file: String, line: Int? = nil, of subject: (any Subject)? = nil
  ) throws(InputError) -> CaseFile {
    try CaseReader(file: file, running: subject).read(
      JSONNode(json, source: DocumentSource(file: file, line: line)))
  }
}
