import MigCheckModel
import MigCheckText

/// Computes the version hash of each entity.
///
/// Every part is hashed with SHA-256; texts are UTF-8, integers little-endian, and parts follow each
/// other without separators. Defaults, limits of values, delete rules, classes, value transformers,
/// indexes, renaming identifiers and user info are no part of a hash.
///
/// Source of the rules: comparison with the hashes in the metadata of real stores. What no store was
/// at hand for is listed by `UnconfirmedHash`.
struct VersionHasher {
  let model: CoreDataModel
  /// The hashes of the properties that entities declare, by entity.
  private var declared = [Name: [(name: Name, hash: [UInt8])]]()

  init(_ model: CoreDataModel) {
    self.model = model
    for entity in model.entities {
      declared[entity.name] =
        entity.attributes.filter { !$0.isTransient }.map { ($0.name, Self.hash($0)) }
        + entity.relationships.filter { !$0.isTransient }.map { ($0.name, Self.hash($0)) }
    }
  }

  /// In the order of their names.
  var entities: [VersionHashes.Entity] {
    var known = [Name: (hash: [UInt8], properties: [Name: [UInt8]])]()
    for entity in model.entities {
      // From the nearest ancestor that is known down, so that all have the hash of their parent.
      var waiting = [CoreDataEntity]()
      var next: CoreDataEntity? = entity
      while let current = next, known[current.name] == nil, waiting.count < model.entities.count {
        waiting.append(current)
        next = current.parent.flatMap(model.entity)
      }
      for current in waiting.reversed() {
        let parent = current.parent.flatMap { known[$0] }
        var properties = parent?.properties ?? [:]
        add(current, to: &properties)
        let content = content(of: current, parent: parent?.hash ?? [], properties: properties)
        known[current.name] = (content.hash, properties)
      }
    }
    return model.entities.map(\.name).sorted { $0.precedesByCodeUnits($1) }.map {
      VersionHashes.Entity(name: $0, hash: known[$0]?.hash ?? [])
    }
  }

  /// What a subentity declares again counts in the place of what it inherits.
  private func add(_ entity: CoreDataEntity, to properties: inout [Name: [UInt8]]) {
    for property in declared[entity.name] ?? [] { properties[property.name] = property.hash }
  }

  /// What the hash of an entity is computed from.
  ///
  /// - Parameter parent: the hash of the parent; empty: there is none.
  func content(of entity: CoreDataEntity, parent: [UInt8]) -> HashedEntity {
    var properties = [Name: [UInt8]]()
    for ancestor in model.lineage(of: entity.name).reversed() { add(ancestor, to: &properties) }
    return content(of: entity, parent: parent, properties: properties)
  }

  /// - Parameter properties: the hashes of all that are declared for the entity and its ancestors.
  private func content(
    of entity: CoreDataEntity, parent: [UInt8], properties: [Name: [UInt8]]
  ) -> HashedEntity {
    let transient = Set(
      model.attributes(of: entity.name).filter(\.isTransient).map(\.name)
        + model.relationships(of: entity.name).filter(\.isTransient).map(\.name))
    var properties = properties
    for name in transient { properties[name] = nil }
    return HashedEntity(
      name: entity.name, isAbstract: entity.isAbstract, parent: parent, properties: properties,
      uniqueness: entity.uniquenessConstraints.joined().flatMap { Array($0.utf8) },
      modifier: entity.versionHashModifier ?? "")
  }

  /// property part ‖ type as int32 ‖ 1 if external storage is allowed
  static func hash(_ attribute: CoreDataAttribute) -> [UInt8] {
    var bytes = part(attribute)
    append(attribute.type.hashNumber, to: &bytes)
    if attribute.allowsExternalStorage { bytes.append(1) }
    // Where the expression stands is not confirmed.
    if attribute.isDerived { bytes += (attribute.derivation ?? "").utf8 }
    // Nothing is confirmed of composite attributes, but that an element has flags of its own.
    if attribute.isOptional { bytes += Array(repeating: 0, count: attribute.requiredLevels) }
    return SHA256.hash(bytes)
  }

  /// property part ‖ destination ‖ inverse ‖ maximum as int32 ‖ minimum as int32 ‖ int16 1 if ordered
  static func hash(_ relationship: CoreDataRelationship) -> [UInt8] {
    var bytes = part(relationship)
    bytes += relationship.destination.utf8
    if let inverse = relationship.inverse { bytes += inverse.utf8 }
    append(
      relationship.isToMany ? Int32(truncatingIfNeeded: relationship.maximumCount) : 1, to: &bytes)
    append(Int32(truncatingIfNeeded: relationship.minimumCount), to: &bytes)
    if relationship.isOrdered { bytes += [1, 0] }
    return SHA256.hash(bytes)
  }

  /// The hash of name ‖ optional ‖ transient ‖ modifier.
  private static func part(_ property: some CoreDataProperty) -> [UInt8] {
    var bytes = Array(property.name.utf8)
    bytes.append(property.isOptional ? 1 : 0)
    bytes.append(property.isTransient ? 1 : 0)
    bytes += (property.versionHashModifier ?? "").utf8
    return SHA256.hash(bytes)
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    let pattern = UInt32(bitPattern: number)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: pattern >> (8 * $0)) }
  }
}

/// What the version hash of an entity is computed from.
struct HashedEntity {
  var name: Name
  var isAbstract: Bool
  /// The hash of the parent; empty: there is none.
  var parent: [UInt8]
  /// The hashes of all properties but transient ones, inherited ones included.
  var properties: [Name: [UInt8]]
  /// The names of the attributes of all constraints.
  var uniqueness: [UInt8]
  var modifier: String

  /// name ‖ abstract ‖ parent's hash ‖ hashes of all properties by their names ‖ uniqueness
  var hash: [UInt8] {
    var bytes = Array(name.utf8)
    bytes.append(isAbstract ? 1 : 0)
    bytes += parent
    for name in properties.keys.sorted(by: { $0.precedesByCodeUnits($1) }) {
      bytes += properties[name] ?? []
    }
    bytes += uniqueness
    // Where the modifier stands is not confirmed; that it changes the hash is documented.
    bytes += modifier.utf8
    return SHA256.hash(bytes)
  }
}

extension CoreDataAttributeType {
  /// The raw value of `NSAttributeType`.
  var hashNumber: Int32 {
    switch self {
    case .undefined: 0
    case .integer16: 100
    case .integer32: 200
    case .integer64: 300
    case .decimal: 400
    case .double: 500
    case .float: 600
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .binary: 1000
    case .uuid: 1100
    case .uri: 1200
    case .transformable: 1800
    case .composite: 2100
    }
  }
}

extension Name {
  /// The order of `NSString`, in which surrogates come before U+E000 and above.
  func precedesByCodeUnits(_ other: Name) -> Bool {
    text.utf16.lexicographicallyPrecedes(other.text.utf16)
  }
}
