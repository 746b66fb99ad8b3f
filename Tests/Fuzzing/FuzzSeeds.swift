import Foundation
import MigCheckModel
import MigCheckText

/// The documents that inputs are made from.
package struct FuzzSeeds: Sendable {
  /// A history with graphs of its versions.
  package struct Graphs: Sendable {
    package var history: JSON
    package var graphs: [JSON]
  }

  /// The reports of all shards of one run, with the history.
  package struct Shards: Sendable {
    package var history: JSON
    package var reports: [JSON]
  }

  package struct Store: Sendable {
    package var history: JSON
    package var bytes: [UInt8]
  }

  package private(set) var histories: [JSON] = []
  package private(set) var cases: [JSON] = []
  package private(set) var graphs: [Graphs] = []
  /// Made by the command itself: see `FuzzRunner.completed`.
  package var shards: [Shards] = []
  package var stores: [Store] = []

  /// Larger documents take time and try nothing else.
  private static let limit = 24_000

  /// - Parameter folders: histories, cases, cases one a line, and planted bugs below them are read;
  ///   a folder that is not there is left out.
  package init(folders: [String]) {
    for folder in folders {
      let names =
        (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        .sorted { $0.precedes($1) }
      for name in names { read("\(folder)/\(name)") }
    }
  }

  private mutating func read(_ path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return }
    if path.hasSuffix(".jsonl") {
      // A few lines spread over the file stand for all.
      let lines = data.split(separator: UInt8(ascii: "\n"))
      for number in stride(from: 0, to: lines.count, by: max(1, lines.count / 40)) {
        add(lines[number], path)
      }
    } else if path.hasSuffix(".json") {
      add(data, path)
    }
  }

  /// A case with its history in it, where it names a file that is there.
  private static func withHistory(_ json: JSON, _ path: String) -> JSON {
    guard case .object(var members) = json, case .string(let name)? = json["history"] else {
      return json
    }
    let file = URL(fileURLWithPath: path).deletingLastPathComponent().path + "/" + name
    guard let data = FileManager.default.contents(atPath: file),
      let history = try? JSON.parse(String(decoding: data, as: UTF8.self))
    else { return json }
    for index in members.indices where members[index].key == "history" {
      members[index].value = history
    }
    return .object(members)
  }

  private mutating func add(_ data: Data, _ path: String) {
    guard data.count <= Self.limit,
      let document = try? JSON.parse(String(decoding: data, as: UTF8.self))
    else { return }
    let json = Self.withHistory(document, path)
    if json["versions"] != nil { histories.append(json) }
    if json["start"] != nil, json["path"] != nil {
      cases.append(json)
      if let history = json["history"], case .object = history, let start = json["start"] {
        graphs.append(
          Graphs(history: history, graphs: [start] + [json["expect"]?["graph"]].compactMap(\.self)))
      }
    }
    for key in ["buggy", "fixed"] {
      if let history = json[key], history["versions"] != nil { histories.append(history) }
    }
  }
}
