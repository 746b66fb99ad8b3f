import MigCheckText
import MigCheckVerifier

/// Why a JSON document is not a report that can be shown.
package struct ReportDocumentError: Error, Sendable, Equatable {
  /// Such as `findings[3].hop`; empty for the document as a whole.
  package var path = ""
  /// A phrase without a full stop.
  package var problem: String
  /// What would be right; a phrase without a full stop.
  package var remedy: String
}

extension ReportDocument {
  package init(_ report: Report) { self.init(written: JSONReport.json(report)) }

  /// - Parameter json: as `JSONReport` has just made it.
  init(written json: JSON) {
    do {
      try self.init(json)
    } catch {
      preconditionFailure("a report is read back as it was written: \(error)")
    }
  }

  /// Reads a report as `--format json` writes it.
  package init(_ json: JSON) throws(ReportDocumentError) {
    let node = Node(json: json, path: "")
    guard json["migcheck"] != nil, json["verdict"] != nil, json["findings"] != nil else {
      throw ReportDocumentError(
        problem: "this is not a report of migcheck check",
        remedy: "name a file that --format json or --report json=FILE has written")
    }
    guard case .number("1")? = json["migcheck"], case .number(let text)? = json["revision"],
      let revision = Int(text), revision >= JSONReport.revision
    else {
      throw ReportDocumentError(
        problem: "the report was written by another version of migcheck",
        remedy: "run migcheck again with this version")
    }
    try self.init(node)
  }

  private init(_ node: Node) throws(ReportDocumentError) {
    let tool = try node.member("tool")
    (self.tool, toolVersion) = (try tool.text("name"), try tool.text("version"))
    (input, file) = (try node.optionalText("input"), try node.optionalText("inputFile"))
    history = try node.text("history")
    (rules, from, to) = (try node.text("rules"), try node.version("from"), try node.version("to"))
    (seed, verdict) = (try node.text("seed"), try node.text("verdict"))
    guard Report.Verdict(rawValue: verdict) != nil else {
      throw try node.member("verdict").wrong("passed, failed, undecided or vacuous")
    }
    isInterrupted = try node.bool("interrupted")
    shard = try node.optional("shard").map { (node) throws(ReportDocumentError) in
      "\(try node.int("index"))/\(try node.int("count"))"
    }
    (trials, witnesses) = (try node.int("trials"), try node.int("witnesses"))
    (replays, upgrades) = (try node.int("replays"), try node.int("upgrades"))
    paths = String(try node.version("paths"))
    stores = try node.list("stores") { (node) throws(ReportDocumentError) in try node.text }
    versions = try node.list("versions") { (node) throws(ReportDocumentError) in
      Version(number: try node.version("number"), name: try node.optionalText("name"))
    }
    if try node.optional("ran") != nil {
      let groups = try node.list("ran") { (node) throws(ReportDocumentError) in
        let from = try node.version("from")
        return try node.list("to") { (node) throws(ReportDocumentError) in
          Hop(from: from, to: try node.number(UInt64.self))
        }
      }
      ran = Set(groups.joined())
    }
    findings = try node.list("findings") { (node) throws(ReportDocumentError) in
      try Finding(node)
    }
    warnings = try node.list("warnings") { (node) throws(ReportDocumentError) in
      try Warning(node)
    }
    unmet = try node.list("notMet") { (node) throws(ReportDocumentError) in
      Unmet(
        check: try node.text("check"), kind: try node.text("kind"), hop: try node.ends(),
        reason: try node.optionalText("reason") ?? "")
    }
    drops = try node.list("drops") { (node) throws(ReportDocumentError) in
      let types = try node.list("types") { (node) throws(ReportDocumentError) in
        "\(try node.text) (whole type)"
      }
      let properties = try node.list("properties") { (node) throws(ReportDocumentError) in
        try node.text
      }
      return Drop(hop: try node.ends(), places: types + properties)
    }
    notExercised = try node.list("notExercised") { (node) throws(ReportDocumentError) in
      try node.text
    }
    advice = try node.optionalText("advice")
    coverage = try Tried(try node.member("coverage"))
  }
}

