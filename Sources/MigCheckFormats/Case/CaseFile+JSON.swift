import MigCheckCoreData
import MigCheckModel
import MigCheckText

extension CaseFile {
  /// The case as a case file spells it.
  ///
  /// - Throws: `UnwritableHistory` if the case holds the history and a part of that is Swift code.
  /// - Complexity: O(*n*) in the size of the case.
  package func json() throws(UnwritableHistory) -> JSON {
    var members = [
      JSON.Member("name", .string(name)), try subject.member(start: startVersion),
    ]
    members.append(JSON.Member("start", startGraph.json(version: startVersion)))
    members.append(JSON.Member("path", Self.json(path)))
    if let thenOpen {
      members.append(
        JSON.Member(
          "thenOpen",
          .object([
            JSON.Member("version", .integer(thenOpen.version)),
            JSON.Member("schema", SchemaNotation.json(thenOpen.schema)),
          ])))
    }
    if let expectation { members.append(JSON.Member("expect", expectation.json)) }
    if let finding { members.append(JSON.Member("finding", finding.json)) }
    return .object(members)
  }

  fileprivate static func json(_ path: [UInt64]) -> JSON { .array(path.map { .integer($0) }) }
}

extension CaseFile.Expectation {
  fileprivate var json: JSON {
    switch self {
    case .graph(let version, let graph):
      return .object([JSON.Member("graph", graph.json(version: version))])
    case .error(let code, let version, let message):
      var members = [
        JSON.Member("code", .string(code.rawValue)), JSON.Member("at", .integer(version)),
      ]
      if let message { members.append(JSON.Member("message", .string(message))) }
      return .object([JSON.Member("error", .object(members))])
    }
  }
}

extension CaseFile.Finding {
  /// The finding as a case file spells it.
  package var json: JSON {
    var members = [JSON.Member("check", .string(check))]
    let texts = [
      ("kind", kind), ("code", code), ("type", type?.text), ("property", property?.text),
      ("subject", subject?.text),
    ]
    for (key, text) in texts {
      if let text { members.append(JSON.Member(key, .string(text))) }
    }
    if let otherPath { members.append(JSON.Member("otherPath", CaseFile.json(otherPath))) }
    return .object(members)
  }
}
