/// Migrations that are written in another language than SQL, and are called as scripts are: `3_users.ts`
/// between `2_mail.sql` and `4_index.sql`.
enum MigrationCode {
  private static let endings: Set<String> = [
    "c", "cs", "dart", "ex", "exs", "go", "java", "js", "kt", "mjs", "mts", "php", "pl", "py", "rb",
    "rs", "scala", "sh", "swift", "ts",
  ]

  /// Whether a file is called as a migration in code is.
  static func isCode(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    let ending = name[name.index(after: dot)...].lowercased()
    return endings.contains(ending) && !MigrationName(String(name[..<dot])).number.isEmpty
  }
}
