import MigCheckModel

/// Attributes whose stored values another transformer reads from now on: no migration runs over them.
struct TransformerChanges {
  let old: CoreDataModel
  let new: CoreDataModel

  /// One for each entity and pair of transformers.
  var warnings: [EngineDefect] {
    new.entities.flatMap { entity -> [EngineDefect] in
      guard
        let former = old.entities.first(where: {
          $0.matchingIdentifier == entity.matchingIdentifier
        })
      else { return [] }
      var changes = [Change]()
      for attribute in entity.attributes {
        guard let change = change(of: attribute, among: old.attributes(of: former.name)) else {
          continue
        }
        if let known = changes.firstIndex(where: { $0.isLike(change) }) {
          changes[known].attributes += change.attributes
        } else {
          changes.append(change)
        }
      }
      return changes.map { $0.warning(of: entity.name) }
    }
  }

  private struct Change {
    var attributes: [Name]
    var before: String?
    var after: String?

    func isLike(_ other: Change) -> Bool { before == other.before && after == other.after }

    func warning(of entity: Name) -> EngineDefect {
      let places = attributes.map { "\(entity).\($0)" }
      let subject =
        places.count == 1
        ? "\(places[0]) has another value transformer"
        : places.dropLast().joined(separator: ", ") + " and \(places[places.count - 1])"
          + " have another value transformer"
      return EngineDefect(
        name: CoreDataWarnings.transformer,
        place: PropertyPath(type: entity, property: attributes[0]),
        message: "\(subject), \(before ?? "the default") before and \(after ?? "the default") now. "
          + "No migration runs for that: stored values stay as the old one wrote them.",
        remedy: "Make sure that the new transformer reads what the old one wrote.")
    }
  }

  private func change(
    of attribute: CoreDataAttribute, among candidates: [CoreDataAttribute]
  ) -> Change? {
    guard attribute.type == .transformable, attribute.isStored,
      let former = candidates.first(where: {
        $0.matchingIdentifier == attribute.matchingIdentifier
      }),
      former.type == .transformable, former.isStored
    else { return nil }
    let (before, after) = (former.valueTransformer, attribute.valueTransformer)
    if before == after || Self.keepsPayloads(attribute, from: before) { return nil }
    return Change(attributes: [attribute.name], before: before, after: after)
  }

  /// Whether both transformers write a keyed archive of the value, in the same form, and the new one
  /// reads all that the old one wrote.
  private static func keepsPayloads(
    _ attribute: CoreDataAttribute, from former: String?
  ) -> Bool {
    guard let before = Archiver(former), let after = Archiver(attribute.valueTransformer) else {
      return false
    }
    return before == .secure || after == .any || readsSecurely(attribute.className)
  }

  /// What Foundation's transformers with keyed archives read.
  private enum Archiver {
    case any
    /// Only classes that it is told, which are those of property lists by default.
    case secure

    /// - Returns: `nil` for another transformer.
    init?(_ name: String?) {
      let suffixes = ["TransformerName", "Transformer"]
      let suffix = suffixes.first { name?.hasSuffix($0) ?? false } ?? ""
      switch name.map({ $0.dropLast(suffix.count) }) {
      // The default of Core Data.
      case nil, "", "NSKeyedUnarchiveFromData": self = .any
      case "NSSecureUnarchiveFromData": self = .secure
      default: return nil
      }
    }
  }

  /// Whether the secure transformer takes values of a class without more: `NSArray`, `[String: Int]`.
  private static func readsSecurely(_ className: String?) -> Bool {
    guard let className else { return true }
    let names = className.split { !$0.isLetter && !$0.isNumber }
    return names.allSatisfy { name in
      let plain = name.hasPrefix("NS") ? name.dropFirst(2) : name
      return secureClasses.contains(plain.hasPrefix("Mutable") ? plain.dropFirst(7) : plain)
    }
  }

  private static let secureClasses: Set<Substring> = [
    "Array", "Dictionary", "Set", "String", "Number", "Date", "Data", "URL", "UUID", "Null", "Int",
    "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float", "Bool",
  ]
}
