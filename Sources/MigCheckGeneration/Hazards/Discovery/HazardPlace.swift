import MigCheckModel

/// Something in the versions of a subject that may be a hazard. Each kind of hazard is shown every
/// place, and says what it sees there.
enum HazardPlace {
  /// One difference between two versions.
  struct Difference {
    let change: SchemaChange
    let from: UInt64
    let to: UInt64
  }

  /// A property that one version has, and another one that only a later version has.
  struct Replacement {
    let type: Name
    let removed: Property
    let added: Property
    let from: UInt64
    let to: UInt64
  }

  /// An upgrade, straight from one version to another.
  struct Upgrade {
    let from: SubjectVersion
    let to: SubjectVersion
    /// What the engine knows to be dangerous in it.
    let known: [EngineHazard]
  }

  case difference(Difference)
  case replacement(Replacement)
  /// One type in all versions, from the position of the start version on.
  case history(TypeHistory, from: Int)
  /// The properties that no version changes, of a type of the start version.
  case unchanged(type: Name, [Name], from: UInt64, to: UInt64)
  /// What a migration evaluates on the way from the start to a version.
  case expression(MigrationExpression, from: UInt64, to: UInt64)
  case upgrade(Upgrade)
}
