import MigCheckModel
import MigCheckText

/// The tables, columns and versions that `drops`, `rewrites` and `ignoring` may name.
///
/// SQLite compares names without regard to the case of ASCII letters, and so does this.
struct DeclaredNames {
  /// As reports spell them, with their columns; of what has no rows of the app, without.
  private var tables: [(name: Name, columns: [Name])] = []
  private let migrations: [Migration]

  init(_ databases: DatabaseVersions) {
    migrations = databases.entries.map(\.migration)
    for entry in databases.entries {
      for type in entry.schema.types { add(type.name, type.properties.map(\.name)) }
      // Faults may be about these as well.
      for other in entry.database.virtualTables + entry.database.views { add(Name(other.name), []) }
    }
    for own in databases.engine.ownTables.sorted() { add(Name(own), []) }
  }

  private mutating func add(_ table: Name, _ columns: [Name]) {
    guard let known = tables.firstIndex(where: { $0.name.text.isSameName(as: table.text) }) else {
      return tables.append((table, columns))
    }
    tables[known].columns += columns.filter { !tables[known].columns.contains($0) }
  }

  /// The settings with names as reports spell them.
  ///
  /// - Parameter subject: what messages call the settings if they come from no file.
  /// - Throws: `InputError` for a name that no version has, and for a version that does not exist.
  func resolved(
    _ settings: FolderSettings, of subject: String = "migcheck.json"
  ) throws -> FolderSettings {
    var settings = settings
    let file = settings.file ?? subject
    settings.drops = try resolved(settings.drops, "drops", in: file)
    settings.rewrites = try resolved(settings.rewrites, "rewrites", in: file)
    settings.ignoring = try resolved(settings.ignoring, "ignoring", in: file)
    return settings
  }

  private func resolved(
    _ entries: [FolderSettings.Entry], _ list: String, in file: String
  ) throws -> [FolderSettings.Entry] {
    try entries.enumerated().map { place, entry in
      var entry = entry
      let path = entry.origin ?? "\(list)[\(place)]"
      entry.path = try resolved(entry.path, at: entry.origin ?? "\(path).what", in: file)
      if let version = entry.version, !migrations.contains(where: entry.concerns) {
        let known = migrations.map(\.name)
        throw InputError(
          file: file, path: entry.origin ?? "\(path).version",
          problem: "there is no version \(quoted(version))",
          remedy: nearest(to: version, among: known).map { "did you mean \(quoted($0))?" }
            ?? "the versions are \(Self.list(known))")
      }
      return entry
    }
  }

  private func resolved(
    _ path: PropertyPath, at place: String, in file: String
  ) throws -> PropertyPath {
    // A table may have a dot in its name.
    if path.property != nil, let whole = table(named: path.description) {
      return PropertyPath(type: whole.name)
    }
    guard let table = table(named: path.type.text) else {
      let known = tables.filter { !$0.columns.isEmpty }.map(\.name.text)
      let near = nearest(to: path.type.text, among: known).map { name in
        quoted(path.property.map { "\(name).\($0)" } ?? name)
      }
      throw InputError(
        file: file, path: place, problem: "no version has a table \(quoted(path.type.text))",
        remedy: near.map { "did you mean \($0)?" } ?? "the tables are \(Self.list(known))")
    }
    guard let property = path.property else { return PropertyPath(type: table.name) }
    if let column = table.columns.first(where: { $0.text.isSameName(as: property.text) }) {
      return PropertyPath(type: table.name, property: column)
    }
    let known = table.columns.map(\.text)
    throw InputError(
      file: file, path: place,
      problem: "no version of the table \(quoted(table.name.text)) has a column "
        + quoted(property.text),
      remedy: nearest(to: property.text, among: known).map {
        "did you mean \(quoted("\(table.name).\($0)"))?"
      } ?? (known.isEmpty ? "name the table alone" : "the columns are \(Self.list(known))"))
  }

  private func table(named name: String) -> (name: Name, columns: [Name])? {
    tables.first { $0.name.text.isSameName(as: name) }
  }

  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let rest = names.count - 8
    return names.prefix(8).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
