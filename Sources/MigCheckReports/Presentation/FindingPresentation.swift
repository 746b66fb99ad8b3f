import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// All that is to be said of a finding, in the order in which people read it.
///
/// Every format of a report is made from this: what one of them says, the others cannot say
/// differently.
struct FindingPresentation {
  /// Objects of a graph, with the line above them.
  struct Graph {
    var caption: String
    var graph: ObjectGraph
    var anyValues: [Counterexample.AnyValue] = []
    /// By type, the number of its first object; none: 0.
    var firstNumbers: [Int] = []
  }

  /// A label and its text.
  struct Note {
    var label: String
    var text: String

    init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  let finding: Finding
  /// The history and the hop: `Contacts 1 → 3`.
  let title: String
  /// The fault in one or two sentences, without values; an engine may have said it on several
  /// lines.
  let sentence: String
  let start: Graph
  /// The objects that were added to those of the start graph, numbered after them.
  let added: Graph?
  /// The store of which the start graph is a neighbour, if the failure is between the two.
  let neighbour: Graph?
  /// The values that show the fault, such as before and after.
  let rows: [FailureRow]
  /// For how many objects the rows stand, the example included.
  let count: Int
  /// What else there is to know, from the path to whether it is flaky.
  let notes: [Note]
  /// The file that keeps it as a case; `nil`: no case was saved.
  let caseFile: String?

  /// - Parameters:
  ///   - history: the name of the history.
  ///   - isReplay: whether the finding comes from a replayed case, so that nothing was
  ///     shrunk or saved.
  ///   - versionNames: what versions are called beside their numbers.
  ///   - nameWidth: how many columns of the history's name are shown.
  init(
    _ finding: Finding, history: String, isReplay: Bool = false,
    versionNames: VersionNames = VersionNames(), nameWidth: Int = .max
  ) {
    self.finding = finding
    let hop = finding.hop
    let name = ValueText.escaped(history).shortened(to: nameWidth)
    title = "\(name) \(hop.from == hop.to ? "\(hop.to)" : "\(hop)")"
    sentence = finding.message
    start = Self.start(of: finding, isReplay: isReplay)
    added = Self.added(to: finding)
    neighbour = Self.neighbour(of: finding)
    rows =
      finding.hiddenObjects == nil ? finding.failure.violation.rows(at: finding.failure.site) : []
    count = finding.failure.violation.count
    notes = Self.names(finding, versionNames) + Self.notes(finding, isReplay: isReplay)
    caseFile = isReplay ? nil : finding.counterexample.caseFile
  }

  private static func start(of finding: Finding, isReplay: Bool) -> Graph {
    let example = finding.counterexample
    if let hidden = finding.hiddenObjects {
      return Graph(
        caption: "start, version \(example.version) (\(hidden.of("object")) of the store)",
        graph: example.graph)
    }
    let shrunk = "shrunk from \(example.originalObjects) in \(finding.evaluations.of("run"))"
    let count = example.objects.of("object")
    let size =
      isReplay
      ? count
      : example.isMinimal ? "\(count), fully \(shrunk)" : "\(count), \(shrunk); ended early"
    return Graph(
      caption: "start, version \(example.version) (\(size))", graph: example.graph,
      anyValues: example.anyValues)
  }

  private static func added(to finding: Finding) -> Graph? {
    guard let followUp = finding.followUp, followUp.added.objectCount > 0 else { return nil }
    let place =
      switch followUp.change {
      case .object(_, true): "before the others"
      case .group: "the first of each type before the others, the second after them"
      case .object, .reversed, .rotated, .edited: "after the others"
      }
    return Graph(
      caption: "added, \(place)", graph: followUp.added,
      firstNumbers: finding.counterexample.graph.tables.map(\.count))
  }

  private static func neighbour(of finding: Finding) -> Graph? {
    guard let followUp = finding.followUp, case .edited = followUp.change else { return nil }
    return Graph(
      caption: "store B", graph: followUp.graph, anyValues: finding.counterexample.anyValues)
  }

