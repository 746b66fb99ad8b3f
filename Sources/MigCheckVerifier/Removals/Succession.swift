import MigCheckModel
import MigCheckText

/// Which of the properties that came with a version may be meant to hold the values of one that
/// went, where nobody says so.
///
/// A property of the same type and content is not looked for here: that is a finding (`LostRename`).
/// What is left is weaker, and only a warning: a property whose values could be converted, or one of
/// the same name that another type got. Teams remove one thing and add another in the same version,
/// so unlike names count only where the types are near relatives, such as a number and a date.
struct Succession {
  private let old: Schema
  private let new: Schema
  private let expressions: [MigrationExpression]
  private let changes: [TypeChange]

  /// - Parameters:
  ///   - expressions: of the migration into the new version.
  ///   - changes: of all types between the two.
  init(
    old: Schema, new: Schema, changes: [TypeChange], expressions: [MigrationExpression]
  ) {
    self.old = old
    self.new = new
    self.expressions = expressions
    self.changes = changes
  }

  /// How sure it is that values belong there.
  private enum Rank: Int, CaseIterable {
    case sameName, sharedWord, sameFamily
  }

  /// Finds a successor for each property; each one of them for one property only.
  func assign(to removals: inout [Removal]) {
    var taken = [Removal.Successor]()
    for rank in Rank.allCases {
      for place in removals.indices where removals[place].successor == nil {
        let removal = removals[place]
        guard !removal.isDeclared, !removal.isRead, let name = removal.property,
          let type = old.type(named: removal.type), let property = type.property(named: name),
          !isReported(property, of: type.name)
        else { continue }
        let successor =
          (rank == .sameName ? inverse(of: property, in: type.name) : nil)
          ?? candidates(for: property, of: type.name).first {
            self.rank($0, of: property, in: type.name) == rank && !taken.contains($0.successor)
              && !isWritten($0.successor, insteadOf: type.name)
          }?.successor
        removals[place].successor = successor
        if let successor { taken.append(successor) }
      }
    }
  }

  /// What a link that was stored in both directions is computed from, where the type has linking
  /// objects in place of it.
  private func inverse(of property: Property, in type: Name) -> Removal.Successor? {
    guard property.isLink, let target = property.objectType, let now = new.type(named: type) else {
      return nil
    }
    for computed in now.computedProperties
    where computed.objectType == target
      && old.type(named: type)?.computedProperties.contains(where: { $0.name == computed.name })
        == false
    {
      guard let origin = computed.originProperty,
        let source = new.type(named: target)?.property(named: origin)
      else { continue }
      let successor = Removal.Successor(
        type: target, property: origin, notation: source.notation, shownBy: computed.name)
      if !isWritten(successor, insteadOf: type) { return successor }
    }
    return nil
  }

  /// Whether the property is one that `LostRename` looks after.
  private func isReported(_ property: Property, of type: Name) -> Bool {
    changes.contains { change in
      change.type == type
        && change.added.contains {
          property.isSucceeded(by: $0) && change.resemble(property, $0)
        }
    }
  }

  // MARK: Candidates

  private struct Candidate {
    var type: Name
    var property: Property

    var successor: Removal.Successor {
      Removal.Successor(type: type, property: property.name, notation: property.notation)
    }
  }

  /// Properties that came with the version: of the type itself, then of types beside it.
  private func candidates(for property: Property, of type: Name) -> [Candidate] {
    let own = added(to: type).map { Candidate(type: type, property: $0) }
    let others = new.types.filter { other in
      other.name != type && areNeighbours(type, other.name)
    }
    return own
      + others.flatMap { other in
        added(to: other.name).map { Candidate(type: other.name, property: $0) }
      }
  }

  /// Stored properties that a type has in the new version only.
  private func added(to type: Name) -> [Property] {
    guard let now = new.type(named: type) else { return [] }
    return now.storedProperties.filter { old.type(named: type)?.storedIndex(of: $0.name) == nil }
  }

