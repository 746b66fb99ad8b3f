/// Knows what may go wrong in upgrades with the engine of a subject, beyond what may go wrong with
/// any engine. The general hazards of schema changes and expressions are looked for without it.
public protocol KnownHazards: Sendable {
  /// The hazards of an upgrade straight from one version to a later one, in a stable order, told
  /// from the versions alone. One that several upgrades share has the same description in each.
  func hazards(from old: SubjectVersion, to new: SubjectVersion) -> [EngineHazard]
}

/// One way in which an upgrade may go wrong with one engine, and start graphs that provoke it.
public struct EngineHazard: Sendable {
  /// The type or property that it concerns.
  public var place: PropertyPath
  /// What may go wrong, in plain words and without a full stop, as reports show it.
  public var description: String
  /// Tiny graphs that provoke it, the same on every call. The schema is that of a start version,
  /// which may be older than the upgrade; graphs that are not valid in it are left out.
  public var witnesses: @Sendable (Schema) -> [ObjectGraph]

  /// A hazard with the graphs that provoke it.
  public init(
    place: PropertyPath, description: String,
    witnesses: @escaping @Sendable (Schema) -> [ObjectGraph]
  ) {
    self.place = place
    self.description = description
    self.witnesses = witnesses
  }
}
