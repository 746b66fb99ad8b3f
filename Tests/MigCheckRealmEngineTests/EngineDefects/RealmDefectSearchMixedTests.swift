import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import Testing

/// Mixed properties with links: those that go, and those that are indexed.
@Suite struct RealmDefectSearchMixedTests {
  private let number = Property("n", .int)
  private var a: ObjectType { ObjectType("A", [number]) }

  private func a(_ mixed: Property) -> ObjectType { ObjectType("A", [number, mixed]) }

  private func b(_ isEmbedded: Bool = false) -> ObjectType {
    ObjectType("B", embedded: isEmbedded, [number])
  }

  private let plain = Property("m", .mixed, optional: true)
  private let list = Property.list("m", of: .mixed, optional: true)
  private let set = Property.set("m", of: .mixed, optional: true)
  private let dictionary = Property.dictionary("m", of: .mixed, optional: true)
  private var linked: ObjectType { ObjectType("C", [Property.link("b", to: "B")]) }

  // MARK: Traces of links

  @Test("a target that becomes embedded, at once or later", arguments: [false, true])
  func aTargetThatBecomesEmbeddedAtOnceOrLater(isLater: Bool) {
    for mixed in [plain, list] {
      var history = History(
        ([a(mixed), b(), linked], []), ([a, b(), linked], []), ([a, b(true), linked], []))
      if !isLater { history.stages.remove(at: 1) }
      #expect(history.found(isLater ? 2 : 1, 3) == ["realm-ghost-link A.m"])
      if isLater { #expect(history.found(1, 2) == []) }
    }
  }

  @Test("what such a link does") func whatSuchALinkDoes() {
    let history = History(([a(plain), b(), linked], []), ([a, b(true), linked], []))
    let defect = history.defects(from: 1, to: 2).first
    #expect(
      defect?.message == """
        If A.m holds a link to an object of B when the property is removed or changes its type, \
        Realm keeps a trace of the link and never makes B embedded: the upgrade fails with \
        embeddedLinkedFromMixed.
        """)
    #expect(
      defect?.remedy == """
        Keep A.m in the schema for good, and set it to null in the migration; or leave B as it is, \
        and add a new embedded type beside it.
        """)
  }

  @Test("a mixed property that changes its type leaves traces too")
  func aMixedPropertyThatChangesItsTypeLeavesTracesToo() {
    for other in [Property("m", .int), list, set] {
      let history = History(
        ([a(plain), b(), linked], []), ([a(other), b(true), linked], []))
      #expect(history.found(1, 2) == ["realm-ghost-link A.m"], "\(other.notation)")
    }
  }

  @Test("a property that stays, moves or lies in a removed type leaves none")
  func aPropertyThatStaysMovesOrLiesInARemovedTypeLeavesNone() {
    let end = [b(true), linked]
    #expect(History(([a(plain), b(), linked], []), ([a(plain)] + end, [])).found(1, 2) == [])
    #expect(History(([a(plain), b(), linked], []), (end, [])).found(1, 2) == [])
    let renamed = ObjectType("A", [number, Property("o", .mixed, optional: true)])
    let rename = MigrationStep.Action.renameProperty(type: "A", from: "m", to: "o")
    let history = History(([a(plain), b(), linked], []), ([renamed, b(), linked], [rename]))
    #expect(history.found(1, 2) == [])
    // Without the rename the column goes.
    let set = History(([a(self.set), b()], []), ([renamed, b()], []))
    #expect(set.found(1, 2) == ["realm-ghost-link A.m"])
  }

  @Test("a migration that deletes either object leaves none", arguments: ["A", "B"])
  func aMigrationThatDeletesEitherObjectLeavesNone(type: Name) {
    let (start, end) = ([a(plain), b(), linked], [a, b(true), linked])
    #expect(History((start, []), (end, [.delete(type.text)])).found(1, 2) == [])
    #expect(History((start, []), (end, [.deleteData(type: type)])).found(1, 2) == [])
    #expect(
      History((start, []), (end, [.block { $0.deleteData(forType: type.text) }])).found(1, 2) == [])
  }

  @Test("the way around it is silent") func theWayAroundItIsSilent() {
    let history = History(
      ([a(plain), b(), linked], []),
      ([a(plain), b(true), linked], [.set("m", of: "A", to: "NULL")]))
    #expect(history.found(1, 2) == [])
  }

  @Test("a target that was embedded all the time had no such link")
  func aTargetThatWasEmbeddedAllTheTimeHadNoSuchLink() {
    let history = History(
      ([a(plain), b(true), linked], []), ([a, b(), linked], []), ([a, b(true), linked], []))
    #expect(history.found(2, 3) == [])
  }

  @Test("sets and dictionaries that go make deleting dangerous")
  func setsAndDictionariesThatGoMakeDeletingDangerous() {
    func defect(_ mixed: Property) -> EngineDefect? {
      let history = History(([a(mixed), b()], []), ([a, b()], []), ([a, b()], []))
      #expect(history.found(1, 3) == ["realm-ghost-link A.m"])
      #expect(history.found(2, 3) == [])
      return history.defects(from: 1, to: 2).first
    }
    #expect(
      defect(set)?.message == """
        If A.m holds links when the property is removed or changes its type, Realm keeps a trace of \
        them: from then on deleting an object that was linked to, in a migration or in the app, \
        crashes the app.
        """)
    #expect(
      defect(dictionary)?.message.hasSuffix("in the app, fails with an exception.") == true)
    #expect(
      defect(set)?.remedy == "Keep A.m in the schema for good, and empty it in the migration.")
    for mixed in [plain, list] {
      #expect(History(([a(mixed), b()], []), ([a, b()], [])).found(1, 2) == [])
    }
    let values = ObjectType("A", [number, .set("m", of: .string)])
    #expect(History(([values, b()], []), ([a, b()], [])).found(1, 2) == [])
  }

  // MARK: Indexed links

  private let indexed = Property("m", .mixed, optional: true, indexed: true)

  private func found(
    _ old: Property, _ new: Property, _ steps: MigrationStep.Action...
  ) -> [String] {
    History(([a(old), b()], []), ([a(new), b()], steps)).found(1, 2)
  }

  private let defect = ["realm-indexed-mixed-link A.m"]

  @Test("a migration deletes what an indexed mixed property may link to")
  func aMigrationDeletesWhatAnIndexedMixedPropertyMayLinkTo() {
    #expect(found(indexed, indexed, .delete("B")) == defect)
    #expect(found(indexed, indexed, .delete("B", where: "old.n > 5")) == defect)
    #expect(found(indexed, indexed, .deleteData(type: "B")) == defect)
    #expect(found(indexed, indexed, .block { $0.deleteData(forType: "B") }) == defect)
    #expect(
      found(
        indexed, indexed,
        .block { migration in
          migration.enumerateObjects(ofType: "B") { _, new in
            if let new { migration.delete(new) }
          }
        }) == defect)
    // The index is made before the migration runs.
    #expect(found(plain, indexed, .delete("B")) == defect)
  }

  @Test("without an index, a deletion or a link there is no defect")
  func withoutAnIndexADeletionOrALinkThereIsNoDefect() {
    #expect(found(plain, plain, .delete("B")) == [])
    #expect(found(indexed, plain, .delete("B")) == [])
    #expect(found(indexed, indexed) == [])
    #expect(found(indexed, indexed, .set("n", of: "B", to: "1")) == [])
    let text = Property("m", .string, indexed: true)
    #expect(found(text, text, .delete("B")) == [])
  }

  @Test("a link that the migration cuts first is no matter", arguments: [false, true])
  func aLinkThatTheMigrationCutsFirstIsNoMatter(inSwift: Bool) {
    let cut: MigrationStep.Action =
      inSwift
      ? .block { migration in
        migration.enumerateObjects(ofType: "A") { _, new in new?["m"] = nil }
      } : .set("m", of: "A", to: "NULL")
    #expect(found(indexed, indexed, cut, .delete("B")) == [])
    #expect(found(indexed, indexed, .delete("B"), cut) == defect)
  }

  @Test("what such a deletion does") func whatSuchADeletionDoes() {
    let history = History(
      ([a(indexed), b()], []), ([a(indexed), b()], [.delete("A"), .delete("B")]))
    let defect = history.defects(from: 1, to: 2).first
    #expect(
      defect?.message == """
        If A.m, which is indexed, links to an object of A that the migration deletes, Realm does not \
        update the index, and the next write to A.m or deletion of its object crashes the app.
        """)
    #expect(
      defect?.remedy == """
        Set A.m to null before the migration deletes what it links to, or give up the index.
        """)
    let both = History(
      ([a(indexed), b()], []), ([a(indexed), b()], [.delete("B"), .delete("A")]))
    #expect(
      both.defects(from: 1, to: 2).first?.message.contains("an object of A or B that") == true)
  }
}
