import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// What an upgrade from one version to another means for each type and property: all that the
/// checks need and that does not depend on objects. It never changes, and all hops of a run share it.
package final class HopPlan: Sendable {
  /// How the new property of an old one's name differs from it.
  enum Relation: Sendable {
    case kept
    /// The old one may be null, or hold null, and the new one may not.
    case madeRequired
    /// Another base type, link target or collection.
    case retyped
  }

  struct TypePlan: Sendable {
    var name: Name
    /// Its position in the new schema; `nil`: it is gone.
    var new: Int?
    var isDropped: Bool
    /// Parallel to the old type's stored properties: whether it is given up on purpose.
    var isPropertyDropped: [Bool]
  }

  /// A property that went and those that came in its place, so that a rename may be missing.
  struct Suspicion: Sendable {
    /// Positions of the type in the old and the new schema.
    var type: Int
    var newType: Int
    /// The column of the property that went.
    var column: Int
    var removed: Property
    /// Columns of the properties that came, in the new schema.
    var added: [Property]
  }

  let hop: Hop
  let old: Schema
  let new: Schema
  /// Parallel to the old schema's types.
  let types: [TypePlan]
  /// By the position of a type in the new schema: that in the old one.
  let oldType: [Int?]
  let drops: [PropertyPath]
  let suspicions: [Suspicion]
  /// Where the engine takes types and properties from; `nil`: they are known by their names.
  let mapping: HopMapping?
  /// The declared versions from the old to the new one, both included.
  private let versions: ArraySlice<SubjectVersion>
  /// By version, but for the old one: what its migration evaluates.
  private let migrations: ArraySlice<[MigrationExpression]>
  /// Whether an expression of the migrations may read a clock or random numbers, so that every run
  /// of the hop has to be repeated: there is nothing else to tell.
  let readsSurroundings: Bool

  /// Expressions of the migrations that run, but for those of objects that they create.
  var expressions: [MigrationExpression] {
    migrations.joined().filter { !$0.isOfNewObject }
  }

  /// - Parameters:
  ///   - versions: the declared versions from the old to the new one, both included.
  ///   - changes: what differs between neighbours among them.
  ///   - migrations: of all versions but the old one.
  ///   - mapping: what the engine says of the hop.
  init(
    _ versions: ArraySlice<SubjectVersion>, changes: ArraySlice<[TypeChange]>,
    migrations: ArraySlice<[MigrationExpression]>, mapping: HopMapping? = nil
  ) {
    let first = versions[versions.startIndex]
    let last = versions[versions.endIndex - 1]
    hop = Hop(from: first.number, to: last.number)
    old = first.schema
    new = last.schema
    self.versions = versions
    self.migrations = migrations
    self.mapping = mapping
    readsSurroundings = migrations.joined().contains(where: \.readsSurroundings)
    let drops = versions.dropFirst().flatMap(\.drops)
    self.drops = drops
    let (old, new) = (first.schema, last.schema)
    types = old.types.map { type in
      let isDropped = drops.contains { $0.property == nil && $0.type == type.name }
      return TypePlan(
        name: type.name,
        new: (mapping.map { $0.successor(of: type.name) } ?? type.name).flatMap(new.index),
        isDropped: isDropped,
        isPropertyDropped: type.storedProperties.map { property in
          isDropped || drops.contains { $0.names(property.name, of: type.name) }
        })
    }
    oldType = new.types.map { type in
      (mapping.map { $0.source(of: type.name) } ?? type.name).flatMap(old.index)
    }
    // Where an engine says what comes from where, nothing is a matter of guessing.
    suspicions =
      mapping == nil
      ? Self.suspicions(changes.joined(), old: old, new: new, drops: drops) : []
  }

  /// Whether nothing is known that keeps a store from the upgrade.
  var canRun: Bool { mapping.map { $0.refusal == nil && $0.isJudged } ?? true }

  static func relation(_ old: Property, _ new: Property) -> Relation {
    guard old.hasSameContent(as: new) else { return .retyped }
    return old.isOptional && !new.isOptional ? .madeRequired : .kept
  }

  /// Whether a type's objects, or links to them, are given up on purpose in this hop.
  func givesUpLinks(to type: Name) -> Bool {
    drops.contains { drop in
      if drop.property == nil, drop.type == type { return true }
      return versions.contains { version in
        guard let owner = version.schema.type(named: drop.type) else { return false }
        return owner.storedProperties.contains { property in
          property.isLink && property.objectType == type
            && (drop.property.map { $0 == property.name } ?? true)
        }
      }
    }
  }

  /// The defaults that versions within the hop declare for a property.
  func earlierDefaults(of property: Name, in type: Name) -> [Value] {
    versions.dropFirst().dropLast().compactMap { version in
      version.schema.type(named: type)?.property(named: property)?.defaultValue
    }
  }

  private static func suspicions(
    _ changes: some Sequence<TypeChange>, old: Schema, new: Schema, drops: [PropertyPath]
  ) -> [Suspicion] {
    var result = [Suspicion]()
    for change in changes {
      guard let oldIndex = old.index(of: change.type), let newIndex = new.index(of: change.type)
      else { continue }
      let (oldType, newType) = (old.types[oldIndex], new.types[newIndex])
      // Judged between neighbouring versions: a property that comes later is no successor.
      let added = change.added.filter { property in
        oldType.storedIndex(of: property.name) == nil
          && newType.storedIndex(of: property.name) != nil
      }
      var own = [Suspicion]()
      for removed in change.removed {
        guard let column = oldType.storedIndex(of: removed.name),
          newType.storedIndex(of: removed.name) == nil,
          oldType.storedProperties[column].hasSameContent(as: removed),
          !drops.contains(where: {
            $0.names(removed.name, of: change.type)
              || $0.property == nil && $0.type == change.type
          })
        else { continue }
        let successors = added.filter {
          removed.isSucceeded(by: $0) && change.resemble(removed, $0)
        }
        guard !successors.isEmpty else { continue }
        own.append(
          Suspicion(
            type: oldIndex, newType: newIndex, column: column, removed: removed,
            added: successors))
      }
      result += change.hasPlaces ? decided(own, change) : own
    }
    return result
  }

  /// Those that the columns which came have room for: where more columns went, those that stood in
  /// their places, else those with names like theirs, and none where that does not tell either.
  private static func decided(_ suspicions: [Suspicion], _ change: TypeChange) -> [Suspicion] {
    let room = Set(suspicions.flatMap { $0.added.map(\.name) }).count
    guard suspicions.count > room else { return suspicions }
    func those(_ fit: (Property, Property) -> Bool) -> [Suspicion] {
      suspicions.filter { suspicion in suspicion.added.contains { fit(suspicion.removed, $0) } }
    }
    let near = those { !change.standsElsewhere($0, $1) }
    if near.count == room { return near }
    let alike = those(TypeChange.haveLikeNames)
    return alike.count <= room ? alike : []
  }
}

extension Property {
  /// Whether values of a property that went would fit into one that came, as they are or as the
  /// elements of a collection; the latter counts only where the names are alike too.
  func isSucceeded(by other: Property) -> Bool {
    if hasSameContent(as: other) { return true }
    var element = other
    element.collection = collection
    return hasSameContent(as: element) && NameStem(name.text).isLike(NameStem(other.name.text))
  }
}

extension PropertyPath {
  func names(_ property: Name, of type: Name) -> Bool {
    self.type == type && self.property == property
  }
}