extension ReportDocument.Finding {
  fileprivate init(_ node: Node) throws(ReportDocumentError) {
    guard let standing = MigCheckVerifier.Finding.Standing(rawValue: try node.text("standing"))
    else {
      throw try node.member("standing").wrong("fails, undecided, warns or known")
    }
    self.standing = standing
    (check, name) = (try node.text("check"), try node.text("name"))
    (kind, message) = (try node.text("kind"), try node.text("message"))
    hop = try node.member("hop").hop()
    path = try node.versions("path")
    otherPath = try node.optional("otherPath") == nil ? nil : try node.versions("otherPath")
    (type, property) = (try node.optionalText("type"), try node.optionalText("property"))
    subject = try node.optionalText("subject")
    fingerprint = try node.text("fingerprint")
    source = try node.optional("source").map { (node) throws(ReportDocumentError) in
      ReportDocument.Source(
        file: try node.text("file"), path: try node.optionalText("path"),
        line: try node.optionalInt("line"), column: try node.optionalInt("column"),
        text: try node.optionalText("text"))
    }
    alsoAt = try node.list("alsoAt") { (node) throws(ReportDocumentError) in try node.hop() }
    alsoAtRule = try node.optionalText("alsoAtRule")
    rows = try node.list("rows") { (node) throws(ReportDocumentError) in
      ReportDocument.Row(
        label: try node.text("label"), object: try node.optionalText("object"),
        property: try node.optionalText("property"), value: try node.optionalText("value"),
        note: try node.optionalText("note"))
    }
    count = try node.int("count")
    notes = try node.list("notes") { (node) throws(ReportDocumentError) in
      ReportDocument.Note(label: try node.text("label"), text: try node.text("text"))
    }
    let example = try node.member("counterexample")
    (caption, more) = (try example.text("caption"), try example.int("more"))
    objects = try example.objects("shown")
    hidden = try example.optionalInt("hidden")
    caseFile = try example.optionalText("case")
    let followUp = try node.optional("followUp")
    added = try followUp?.optional("shown") == nil ? [] : try followUp?.objects("shown") ?? []
    neighbour =
      try followUp?.optional("neighbour") == nil ? [] : try followUp?.objects("neighbour") ?? []
    trial = try node.optionalInt("trial")
    let acceptance = try node.optional("acceptance")
    reason = try acceptance?.optionalText("reason")
    hasShipped = try acceptance?.optionalText("because") == "shipped"
    isAllowedInSource = try acceptance?.optionalText("because") == "allowed"
  }
}

extension ReportDocument.Warning {
  fileprivate init(_ node: Node) throws(ReportDocumentError) {
    (name, message) = (try node.text("name"), try node.text("message"))
    remedy = try node.text("remedy")
    hop = try node.optional("from") == nil ? nil : try node.ends()
    alsoAt = try node.list("alsoAt") { (node) throws(ReportDocumentError) in try node.hop() }
  }
}

extension ReportDocument.Tried {
  fileprivate init(_ node: Node) throws(ReportDocumentError) {
    types = try node.list("types") { (node) throws(ReportDocumentError) in
      TypeCount(
        start: try node.version("start"), type: try node.text("type"),
        trials: try node.int("trials"))
    }
    hazards = try node.list("hazards") { (node) throws(ReportDocumentError) in
      Hazard(
        start: try node.version("start"), hop: try node.ends(),
        description: try node.text("description"), ran: try node.int("ran"))
    }
    conditions = try node.list("conditions") { (node) throws(ReportDocumentError) in
      Condition(
        version: try node.version("version"), type: try node.text("type"),
        condition: try node.text("condition"), wasTrue: try node.bool("true"),
        wasNotTrue: try node.bool("notTrue"))
    }
    faults = try node.list("injectedFaults") { (node) throws(ReportDocumentError) in
      Fault(
        name: try node.text("name"), description: try node.text("description"),
        isNoticed: try node.optional("noticed") == nil ? nil : try node.bool("noticed"),
        check: try node.optionalText("check"), reason: try node.optionalText("notApplicable"))
    }
    crashes = try node.optional("crashes").map { (node) throws(ReportDocumentError) in
      Crashes(
        upgrades: try node.int("upgrades"), tried: try node.int("tried"),
        possible: try node.int("possible"))
    }
    if try node.optional("olderReleases") != nil {
      olderReleases = try node.list("olderReleases") { (node) throws(ReportDocumentError) in
        OlderRelease(
          name: try node.text("name"), stores: try node.int("stores"),
          refused: try node.int("refused"))
      }
    }
    if try node.optional("notApplicable") != nil {
      notApplicable = try node.list("notApplicable") { (node) throws(ReportDocumentError) in
        NotApplicable(
          check: try node.text("check"), reason: try node.text("reason"),
          isWhole: try node.optional("hops") == nil)
      }
    }
  }
}

