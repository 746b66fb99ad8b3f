import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

extension CaseReader {
  /// What the case runs on: its history, or the subject that it names if that is the one at hand.
  func subject(_ record: JSONRecord, _ node: JSONNode) throws(InputError) -> CaseSubject {
    guard let named = record["subject"] else {
      return try history(
        record.required("history", "a history, or the path of a history file"))
    }
    guard record["history"] == nil else {
      throw node.error(
        "the case has both a history and a subject", "leave out the one that it does not run on")
    }
    let subject = try named.record(
      "\"subject\"", keys: ["name", "definition", "schema", "functions"])
    let nameNode = try subject.required("name", "what the subject is called")
    let name = try nameNode.string()
    let definition = try subject.required("definition", "a hash of its migrations").string()
    guard let running else {
      throw nameNode.error(
        "the case is of \(quoted(name)), which is not a history file",
        "name it with --migrations if it is a folder of SQL migrations; else replay the case with "
          + "the command that its team builds by MigCheckCommand.run")
    }
    // Earlier releases named a folder of migrations by a folder around it: the schema decides.
    let isNamed = running.name.isIdentical(to: name)
    do throws(InputError) {
      try requireSchema(
        subject.required("schema", "the object types of the version that the case starts at"),
        of: running, record["start"], mayLackVersion: isNamed)
    } catch  where !isNamed {
      throw nameNode.error(
        "the case is of \(quoted(name)), and this is \(quoted(running.name))",
        "replay it with the command of the other one")
    }
    for key in ["expect", "thenOpen"] {
      if let node = record[key] {
        throw node.error(
          "a case that names its subject cannot have \"\(key)\"", "it can only hold a finding")
      }
    }
    return .code(running, definition: definition)
  }

  /// Refuses a case whose start graph has another schema than the running subject gives it, before
  /// the graph is read with that.
  ///
  /// - Parameter mayLackVersion: whether a version that the subject does not have is left to the reader of
  ///   the graph.
  private func requireSchema(
    _ node: JSONNode, of running: any Subject, _ start: JSONNode?, mayLackVersion: Bool
  ) throws(InputError) {
    guard let start, let number = start.json["version"] else { return }
    let version = try start.child("version", number).version()
    guard let schema = running.schema(of: version) else {
      if mayLackVersion { return }
      throw node.error(
        "\(quoted(running.name)) has no version \(version)", "name a version that it has")
    }
    // As text, in which names are compared by their bytes and nothing is left out.
    guard SchemaNotation.json(schema).compactText.isIdentical(to: node.json.compactText) else {
      throw node.error(
        "version \(version) of \(quoted(running.name)) has another schema now",
        "delete the case, or restore the schema of a version that users have")
    }
  }

  private func history(_ node: JSONNode) throws(InputError) -> CaseSubject {
    guard case .string(let path) = node.json else { return .history(try HistoryFile.history(node)) }
    guard !path.isEmpty else {
      throw node.error("the path of the history is empty", "name a history file")
    }
    let file = resolved(path)
    do throws(InputError) {
      if let kind = CoreDataBundleReader.kind(of: file) {
        let bundles = try CoreDataBundleReader.read(path: file)
        guard kind != .folder, let bundle = bundles.first else {
          throw node.error("the path is that of a folder", "name a *.xcdatamodeld")
        }
        return .history(bundle.history, path: path)
      }
      let history = try HistoryFile.read(path: file)
      try history.requireBlock(file: file)
      return .history(history, path: path)
    } catch {
      // A mistake in the file is reported with its place there; a path that cannot be read, with the case.
      let isMissing = error.kind == .notFound
      let isOfPath = error.file.isIdentical(to: file) && error.line == nil && error.path.isEmpty
      guard isMissing || isOfPath else { throw error }
      let name = quoted(file, limit: 400)
      throw InputError(
        error.kind, file: node.source.file, line: node.source.line, path: node.path.text,
        problem: isMissing ? "there is no such file \(name)" : "\(name): \(error.problem)",
        remedy: isMissing ? "the path is relative to the case" : error.remedy)
    }
  }

  /// A path that is relative to the folder of the case.
  private func resolved(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return path
    }
    return file[...slash] + path
  }
}
