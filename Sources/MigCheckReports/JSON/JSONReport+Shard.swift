import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension ShardReport {
  /// What a merge reads. Beside index and count it is for the version of migcheck alone that wrote
  /// it; every value comes back bit for bit.
  var json: JSON {
    let schemas = SchemaTable()
    let part = json(result, userInfo: [SchemaTable.key: schemas])
    return .object([
      .init("index", .integer(shard.index)), .init("count", .integer(shard.count)),
      .init("variable", variable.map(JSON.string) ?? .null),
      .init("schemas", json(schemas.schemas)), .init("part", part),
    ])
  }

  private func json(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) -> JSON {
    do {
      return try JSON(encoding: value, userInfo: userInfo)
    } catch {
      preconditionFailure("values of a report can be encoded: \(error)")
    }
  }

  /// Reads a report of a shard as `JSONReport` writes it.
  ///
  /// - Throws: `ShardReportError` for a report of a whole run, and for a document that is not a report.
  package init(report json: JSON) throws(ShardReportError) {
    guard case .number("1")? = json["migcheck"], json["verdict"] != nil else {
      throw ShardReportError(problem: "this is not a report of migcheck")
    }
    guard let section = json["shard"] else {
      throw ShardReportError(problem: "this is the report of a whole run, and nothing is missing")
    }
    do {
      let place = Shard(
        index: try Self.read("index", of: section), count: try Self.read("count", of: section))
      // What another version wrote is not read.
      guard case .number("\(RunScope.currentEngine)")? = section["part"]?["scope"]?["engine"] else {
        throw ShardReportError(problem: Self.otherVersion)
      }
      let schemas: [Schema] = try Self.read("schemas", of: section)
      try Self.requireDistinctNames(schemas)
      self.init(
        shard: place, variable: try Self.read("variable", of: section),
        result: try Self.read(
          "part", of: section, userInfo: [SchemaTable.key: SchemaTable(schemas)]))
      try requireConsistent()
    } catch let flaw as ShardReportFlaw {
      var problem = ShardReportError(problem: flaw.problem)
      problem.path = "shard.\(flaw.path)"
      throw problem
    } catch let error as ShardReportError {
      throw error
    } catch {
      throw ShardReportError(error)
    }
  }

  /// A report writes the properties of an object as the members of one, whose keys are distinct.
  private static func requireDistinctNames(_ schemas: [Schema]) throws(ShardReportError) {
    for (index, schema) in schemas.enumerated() {
      guard let problem = repeatedName(in: schema) else { continue }
      var error = ShardReportError(problem: problem)
      error.path = "shard.schemas[\(index)]"
      throw error
    }
  }

  private static func repeatedName(in schema: Schema) -> String? {
    if let name = schema.types.map(\.name).firstRepeated {
      return "two types have the name \(name)"
    }
    for type in schema.types {
      if let name = type.properties.map(\.name).firstRepeated {
        return "two properties of \(type.name) have the name \(name)"
      }
    }
    return nil
  }

  private static let otherVersion = "the report was written by another version of migcheck"

  private static func read<T: Decodable>(
    _ key: String, of section: JSON, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    do {
      return try (section[key] ?? .null).decode(T.self, userInfo: userInfo)
    } catch {
      var problem = ShardReportError(error)
      problem.path = "shard.\(key)\(problem.path)"
      throw problem
    }
  }
}

/// Why a document is not the report of a shard.
package struct ShardReportError: Error, Sendable, Equatable {
  /// Such as `shard.part.buckets[3]`; empty for the document as a whole.
  package var path = ""
  /// A phrase without a full stop.
  package var problem: String

  init(problem: String) {
    self.problem = problem
  }

  init(_ error: any Error) {
    let context: DecodingError.Context? =
      switch error {
      case DecodingError.dataCorrupted(let context): context
      case DecodingError.keyNotFound(_, let context): context
      case DecodingError.typeMismatch(_, let context): context
      case DecodingError.valueNotFound(_, let context): context
      default: nil
      }
    problem = context?.debugDescription ?? "\(error)"
    for key in context?.codingPath ?? [] {
      path += key.intValue == nil ? ".\(key.stringValue)" : key.stringValue
    }
  }
}

extension [Name] {
  fileprivate var firstRepeated: Name? {
    var seen: Set<Name> = []
    return first { !seen.insert($0).inserted }
  }
}
