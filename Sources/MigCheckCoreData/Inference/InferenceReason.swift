import MigCheckModel

/// Why a mapping cannot be inferred, or why nobody documents what becomes of the data, in the words
/// of the table of rules.
package enum InferenceReason: Sendable, Hashable {
  // Not inferable.
  case attributeAddedRequired
  case becameRequired
  case typeChanged(from: CoreDataAttributeType, to: CoreDataAttributeType)
  /// The entity gets an ancestor in common with another one, and had none.
  case hierarchiesMerged(with: Name, under: Name)

  // Undocumented.
  case numbersConverted(from: CoreDataAttributeType, to: CoreDataAttributeType)
  case renamedAndConverted(from: Name, CoreDataAttributeType, to: CoreDataAttributeType)
  case toManyBecameToOne
  case destinationChanged(from: String, to: String)
  /// An entity that relationships lead to keeps its name, and is another one by its renaming identifier.
  case identifierChanged(from: Name, to: Name)
  /// The inverse of a relationship is another one than before, so that the two ends disagree.
  case inverseNotKept(Name)
  /// The entity moves into a hierarchy, beside one that it had no common ancestor with.
  case movedBeside(Name, under: Name)
  case becameAbstract
  /// Several things of the source have the identifier.
  case ambiguousIdentifier(Name)

  /// Whether it makes the mapping not inferable; a mere warning otherwise.
  package var isRefusal: Bool {
    switch self {
    case .attributeAddedRequired, .becameRequired, .typeChanged, .hierarchiesMerged: true
    default: false
    }
  }

  /// Whether it is about numbers alone, which become others.
  var isConversion: Bool {
    switch self {
    case .numbersConverted, .renamedAndConverted: true
    default: false
    }
  }
}

extension InferenceReason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .attributeAddedRequired: "attribute added, required, no default"
    case .becameRequired: "optional → required without a default"
    case .typeChanged(let old, let new): "type changed between other types: \(old) → \(new)"
    case .hierarchiesMerged(let other, let ancestor):
      "two entities without a common parent get one: \(ancestor), with \(other)"
    case .numbersConverted(let old, let new): "undocumented conversion: \(old) → \(new)"
    case .renamedAndConverted(let name, let old, let new):
      "rename and type change in one hop: \(name), \(old) → \(new)"
    case .toManyBecameToOne: "undocumented: to-many → to-one"
    case .destinationChanged(let old, let new):
      "undocumented: destination entity changed: \(old) → \(new)"
    case .identifierChanged(let old, let new):
      "undocumented: relationships lead to another entity of this name, as its renaming identifier "
        + "changes: \(old) → \(new)"
    case .inverseNotKept(let inverse):
      "undocumented: kept, although its inverse \(inverse) is another one"
    case .movedBeside(let other, let ancestor):
      "undocumented: entity moved into the hierarchy of \(ancestor), beside \(other)"
    case .becameAbstract: "undocumented: entity became abstract"
    case .ambiguousIdentifier(let identifier):
      "undocumented: the renaming identifier \(identifier) stands for several in the source"
    }
  }
}

/// A reason with what it is about.
package struct InferenceProblem: Sendable, Hashable {
  /// In the destination.
  package var entity: Name
  /// In the destination; `nil`: the entity as a whole.
  package var property: Name?
  package var reason: InferenceReason

  package init(entity: Name, property: Name? = nil, _ reason: InferenceReason) {
    self.entity = entity
    self.property = property
    self.reason = reason
  }
}

extension InferenceProblem: CustomStringConvertible {
  /// `Person.age: optional → required without a default`.
  package var description: String {
    (property.map { "\(entity).\($0)" } ?? entity.text) + ": \(reason)"
  }
}
