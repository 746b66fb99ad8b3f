import Foundation
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import TestMaterial

/// A mistake that authors of migrations make, and the same history without it.
package struct PlantedBug: Sendable, CustomStringConvertible {
  /// Names an argument of a test.
  package var description: String { name }

  package let name: String
  /// Names of checks, one of which must fail.
  package let checks: [String]
  /// The fewest objects that show the mistake.
  package let objects: Int
  package let buggy: History
  package let fixed: History

  init(name: String, checks: [String], objects: Int, buggy: History, fixed: History) {
    self.name = name
    self.checks = checks
    self.objects = objects
    self.buggy = buggy
    self.fixed = fixed
  }

  private init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let json = try JSON.parse(text)
    guard case .string(let name)? = json["name"],
      case .array(let checks)? = json["failsOneOf"],
      case .number(let objects)? = json["objects"] ?? json["atMostObjects"],
      let buggy = json["buggy"], let fixed = json["fixed"]
    else { throw CocoaError(.fileReadCorruptFile) }
    self.init(
      name: name,
      checks: checks.compactMap { if case .string(let text) = $0 { text } else { nil } },
      objects: Int(objects) ?? -1,
      buggy: try HistoryFile.parse(buggy, file: path),
      fixed: try HistoryFile.parse(fixed, file: path))
  }

  /// The mistakes in a folder, in the order of their names; none if there is no such folder.
  package static func all(in folder: String) throws -> [PlantedBug] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.filter { $0.hasSuffix(".bug.json") }.sorted().map {
      try PlantedBug(path: folder + "/" + $0)
    }
  }

  /// Those of the tests, and those of the test material beside the project, where that is.
  package static func all() throws -> [PlantedBug] {
    try all(in: Material.root.appendingPathComponent("Tests/EngineQualityTests/Bugs").path)
      + all(in: Material.shared.appendingPathComponent("bugs").path) + inSwift
  }
}