  /// Whether one type links to the other, before or after.
  private func areNeighbours(_ type: Name, _ other: Name) -> Bool {
    func links(_ schema: Schema, _ from: Name, _ to: Name) -> Bool {
      schema.type(named: from)?.storedProperties.contains {
        $0.isLink && $0.objectType == to
      } ?? false
    }
    return [old, new].contains { links($0, type, other) || links($0, other, type) }
  }

  /// - Returns: `nil` if values could hardly belong there.
  private func rank(_ candidate: Candidate, of property: Property, in type: Name) -> Rank? {
    let added = candidate.property
    let (stem, other) = (NameStem(property.name.text), NameStem(added.name.text))
    let isAlike = stem.isLike(other)
    guard candidate.type == type else {
      return isAlike && (property.isSucceeded(by: added) || property.isRelated(to: added))
        ? .sameName : nil
    }
    if property.isLink || added.isLink { return rankOfLink(property, added, stem, other) }
    if isAlike { return .sameName }
    if stem.sharesWord(with: other) { return .sharedWord }
    return property.isRelated(to: added) && mayTakePlace(of: property, added, in: type)
      ? .sameFamily : nil
  }

  /// Whether one column may stand for another by its place: where a table loses more of them than it
  /// gets, or the new one stands elsewhere, types alone are no hint.
  private func mayTakePlace(of property: Property, _ added: Property, in type: Name) -> Bool {
    guard let change = changes.first(where: { $0.type == type }), change.hasPlaces else {
      return true
    }
    return change.removed.count <= change.added.count && !change.standsElsewhere(property, added)
  }

  /// Links to the same type, single or several, and to one that took the place of the other.
  private func rankOfLink(
    _ property: Property, _ added: Property, _ stem: NameStem, _ other: NameStem
  ) -> Rank? {
    guard property.isLink, let target = property.objectType else {
      // A scalar that becomes an object: only the name tells.
      return stem.isLike(other) ? .sameName : nil
    }
    guard added.isLink, let newTarget = added.objectType else {
      if added.type == .mixed || stem.isLike(other) { return .sameName }
      // What the objects held may now stand in their owner.
      return holds(target, added) ? .sharedWord : nil
    }
    guard target == newTarget || isReplaced(target, by: newTarget) else { return nil }
    return stem.isLike(other) ? .sameName : stem.sharesWord(with: other) ? .sharedWord : .sameFamily
  }

  /// Whether objects of a type had a property of this name and content.
  private func holds(_ type: Name, _ property: Property) -> Bool {
    guard let known = old.type(named: type)?.property(named: property.name) else { return false }
    return property.isSucceeded(by: known) || property.isRelated(to: known)
  }

  /// Whether a type went and another came with most of its properties.
  private func isReplaced(_ type: Name, by other: Name) -> Bool {
    guard let before = old.type(named: type), let after = new.type(named: other),
      new.type(named: type) == nil, old.type(named: other) == nil
    else { return false }
    let properties = before.storedProperties
    let kept = properties.count { property in
      after.property(named: property.name)?.hasSameContent(as: property) ?? false
    }
    return !properties.isEmpty && 2 * kept >= properties.count
  }

  /// Whether a step writes the successor, or in another type whatever leads to its objects.
  private func isWritten(_ successor: Removal.Successor, insteadOf type: Name) -> Bool {
    let isOther = successor.type != type
    return expressions.contains { expression in
      guard expression.type == successor.type else { return false }
      return isOther && expression.isOfNewObject
        || expression.property == successor.property
    }
  }
}

extension Property {
  /// Whether the values of one property are often turned into those of the other.
  fileprivate func isRelated(to other: Property) -> Bool {
    if isLink || other.isLink { return false }
    if collection != other.collection {
      return type == other.type
    }
    if type == .mixed || other.type == .mixed { return true }
    let families: [[PropertyType]] = [
      [.int, .float, .double, .decimal128], [.date, .int], [.date, .double], [.date, .string],
      [.string, .uuid, .objectId],
    ]
    return families.contains { $0.contains(type) && $0.contains(other.type) }
  }
}
