import MigCheckVerifier

/// All that is shown of a run, in plain values: the one source of every format but the text of a
/// terminal.
///
/// It is read from the report as JSON, of this run or of a saved one, so a page of a saved report is
/// the page that the run itself would have written.
package struct ReportDocument: Sendable {
  package struct Hop: Sendable, Hashable {
    var from: UInt64
    var to: UInt64

    var text: String { from == to ? "\(to)" : "\(from) → \(to)" }
    func contains(_ other: Hop) -> Bool { from <= other.from && to >= other.to }
  }

  struct Version: Sendable {
    var number: UInt64
    var name: String?
  }

  struct Note: Sendable {
    var label: String
    var text: String
  }

  struct Source: Sendable {
    /// Relative to the folder in which the command ran.
    var file: String
    /// A place in a JSON document, or a statement on one line.
    var path: String?
    var line: Int?
    var column: Int?
    /// The first lines of what stands there.
    var text: String?

    var place: String { line.map { "\(file):\($0)" } ?? file }
  }

  /// A label with what came out, as in `before   Person#0.email "a"`.
  package struct Row: Sendable {
    var label: String
    var object: String?
    var property: String?
    var value: String?
    var note: String?

    /// `Person#0.email`.
    var place: String? {
      guard let object else { return property }
      return property.map { "\(object).\($0)" } ?? object
    }
  }

  struct Value: Sendable {
    var property: String
    var text: String
    /// Names of the objects that it leads to.
    var links: [String]
    /// Whether others would do.
    var isAny: Bool
    /// Whether the finding is about it.
    var isDecisive: Bool
  }

  struct Object: Sendable {
    /// `Reader#0`.
    var name: String
    var values: [Value]
  }

  package struct Finding: Sendable {
    var standing: MigCheckVerifier.Finding.Standing
    var check: String
    /// The check, or the stable name of what a subject knows of itself.
    package var name: String
    /// What exactly the check found.
    var kind: String
    package var message: String
    var hop: Hop
    var path: [UInt64]
    var otherPath: [UInt64]?
    var type: String?
    var property: String?
    /// What else it is about, such as the name of an invariant.
    var subject: String?
    var fingerprint: String
    var source: Source?
    var alsoAt: [Hop]
    /// Where it shows as well, if that follows from how upgrades run.
    var alsoAtRule: String?
    var rows: [Row]
    /// For how many objects the rows are an example.
    var count: Int
    var notes: [Note]
    /// The start graph in words: `start, version 3 (2 objects, …)`.
    var caption: String
    var objects: [Object]
    /// How many more objects there are.
    var more: Int
    /// How many objects have hidden values.
    var hidden: Int?
    var added: [Object]
    /// The second of two neighbouring stores.
    var neighbour: [Object]
    var caseFile: String?
    var trial: Int?
    /// Why it is accepted; `nil`: it is not, or it has shipped.
    var reason: String?
    var hasShipped: Bool
    /// Whether a comment in the migration says that it is accepted.
    var isAllowedInSource = false

    /// `Person.email`, `Person`, or the store.
    var place: String {
      guard let type else { return "the store" }
      return property.map { "\(type).\($0)" } ?? type
    }

    /// Whether it shows on an upgrade.
    func shows(on other: Hop) -> Bool {
      other == hop || alsoAt.contains(other) || alsoAtRule != nil && other.contains(hop)
    }
  }

  struct Warning: Sendable {
    var name: String
    var message: String
    var remedy: String
    /// `nil`: it is about the run as a whole.
    var hop: Hop?
    var alsoAt: [Hop]
  }

  /// What an upgrade drops.
  struct Drop: Sendable {
    var hop: Hop
    var places: [String]
  }

  /// An accepted finding that the run did not meet.
  struct Unmet: Sendable {
    var check: String
    var kind: String
    var hop: Hop
    var reason: String
  }

  package var tool: String
  package var toolVersion: String
  /// What to type to run it again.
  var input: String?
  /// The file or folder that was checked; `nil`: there is none.
  var file: String?
  package var history: String
  var rules: String
  var from: UInt64
  var to: UInt64
  var seed: String
  /// `passed`, `failed`, `undecided` or `vacuous`.
  package var verdict: String
  var isInterrupted: Bool
  /// `3/16`; `nil`: the whole run.
  var shard: String?
  var trials: Int
  var witnesses: Int
  var replays: Int
  var paths: String
  var upgrades: Int
  var stores: [String]
  var versions: [Version]
  /// Upgrades that ran; `nil`: it is not known.
  var ran: Set<Hop>?
  package var findings: [Finding]
  var warnings: [Warning]
  var unmet: [Unmet]
  var drops: [Drop]
  /// What was not exercised, in words.
  var notExercised: [String]
  var advice: String?
  var coverage = Tried()
  /// Sentences about names that a subject adds, by name.
  package var explanations: [String: String] = [:]
  /// What was tried besides checks, such as mistakes and cases: each passed, or is a finding.
  package var passedCases: [String] = []
}

