import MigCheckModel
import MigCheckText

/// Something that a version no longer has, or that its `drops` name, and what became of it in the
/// upgrades from the version before.
///
/// The first part is told from the schemas and the steps, the second from what trials saw. Adding
/// up the latter in any order gives the same.
struct Removal: Sendable, Codable {
  /// From the version before.
  var hop: Hop
  var type: Name
  /// `nil`: the type as a whole.
  var property: Name?
  /// Whether the version's `drops` name it.
  var isDeclared: Bool
  /// Whether an expression of the migration reads it.
  var isRead: Bool
  /// Whether the migration holds code, which may read it.
  var isBesideCode: Bool
  /// What came with the same version and may be meant to hold its values; `nil`: nothing, or the
  /// migration plainly writes it.
  var successor: Successor?

  /// How many upgrades were looked at.
  var upgrades = 0
  /// In how many of them there was something to lose.
  var losses = 0
  /// Whether its values went elsewhere in any of them.
  var isMoved = false
  /// Whether the migration wrote its successor in any of them.
  var isAnswered = false

  struct Successor: Sendable, Codable, Equatable {
    var type: Name
    var property: Name
    /// As schemas write it: `date`, `Tag[]`.
    var notation: String
    /// The linking objects of the removed property's type that show what the successor holds; `nil`:
    /// the successor is added itself.
    var shownBy: Name?

    var place: PropertyPath { PropertyPath(type: type, property: property) }
  }

  var place: PropertyPath { PropertyPath(type: type, property: property) }

  /// Whether it is lost with an upgrade, as far as anybody can tell.
  var isDropped: Bool { upgrades > 0 && (isDeclared || !isRead && !isMoved) }

  /// Whether something was lost that looks as if it should have gone to the successor.
  var isSuspicious: Bool {
    losses > 0 && successor != nil && !isDeclared && !isRead && !isMoved && !isAnswered
  }

  /// - Returns: `false` for what is another removal.
  mutating func join(_ other: Removal) -> Bool {
    guard hop == other.hop, place == other.place else { return false }
    upgrades &+= other.upgrades
    losses &+= other.losses
    isMoved = isMoved || other.isMoved
    isAnswered = isAnswered || other.isAnswered
    return true
  }
}

extension Removal {
  /// All removals of a version, in the order of the old schema, then of its `drops`.
  ///
  /// - Parameters:
  ///   - changes: of all types between the two.
  ///   - expressions: of the migration into the version.
  ///   - holdsCode: whether it holds code that cannot be read.
  ///   - mapping: where the engine takes types and properties from; `nil`: names tell.
  static func removals(
    from old: SubjectVersion, to new: SubjectVersion, changes: [TypeChange],
    expressions: [MigrationExpression], holdsCode: Bool, mapping: HopMapping? = nil
  ) -> [Removal] {
    let hop = Hop(from: old.number, to: new.number)
    let succession = Succession(
      old: old.schema, new: new.schema, changes: changes, expressions: expressions)
    var removals = [Removal]()
    func add(_ type: Name, _ property: Name?, isDeclared: Bool) {
      let isKnown = removals.contains {
        $0.type == type && $0.property == property
      }
      if isKnown { return }
      let isRead = property.map { name in
        expressions.contains { $0.assigns(from: name, of: type) }
      }
      removals.append(
        Removal(
          hop: hop, type: type, property: property, isDeclared: isDeclared,
          isRead: isRead ?? false, isBesideCode: holdsCode && property != nil && !isDeclared))
    }
    func isDropped(_ type: Name) -> Bool {
      new.drops.contains { $0.property == nil && $0.type == type }
    }
    if let mapping {
      for place in mapping.losses(from: old.schema, to: new.schema)
      where place.property == nil || !isDropped(place.type) {
        add(
          place.type, place.property,
          isDeclared: isDropped(place.type)
            || place.property.map { name in new.drops.contains { $0.names(name, of: place.type) } }
              ?? false
        )
      }
      return removals
    }
    for type in old.schema.types where new.schema.type(named: type.name) == nil {
      add(type.name, nil, isDeclared: isDropped(type.name))
    }
    for change in changes where !isDropped(change.type) {
      for property in change.removed {
        add(
          change.type, property.name,
          isDeclared: new.drops.contains { $0.names(property.name, of: change.type) })
      }
    }
    for drop in new.drops {
      guard let type = old.schema.type(named: drop.type),
        drop.property.map({ type.storedIndex(of: $0) != nil && !isDropped(drop.type) }) ?? true
      else { continue }
      add(drop.type, drop.property, isDeclared: true)
    }
    succession.assign(to: &removals)
    return removals
  }
}

extension HopMapping {
  /// What no type and no property of the new version comes from, in the order of the old one. What
  /// types inherit is told of the topmost that has it.
  fileprivate func losses(from old: Schema, to new: Schema) -> [PropertyPath] {
    func lost(_ type: ObjectType) -> [Name] {
      guard let next = successor(of: type.name).flatMap(new.type(named:)) else { return [] }
      return type.storedProperties.map(\.name).filter {
        successor(of: $0, in: next) == nil
          && !copied.contains(PropertyPath(type: type.name, property: $0))
      }
    }
    return old.types.flatMap { type -> [PropertyPath] in
      if successor(of: type.name) == nil { return [PropertyPath(type: type.name)] }
      let inherited = type.parent.flatMap(old.type(named:)).map(lost) ?? []
      return lost(type).filter { !inherited.contains($0) }
        .map { PropertyPath(type: type.name, property: $0) }
    }
  }
}

extension MigrationExpression {
  /// Whether the expression reads a property of the objects that it is evaluated for, and its
  /// result goes somewhere.
  fileprivate func assigns(from property: Name, of type: Name) -> Bool {
    self.property != nil && !isOfNewObject && self.type == type
      && expression.names(property.text)
  }
}
