import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

/// How a history file writes what only one engine's histories say.
protocol EngineNotation {
  static var engine: EngineID { get }
  /// The keys of a history that this engine alone has.
  static var keys: [String] { get }
  /// Reads what the keys say into the options of the history, whose versions are read already.
  static func read(_ record: JSONRecord, into history: inout History) throws(InputError)
  /// What is not as it is by default.
  static func members(of history: History) -> [JSON.Member]
}

/// The notations of all engines.
enum EngineNotations {
  static var all: [any EngineNotation.Type] { [RealmNotation.self, CoreDataNotation.self] }

  /// Without keys of its own for a name that is no engine's.
  static func notation(named json: JSON?) -> any EngineNotation.Type {
    guard case .string(let name)? = json else { return RealmNotation.self }
    return all.first { $0.engine.rawValue.isIdentical(to: name) } ?? RealmNotation.self
  }

  /// The engine whose key it is.
  static func owner(of key: String) -> EngineID? {
    all.first { $0.keys.contains { $0.isIdentical(to: key) } }?.engine
  }

  static func members(of history: History) -> [JSON.Member] {
    all.first { $0.engine == history.engine }?.members(of: history) ?? []
  }
}

extension EngineID {
  /// The engines that history files may name, in the order of reports and help.
  package static var supported: [Self] { EngineNotations.all.map { $0.engine } }

  /// The names of the known defects of all engines, in the order of `supported`.
  package static var allDefectNames: [String] {
    supported.flatMap { $0.implementation?.defectNames ?? [] }
  }
}
