import MigCheckText

#if CommandLine
  import MigCheckCoreData
  import MigCheckModel
  import MigCheckReports
  import MigCheckVerifier

  /// What Core Data infers from one version to another, in words.
  struct ModelHopText {
    let mapping: InferredMapping
    private let old: CoreDataModel
    private let new: CoreDataModel

    init(old: CoreDataModel, new: CoreDataModel) {
      self.old = old
      self.new = new
      mapping = MappingInference.mapping(from: old, to: new)
    }

    var lines: [String] {
      var lines = mapping.entities.flatMap(entityLines)
      lines += mapping.removedEntities.map { "entity \($0) removed" }
      if lines.isEmpty { lines = ["nothing stored changes"] }
      lines += mapping.refusals.map { "mappingNotInferable: \($0)" }
      lines += mapping.warnings.map { "warning: \($0)" }
      if !mapping.needsMigration { lines.append("the version hashes are equal: no migration runs") }
      return lines.map { "  \(ValueText.prose($0))" }
    }

    private func entityLines(_ entity: InferredEntity) -> [String] {
      let name = entity.destination
      guard let source = entity.source else { return ["entity \(name) added"] }
      var lines = [String]()
      if source != name { lines.append("entity \(source) renamed to \(name)") }
      let (before, after) = (old.entity(source)?.parent, new.entity(name)?.parent)
      if before != after,
        mapping.entities.first(where: { $0.destination == after })?.source != before
          || (before == nil) != (after == nil)
      {
        lines.append(
          "parent of \(name): \(before?.text ?? "none") → \(after?.text ?? "none")")
      }
      lines += entity.attributes.filter { isOwn($0.destination.name, of: entity) }.compactMap {
        attributeLine($0, of: name)
      }
      lines += entity.relationships.filter { isOwn($0.destination.name, of: entity) }.compactMap {
        relationshipLine($0, of: name)
      }
      lines += entity.removed.filter { isOwnRemoval($0, of: entity) }.map { removed in
        let isTransient = new.relationships(of: name).contains { $0.name == removed }
        return "\(name).\(removed) \(isTransient ? becomesTransient : "removed")"
      }
      let constraints = new.entity(name)?.uniquenessConstraints ?? []
      let formerly = old.entity(source)?.uniquenessConstraints ?? []
      lines += constraints.filter { !formerly.contains($0) }.map {
        "uniqueness constraint added to \(name): \($0.map(\.text).joined(separator: ", "))"
      }
      return lines
    }

    /// What an entity inherits is listed for its parent, unless it comes from elsewhere there.
    private func isOwn(_ property: Name, of entity: InferredEntity) -> Bool {
      guard let declared = new.entity(entity.destination) else { return false }
      return declared.attributes.contains { $0.name == property }
        || declared.relationships.contains { $0.name == property }
    }

    /// Whether an entity declared a property that the store had: nothing is lost with another.
    private func isOwnRemoval(_ property: Name, of entity: InferredEntity) -> Bool {
      guard let declared = entity.source.flatMap(old.entity) else { return false }
      return declared.attributes.contains { $0.name == property && $0.isStored }
        || declared.relationships.contains { $0.name == property && $0.isStored }
    }

    private var becomesTransient: String { "becomes transient: its values leave the store" }

    private func attributeLine(_ attribute: InferredAttribute, of entity: Name) -> String? {
      let new = attribute.destination
      let place = "\(entity).\(new.name)"
      guard let old = attribute.source, old.isStored, new.isStored else {
        guard new.isStored else {
          return attribute.source?.isStored == true ? "\(place) \(becomesTransient)" : nil
        }
        return "\(place) added: \(notation(new))"
          + (new.defaultValue.map { ", default \(text($0))" } ?? "")
      }
      var parts = [String]()
      if old.name != new.name { parts.append("renamed from \(old.name)") }
      if old.type != new.type || old.isOptional != new.isOptional {
        parts.append("\(notation(old)) → \(notation(new))")
      }
      if old.isOptional, let value = attribute.replacementOfNull {
        parts.append("null becomes \(text(value))")
      }
      return parts.isEmpty ? nil : "\(place): \(parts.joined(separator: ", "))"
    }

    private func relationshipLine(
      _ relationship: InferredRelationship, of entity: Name
    ) -> String? {
      let new = relationship.destination
      let place = "\(entity).\(new.name)"
      guard let old = relationship.source else {
        return new.isStored ? "\(place) added: \(notation(new))" : nil
      }
      var parts = [String]()
      if old.name != new.name { parts.append("renamed from \(old.name)") }
      let (before, after) = (notation(old), notation(new))
      if !before.isIdentical(to: after) { parts.append("\(before) → \(after)") }
      if relationship.losesOrder {
        parts.append(old.isOrdered ? "its order is lost" : "its order is not specified")
      }
      return parts.isEmpty ? nil : "\(place): \(parts.joined(separator: ", "))"
    }

    private func notation(_ attribute: CoreDataAttribute) -> String {
      "\(attribute.type)" + (attribute.isOptional ? "?" : "")
    }

    private func notation(_ relationship: CoreDataRelationship) -> String {
      let kind =
        relationship.isToMany ? (relationship.isOrdered ? "ordered to-many" : "to-many") : "to-one"
      return "\(kind) \(relationship.destination)"
    }

    private func text(_ value: Value) -> String { value.scalarJSON?.compactText ?? "null" }
  }
#endif
