import MigCheckModel
import MigCheckText

// A history written in Swift:
//
//     let contacts = History("Contacts") {
//       Version(1) {
//         ObjectType("Person") {
//           Property("firstName", .string)
//           Property("lastName", .string)
//         }
//       }
//       Version(2) {
//         ObjectType("Person") {
//           Property("fullName", .string)
//         }
//       } migration: { migration in
//         migration.enumerateObjects(ofType: "Person") { old, new in
//           new?["fullName"] = "\(old?["firstName"] ?? "") \(old?["lastName"] ?? "")"
//         }
//       }
//     }

/// A version of a history written in Swift.
public typealias Version = HistoryVersion

/// Collects the parts of a history: versions, object types, properties.
@resultBuilder
public enum HistoryBuilder<Part> {
  public static func buildExpression(_ part: Part) -> [Part] { [part] }
  public static func buildExpression(_ parts: [Part]) -> [Part] { parts }
  public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
  public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
  public static func buildEither(first parts: [Part]) -> [Part] { parts }
  public static func buildEither(second parts: [Part]) -> [Part] { parts }
  public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
}

extension History {
  /// A history with Realm's rules.
  ///
  /// - Parameters:
  ///   - name: the name of the store, as reports show it; random graphs depend on it.
  ///   - ignoring: properties that comparisons leave out, `"Person.updatedAt"`.
  ///   - versions: in increasing order of their numbers.
  public init(
    _ name: String, ignoring: [PropertyPath] = [],
    @HistoryBuilder<HistoryVersion> versions: () -> [HistoryVersion]
  ) {
    self.init(name: name, engine: .realm, stages: versions(), ignoring: ignoring)
  }
}

extension HistoryVersion {
  /// A version without a migration block, which upgrades like one with an empty block.
  ///
  /// - Parameters:
  ///   - drops: data that this version gives up on purpose, `"Person.age"` or `"Ghost"`.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - schema: the object types of this version.
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    @HistoryBuilder<ObjectType> schema: () -> [ObjectType]
  ) {
    self.init(number: number, schema: Schema(schema()), drops: drops, invariants: invariants)
  }

  /// A version with its migration.
  ///
  /// - Parameters:
  ///   - drops: data that this version gives up on purpose, `"Person.age"` or `"Ghost"`.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - onlyFrom: the block runs only for stores that were at one of these versions; `nil`:
  ///     for all.
  ///   - schema: the object types of this version.
  ///   - migration: runs for every store that comes from a lower version. As in the linear style
  ///     `if oldSchemaVersion < 2 { … }`, a store that skips versions runs the blocks of all of
  ///     them, one after the other, with `old` as it was at its own version.
  public init(
    _ number: UInt64, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    onlyFrom: [UInt64]? = nil, @HistoryBuilder<ObjectType> schema: () -> [ObjectType],
    migration: @escaping @Sendable (Migration) throws -> Void
  ) {
    self.init(
      number: number, schema: Schema(schema()),
      steps: [MigrationStep(.block(migration), onlyFrom: onlyFrom)], drops: drops,
      invariants: invariants)
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
  public init(
    _ name: String, type: String, since: UInt64,
    holds: @escaping @Sendable (_ old: ObjectView, _ new: ObjectView) throws -> Bool
  ) {
    self.init(name: name, type: type, since: since, condition: .closure(holds))
  }

  /// An invariant as an SQL expression over `old` and `new`.
  public init(_ name: String, type: String, since: UInt64, holds expression: String) {
    self.init(
      name: name, type: type, since: since, condition: .expression(SQLExpression(expression)))
  }
}

extension ObjectType {
  /// An object type with its properties.
  ///
  /// - Parameters:
  ///   - primaryKey: the name of one of the properties.
  ///   - embedded: whether each object lives inside exactly one parent.
  public init(
    _ name: String, primaryKey: String? = nil, embedded: Bool = false,
    @HistoryBuilder<Property> properties: () -> [Property]
  ) {
    self.init(name, primaryKey: primaryKey, embedded: embedded, properties())
  }
}

extension Property {
  /// A link to at most one object.
  public static func link(_ name: String, to objectType: String) -> Property {
    Property(name, .object, objectType: objectType, optional: true)
  }

  /// A list of scalars.
  public static func list(
    _ name: String, of type: PropertyType, optional: Bool = false
  ) -> Property {
    Property(name, type, collection: .list, optional: optional)
  }

  /// A list of objects.
  public static func list(_ name: String, of objectType: String) -> Property {
    Property(name, .object, collection: .list, objectType: objectType)
  }

  /// A set of scalars.
  public static func set(
    _ name: String, of type: PropertyType, optional: Bool = false
  ) -> Property {
    Property(name, type, collection: .set, optional: optional)
  }

  /// A set of objects.
  public static func set(_ name: String, of objectType: String) -> Property {
    Property(name, .object, collection: .set, objectType: objectType)
  }

  /// A dictionary of scalars with string keys.
  public static func dictionary(
    _ name: String, of type: PropertyType, optional: Bool = false
  ) -> Property {
    Property(name, type, collection: .dictionary, optional: optional)
  }

  /// A dictionary of objects with string keys.
  public static func dictionary(_ name: String, of objectType: String) -> Property {
    Property(name, .object, collection: .dictionary, objectType: objectType, optional: true)
  }

  /// The objects that link here through a property.
  public static func linkingObjects(
    _ name: String, from objectType: String, property: String
  ) -> Property {
    Property(name, .linkingObjects, objectType: objectType, originProperty: property)
  }
}
