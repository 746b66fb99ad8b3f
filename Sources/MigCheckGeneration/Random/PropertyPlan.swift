import MigCheckModel
import MigCheckText

/// What the generator knows of one stored property, worked out once per schema.
struct PropertyPlan: Sendable {
  let property: Property
  /// Place among all stored properties of the schema; names the pool of values already used.
  let slot: Int
  let isPrimaryKey: Bool
  /// Index of the link's target type.
  let target: Int?
  let targetIsEmbedded: Bool
  /// Indices of the types that objects may have which the link leads to; of most one.
  let targets: [Int]
  let nasty: [Value]
  let huge: [Value]
  /// Values that matter to a hazard; each one fits the property, or its elements.
  var hazards: [Value]
  /// Values of which a trial should hold several, since a step may confuse them.
  var groups: [[Value]]

  init(_ property: Property, slot: Int, of type: ObjectType, in schema: Schema) {
    self.property = property
    self.slot = slot
    isPrimaryKey = type.primaryKey.map { $0 == property.name } ?? false
    let target = property.objectType.flatMap(schema.index(of:))
    self.target = target
    targetIsEmbedded = target.map { schema.types[$0].isEmbedded } ?? false
    targets = target.map(schema.concreteTypes) ?? []
    var nasty = NastyValues.pool(property.type)
    if property.type == .string {
      // Programs confuse content with the names of their own schema.
      nasty += ([type.name.text] + type.properties.map(\.name.text)).map(Value.string)
    }
    self.nasty = nasty
    huge = NastyValues.huge(property.type)
    hazards = []
    groups = []
  }

  /// Whether every object must link to another one here.
  var isRequiredLink: Bool {
    property.isLink && property.collection == nil && !property.isOptional
  }

  /// Whether a single value may stand in the property, or in its collection.
  func admits(_ value: Value) -> Bool {
    if value.isNull { return property.isOptional }
    guard let type = value.scalarType else { return false }
    return property.type == .mixed || property.type == type
  }
}

/// What one trial leaves out, so that trials differ in kind. Bugs often need the absence of
/// something that would hide them.
struct Swarm {
  let hasNasty, hasReuse, hasHazards, hasNulls, hasCollections, hasLinks, hasEmbedded: Bool

  /// - Parameter featureOff: in how many of 100 trials a feature is off.
  init(featureOff: Int, source: inout RandomSource) {
    hasNasty = !source.chance(featureOff)
    hasReuse = !source.chance(featureOff)
    hasHazards = !source.chance(featureOff)
    hasNulls = !source.chance(featureOff)
    hasCollections = !source.chance(featureOff)
    hasLinks = !source.chance(featureOff)
    hasEmbedded = !source.chance(featureOff)
  }
}
