import MigCheckModel

/// What the generator knows of one stored property, worked out once per schema.
struct PropertyPlan: Sendable {
  let property: Property
  /// Place among all stored properties of the schema; names the pool of values already used.
  let slot: Int
  let isPrimaryKey: Bool
  /// Index of the link's target type.
  let target: Int?
  let targetIsEmbedded: Bool
  let nasty: [Value]
  let huge: [Value]
  /// Values that matter to a hazard; each one fits the property, or its elements.
  var hazards: [Value]
  /// Values of which a trial should hold several, since a step may confuse them.
  var groups: [[Value]]

  init(_ property: Property, slot: Int, of type: ObjectType, in schema: Schema) {
    self.property = property
    self.slot = slot
    isPrimaryKey = type.primaryKey.map { $0.isIdentical(to: property.name) } ?? false
    let target = property.objectType.flatMap(schema.index(of:))
    self.target = target
    targetIsEmbedded = target.map { schema.types[$0].isEmbedded } ?? false
    var nasty = NastyValues.pool(property.type)
    if property.type == .string {
      // Programs confuse content with the names of their own schema.
      nasty += ([type.name] + type.properties.map(\.name)).map(Value.string)
    }
    self.nasty = nasty
    huge = NastyValues.huge(property.type)
    hazards = []
    groups = []
  }

  /// Whether a single value may stand in the property, or in its collection.
  func admits(_ value: Value) -> Bool {
    if value.isNull { return property.admitsNull }
    guard let type = value.scalarType else { return false }
    return property.type == .mixed || property.type == type
  }
}

/// What one trial leaves out, so that trials differ in kind: each feature is off in a quarter of
/// them. Bugs often need the absence of something that would hide them.
struct Swarm {
  let hasNasty, hasReuse, hasHazards, hasNulls, hasCollections, hasLinks, hasEmbedded: Bool

  init(source: inout RandomSource) {
    hasNasty = !source.chance(25)
    hasReuse = !source.chance(25)
    hasHazards = !source.chance(25)
    hasNulls = !source.chance(25)
    hasCollections = !source.chance(25)
    hasLinks = !source.chance(25)
    hasEmbedded = !source.chance(25)
  }
}
