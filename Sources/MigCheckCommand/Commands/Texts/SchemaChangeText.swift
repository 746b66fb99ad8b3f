import MigCheckText

#if CommandLine
  import MigCheckModel
  import MigCheckHistory
  import MigCheckVerifier

  /// What changes from one schema to the next, type by type.
  struct SchemaChangeText {
    let old: Schema
    let new: Schema
    /// Of the migration: a property that it renames is neither removed nor added.
    let steps: [MigrationStep]

    /// `Person   email added: string?`, the type on the first of its lines only.
    var lines: [String] {
      let changes = SchemaChange.changes(from: old, to: new).filter { !isRename($0) }
      var types = [Name]()
      for change in changes where !types.contains(change.type) {
        types.append(change.type)
      }
      let names = types.map { ValueText.prose($0.text) }
      let width = names.map(\.count).max() ?? 0
      return zip(types, names).flatMap { type, name in
        changes.filter { $0.type == type }.enumerated().map { place, change in
          "\(Column.padded(place == 0 ? name : "", to: width))  "
            + ValueText.prose(words(for: change))
        }
      }
    }

    private func isRename(_ change: SchemaChange) -> Bool {
      switch change {
      case .propertyAdded(let type, let property):
        renames(type) { $0.to == property.name }
      case .propertyRemoved(let type, let property):
        renames(type) { $0.from == property.name }
      default: false
      }
    }

    private func renames(_ type: Name, _ matches: ((from: Name, to: Name)) -> Bool) -> Bool {
      steps.contains { step in
        guard case .renameProperty(let other, let from, let to) = step.action,
          step.onlyFrom == nil
        else { return false }
        let kinds = [old.type(named: type)?.property(named: from)?.notation]
        return other == type && matches((from, to))
          && kinds[0] == new.type(named: type)?.property(named: to)?.notation
      }
    }

    /// A change without the name of its type.
    private func words(for change: SchemaChange) -> String {
      switch change {
      case .typeAdded(let type):
        let names = new.type(named: type)?.properties.map(\.name) ?? []
        return names.isEmpty ? "added" : "added: \(names.map(\.text).joined(separator: ", "))"
      case .typeRemoved: return "removed"
      case .becameEmbedded: return "becomes embedded"
      case .becameTopLevel: return "becomes top-level"
      case .primaryKeyAdded(_, let property): return "\(property) becomes the primary key"
      case .primaryKeyRemoved(_, let property): return "\(property) is no longer the primary key"
      case .primaryKeyChanged(_, let old, let new): return "primary key: \(old) → \(new)"
      case .propertyAdded(_, let property): return "\(property.name) added: \(property.notation)"
      case .propertyRemoved(_, let property):
        return "\(property.name) removed: \(property.notation)"
      case .propertyRetyped(_, let old, let new):
        return "\(new.name): \(old.notation) → \(new.notation)"
      case .madeOptional(_, let property):
        return "\(property.name) becomes optional: \(property.notation)"
      case .madeRequired(_, let property):
        return "\(property.name) becomes required: \(property.notation)"
      case .indexAdded(_, let property): return "index on \(property) added"
      case .indexRemoved(_, let property): return "index on \(property) removed"
      case .defaultChanged(let type, let property, _, _):
        let prefix = "default of \(type).\(property)"
        return "default of \(property)" + change.description.dropFirst(prefix.count)
      }
    }
  }
#endif