/// A value of a report with its place, for errors.
private struct Node {
  let json: JSON
  let path: String

  func wrong(_ needed: String) -> ReportDocumentError {
    ReportDocumentError(path: path, problem: "this must be \(needed)", remedy: Self.remedy)
  }

  private static let remedy = "use the report as migcheck has written it"

  /// `nil`: it is null, or missing.
  func optional(_ key: String) throws(ReportDocumentError) -> Node? {
    guard case .object = json else { throw wrong("an object") }
    guard let value = json[key] else { return nil }
    if case .null = value { return nil }
    return Node(json: value, path: path.isEmpty ? key : "\(path).\(key)")
  }

  func member(_ key: String) throws(ReportDocumentError) -> Node {
    guard let node = try optional(key) else {
      throw ReportDocumentError(
        path: path, problem: "the key \"\(key)\" is missing", remedy: Self.remedy)
    }
    return node
  }

  var text: String {
    get throws(ReportDocumentError) {
      guard case .string(let text) = json else { throw wrong("a string") }
      return text
    }
  }

  func text(_ key: String) throws(ReportDocumentError) -> String { try member(key).text }

  func optionalText(_ key: String) throws(ReportDocumentError) -> String? {
    try optional(key)?.text
  }

  func number<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(ReportDocumentError) -> Number {
    guard case .number(let text) = json, let number = Number(text) else {
      throw wrong("an integer")
    }
    return number
  }

  func int(_ key: String) throws(ReportDocumentError) -> Int { try member(key).number(Int.self) }

  func optionalInt(_ key: String) throws(ReportDocumentError) -> Int? {
    try optional(key)?.number(Int.self)
  }

  func version(_ key: String) throws(ReportDocumentError) -> UInt64 {
    try member(key).number(UInt64.self)
  }

  func bool(_ key: String) throws(ReportDocumentError) -> Bool {
    let node = try member(key)
    guard case .bool(let value) = node.json else { throw node.wrong("true or false") }
    return value
  }

  func list<Element>(
    _ key: String, _ element: (Node) throws(ReportDocumentError) -> Element
  ) throws(ReportDocumentError) -> [Element] {
    let node = try member(key)
    guard case .array(let values) = node.json else { throw node.wrong("an array") }
    var elements = [Element]()
    elements.reserveCapacity(values.count)
    for (place, value) in values.enumerated() {
      elements.append(try element(Node(json: value, path: "\(node.path)[\(place)]")))
    }
    return elements
  }

  func versions(_ key: String) throws(ReportDocumentError) -> [UInt64] {
    try list(key) { (node) throws(ReportDocumentError) in try node.number(UInt64.self) }
  }

  /// `[1, 3]`.
  func hop() throws(ReportDocumentError) -> ReportDocument.Hop {
    guard case .array(let ends) = json, ends.count == 2 else {
      throw wrong("a pair of versions")
    }
    return ReportDocument.Hop(
      from: try Node(json: ends[0], path: "\(path)[0]").number(UInt64.self),
      to: try Node(json: ends[1], path: "\(path)[1]").number(UInt64.self))
  }

  /// Those of the keys `from` and `to`.
  func ends() throws(ReportDocumentError) -> ReportDocument.Hop {
    ReportDocument.Hop(from: try version("from"), to: try version("to"))
  }

  func objects(_ key: String) throws(ReportDocumentError) -> [ReportDocument.Object] {
    try list(key) { (node) throws(ReportDocumentError) in
      ReportDocument.Object(
        name: try node.text("object"),
        values: try node.list("values") { (node) throws(ReportDocumentError) in
          ReportDocument.Value(
            property: try node.text("property"), text: try node.text("text"),
            links: try node.optional("links") == nil
              ? []
              : try node.list("links") { (node) throws(ReportDocumentError) in try node.text },
            isAny: try node.optional("any") != nil,
            isDecisive: try node.optional("decisive") != nil)
        })
    }
  }
}
