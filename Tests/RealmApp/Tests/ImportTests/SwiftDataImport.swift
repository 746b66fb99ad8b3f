import Foundation
import Testing

/// Sources of an app with SwiftData, and the history that is read from them.
struct SwiftDataImport {
  let importer: Importer
  private(set) var outcome = Importer.Outcome(status: 0, notes: [])
  private(set) var document = [String: Any]()

  /// Imports one file.
  init(_ source: String, _ options: String...) throws {
    importer = try Importer("swiftdata")
    try importer.write("App/Models.swift", "import SwiftData\n" + source)
    outcome = try importer.run(["App", "-o", "a.history.json"] + options)
    try read()
  }

  /// Imports the tags of a repository, each of which is one file.
  init(tags: [(name: String, source: String)], _ options: String...) throws {
    importer = try Importer("swiftdata")
    try importer.git("init", "-q", "repository")
    for (index, tag) in tags.enumerated() {
      try importer.write("repository/App/Models.swift", "import SwiftData\n" + tag.source)
      let date = "2024-01-0\(index + 1)T00:00:00Z"
      try importer.git("-C", "repository", "add", ".", date: date)
      try importer.git("-C", "repository", "commit", "-q", "-m", tag.name, date: date)
      try importer.git("-C", "repository", "tag", tag.name, date: date)
    }
    outcome = try importer.run(["--git", "repository", "-o", "a.history.json"] + options)
    try read()
  }

  private mutating func read() throws {
    guard importer.exists("a.history.json") else { return }
    let json = try JSONSerialization.jsonObject(with: Data(importer.text("a.history.json").utf8))
    document = try #require(json as? [String: Any])
  }

  var versions: [[String: Any]] { document["versions"] as? [[String: Any]] ?? [] }

  var labels: [String] { versions.map { $0["name"] as? String ?? "" } }

  func entities(_ version: Int = 0) -> [String] {
    schema(version).compactMap { $0["name"] as? String }
  }

  private func schema(_ version: Int) -> [[String: Any]] {
    versions.indices.contains(version) ? versions[version]["schema"] as? [[String: Any]] ?? [] : []
  }

  /// What an entity says besides its properties.
  func entity(_ name: String, _ key: String, version: Int = 0) -> String? {
    schema(version).first { $0["name"] as? String == name }?[key].map { "\($0)" }
  }

  /// `string`, or `set of Stop, inverse=trip`: the type, and what else is written, by name.
  func property(_ path: String, version: Int = 0) -> String? {
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    let entity = schema(version).first { $0["name"] as? String == parts[0] }
    guard let members = (entity?["properties"] as? [String: Any])?[parts[1]] as? [String: Any],
      let type = members["type"] as? String
    else { return nil }
    let target = (members["objectType"] as? String).map { " of \($0)" } ?? ""
    let rest = members.keys.filter { !["type", "objectType"].contains($0) }.sorted().map { key in
      ", \(key)=\(Self.text(members[key]))"
    }
    return type + target + rest.joined()
  }

  /// As JSON has it.
  private static func text(_ value: Any?) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: value ?? NSNull(), options: [.fragmentsAllowed])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  func properties(of entity: String, version: Int = 0) -> [String] {
    let found = schema(version).first { $0["name"] as? String == entity }
    return ((found?["properties"] as? [String: Any])?.keys).map { $0.sorted() } ?? []
  }
}
