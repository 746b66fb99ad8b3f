import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// Reads the document of one case.
struct CaseReader {
  /// The path of the case's file.
  let file: String
  /// The subject that a case may name; `nil`: there is none at hand.
  var running: (any Subject)?

  private static let keys = [
    "name", "history", "subject", "start", "path", "expect", "thenOpen", "finding",
  ]

  func read(_ node: JSONNode) throws(InputError) -> CaseFile {
    try DocumentKind.aCase.require(node)
    let record = try node.record("a case", keys: Self.keys)
    let name = try record.required("name", "what the case shows").string()
    let subject = try subject(record, node)
    let start = try GraphFile.graph(
      record.required("start", "the graph that the store holds at first")
    ) { subject.subject.schema(of: $0) }
    let path = try path(
      record.required("path", "the versions that the store is opened at"), in: subject.subject,
      from: start.version)
    let thenOpen = try record["thenOpen"].map(reopening)
    let expectation = try record["expect"].map { node throws(InputError) in
      try self.expectation(node, subject: subject, path: path, thenOpen: thenOpen)
    }
    let finding = try record["finding"].map { node throws(InputError) in
      try self.finding(node, subject: subject.subject, from: start.version)
    }
    guard expectation != nil || finding != nil else {
      throw node.error(
        "the case expects nothing", "add \"expect\", the graph or the error at the end")
    }
    return CaseFile(
      name: name, subject: subject, startVersion: start.version,
      startGraph: start.graph, path: path, thenOpen: thenOpen, expectation: expectation,
      finding: finding, origin: CaseFile.Origin(file: file, line: node.source.line))
  }

  private func path(
    _ node: JSONNode, in subject: any Subject, from start: UInt64
  ) throws(InputError) -> [UInt64] {
    var path = [UInt64]()
    for node in try node.array() {
      let version = try node.version()
      guard subject.schema(of: version) != nil else {
        throw node.error("the history has no version \(version)", "name one that it has")
      }
      if path.isEmpty, version != start {
        throw node.error(
          "the path begins at version \(version), but the start is at version \(start)",
          "begin with \(start)")
      }
      path.append(version)
    }
    guard !path.isEmpty else { throw node.error("the path is empty", "begin with \(start)") }
    return path
  }

  private func reopening(_ node: JSONNode) throws(InputError) -> CaseFile.Reopening {
    let record = try node.record("\"thenOpen\"", keys: ["version", "schema"])
    return CaseFile.Reopening(
      version: try record.required("version", "the version to open at").version(),
      schema: try SchemaReader.schema(record.required("schema", "the object types")))
  }

  private func expectation(
    _ node: JSONNode, subject: CaseSubject, path: [UInt64], thenOpen: CaseFile.Reopening?
  ) throws(InputError) -> CaseFile.Expectation {
    let record = try node.record("\"expect\"", keys: ["graph", "error"])
    switch (record["graph"], record["error"]) {
    case (let graph?, nil):
      let last = thenOpen?.version ?? path[path.count - 1]
      let schema = thenOpen?.schema ?? subject.subject.schema(of: last)
      let (version, content) = try GraphFile.graph(graph) { _ in schema }
      guard version == last else {
        throw graph.child("version", .null).error(
          "the graph is of version \(version), but the store ends at version \(last)",
          "write \(last)")
      }
      return .graph(version: version, content)
    case (nil, let error?):
      return try self.error(error, path: path + (thenOpen.map { [$0.version] } ?? []))
    default:
      throw node.error(
        "\"expect\" needs one of \"graph\" and \"error\"", "write the one that must come")
    }
  }

  private func error(
    _ node: JSONNode, path: [UInt64]
  ) throws(InputError) -> CaseFile.Expectation {
    let record = try node.record("\"error\"", keys: ["code", "at", "message"])
    let code = try code(record.required("code", "the error's code"))
    let place = try record.required("at", "the version whose opening fails")
    let version = try place.version()
    guard path.contains(version) else {
      throw place.error(
        "the store is never opened at version \(version)", "name a version of the path")
    }
    return .error(code, at: version, message: try record["message"]?.string())
  }

  private func code(_ node: JSONNode) throws(InputError) -> UpgradeError.Code {
    let text = try node.string()
    let codes = UpgradeError.Code.allCases.filter {
      ![.authorError, .exception, .trap, .timeLimit].contains($0)
    }.map(\.rawValue)
    guard codes.contains(text), let code = UpgradeError.Code(rawValue: text) else {
      let remedy =
        nearest(to: text, among: codes).map { "did you mean \(quoted($0))?" }
        ?? "the codes are \(quotedList(codes))"
      throw node.error("unknown error code \(quoted(text))", remedy)
    }
    return code
  }

  private func finding(
    _ node: JSONNode, subject: any Subject, from start: UInt64
  ) throws(InputError) -> CaseFile.Finding {
    let record = try node.record(
      "\"finding\"",
      keys: ["check", "kind", "code", "type", "property", "subject", "otherPath"])
    return CaseFile.Finding(
      check: try record.required("check", "the name of the check").string(),
      kind: try record["kind"]?.string(), code: try record["code"]?.string(),
      type: try record["type"]?.schemaName(),
      property: try record["property"]?.schemaName(),
      subject: try record["subject"]?.schemaName(),
      otherPath: try record["otherPath"].map { node throws(InputError) in
        try path(node, in: subject, from: start)
      })
  }
}
