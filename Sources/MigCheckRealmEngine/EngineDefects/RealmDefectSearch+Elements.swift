import MigCheckHistory
import MigCheckModel
import MigCheckText

extension RealmDefectSearch {
  /// Sets and dictionaries whose elements become optional, by schema alone: the engine converts
  /// them before the migration runs, so nothing in it can help.
  var elementsMadeOptional: [EngineDefect] {
    var found = [EngineDefect]()
    for type in new.schema.types {
      for shape in shapes(of: type.name) {
        for property in shape.storedProperties {
          guard let target = type.property(named: property.name),
            property.losesElements(to: target)
          else { continue }
          let defect = Self.elementsMadeOptional(target, of: type.name)
          if !found.contains(defect) { found.append(defect) }
        }
      }
    }
    return found
  }

  /// The type as the old version has it; if that has it not, all shapes in which earlier versions
  /// may have left it in the file.
  private func shapes(of type: Name) -> [ObjectType] {
    if let present = old.schema.type(named: type) { return [present] }
    return earlier.compactMap { $0.schema.type(named: type) }
  }

  private static func elementsMadeOptional(
    _ property: Property, of type: Name, from source: Name? = nil
  ) -> EngineDefect {
    let path = "\(type).\(property.name)"
    let what = property.collection == .dictionary ? "values" : "elements"
    let rename = source.map { " as it is renamed from \($0)" } ?? ""
    return RealmDefect.elementsMadeOptional.defect(
      type, property.name,
      "The \(what) of \(path) become optional\(rename). If there is any object of \(type), Realm "
        + "crashes, hangs, or loses or garbles the \(what).",
      remedy:
        "Leave the property as it is, add a new one with optional \(what) under another name, "
        + "and copy the \(what) in the migration.")
  }

  /// Renames that the engine accepts and should not, or does badly.
  var renames: [EngineDefect] {
    guard hasSteps, kept.contains(where: { Self.mayRename($0.old, $0.new) }) else { return [] }
    var found = [EngineDefect]()
    func add(_ defect: EngineDefect) {
      if !found.contains(defect) { found.append(defect) }
    }
    for log in plainLogs {
      for rename in log.renames {
        let (source, target) = (rename.source, rename.target)
        if source.collection != target.collection {
          add(Self.renamedToOtherKind(source, target, of: rename.type))
        } else if source.losesElements(to: target) {
          add(Self.elementsMadeOptional(target, of: rename.type, from: source.name))
        }
      }
      for path in log.lateWrites { add(Self.writtenAfterRename(path)) }
    }
    return found
  }

  /// Whether a property goes and another of the same base type is there that a rename would ruin.
  private static func mayRename(_ old: ObjectType, _ new: ObjectType) -> Bool {
    old.storedProperties.contains { source in
      new.storedIndex(of: source.name) == nil
        && new.storedProperties.contains { target in
          source.type == target.type
            && source.objectType == target.objectType
            && (source.collection != target.collection
              || source.collection != nil && !source.isOptional && target.isOptional)
        }
    }
  }

  private static func renamedToOtherKind(
    _ source: Property, _ target: Property, of type: Name
  ) -> EngineDefect {
    RealmDefect.renamedToOtherKind.defect(
      type, source.name,
      "Realm accepts the rename of \(type).\(source.name) (\(source.notation)) to \(target.name) "
        + "(\(target.notation)) and converts nothing: reading the property, or opening the file "
        + "again, fails.",
      remedy: "Take out the rename, and write \(target.name) from old.\(source.name) in the "
        + "migration.")
  }

  /// Names of more than 63 bytes by way of which a property gets another name.
  var longPassingNames: [EngineDefect] {
    guard hasLongNames else { return [] }
    var found = [EngineDefect]()
    for rename in plainLogs.flatMap(\.passingNames) where rename.name.utf8.count > 63 {
      let defect = RealmDefect.longPassingName.defect(
        rename.path.type, rename.path.property,
        "The migration renames \(rename.path) by way of a temporary name of "
          + "\(rename.name.utf8.count) bytes. Realm crashes the app at a name of more than 63.",
        remedy: "Choose a passing name of at most 63 bytes.")
      if !found.contains(defect) { found.append(defect) }
    }
    return found
  }

  /// Whether a step renames to such a name, as far as steps can be read.
  private var hasLongNames: Bool {
    guard hasSteps else { return false }
    // A whole version would be a copy.
    return history.stages.indices.contains { place in
      history.stages[place].number > old.number && history.stages[place].number <= new.number
        && history.stages[place].steps.contains { step in
          switch step.action {
          case .renameProperty(_, _, let name): name.utf8.count > 63
          case .code: true
          default: false
          }
        }
    }
  }

  /// Sets whose elements the engine cannot put in order.
  var disorderedSets: [EngineDefect] {
    // An upgrade that leaves the type alone reads no set of it, and writes none.
    kept.filter { hasSteps || $0.old != $0.new }.flatMap { types in
      types.old.storedProperties.compactMap { set in
        guard set.collection == .set,
          types.new.property(named: set.name)?.hasSameContent(as: set) ?? false
        else { return nil }
        let path = PropertyPath(type: types.old.name, property: set.name)
        return switch set.type {
        case .float, .double: Self.setWithNaN(path)
        case .mixed: Self.roundedSet(path)
        default: nil
        }
      }
    }
  }

  private static func setWithNaN(_ path: PropertyPath) -> EngineDefect {
    RealmDefect.setWithNaN.defect(
      path.type, path.property,
      "If \(path) holds a NaN, Realm does not keep the set in order, and an element may be in it "
        + "twice.",
      remedy: "Keep NaN out of \(path), or make it a list.")
  }

  private static func roundedSet(_ path: PropertyPath) -> EngineDefect {
    RealmDefect.roundedSet.defect(
      path.type, path.property,
      "If \(path) holds floating-point and decimal numbers, Realm compares them after rounding, "
        + "doubles to 15 digits and floats to 7, and keeps one of two that are equal then.",
      remedy: "Keep either kind of number out of \(path), or make it a list.")
  }

  private static func writtenAfterRename(_ path: PropertyPath) -> EngineDefect {
    RealmDefect.writtenAfterRename.defect(
      path.type, path.property,
      "\(path) gets a new name and optional elements at once, and then the migration writes it. "
        + "Realm writes into a column that is gone, which corrupts the file.",
      remedy: "Take out the rename, and write \(path) from the old property alone.")
  }
}
