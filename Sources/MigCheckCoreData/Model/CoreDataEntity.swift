import MigCheckModel

/// One entity of a Core Data model.
package struct CoreDataEntity: Sendable {
  package var name: Name
  package var parent: Name?
  package var isAbstract = false
  /// `elementID`: under which name a mapping looks for the entity; `nil`: its own.
  package var renamingIdentifier: Name?
  package var className: String?
  package var versionHashModifier: String?
  /// Those that it declares itself, in the order of their declaration.
  package var attributes: [CoreDataAttribute] = []
  /// Those that it declares itself, in the order of their declaration.
  package var relationships: [CoreDataRelationship] = []
  /// The names of its fetched properties, which nothing is stored of.
  package var fetchedProperties: [Name] = []
  /// Each one the attributes whose values together are unique.
  package var uniquenessConstraints: [[Name]] = []
  /// Which only make fetching fast.
  package var fetchIndexes: [CoreDataFetchIndex] = []
  package var userInfo: [String: String] = [:]
  /// The line of the model's file at which its declaration stands.
  package var line: Int?

  package init(_ name: Name) {
    self.name = name
  }
}

/// A fetch index of an entity.
package struct CoreDataFetchIndex: Sendable {
  package struct Element: Sendable {
    package var property: Name
    package var isAscending: Bool

    package init(_ property: Name, isAscending: Bool) {
      (self.property, self.isAscending) = (property, isAscending)
    }
  }

  package var name: Name
  package var elements: [Element]

  package init(_ name: Name, _ elements: [Element]) {
    (self.name, self.elements) = (name, elements)
  }
}

/// What attributes and relationships have in common.
package protocol CoreDataProperty: Sendable {
  var name: Name { get }
  var isOptional: Bool { get }
  var isTransient: Bool { get }
  /// Whether the store keeps it.
  var isStored: Bool { get }
  var renamingIdentifier: Name? { get }
  var versionHashModifier: String? { get }
  var line: Int? { get }
}

/// Something that a mapping finds again by a name.
package protocol CoreDataMatchable {
  var name: Name { get }
  var renamingIdentifier: Name? { get }
}

extension CoreDataMatchable {
  /// What source and destination must have in common to be taken for the same.
  package var matchingIdentifier: Name { renamingIdentifier ?? name }
}

extension CoreDataEntity: CoreDataMatchable {}
extension CoreDataAttribute: CoreDataMatchable {}
extension CoreDataRelationship: CoreDataMatchable {}

/// An attribute of an entity.
package struct CoreDataAttribute: CoreDataProperty {
  package var name: Name
  package var type: CoreDataAttributeType
  /// The names of a composite attribute and of its element, the outermost first; empty: it is no
  /// element of another.
  package var compositePath: [Name] = []
  /// In how many of the composites around it, from the innermost on, no value may leave it out; 0:
  /// it is optional itself, or no element.
  package var requiredLevels = 0
  package var isOptional = false
  /// What new objects get, and existing ones when it is added; `nil`: it has no default.
  package var defaultValue: Value?
  package var isTransient = false
  package var isDerived = false
  /// The expression whose value a derived attribute has.
  package var derivation: String?
  package var renamingIdentifier: Name?
  package var versionHashModifier: String?
  package var usesScalarValueType = false
  /// Whether large values may lie in files beside the store.
  package var allowsExternalStorage = false
  package var minimum: String?
  package var maximum: String?
  package var className: String?
  package var valueTransformer: String?
  package var userInfo: [String: String] = [:]
  package var line: Int?

  package init(_ name: Name, _ type: CoreDataAttributeType) {
    self.name = name
    self.type = type
  }

  /// Whether the store has a column for it.
  package var isStored: Bool { !isTransient && type != .undefined }
}

/// A relationship of an entity.
package struct CoreDataRelationship: CoreDataProperty {
  package enum DeleteRule: String, Sendable {
    case nullify = "Nullify"
    case cascade = "Cascade"
    case deny = "Deny"
    case noAction = "No Action"
  }

  package var name: Name
  package var destination: Name
  /// The name of the relationship of the destination that leads back; `nil`: there is none.
  package var inverse: Name?
  package var isToMany = false
  /// Only of a to-many relationship.
  package var isOrdered = false
  package var isOptional = false
  package var isTransient = false
  /// 0: none.
  package var minimumCount = 0
  /// 0: as many as there are.
  package var maximumCount = 0
  package var deleteRule = DeleteRule.nullify
  package var renamingIdentifier: Name?
  package var versionHashModifier: String?
  package var userInfo: [String: String] = [:]
  package var line: Int?

  package init(_ name: Name, to destination: Name) {
    self.name = name
    self.destination = destination
  }

  /// Whether the store keeps it.
  package var isStored: Bool { !isTransient }
}
