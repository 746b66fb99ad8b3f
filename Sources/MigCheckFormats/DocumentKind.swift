import MigCheckModel
import MigCheckText

/// What a document is, as far as its keys tell; for those who name a file of one kind where another
/// is expected.
enum DocumentKind {
  case history, aCase, graph, report

  private static let all: [Self] = [.history, .aCase, .graph, .report]

  /// With its article.
  private var name: String {
    switch self {
    case .history: "a history"
    case .aCase: "a case"
    case .graph: "a graph"
    case .report: "a report"
    }
  }

  /// What can be done with such a file.
  private var use: String {
    switch self {
    case .history: "migcheck check runs it"
    case .aCase: "migcheck replay runs it"
    case .graph: "migcheck diff compares it with another one"
    case .report: "migcheck merge joins those of shards"
    }
  }

  /// Whether a document has the keys that only its kind has.
  private func fits(_ json: JSON) -> Bool {
    switch self {
    case .history: json["versions"] != nil
    case .aCase: json["start"] != nil || json["path"] != nil
    case .graph: json["objects"] != nil
    case .report: json["verdict"] != nil
    }
  }

  /// - Throws: `InputError` for a document of another kind.
  func require(_ node: JSONNode) throws(InputError) {
    guard !fits(node.json), let actual = Self.all.first(where: { $0.fits(node.json) }) else {
      return
    }
    throw node.error("this is \(actual.name), not \(name)", actual.use)
  }
}
