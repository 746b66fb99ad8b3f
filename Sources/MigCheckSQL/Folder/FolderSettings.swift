import Foundation
import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What `migcheck.json` in a folder of migrations or beside it says, and the options of the command.
package struct FolderSettings: Sendable {
  /// Something that comparisons leave out or a version drops, and why.
  package struct Entry: Sendable {
    package var path: PropertyPath
    /// The name or the number of the version that drops it; `nil`: any.
    package var version: String?
    package var reason: String
    /// Where it is written, if that is an argument in Swift and not a list in a file.
    package var origin: String?

    package init(
      path: PropertyPath, version: String?, reason: String = "", origin: String? = nil
    ) {
      self.path = path
      self.version = version
      self.reason = reason
      self.origin = origin
    }
  }

  /// What reports and lists of accepted findings call the migrations; `nil`: their folder's name.
  package var name: String?
  /// The folder of the migrations, if the settings lie beside it.
  package var migrations: String?
  /// The schema that is there before the first migration: the path of an SQL file.
  package var base: String?
  /// The schema of a store that was never upgraded: the path of an SQL file.
  package var fresh: String?
  /// Values of placeholders.
  package var definitions: [String: String] = [:]
  /// Names of all files in their order; `nil`: by number.
  package var order: [String]?
  /// Whether SQLite enforces foreign keys; `nil`: if the scripts speak of it.
  package var foreignKeys: Bool?
  /// Whether the app runs each script in a transaction; `nil`: unless the script speaks against it.
  package var transactions: Bool?
  /// What scripts may do that others may not. Only whoever runs them says so, never a file that
  /// comes with them.
  private(set) var allowed: Set<StatementPermission> = []
  /// Functions that the app defines on its connections; each may call those before it.
  private(set) var functions: [DefinedFunction] = []
  package var drops: [Entry] = []
  package var rewrites: [Entry] = []
  package var ignoring: [Entry] = []
  /// The file that they come from, as messages show it; `nil`: there is none.
  package private(set) var file: String?

  package init() {}

  /// Allows scripts something that the sandbox refuses.
  ///
  /// - Parameter name: as messages of refusals spell it.
  /// - Returns: whether there is anything of that name.
  package mutating func allow(_ name: String) -> Bool {
    guard let permission = StatementPermission(name) else { return false }
    allowed.insert(permission)
    return true
  }

  /// Defines a function as the app does on its connections, in the place of one of the same name and
  /// number of arguments.
  ///
  /// - Parameter text: `name(x) = expression`.
  /// - Throws: `DefinedFunction.Flaw`; nothing is defined then.
  package mutating func define(function text: String) throws(DefinedFunction.Flaw) {
    var all = functions
    try all.define(text)
    functions = all
  }

  /// Defines functions that are not defined yet, as those that a case was found with.
  package mutating func defineMissing(functions texts: [String]) throws(DefinedFunction.Flaw) {
    for text in texts {
      let function = try DefinedFunction(text)
      if !functions.contains(where: function.isSame) { try define(function: text) }
    }
  }

  /// For messages: what can be allowed.
  package static var allowableNames: String { StatementPermission.names }

  /// Reads a file.
  ///
  /// - Throws: `InputError` for a file that is not what it should be.
  package init(contentsOf path: String) throws { try read(path, shown: path, inside: nil) }

  /// The settings in a folder, or beside it; where it holds a folder of scripts for each database, those
  /// in the one that is taken come first.
  ///
  /// - Throws: `InputError` for a file that is not what it should be.
  package init(of folder: String) throws {
    let taken = try DialectFolder(folder).path
    func shown(_ path: String) -> String {
      path.hasSuffix("/../migcheck.json") ? Self.beside(folder) : path
    }
    for path in [
      "\(taken)/migcheck.json", "\(folder)/migcheck.json", "\(folder)/../migcheck.json",
    ] where InputFile.isPresent(path) {
      try read(
        path, shown: shown(path), inside: String(path.dropLast("/migcheck.json".count)))
      return
    }
  }

  private static func beside(_ folder: String) -> String {
    var path = folder
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return "migcheck.json" }
    return String(path[...slash]) + "migcheck.json"
  }

  /// - Parameter folder: the folder that the file must lie in; `nil`: anywhere, as for one that the
  ///   user names.
  private mutating func read(_ path: String, shown: String, inside folder: String?) throws {
    let text = try FileReader.text(path: path, shown: shown, inside: folder)
    let json: JSON
    do {
      json = try JSON.parse(text)
    } catch {
      throw InputError(file: shown, line: error.line, column: error.column, problem: error.reason)
    }
    file = shown
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try SettingsReader(file: shown, folder: folder.isEmpty ? "/" : folder)
      .read(json, into: &self)
  }
}

/// Reads the members of `migcheck.json`, and refuses what it does not know.
private struct SettingsReader {
  let file: String
  /// Paths are relative to it.
  let folder: String

