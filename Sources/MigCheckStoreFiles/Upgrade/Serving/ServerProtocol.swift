import MigCheckModel
import MigCheckText

/// What is said to a serving migrator, and what it may answer: one JSON object a line.
package enum ServerProtocol {
  /// Counts up when a server that was written for it would no longer do.
  package static let version = 1

  package static func versionsRequest(id: Int) -> String {
    JSON.object([
      .init("migcheck", .number("\(version)")), .init("id", .number("\(id)")),
      .init("versions", .bool(true)),
    ]).compactText
  }

  package static func upgradeRequest(
    id: Int, store: String, from: String?, to: String
  ) -> String {
    JSON.object([
      .init("migcheck", .number("\(version)")), .init("id", .number("\(id)")),
      .init("store", .string(store)), .init("from", from.map(JSON.string) ?? .null),
      .init("to", .string(to)),
    ]).compactText
  }

  package enum Answer: Equatable {
    case versions([String])
    /// A statement that ran.
    case sql(String)
    /// The upgrade is done.
    case done
    case error(String)
  }

  /// The mistake in a line, as the rest of "the server …".
  package struct Flaw: Error, Equatable {
    package let problem: String
    package let remedy: String

    init(_ problem: String, _ remedy: String) { (self.problem, self.remedy) = (problem, remedy) }
  }

  /// - Parameter id: of the request.
  package static func read(_ line: String, answering id: Int) throws(Flaw) -> Answer {
    let json: JSON
    do {
      json = try JSON.parse(line)
    } catch {
      throw Flaw(
        "wrote a line that is not JSON: \(quoted(line.shortened(to: 80)))",
        "write one JSON object a line to standard output, and everything else to standard error")
    }
    guard case .object(let members) = json else {
      throw Flaw(
        "wrote a line that is not a JSON object: \(quoted(line.shortened(to: 80)))",
        "write one JSON object a line")
    }
    guard case .number(let own)? = json["id"], own == "\(id)" else {
      let found = json["id"].map { "id \($0.compactText.shortened(to: 40))" } ?? "no id"
      throw Flaw("answered \(found) to the request \(id)", "repeat the id of the request")
    }
    if case .number(let other)? = json["migcheck"], other != "\(version)" {
      throw Flaw(
        "speaks version \(other) of the protocol, and this is version \(version)",
        "update the one of the two that is older")
    }
    let known = ["id", "migcheck", "versions", "sql", "error"]
    if let key = members.map(\.key).first(where: { key in
      !known.contains { $0.isIdentical(to: key) }
    }) {
      throw Flaw(
        "answered with the key \(quoted(key)), which has no meaning",
        "write versions, sql or error, or the id alone")
    }
    return try answer(json)
  }

  private static func answer(_ json: JSON) throws(Flaw) -> Answer {
    switch (json["versions"], json["sql"], json["error"]) {
    case (nil, nil, nil): return .done
    case (.array(let elements), nil, nil):
      var names = [String]()
      for element in elements {
        guard case .string(let name) = element else {
          throw Flaw(
            "named a version that is not a text: \(element.compactText.shortened(to: 40))",
            "write a list of names, oldest first; of branches, the names on one way")
        }
        names.append(name)
      }
      return .versions(names)
    case (nil, .string(let text), nil): return .sql(text)
    case (nil, nil, .string(let text)): return .error(text)
    default:
      throw Flaw(
        "answered with a value of another kind, or with several: "
          + quoted(json.compactText.shortened(to: 80)),
        "write versions as a list of names, and sql and error as texts, one of them in a line")
    }
  }
}
