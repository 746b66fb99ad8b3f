/// Something that statements may not do unless whoever runs them allows it by name.
///
/// A folder of migrations comes with somebody's pull request: what leads out of the database that it
/// is tried on, or into SQLite itself, is refused.
package enum StatementPermission: Sendable, Hashable {
  /// To open another database, or to write one by `VACUUM INTO`. A database in memory, or a nameless
  /// one, is no other.
  case attach
  /// To load code into SQLite by the function `load_extension`.
  case loadExtension
  /// To call another function that reaches beyond the database, such as `readfile`.
  case function(String)
  /// To give a value to a pragma that is not among those known to be harmless.
  case pragma(String)
  /// To use a kind of virtual table that is not among those known to be harmless.
  case module(String)
  /// To write what only SQLite itself writes, such as the tables behind a virtual one.
  case internalTables
  /// To make values of up to 64 MB.
  case longValues
}

extension StatementPermission: CustomStringConvertible {
  /// As `--allow` spells it.
  package var description: String {
    switch self {
    case .attach: "attach"
    case .loadExtension: "load-extension"
    case .function(let name): "function:\(name)"
    case .pragma(let name): "pragma:\(name)"
    case .module(let name): "module:\(name)"
    case .internalTables: "internal-tables"
    case .longValues: "long-values"
    }
  }

  /// - Parameter name: as `--allow` spells it.
  /// - Returns: `nil` if nothing has that name.
  package init?(_ name: String) {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count > 1 ? parts[1].lowercased() : "") {
    case ("attach", "") where parts.count == 1: self = .attach
    case ("load-extension", "") where parts.count == 1: self = .loadExtension
    case ("internal-tables", "") where parts.count == 1: self = .internalTables
    case ("long-values", "") where parts.count == 1: self = .longValues
    case ("function", let name) where !name.isEmpty: self = .function(name)
    case ("pragma", let name) where !name.isEmpty: self = .pragma(name)
    case ("module", let name) where !name.isEmpty: self = .module(name)
    default: return nil
    }
  }

  /// For messages: what `--allow` takes.
  package static let names =
    "attach, load-extension, internal-tables, long-values, function:NAME, pragma:NAME and module:NAME"
}
