import MigCheckHistory
import MigCheckModel
import MigCheckText

// What goes wrong only where an app has no migration block: the engine then applies all changes
// without reading the file's schema again in between.
//
// Source: realm-core `src/realm/object-store/object_store.cpp` `apply_schema_changes`, and its issues
// 8045 and 8056.

extension RealmDefectSearch {
  /// Whether no version of the history does anything on an upgrade.
  private var mayLackBlock: Bool {
    !history.awaitsBlock
      && !history.stages.contains { stage in
        stage.steps.contains { step in
          if case .embed = step.action { false } else { true }
        }
      }
  }

  /// Changes of primary keys and indexes that need a block, though it may be empty.
  var changesWithoutBlock: [EngineDefect] {
    guard mayLackBlock else { return [] }
    return kept.flatMap { old, new in
      new.storedProperties.compactMap { property in
        old.property(named: property.name).flatMap { before in
          retypedKey(before, property, old, new) ?? looseKey(before, property, old, new)
            ?? staleIndex(before, property, new.name)
        }
      }
    }
  }

  private static let remedy = "Give the app a migration block, which may be empty"

  private func retypedKey(
    _ before: Property, _ after: Property, _ old: ObjectType, _ new: ObjectType
  ) -> EngineDefect? {
    guard old.primaryKey == after.name, new.primaryKey == after.name,
      !before.hasSameContent(as: after)
    else { return nil }
    let fixed = RealmSwiftVersion(10, 54, 3)
    if let version = history.realmSwift, version >= fixed { return nil }
    let stated = history.realmSwift.map { "Realm Swift \($0) ends" }
    return RealmDefect.retypedKey.defect(
      new.name, after.name,
      "\(stated ?? "Realm Swift 10.54.2 and older end") the app with a failed assertion when it "
        + "has no migration block: the primary key \(new.name).\(after.name) changes from "
        + "\(before.notation) to \(after.notation).",
      remedy: "\(Self.remedy), or use Realm Swift \(fixed) or later"
        + (history.realmSwift == nil
          ? " and state it as \"realmSwift\" in the history." : "."))
  }

  private func looseKey(
    _ before: Property, _ after: Property, _ old: ObjectType, _ new: ObjectType
  ) -> EngineDefect? {
    guard old.primaryKey == after.name, new.primaryKey == after.name,
      before.hasSameContent(as: after), before.isOptional, !after.isOptional
    else { return nil }
    return RealmDefect.looseKey.defect(
      new.name, after.name,
      "If the app has no migration block, \(new.name) loses its primary key when "
        + "\(new.name).\(after.name) becomes required: duplicates pass, and the next opening fails "
        + "with schemaMismatch.",
      remedy: Self.remedy + ".")
  }

  private func staleIndex(
    _ before: Property, _ after: Property, _ type: Name
  ) -> EngineDefect? {
    guard before.hasSameContent(as: after), before.isOptional != after.isOptional,
      before.isIndexed != after.isIndexed
    else { return nil }
    return RealmDefect.staleIndex.defect(
      type, after.name,
      "If the app has no migration block, the upgrade fails with \"Invalid column key\": "
        + "\(type).\(after.name) becomes \(after.isOptional ? "optional" : "required") and "
        + "\(after.isIndexed ? "gets" : "loses") its index in one upgrade.",
      remedy: Self.remedy + ", or change the index in a version of its own.")
  }
}