  func read(_ json: JSON, into settings: inout FolderSettings) throws {
    guard case .object(let members) = json else {
      throw error("", "the document is no object", "write {…}")
    }
    for member in members {
      let key = member.key
      switch (key, member.value) {
      case ("migcheck", .number("1")), ("$schema", .string): break
      case ("name", .string(let name)) where !name.isEmpty: settings.name = name
      case ("migrations", .string(let path)): settings.migrations = try place(path, key)
      case ("base", .string(let path)): settings.base = try place(path, key)
      case ("fresh", .string(let path)): settings.fresh = try place(path, key)
      case ("foreignKeys", .bool(let value)): settings.foreignKeys = value
      case ("transactions", .bool(let value)): settings.transactions = value
      case ("define", .object(let values)):
        for value in values {
          guard case .string(let text) = value.value else {
            throw error("define.\(value.key)", "this is no string", "write \"…\"")
          }
          settings.definitions[value.key] = text
        }
      case ("order", .array(let names)):
        settings.order = try names.enumerated().map { place, name in
          guard case .string(let text) = name else {
            throw error("order[\(place)]", "this is no string", "write the name of a file")
          }
          return text
        }
      case ("defineFunction", .array(let items)): try define(items, key, in: &settings)
      // Those of the run; whoever runs it reads them.
      case ("paths", _), ("shipped", _), ("minSupported", _), ("accepted", _), ("custom", _): break
      case ("drops", .array(let items)): settings.drops = try entries(items, key)
      case ("rewrites", .array(let items)): settings.rewrites = try entries(items, key)
      case ("ignoring", .array(let items)): settings.ignoring = try entries(items, key)
      default: throw unfit(key)
      }
    }
  }

  /// The path of a file in the folder of the settings.
  ///
  /// - Throws: `InputError` for one that leads out of it: settings come with the scripts, and may be
  ///   somebody else's.
  private func place(_ path: String, _ key: String) throws -> String {
    let place = "\(folder)/\(path)"
    var depth = 0
    for part in path.split(separator: "/") where part != "." {
      depth += part == ".." ? -1 : 1
      guard depth >= 0 else { break }
    }
    do {
      if depth >= 0 { try InputFile.requireInside(place, shown: place, folder) }
    } catch {
      depth = -1
    }
    guard depth >= 0 else {
      throw error(
        key, "\(quoted(path)) leads out of the folder of the settings",
        key == "migrations"
          ? "name the folder of the migrations on the command line"
          : "move the file into the folder, or name it with --\(key)")
    }
    return place
  }

  private func define(
    _ items: [JSON], _ key: String, in settings: inout FolderSettings
  ) throws {
    for (place, item) in items.enumerated() {
      let path = "\(key)[\(place)]"
      guard case .string(let text) = item else {
        throw error(path, "this is not a text", "write \"slug(x) = lower(trim(x))\"")
      }
      let count = settings.functions.count
      do {
        try settings.define(function: text)
      } catch {
        throw self.error(path, error.problem, error.remedy)
      }
      guard settings.functions.count > count else {
        throw error(path, "the function is defined twice", "leave out one of the two")
      }
    }
  }

  private func unfit(_ key: String) -> InputError {
    guard SettingsKeys.contains(key) else {
      return error(key, "there is no such setting", SettingsKeys.remedy(for: key))
    }
    let wanted =
      switch key {
      case "migcheck": "the number 1"
      case "name": "a text, such as \"notes\""
      case "base", "fresh": "the path of an SQL file"
      case "migrations": "the path of a folder"
      case "foreignKeys", "transactions": "true or false"
      case "define": "an object of names and texts"
      case "defineFunction": "a list such as [\"slug(x) = lower(trim(x))\"]"
      case "order": "a list of file names"
      default: "a list such as [{\"what\": \"user.age\", \"reason\": \"never shown\"}]"
      }
    return error(key, "the value is not what it should be", "write \(wanted)")
  }

  /// `[{"what": "user.age", "version": "12_users.sql", "reason": "…"}]`.
  private func entries(_ items: [JSON], _ key: String) throws -> [FolderSettings.Entry] {
    try items.enumerated().map { place, item in
      let path = "\(key)[\(place)]"
      guard case .object(let members) = item else {
        throw error(
          path, "this is no object", "write {\"what\": \"user.age\", \"reason\": \"…\"}")
      }
      for member in members where !["what", "version", "reason"].contains(member.key) {
        throw error(
          "\(path).\(member.key)", "there is no such key", "write what, version or reason")
      }
      guard case .string(let what)? = item["what"], !what.isEmpty else {
        throw error("\(path).what", "it is missing", "name a table or table.column")
      }
      guard case .string(let reason)? = item["reason"], !reason.isEmpty else {
        throw error("\(path).reason", "it is missing", "say why, for whoever reads it later")
      }
      let version: String? =
        switch item["version"] {
        case .string(let name): name
        case .number(let number): number
        default: nil
        }
      return FolderSettings.Entry(path: PropertyPath(what), version: version, reason: reason)
    }
  }

  private func error(_ path: String, _ problem: String, _ remedy: String) -> InputError {
    InputError(file: file, path: path, problem: problem, remedy: remedy)
  }
}
