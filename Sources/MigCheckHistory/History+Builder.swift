import MigCheckModel
import MigCheckText

// A history written in Swift:
//
//     let contacts = History("Contacts") {
//       Version(1) {
//         ObjectType("Person", ["firstName": .string, "lastName": .string])
//       }
//       Version(2) {
//         ObjectType("Person", ["fullName": .string])
//       } migration: { migration in
//         migration.enumerateObjects(ofType: "Person") { old, new in
//           new?["fullName"] = "\(old?["firstName"] ?? "") \(old?["lastName"] ?? "")"
//         }
//       }
//     }

/// A version of a history written in Swift.
public typealias Version = HistoryVersion

extension History {
  /// Collects the parts of a history: versions, and the object types of each.
  @resultBuilder
  public enum Builder<Part> {
    /// A part on its own.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }
    /// An array of parts.
    public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
    /// The parts of a block, in their order.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
    /// The parts of an `if` without `else`; none if its condition is false.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// The parts of an `if`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// The parts of an `else`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
    /// The parts that a loop makes, in its order.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
  }
}

extension HistoryVersion {
  /// A version without a migration block, which upgrades like one with an empty block.
  ///
  /// - Parameters:
  ///   - drops: data that this version drops on purpose, `"Person.age"` or `"Ghost"`.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  ///   - schema: the object types of this version.
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<ObjectType> schema: () -> [ObjectType]
  ) {
    self.init(number: number, schema: Schema(schema()), drops: drops, invariants: invariants)
    source = SourcePlace(file: fileID, line: line)
  }
}

extension HistoryInvariant {
  /// An invariant in Swift: holds of every object of `type` that was in a store at version `since`
  /// and is still there.
  ///
  /// - Parameters:
  ///   - name: what reports call it.
  ///   - since: the version at which the store started, below the one that declares the invariant.
  ///   - holds: is given the object as it was at `since`, and as it is now. An error that it throws
  ///     is a finding.
  ///   - fileID: the caller's file, which reports name.
  ///   - line: the caller's line.
  public init(
    _ name: String, type: String, since: UInt64, fileID: String = #fileID, line: Int = #line,
    holds: @escaping @Sendable (_ old: ObjectView, _ new: ObjectView) throws -> Bool
  ) {
    self.init(name: Name(name), type: Name(type), since: since, condition: .closure(holds))
    source = SourcePlace(file: fileID, line: line)
  }

  /// An invariant as an SQL expression over `old` and `new`.
  public init(
    _ name: String, type: String, since: UInt64, fileID: String = #fileID, line: Int = #line,
    holds expression: String
  ) {
    self.init(
      name: Name(name), type: Name(type), since: since,
      condition: .expression(SQLExpression(expression)))
    source = SourcePlace(file: fileID, line: line)
  }
}
