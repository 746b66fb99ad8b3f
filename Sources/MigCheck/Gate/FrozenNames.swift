import Foundation
import MigCheckFormats
import MigCheckModel
import MigCheckText

/// Whose versions are frozen in a folder.
package struct FrozenNames: Sendable {
  private struct Entry: Sendable {
    var name: String
    var number: UInt64
    /// `nil`: the file holds none.
    var types: [Name]
  }

  private let entries: [Entry]

  package init(in folder: String) {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    entries = files.filter { $0.hasSuffix(".json") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { file in
        guard let json = try? FileReader.json(path: "\(folder)/\(file)"),
          case .string(let name)? = json["history"], case .number(let text)? = json["version"],
          let number = UInt64(text), let schema = json["schema"],
          let types = try? SchemaDocument.parse(schema, file: file).types
        else { return nil }
        return Entry(name: name, number: number, types: types.map(\.name))
      }
  }

  /// The names, in byte order.
  package var names: [String] {
    var names = [String]()
    for entry in entries where !names.contains(where: { $0.isIdentical(to: entry.name) }) {
      names.append(entry.name)
    }
    return names
  }

  /// The name that a subject has in the folder: its own, or where there is nothing of that name, the
  /// only one whose versions have the subject's types.
  func name(of subject: any Subject) -> String {
    let names = names
    if names.contains(where: { $0.isIdentical(to: subject.name) }) { return subject.name }
    let fitting = names.filter { name in
      entries.contains { $0.name.isIdentical(to: name) && isOf(subject, $0) }
    }
    return fitting.count == 1 ? fitting[0] : subject.name
  }

  private func isOf(_ subject: any Subject, _ entry: Entry) -> Bool {
    guard let schema = subject.schema(of: entry.number) else { return false }
    return entry.types.contains { schema.type(named: $0) != nil }
  }
}
