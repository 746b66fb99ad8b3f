import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

/// What goes wrong when parts of an app open one store in different ways.
///
/// Source: realm-core `src/realm/object-store/shared_realm.cpp` `update_schema`, and realm-swift
/// `Realm/RLMRealm.mm`: whoever opens an older store first brings it to its own version, with its own
/// block and types; who comes later finds nothing to do.
struct RealmOpeners {
  let history: History

  /// One problem of each kind for each part, on the shortest upgrade that shows it.
  var problems: [OpenerProblem] {
    guard let newest = history.stages.last else { return [] }
    return deletions + forgottenVersions
      + history.openers.flatMap { opener -> [OpenerProblem] in
        guard let stage = opener.schemaVersion.map(history.stage) ?? newest else { return [] }
        let part = Part(history: history, opener: opener, stage: stage, newest: newest)
        return [
          part.missingLink, part.otherSchema, part.lowerVersion, part.deletion,
          part.withoutBlock, part.typesLeftBehind,
        ].compactMap(\.self)
      }
  }

  /// The app itself would rather have no store than migrate it, whichever version it comes from.
  private var deletions: [OpenerProblem] {
    guard history.deleteIfMigrationNeeded, let newest = history.stages.last else { return [] }
    let older = history.stages.dropLast()
    return zip(older, history.stages.dropFirst()).reversed().map { stage, next in
      OpenerProblem(
        .deletedByOpener, opener: "app", from: stage.number, to: next.number,
        sentence:
          "The app deletes a store of version \(RealmOpeners.versions(Array(older))) when it opens it, "
          + "since it has deleteRealmIfMigrationNeeded, and no migration runs. Take the option out "
          + "of the app; accept this finding if the store is only a cache.",
        order: ["the app opens it at version \(newest.number): the store is deleted"],
        source: newest.source)
    }
  }

  fileprivate static func versions(_ stages: [HistoryVersion]) -> String {
    let numbers = stages.map(\.number).sorted()
    guard let first = numbers.first, let last = numbers.last, first != last else {
      return numbers.first.map(String.init) ?? ""
    }
    return numbers.count == 2 ? "\(first) or \(last)" : "\(first) to \(last)"
  }

  /// One part of the app.
  private struct Part {
    let history: History
    let opener: Opener
    /// The version that it opens.
    let stage: HistoryVersion
    let newest: HistoryVersion

    private var name: String { opener.name.text }
    private var number: UInt64 { stage.number }

    private func problem(
      _ code: OpenerProblem.Code, from: UInt64, to: UInt64, type: Name? = nil,
      property: Name? = nil, _ sentence: String, _ order: [String]
    ) -> OpenerProblem {
      OpenerProblem(
        code, opener: opener.name, from: from, to: to, type: type, property: property,
        sentence: sentence, order: order, source: opener.source)
    }

    /// Versions that a store may be at before the part opens it, the newest first.
    private var older: [HistoryVersion] {
      history.stages.filter { $0.number < number }.reversed()
    }

    private var schema: Schema {
      if let own = opener.schema { return own }
      guard let types = opener.types else { return stage.schema }
      return Schema(stage.schema.types.filter { types.contains($0.name) })
    }

    /// A class that is linked to and not listed: the part cannot open any store.
    var missingLink: OpenerProblem? {
      guard let types = opener.listed else { return nil }
      for type in schema.types {
        for property in type.properties {
          guard let target = property.objectType, !types.contains(target) else { continue }
          let other = older.first?.number ?? newest.number
          guard other != number else { return nil }
          return problem(
            .linkedTypeMissing, from: min(number, other), to: max(number, other), type: type.name,
            property: property.name,
            "\(name) cannot open the store: it lists \(type.name) and not \(target), to which "
              + "\(type.name).\(property.name) leads. Add \(target) to its types.",
            ["\(name) opens it at version \(number): refused with schemaInvalid"])
        }
      }
      return nil
    }

    /// Other classes under the same number: whichever of the two comes second finds another schema.
    var otherSchema: OpenerProblem? {
      guard let own = opener.schema else { return nil }
      let changes = SchemaChange.changes(from: stage.schema, to: own).filter(\.needsMigration)
      let other = older.first?.number ?? newest.number
      guard let first = changes.first, other != number else { return nil }
      let rest = changes.count > 1 ? " and \(changes.count - 1) more" : ""
      let deleter =
        opener.deleteIfMigrationNeeded ? name : history.deleteIfMigrationNeeded ? "the app" : nil
      let app = "the app opens it at version \(number)"
      let part = "\(name) opens it at version \(number)"
      let result = deleter == nil ? "refused with schemaMismatch" : "the store is deleted"
      return problem(
        deleter == nil ? .openedWithOtherSchema : .deletedByOpener, from: min(number, other),
        to: max(number, other), type: first.type, property: first.property,
        "\(name) has another schema than the app under version \(number) (\(first.description)\(rest)): "
          + (deleter.map { "\($0) deletes the store" }
            ?? "whichever opens the store second is refused")
          + ". Give both the same classes, or list only classes that both declare alike.",
        deleter == "the app" ? [part, "\(app): \(result)"] : [app, "\(part): \(result)"])
    }

