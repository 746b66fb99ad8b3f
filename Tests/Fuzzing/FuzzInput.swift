import Foundation
import MigCheckModel
import MigCheckText

/// One thing to try: files in an empty folder, and the commands that run there.
package struct FuzzInput: Sendable, Equatable {
  /// What is done with the arguments, and what must come of it beside what always must.
  package enum Scenario: String, Sendable, CaseIterable {
    /// The command runs once.
    case once
    /// It runs twice, and says the same both times.
    case twice
    /// What `generate` wrote twice is equal to `diff`.
    case generateAndCompare = "generate-and-compare"
    /// The findings that `check` saved still fail when they are replayed.
    case checkAndReplay = "check-and-replay"
    /// The shards of a run, merged, give the report of the whole run.
    case shardAndMerge = "shard-and-merge"
  }

  package struct File: Sendable, Equatable {
    package var name: String
    package var bytes: [UInt8]

    package init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    package init(_ name: String, _ json: JSON) {
      self.init(name, Array(json.compactText.utf8))
    }
  }

  package var scenario = Scenario.once
  /// Without the name of the program.
  package var arguments: [String]
  package var files: [File]

  package init(_ arguments: [String], files: [File], scenario: Scenario = .once) {
    self.arguments = arguments
    self.files = files
    self.scenario = scenario
  }
}

extension FuzzInput {
  private static let description = "input.json"

  /// Writes the input to a new folder, from which `init(folder:)` reads it.
  package func save(to folder: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let json = JSON.object([
      .init("scenario", .string(scenario.rawValue)),
      .init("arguments", .array(arguments.map(JSON.string))),
      .init("files", .array(files.map { .string($0.name) })),
    ])
    try Data((json.prettyText + "\n").utf8).write(
      to: URL(fileURLWithPath: "\(folder)/\(Self.description)"))
    for (number, file) in files.enumerated() {
      // By number, as the names themselves may be nasty.
      try Data(file.bytes).write(to: URL(fileURLWithPath: "\(folder)/\(number).file"))
    }
  }

  package init(folder: String) throws {
    let text = try String(contentsOfFile: "\(folder)/\(Self.description)", encoding: .utf8)
    let json = try JSON.parse(text)
    func strings(_ key: String) -> [String] {
      guard case .array(let elements)? = json[key] else { return [] }
      return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
    arguments = strings("arguments")
    files = try strings("files").enumerated().map { number, name in
      File(name, Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(number).file"))))
    }
    if case .string(let name)? = json["scenario"], let known = Scenario(rawValue: name) {
      scenario = known
    }
  }
}
