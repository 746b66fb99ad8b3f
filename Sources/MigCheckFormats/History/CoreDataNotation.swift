import MigCheckEngines
import MigCheckModel
import MigCheckText

/// What a history file says of an app that uses Core Data.
enum CoreDataNotation: EngineNotation {
  static let engine = EngineID.coredata
  static let keys = ["custom", "opening", "plan"]

  static func read(_ record: JSONRecord, into history: inout History) throws(InputError) {
    history.options = CoreDataOptions()
    if let node = record["opening"] {
      guard let opening = CoreDataOpening(rawValue: try node.string()) else {
        throw node.wrongKind(
          needed: quotedList(CoreDataOpening.allCases.map(\.rawValue), last: "or"))
      }
      history.coreDataOpening = opening
    }
    history.isPlan = try record["plan"]?.bool() ?? false
    for node in try record.list("custom") { history.customHops.insert(try hop(node, in: history)) }
  }

  /// Reads `"9:10"`, an upgrade with a mapping model of its own.
  private static func hop(
    _ node: JSONNode, in history: History
  ) throws(InputError) -> InferenceMatrix.Hop {
    let parts = try node.string().split(separator: ":", omittingEmptySubsequences: false)
      .map { UInt64($0) }
    guard parts.count == 2, let from = parts[0], let to = parts[1], from < to,
      history.stage(from) != nil, history.stage(to) != nil
    else { throw node.wrongKind(needed: "two versions of the history, such as \"9:10\"") }
    return InferenceMatrix.Hop(from: from, to: to)
  }

  static func members(of history: History) -> [JSON.Member] {
    var members = [JSON.Member]()
    if history.coreDataOpening != .inferred {
      members.append(JSON.Member("opening", .string(history.coreDataOpening.rawValue)))
    }
    if history.isPlan { members.append(JSON.Member("plan", .bool(true))) }
    if !history.customHops.isEmpty {
      let hops = history.customHops.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
      members.append(
        JSON.Member("custom", .array(hops.map { .string("\($0.from):\($0.to)") })))
    }
    return members
  }
}