    /// The app opens the store first, and the part knows an older version only.
    var lowerVersion: OpenerProblem? {
      guard number < newest.number else { return nil }
      let app = "the app opens it at version \(newest.number)"
      if opener.deleteIfMigrationNeeded {
        return problem(
          .deletedByOpener, from: number, to: newest.number,
          "\(name) deletes the store once the app has opened it: it knows version \(number), and "
            + "deleteIfMigrationNeeded deletes a store of a later one, too. Give it the app's version "
            + "and block.",
          [app, "\(name) opens it at version \(number): the store is deleted"])
      }
      return problem(
        .openedAtLowerVersion, from: number, to: newest.number,
        "\(name) cannot open the store once the app has: it knows version \(number), and the store is "
          + "at \(newest.number) then. Give it the app's version.",
        [app, "\(name) opens it at version \(number): refused with versionTooLow"])
    }

    /// The part opens an older store first, and would rather have none than migrate it.
    var deletion: OpenerProblem? {
      guard opener.deleteIfMigrationNeeded, !history.deleteIfMigrationNeeded,
        number == newest.number, let old = older.first
      else {
        return nil
      }
      return problem(
        .deletedByOpener, from: old.number, to: number,
        "\(name) deletes a store of version \(RealmOpeners.versions(older)) if it opens it before the app does, since "
          + "it has deleteIfMigrationNeeded. Give it the app's block instead.",
        ["\(name) opens it at version \(number): the store is deleted", app])
    }

    private var app: String { "the app opens it at version \(newest.number)" }

    /// The part brings an older store to a version whose block never runs then.
    var withoutBlock: OpenerProblem? {
      guard !opener.migrates, !opener.deleteIfMigrationNeeded, !history.deleteIfMigrationNeeded
      else { return nil }
      let hurt = older.filter { needsBlock(from: $0.number) }
      guard let old = hurt.first else { return nil }
      return problem(
        .openedWithoutBlock, from: old.number, to: number,
        "\(name) has no migration block: if it opens a store of version \(RealmOpeners.versions(hurt)) before the "
          + "app does, the store is at version \(number) without what the block does, and the app's "
          + "block never runs on it. Give it the app's block, or let it open the store only after the "
          + "app.",
        [
          "\(name) opens it at version \(number): upgraded without the block",
          number == newest.number
            ? "\(app): nothing to migrate"
            : "\(app): the block runs from version \(number) only",
        ])
    }

    /// Whether the migration does anything on the way to the part's version.
    private func needsBlock(from version: UInt64) -> Bool {
      history.stages.contains { stage in
        guard stage.number > version else { return false }
        return stage.steps.contains { step in
          // The block of the newest release stands for all of them.
          if step.isReleaseBlock { return true }
          if case .embed = step.action { return false }
          return stage.number <= number
            && step.runs(from: version, to: number, schema: self.stage.schema)
        }
      }
    }

    /// The part brings an older store to a version, and leaves types behind that it does not list.
    var typesLeftBehind: OpenerProblem? {
      guard let listed = opener.listed, !opener.deleteIfMigrationNeeded,
        !history.deleteIfMigrationNeeded
      else { return nil }
      for old in older {
        for type in stage.schema.types where !listed.contains(type.name) {
          guard let before = old.schema.type(named: type.name),
            SchemaChange.changes(from: Schema([before]), to: Schema([type])).contains(
              where: \.needsMigration)
          else { continue }
          return problem(
            .typesLeftBehind, from: old.number, to: number, type: type.name,
            "\(name) does not list \(type.name), which changed since version \(old.number): if it opens "
              + "a store of that version before the app does, the store is at version \(number) with "
              + "\(type.name) as it was, and "
              + (number == newest.number
                ? "the app cannot open it any more. "
                : "steps of version \(number) never see it. ")
              + "List all types, or let it open the store only after the app.",
            [
              "\(name) opens it at version \(number): upgraded, but for \(type.name)",
              number == newest.number ? "\(app): refused with schemaMismatch" : app,
            ])
        }
      }
      return nil
    }
  }
}

extension SchemaChange {
  /// Whether a store of the old schema cannot be opened with the new one at the same version.
  var needsMigration: Bool {
    switch self {
    case .typeAdded, .typeRemoved, .indexAdded, .indexRemoved, .defaultChanged: false
    default: true
    }
  }
}