extension ReportDocument {
  /// What was tried.
  struct Tried: Sendable {
    struct TypeCount: Sendable {
      var start: UInt64
      var type: String
      var trials: Int
    }

    struct Hazard: Sendable {
      var start: UInt64
      var hop: Hop
      var description: String
      var ran: Int
    }

    struct Condition: Sendable {
      var version: UInt64
      var type: String
      var condition: String
      var wasTrue: Bool
      var wasNotTrue: Bool
    }

    struct Fault: Sendable {
      var name: String
      var description: String
      /// `nil`: not applicable.
      var isNoticed: Bool?
      var check: String?
      var reason: String?
    }

    struct OlderRelease: Sendable {
      var name: String
      var stores: Int
      var refused: Int
    }

    struct Crashes: Sendable {
      var upgrades: Int
      var tried: Int
      var possible: Int
    }

    struct NotApplicable: Sendable {
      var check: String
      var reason: String
      /// Whether the check judged nothing at all.
      var isWhole: Bool
    }

    var types: [TypeCount] = []
    var hazards: [Hazard] = []
    var conditions: [Condition] = []
    var faults: [Fault] = []
    var crashes: Crashes?
    var olderReleases: [OlderRelease] = []
    var notApplicable: [NotApplicable] = []
  }
}

extension ReportDocument {
  var classes: FindingClasses<Finding> {
    FindingClasses(findings, standing: \.standing)
  }

  /// What must hold, or what a name means, in a sentence; `nil`: nothing says.
  func explanation(of finding: Finding) -> String? {
    explanations[finding.name] ?? Check(rawValue: finding.check)?.demand
  }

  /// Where a finding is shown in files: where it was written, else the file that was checked.
  func location(of finding: Finding) -> (file: String, line: Int?)? {
    finding.source.map { ($0.file, $0.line) } ?? file.map { ($0, nil) }
  }

  /// Those that matter most first.
  var ranked: [Finding] { classes.ranked }

  /// `5 findings, 1 warning`.
  var counts: String {
    let text = classes.counts(warnings: warnings.count)
    return text.isEmpty ? "nothing found" : text
  }

  /// The verdict with its sign.
  var verdictText: String {
    switch verdict {
    case "passed": "✔ Passed"
    case "failed": "✘ Failed"
    case "undecided": "⚠ Undecided"
    default: "⚠ Vacuous"
    }
  }

  /// What the verdict means, in a sentence; `nil`: the findings say it.
  var meaning: String? {
    if let shard { return "This is shard \(shard) of a run, and not its verdict." }
    switch verdict {
    case "undecided":
      return "Nothing failed, but whether something fails could not be decided: this is not a pass."
    case "vacuous":
      return "Nothing failed, but something was not exercised: this is not a pass."
    case "passed":
      return trials >= 30
        ? "0 failures in \(trials.of("trial")) bounds the failure probability of this distribution "
          + "by 3/\(trials) at 95 %." : nil
    default: return nil
    }
  }
}

extension ReportDocument {
  /// The names of all findings, each once, in their order.
  package var findingNames: [String] {
    var known = Set<String>()
    return findings.map(\.name).filter { known.insert($0).inserted }
  }
}

extension ReportDocument.Row {
  package init(_ label: String, object: String?, property: String?, value: String?) {
    self.init(label: label, object: object, property: property, value: value, note: nil)
  }
}

extension ReportDocument.Finding {
  /// Something that failed beside the checks of a run, such as a mistake that nothing notices.
  package init(
    name: String, kind: String, message: String, from: UInt64, to: UInt64, type: String? = nil,
    property: String? = nil, rows: [ReportDocument.Row] = [], notes: [(String, String)] = []
  ) {
    self.init(
      standing: .fails, check: name, name: name, kind: kind, message: message,
      hop: ReportDocument.Hop(from: from, to: to), path: [from, to], otherPath: nil, type: type,
      property: property, subject: nil,
      fingerprint: Fingerprint.text([name, kind, message, "\(from)", "\(to)"]), source: nil,
      alsoAt: [], alsoAtRule: nil, rows: rows, count: 1,
      notes: notes.map { ReportDocument.Note(label: $0.0, text: $0.1) }, caption: "", objects: [],
      more: 0, hidden: nil, added: [], neighbour: [], caseFile: nil, trial: nil, reason: nil,
      hasShipped: false)
  }

  /// The finding as that of a case that was replayed.
  package func replayed(from place: String) -> Self {
    var finding = self
    finding.caseFile = nil
    finding.notes.append(ReportDocument.Note(label: "case", text: place))
    return finding
  }
}