  /// The versions of the hop, and of paths that are not too long for it.
  private static func names(_ finding: Finding, _ names: VersionNames) -> [Note] {
    let ways = finding.path + (finding.otherPath ?? [])
    let ends = [finding.hop.from, finding.hop.to]
    let text = names.text(ways.count > 6 ? ends : ways + ends)
    return text.isEmpty ? [] : [Note("versions", text)]
  }

  /// The notes, each with all its lines: a text breaks some of them, with labels on the first line
  /// alone.
  var wholeNotes: [Note] {
    notes.reduce(into: []) { whole, note in
      if note.label.isEmpty, !whole.isEmpty {
        whole[whole.count - 1].text += " \(note.text)"
      } else {
        whole.append(note)
      }
    }
  }

  private static func notes(_ finding: Finding, isReplay: Bool) -> [Note] {
    var notes = [Note]()
    if finding.otherPath == nil, finding.path.count > 2 {
      notes.append(Note("path", finding.path.map(String.init).joined(separator: " → ")))
    }
    if let source = finding.source {
      // The line of a place in a document is for tools; people read its path.
      let place =
        source.column == nil
        ? source.description
        : SourcePlace(
          file: source.file, path: source.path
        ).description
      notes.append(Note("written at", ValueText.unquoted(place)))
    }
    if !finding.likewise.isEmpty {
      let names = finding.likewise.map { path in
        let type = ValueText.escaped(path.type)
        guard let property = path.property.map({ ValueText.escaped($0) }) else { return type }
        return path.type == finding.type ? property : "\(type).\(property)"
      }
      notes.append(Note("likewise", names.joined(separator: ", ")))
    }
    if finding.store == .file, !isReplay, finding.check != .storesAgree {
      notes.append(Note("store", "file only"))
    }
    if !finding.alsoAt.isEmpty {
      notes.append(Note("also at", hops(finding.alsoAt)))
    }
    if finding.severity == .warning, let exemption = finding.exemption {
      notes += Self.notes(exemption, of: finding.check)
    }
    switch finding.acceptance {
    case .shipped:
      notes.append(Note("as shipped", "users have version \(finding.hop.to) already"))
    case .listed(let reason): notes.append(Note("accepted", ValueText.escaped(reason)))
    case .allowed(let reason, let place):
      notes.append(Note("allowed", ValueText.escaped("\(place): \(reason)")))
    case nil: break
    }
    if finding.isFlaky {
      notes.append(Note("flaky", "it did not fail each time the counterexample was run"))
    }
    return notes
  }

  /// In a long history a mistake may show on thousands of hops: six lines, in bytes.
  private static let rangesLimit = 360

  /// More than these are named in ranges of versions.
  private static let singleHopLimit = 12

  /// As many hops that end at one version are named by where they begin.
  private static let commonEndMinimum = 4

  private static func hops(_ hops: [Hop]) -> String {
    let end = hops.count >= commonEndMinimum && Set(hops.map(\.to)).count == 1 ? hops[0].to : nil
    if hops.count > singleHopLimit || end != nil {
      let ranges = HopList(hops: hops).text
      if ranges.utf8.count < rangesLimit { return ranges }
    }
    if hops.count > singleHopLimit, end == nil, let first = hops.map(\.from).min(),
      let last = hops.map(\.from).max(), let low = hops.map(\.to).min(),
      let high = hops.map(\.to).max()
    {
      return "\(hops.count) upgrades from versions \(first)…\(last) to \(low)…\(high)"
    }
    let shown = hops.prefix(singleHopLimit)
    let rest = hops.count > shown.count ? " and \(hops.count - shown.count) more" : ""
    return if let end {
      "\(HopList.text(shown.map(\.from)))\(rest) → \(end)"
    } else {
      shown.map(\.description).joined(separator: ", ") + rest
    }
  }

  private static func notes(_ exemption: Exemption, of check: Check) -> [Note] {
    let reason =
      switch exemption {
      case .ordinal: "the migration numbers objects by ordinal"
      case .code: "the migration's own code may count or compare objects"
      }
    return [
      Note("a warning", "\(reason), perhaps on purpose;"),
      Note("", "--strict makes it an error,"),
      Note("", "--silence \(check.rawValue) leaves it out"),
    ]
  }
}
