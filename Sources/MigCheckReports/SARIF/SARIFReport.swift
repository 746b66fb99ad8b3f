import MigCheckText
import MigCheckVerifier

/// SARIF 2.1.0, as code scanning reads it.
struct SARIFReport {
  let document: ReportDocument

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  var json: JSON {
    .object([
      .init("$schema", .string(Self.schema)), .init("version", .string("2.1.0")),
      .init("runs", .array([run])),
    ])
  }

  private var run: JSON {
    let rules = rules
    return .object([
      .init(
        "tool",
        .object([
          .init(
            "driver",
            .object([
              .init("name", .string(document.tool)),
              .init("version", .string(document.toolVersion)),
              .init("semanticVersion", .string(document.toolVersion)),
              .init("rules", .array(rules.map(rule))),
            ]))
        ])),
      .init(
        "automationDetails", .object([.init("id", .string("migcheck/\(document.history)/"))])),
      .init("invocations", .array([invocation])),
      .init(
        "originalUriBaseIds",
        .object([
          .init(
            "%SRCROOT%",
            .object([
              .init("description", Self.text("The folder in which migcheck ran."))
            ]))
        ])),
      .init("columnKind", .string("utf16CodeUnits")),
      .init(
        "results",
        .array(
          document.ranked.map { finding in
            result(finding, rule: rules.firstIndex { $0.name == finding.name } ?? 0)
          })),
    ])
  }

  private static func text(_ text: String) -> JSON { .object([.init("text", .string(text))]) }

  // MARK: Rules

  /// One finding of each name, in the order of their names.
  private var rules: [ReportDocument.Finding] {
    var known = Set<String>()
    return document.findings.sorted { $0.name.precedes($1.name) }
      .filter { known.insert($0.name).inserted }
  }

  private func rule(_ finding: ReportDocument.Finding) -> JSON {
    let demand = Check(rawValue: finding.check)?.demand ?? finding.check
    let sentence = document.explanations[finding.name] ?? Self.sentence(demand)
    let full =
      finding.name == finding.check
      ? "What must hold: \(demand)." : "\(sentence) Found by the check \(finding.check): \(demand)."
    return .object([
      .init("id", .string(finding.name)), .init("name", .string(Self.pascalCase(finding.name))),
      .init("shortDescription", Self.text(sentence)), .init("fullDescription", Self.text(full)),
      .init(
        "help",
        .object([
          .init(
            "text",
            .string("\(full) migcheck --explain \(finding.name) shows such a finding in full.")),
          .init(
            "markdown",
            .string(
              "\(MarkdownText.escaped(full))\n\n`migcheck --explain \(finding.name)` shows such a "
                + "finding in full.")),
        ])),
      .init(
        "properties",
        .object([
          .init("tags", .array([.string("migration"), .string(finding.check)])),
          .init("precision", .string("very-high")),
        ])),
    ])
  }

  private static func sentence(_ phrase: String) -> String {
    guard let first = phrase.first else { return phrase }
    return first.uppercased() + phrase.dropFirst() + (phrase.hasSuffix(".") ? "" : ".")
  }

  private static func pascalCase(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  // MARK: Results

  private func result(_ finding: ReportDocument.Finding, rule: Int) -> JSON {
    let lines = FindingLines(finding, explanation: nil)
    var members: [JSON.Member] = [
      .init("ruleId", .string(finding.name)), .init("ruleIndex", .integer(rule)),
      .init("level", .string(Self.level(finding.standing))),
      .init("message", Self.text(lines.text)), .init("locations", .array([location(of: finding)])),
      .init(
        "partialFingerprints",
        .object([.init("migcheckFinding/v1", .string(finding.fingerprint))])),
    ]
    if let other = finding.otherPath {
      members.append(
        .init(
          "relatedLocations",
          .array(
            [finding.path, other].enumerated().map { place, path in
              related(path, id: place + 1, of: finding)
            })))
    }
    if finding.standing == .known {
      members.append(
        .init(
          "suppressions",
          .array([
            .object([
              .init("kind", .string(finding.isAllowedInSource ? "inSource" : "external")),
              .init("status", .string("accepted")),
              .init(
                "justification",
                .string(finding.reason ?? "The version has been released.")),
            ])
          ])))
    }
    members.append(
      .init(
        "properties",
        .object([
          .init("check", .string(finding.check)), .init("kind", .string(finding.kind)),
          .init("from", .integer(finding.hop.from)), .init("to", .integer(finding.hop.to)),
        ])))
    return .object(members)
  }

  private static func level(_ standing: Finding.Standing) -> String {
    switch standing {
    case .fails, .known: "error"
    case .undecided, .warns: "warning"
    }
  }

  private func location(of finding: ReportDocument.Finding) -> JSON {
    var members = [JSON.Member]()
    if let place = physicalLocation(of: finding) {
      members.append(.init("physicalLocation", place))
    }
    members.append(
      .init(
        "logicalLocations",
        .array([
          .object([
            .init("fullyQualifiedName", .string(finding.place)),
            .init("kind", .string(finding.property == nil ? "type" : "member")),
          ])
        ])))
    return .object(members)
  }

  private func related(_ path: [UInt64], id: Int, of finding: ReportDocument.Finding) -> JSON {
    let name = path.map(String.init).joined(separator: " → ")
    var members: [JSON.Member] = [.init("id", .integer(id))]
    if let place = physicalLocation(of: finding) {
      members.append(.init("physicalLocation", place))
    }
    members.append(.init("message", Self.text("The path \(name).")))
    return .object(members)
  }

  private func physicalLocation(of finding: ReportDocument.Finding) -> JSON? {
    guard let place = document.location(of: finding) else { return nil }
    var region: [JSON.Member] = [.init("startLine", .integer(place.line ?? 1))]
    if let text = finding.source?.text, place.line != nil {
      region.append(.init("snippet", Self.text(text)))
    }
    return .object([
      .init(
        "artifactLocation",
        .object([
          .init("uri", .string(Self.uri(place.file))), .init("uriBaseId", .string("%SRCROOT%")),
        ])),
      .init("region", .object(region)),
    ])
  }

  /// A path as a relative reference.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var result = String.UnicodeScalarView()
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.append(Unicode.Scalar(byte))
      default:
        result.append("%")
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
      }
    }
    return String(result)
  }

  // MARK: The run

  private var invocation: JSON {
    let isWhole = document.verdict != "vacuous" && !document.isInterrupted
    var notifications = [JSON]()
    if document.verdict == "vacuous" {
      let missing = document.notExercised.map { "\n\($0)" }.joined()
      notifications.append(
        Self.notification("exercised", "error", "\(document.meaning ?? "")\(missing)"))
    }
    if document.isInterrupted {
      notifications.append(Self.notification("interrupted", "error", "Not all trials ran."))
    }
    notifications += document.warnings.map {
      Self.notification($0.name, "warning", "\($0.message) \($0.remedy)")
    }
    var members: [JSON.Member] = [.init("executionSuccessful", .bool(isWhole))]
    if let input = document.input { members.append(.init("commandLine", .string(input))) }
    if !notifications.isEmpty {
      members.append(.init("toolExecutionNotifications", .array(notifications)))
    }
    return .object(members)
  }

  private static func notification(_ id: String, _ level: String, _ message: String) -> JSON {
    .object([
      .init("descriptor", .object([.init("id", .string(id))])), .init("level", .string(level)),
      .init("message", text(message)),
    ])
  }
}
