/// The members of a `migcheck.json`: one list for all that read the file, each of which looks at its own.
package enum SettingsKeys {
  /// In the order of the documentation.
  package static let all = [
    "migcheck", "name", "migrations", "base", "fresh", "define", "defineFunction", "order",
    "foreignKeys", "transactions", "drops", "rewrites", "ignoring", "custom", "opening", "stages",
    "paths", "shipped", "minSupported", "accepted",
  ]

  /// Whether the file may have the key. It may name its JSON Schema, for editors.
  package static func contains(_ key: String) -> Bool {
    key.isIdentical(to: "$schema") || all.contains { $0.isIdentical(to: key) }
  }

  /// What to write in place of a key that there is not.
  package static func remedy(for key: String) -> String {
    nearest(to: key, among: all).map { "did you mean \(quoted($0))?" }
      ?? "write one of " + all.dropFirst().joined(separator: ", ")
  }
}
