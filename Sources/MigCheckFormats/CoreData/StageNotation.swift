import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

/// The stages of an `NSStagedMigrationManager`, as settings and histories hold them:
///
///     [{"lightweight": ["Model"]}, {"custom": {"from": "Model 2", "to": "Model 3"}}]
///
/// A version is given by its name, its number or its checksum.
package struct StageNotation {
  private let versions: [CoreDataVersion]
  /// What messages call that which has the versions.
  private let name: String
  private let file: String
  private let key: String

  private static let example =
    "[{\"lightweight\": [\"1\"]}, {\"custom\": {\"from\": \"2\", \"to\": \"3\"}}]"

  /// - Parameters:
  ///   - file: as messages show it.
  ///   - key: the key that holds the stages.
  package init(_ versions: [CoreDataVersion], of name: String, file: String, key: String) {
    (self.versions, self.name, self.file, self.key) = (versions, name, file, key)
  }

  /// - Throws: `InputError` for a list that no manager takes.
  /// - Complexity: O(*n*) in the number of versions that stages name, times that of all versions.
  package func read(_ json: JSON) throws(InputError) -> [PlanStage] {
    guard case .array(let items) = json, !items.isEmpty else {
      throw flaw("", "these are not stages", "write \(Self.example)")
    }
    var stages = [PlanStage]()
    for (index, item) in items.enumerated() { stages.append(try stage(item, "[\(index)]")) }
    try requireDistinct(stages)
    try requireOrder(stages)
    return stages
  }

  private func stage(_ json: JSON, _ place: String) throws(InputError) -> PlanStage {
    guard case .object(let members) = json, members.count == 1 else {
      throw flaw(place, "this is not a stage", "write {\"lightweight\": […]} or {\"custom\": {…}}")
    }
    let place = "\(place).\(members[0].key)"
    switch members[0].key {
    case "lightweight":
      guard case .array(let items) = members[0].value, !items.isEmpty else {
        throw flaw(place, "this names no version", "write the versions that stores are at: [\"1\"]")
      }
      var numbers = [UInt64]()
      for (index, item) in items.enumerated() {
        numbers.append(try version(item, "\(place)[\(index)]").number)
      }
      return .lightweight(numbers)
    case "custom":
      let keys = ["from", "to"]
      guard case .object(let ends) = members[0].value,
        Set(ends.map(\.key)) == Set(keys)
      else { throw flaw(place, "this is not an upgrade", "write {\"from\": \"2\", \"to\": \"3\"}") }
      let from = try version(members[0].value["from"] ?? .null, "\(place).from")
      let to = try version(members[0].value["to"] ?? .null, "\(place).to")
      guard from.number < to.number else {
        throw flaw(
          place, "it leads from \(from.name) back to \(to.name)", "let it lead to a later version")
      }
      return .custom(InferenceMatrix.Hop(from: from.number, to: to.number))
    default:
      throw flaw(place, "there is no such stage", "write \"lightweight\" or \"custom\"")
    }
  }

  private func version(_ json: JSON, _ place: String) throws(InputError) -> CoreDataVersion {
    let text: String
    switch json {
    case .string(let value): text = value
    case .number(let value): text = value
    default:
      throw flaw(place, "this is not a version", "write its name or its number, such as \"2\"")
    }
    let found =
      versions.first { $0.name.isIdentical(to: text) } ?? versions.first { "\($0.number)" == text }
      ?? versions.first { $0.model.versionHashes.checksum.isIdentical(to: text) }
    guard let found else {
      throw flaw(
        place, "\(name) has no version \(quoted(text))",
        nearest(to: text, among: versions.map(\.name)).map { "did you mean \(quoted($0))?" }
          ?? "write a name, or a number from 1 to \(versions.count)")
    }
    return found
  }

  // MARK: What a manager refuses

  /// A version leads on by one stage.
  private func requireDistinct(_ stages: [PlanStage]) throws(InputError) {
    var seen = Set<UInt64>()
    for (index, stage) in stages.enumerated() {
      for number in stage.starts where !seen.insert(number).inserted {
        throw flaw(
          "[\(index)]",
          "version \(title(number)) starts a stage for the second time, which stops the "
            + "app at launch", "list each version once")
      }
    }
  }

  /// Each stage begins where the one before ends, or later. Where the last version is listed does not
  /// matter.
  private func requireOrder(_ stages: [PlanStage]) throws(InputError) {
    for (index, pair) in zip(stages, stages.dropFirst()).enumerated() {
      guard let end = pair.0.versions.filter({ $0 != versions.last?.number }).max(),
        let start = pair.1.versions.min()
      else { continue }
      let place = "[\(index + 1)]"
      if start < end {
        throw flaw(
          place,
          "it starts at version \(title(start)), and the stage before is at \(title(end)) already",
          "write the stages in the order of the versions")
      }
      if let before = pair.0.customHop, let after = pair.1.customHop, before.to != after.from {
        throw flaw(
          place,
          "it starts at version \(title(after.from)), and the stage before ends at "
            + "\(title(before.to))",
          "let it start there, or put a lightweight stage between them")
      }
    }
  }

  private func title(_ number: UInt64) -> String {
    versions.first { $0.number == number }?.name ?? "\(number)"
  }

  private func flaw(_ place: String, _ problem: String, _ remedy: String) -> InputError {
    InputError(file: file, path: key + place, problem: problem, remedy: remedy)
  }

  // MARK: Writing

  /// Stages with the numbers of their versions.
  package static func json(_ stages: [PlanStage]) -> JSON {
    .array(
      stages.map { stage in
        switch stage {
        case .lightweight(let numbers):
          .object([JSON.Member("lightweight", .array(numbers.map { .integer($0) }))])
        case .custom(let hop):
          .object([
            JSON.Member(
              "custom",
              .object([
                JSON.Member("from", .integer(hop.from)), JSON.Member("to", .integer(hop.to)),
              ]))
          ])
        }
      })
  }
}

extension History {
  /// The versions as those of a Core Data model.
  var coreDataVersions: [CoreDataVersion] {
    stages.map {
      CoreDataVersion(
        number: $0.number, name: $0.label ?? "\($0.number)", model: $0.coreDataModel)
    }
  }
}
