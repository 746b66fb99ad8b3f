/// One version of a store as its authors declare it.
public struct SubjectVersion: Sendable {
  /// The version's number; a later version has a higher one.
  public var number: UInt64
  /// What its authors call it beside its number; `nil`: nothing.
  package var name: String?
  /// The object types of the version.
  public var schema: Schema
  /// By what the engine itself tells a store's version, where it says so in a text that authors see
  /// elsewhere too; `nil`: by nothing such.
  package var checksum: String?
  /// Data that this version drops on purpose.
  public var drops: [PropertyPath]
  /// What must hold of every object of a store that has just been upgraded to the version.
  public var invariants: [Invariant]
  /// Why no upgrade can lead into this version, as a part of a sentence; stores begin at it, and
  /// paths pass it by. `nil`: upgrades lead into it.
  package var unreachable: String?
  /// Where it was written; `nil`: nothing says.
  package var source: SourcePlace?
  /// The steps of the migration into it, in order, as far as it is known where they were written.
  package var stepSources: [StepSource] = []
  /// Properties that the migration into it takes away by their names before others come.
  package var namedRemovals: [NamedRemoval] = []
  /// Properties whose values name objects of another type, as columns with a foreign key do, whether
  /// this version declares that or a later one.
  package var references: [PropertyReference] = []
  /// What the migration into it deletes on purpose, in its order: some objects of a type, or those that
  /// its `drops` name.
  package var purposefulRemovals: [PurposefulRemoval] = []

  /// A version; `drops` names the data that it drops on purpose, as `Person.age` or `Ghost`.
  public init(
    number: UInt64, schema: Schema, drops: [PropertyPath] = [], invariants: [Invariant] = []
  ) {
    self.number = number
    self.schema = schema
    self.drops = drops
    self.invariants = invariants
  }
}

/// A step of a migration that deletes objects of a type, as its author says.
package struct PurposefulRemoval: Sendable {
  package var type: Name
  package var place: SourcePlace

  package init(type: Name, place: SourcePlace) {
    self.type = type
    self.place = place
  }
}

/// A property that a migration takes away by its name.
package struct NamedRemoval: Sendable {
  package var path: PropertyPath
  /// The properties of the type that come when it has gone already.
  package var laterAdditions: [Name]

  package init(path: PropertyPath, laterAdditions: [Name]) {
    self.path = path
    self.laterAdditions = laterAdditions
  }
}

/// A property whose values are keys of objects of another type.
package struct PropertyReference: Sendable, Equatable, Codable {
  package var type: Name
  package var property: Name
  package var targetType: Name
  package var targetProperty: Name

  package init(type: Name, property: Name, targetType: Name, targetProperty: Name) {
    self.type = type
    self.property = property
    self.targetType = targetType
    self.targetProperty = targetProperty
  }
}
