import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckText

/// A version as it was when it was frozen: its schema, and what upgrades into it made of some graphs.
package struct FrozenVersion: Sendable {
  /// What an upgrade came to.
  package enum Outcome: Sendable {
    case graph(ObjectGraph)
    case refused(UpgradeError.Code)
    /// It is another one each time.
    case unrepeatable
  }

  package struct Result: Sendable {
    package var from: UInt64
    /// What the store held before.
    package var start: ObjectGraph
    package var outcome: Outcome
  }

  package var history: String
  package var number: UInt64
  package var schema: Schema
  /// `SubjectVersion.checksum`; `nil`: the engine has none, or the file was written without it.
  package var checksum: String?
  /// In the order of the versions that the upgrades start from.
  package var results: [Result]
  /// Why it was changed after all, each time with what was different.
  package var changes: [(reason: String, what: [String])] = []

  // MARK: Files

  package var json: JSON {
    func graph(_ graph: ObjectGraph, _ version: UInt64) -> JSON { graph.json(version: version) }
    return .object(
      [
        .init("migcheck", .integer(1)), .init("history", .string(history)),
        .init("version", .integer(number)),
      ] + (checksum.map { [.init("checksum", .string($0))] } ?? []) + [
        .init("schema", SchemaDocument.json(schema)),
        .init(
          "results",
          .array(
            results.map { result in
              var members: [JSON.Member] = [.init("start", graph(result.start, result.from))]
              switch result.outcome {
              case .graph(let end): members.append(.init("end", graph(end, number)))
              case .refused(let code): members.append(.init("refused", .string(code.rawValue)))
              case .unrepeatable: members.append(.init("unrepeatable", .bool(true)))
              }
              return .object(members)
            })),
        .init(
          "changes",
          .array(
            changes.map { change in
              .object([
                .init("reason", .string(change.reason)),
                .init("what", .array(change.what.map { .string($0) })),
              ])
            })),
      ])
  }

  /// Reads a frozen version.
  ///
  /// - Parameter schemaOf: the present schemas of older versions, which the start graphs have; a
  ///   start graph that no longer fits its version is left out.
  /// - Throws: `InputError` for a file that is not what it should be.
  package init(contentsOf path: String, schemaOf: (UInt64) -> Schema?) throws {
    let text = try FileReader.text(
      path: path, inside: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    let json: JSON
    do {
      json = try JSON.parse(text)
    } catch {
      throw InputError(file: path, line: error.line, column: error.column, problem: error.reason)
    }
    func wrong(_ place: String) -> InputError {
      InputError(
        file: path, path: place, problem: "this is no frozen version",
        remedy: "restore the file, or freeze the version again")
    }
    guard case .number("1")? = json["migcheck"], case .string(let history)? = json["history"],
      case .number(let text)? = json["version"], let number = UInt64(text),
      let schemaJSON = json["schema"], case .array(let items)? = json["results"],
      case .array(let changes)? = json["changes"]
    else { throw wrong("") }
    (self.history, self.number) = (history, number)
    if let checksumJSON = json["checksum"] {
      guard case .string(let checksum) = checksumJSON else { throw wrong("checksum") }
      self.checksum = checksum
    }
    let schema = try SchemaDocument.parse(schemaJSON, file: path)
    self.schema = schema
    results = try items.enumerated().compactMap { place, item in
      guard let startJSON = item["start"], case .number(let text)? = startJSON["version"],
        let from = UInt64(text)
      else { throw wrong("results[\(place)]") }
      guard let old = schemaOf(from),
        let start = try? GraphFile.parse(startJSON, file: path, schemaOf: { _ in old }).graph
      else { return nil }
      if let end = item["end"] {
        let graph = try GraphFile.parse(end, file: path) { _ in schema }.graph
        return Result(from: from, start: start, outcome: .graph(graph))
      }
      if case .string(let text)? = item["refused"], let code = UpgradeError.Code(rawValue: text) {
        return Result(from: from, start: start, outcome: .refused(code))
      }
      guard case .bool(true)? = item["unrepeatable"] else { throw wrong("results[\(place)]") }
      return Result(from: from, start: start, outcome: .unrepeatable)
    }
    self.changes = try changes.enumerated().map { place, item in
      guard case .string(let reason)? = item["reason"], case .array(let what)? = item["what"] else {
        throw wrong("changes[\(place)]")
      }
      return (
        reason, what.compactMap { if case .string(let text) = $0 { text } else { nil } }
      )
    }
  }

  package init(
    history: String, number: UInt64, schema: Schema, checksum: String?, results: [Result]
  ) {
    self.history = history
    self.number = number
    self.schema = schema
    self.checksum = checksum
    self.results = results
  }
}
