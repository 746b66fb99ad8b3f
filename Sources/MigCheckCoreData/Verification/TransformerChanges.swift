import MigCheckModel

/// Attributes whose stored values another transformer reads from now on: no migration runs over them.
struct TransformerChanges {
  let old: CoreDataModel
  let new: CoreDataModel

  /// One for each pair of transformers.
  var warnings: [EngineDefect] {
    var changes = [Change]()
    for entity in new.entities {
      guard
        let former = old.entities.first(where: {
          $0.matchingIdentifier == entity.matchingIdentifier
        })
      else { continue }
      let candidates = old.attributes(of: former.name)
      for attribute in entity.attributes {
        guard let change = change(of: attribute, in: entity.name, among: candidates) else {
          continue
        }
        if let known = changes.firstIndex(where: { $0.isLike(change) }) {
          changes[known].others += [change.first]
        } else {
          changes.append(change)
        }
      }
    }
    return changes.map(\.warning)
  }

  private struct Change {
    var first: PropertyPath
    /// Further attributes with the same transformers.
    var others: [PropertyPath] = []
    var before: String?
    var after: String?

    /// More are counted.
    private static let mostNamed = 4

    func isLike(_ other: Change) -> Bool { before == other.before && after == other.after }

    private var subject: String {
      guard !others.isEmpty else { return "\(first) has another value transformer" }
      let places = ([first] + others).map(\.description)
      let named = places.prefix(
        places.count > Self.mostNamed + 1 ? Self.mostNamed : places.count - 1)
      let rest = places.count - named.count
      return named.joined(separator: ", ")
        + (rest == 1 ? " and \(places[places.count - 1])" : " and \(rest) more attributes")
        + " have another value transformer"
    }

    var warning: EngineDefect {
      EngineDefect(
        name: CoreDataWarnings.transformer, place: first,
        message: "\(subject), \(before ?? "the default") before and \(after ?? "the default") now. "
          + "No migration runs for that: stored values stay as the old one wrote them.",
        remedy: "Make sure that the new transformer reads what the old one wrote.")
    }
  }

  private func change(
    of attribute: CoreDataAttribute, in entity: Name, among candidates: [CoreDataAttribute]
  ) -> Change? {
    guard attribute.type == .transformable, attribute.isStored,
      let former = candidates.first(where: {
        $0.matchingIdentifier == attribute.matchingIdentifier
      }),
      former.type == .transformable, former.isStored
    else { return nil }
    let (before, after) = (former.valueTransformer, attribute.valueTransformer)
    if before == after || Self.keepsPayloads(attribute, from: before) { return nil }
    return Change(
      first: PropertyPath(type: entity, property: attribute.name), before: before, after: after)
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
    /// Only classes of a list, which are those of property lists by default.
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
