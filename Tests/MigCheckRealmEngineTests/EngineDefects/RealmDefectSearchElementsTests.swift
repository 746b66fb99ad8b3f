import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import Testing

/// Collections whose elements become optional, and renames.
@Suite struct RealmDefectSearchElementsTests {
  private func type(_ properties: Property...) -> [ObjectType] { [ObjectType("A", properties)] }

  // MARK: Elements made optional

  @Test("elements of a set and values of a dictionary that become optional")
  func elementsOfASetAndValuesOfADictionaryThatBecomeOptional() {
    let history = History(
      (type(.set("s", of: .int), .dictionary("d", of: .string)), []),
      (
        type(.set("s", of: .int, optional: true), .dictionary("d", of: .string, optional: true)),
        []
      ))
    let defects = history.defects(from: 1, to: 2)
    #expect(defects.map(\.name) == Array(repeating: "realm-elements-made-optional", count: 2))
    #expect(defects.map(\.place) == ["A.s", "A.d"])
    #expect(
      defects[0].message == """
        The elements of A.s become optional. If there is any object of A, Realm crashes, hangs, or \
        loses or garbles the elements.
        """)
    #expect(
      defects[0].remedy == """
        Leave the property as it is, add a new one with optional elements under another name, and \
        copy the elements in the migration.
        """)
    #expect(defects[1].message.hasPrefix("The values of A.d become optional. If"))
    #expect(defects[1].remedy.contains("one with optional values under another name"))
  }

  @Test(
    "other changes of collections are done well",
    arguments: [
      (Property.list("x", of: .int), Property.list("x", of: .int, optional: true)),
      (.set("x", of: .int, optional: true), .set("x", of: .int)),
      (.set("x", of: .int, optional: true), .set("x", of: .int, optional: true)),
      (.set("x", of: .int), .set("x", of: .string, optional: true)),
      (.set("x", of: .int), .list("x", of: .int, optional: true)),
      (.set("x", of: .mixed, optional: true), .set("x", of: .mixed, optional: true)),
      (.dictionary("x", of: "A"), .dictionary("x", of: "A")),
      (Property("x", .int), Property("x", .int, optional: true)),
    ])
  func otherChangesOfCollectionsAreDoneWell(old: Property, new: Property) {
    #expect(History((type(old), []), (type(new), [])).found(1, 2) == [])
  }

  @Test("the way around it is silent") func theWayAroundItIsSilent() {
    let history = History(
      (type(.set("s", of: .int)), []),
      (
        type(.set("s", of: .int), .set("t", of: .int, optional: true)),
        [.set("t", of: "A", to: "old.s")]
      ))
    #expect(history.found(1, 2) == [])
  }

  @Test("only upgrades over the change are told") func onlyUpgradesOverTheChangeAreTold() {
    let (old, new) = (type(.set("s", of: .int)), type(.set("s", of: .int, optional: true)))
    let history = History((old, []), (old, []), (new, []), (new, []))
    let defect = ["realm-elements-made-optional A.s"]
    #expect(history.found(1, 2) == [])
    #expect(history.found(2, 3) == defect)
    #expect(history.found(1, 4) == defect)
    #expect(history.found(3, 4) == [])
  }

  @Test("a type that was away comes back with its old elements")
  func aTypeThatWasAwayComesBackWithItsOldElements() {
    let other = [ObjectType("B", [Property("x", .int)])]
    let history = History(
      (type(.set("s", of: .int)) + other, []), (other, []),
      (type(.set("s", of: .int, optional: true)) + other, []))
    #expect(history.found(2, 3) == ["realm-elements-made-optional A.s"])
  }

  // MARK: Renames

  @Test("a rename that makes elements optional", arguments: [false, true])
  func aRenameThatMakesElementsOptional(inSwift: Bool) {
    let history = History(
      (type(.set("s", of: .int)), []),
      (type(.set("t", of: .int, optional: true)), [rename("s", "t", inSwift)]))
    #expect(history.found(1, 2) == ["realm-elements-made-optional A.t"])
    #expect(
      history.defects(from: 1, to: 2).first?.message.hasPrefix(
        "The elements of A.t become optional as it is renamed from s. If there is any") == true)
  }

  private func rename(_ from: Name, _ to: Name, _ inSwift: Bool) -> MigrationStep.Action {
    inSwift
      ? .block { $0.renameProperty(onType: "A", from: from.text, to: to.text) }
      : .renameProperty(type: "A", from: from, to: to)
  }

  @Test(
    "a rename between kinds",
    arguments: [
      (Property.list("x", of: .int), Property.set("y", of: .int)),
      (Property("x", .int), Property.list("y", of: .int)),
      (.set("x", of: "A"), .list("y", of: "A")),
      (.link("x", to: "A"), .dictionary("y", of: "A")),
    ], [false, true])
  func aRenameBetweenKinds(properties: (Property, Property), inSwift: Bool) {
    let history = History(
      (type(properties.0), []), (type(properties.1), [rename("x", "y", inSwift)]))
    #expect(history.found(1, 2) == ["realm-renamed-to-other-kind A.x"])
  }

  @Test("what a rename between kinds does") func whatARenameBetweenKindsDoes() {
    let history = History(
      (type(Property("x", .int)), []),
      (type(.list("y", of: .int)), [rename("x", "y", false)]))
    let defect = history.defects(from: 1, to: 2).first
    #expect(
      defect?.message == """
        Realm accepts the rename of A.x (int) to y (int[]) and converts nothing: reading the \
        property, or opening the file again, fails.
        """)
    #expect(
      defect?.remedy == "Take out the rename, and write y from old.x in the migration.")
  }

  @Test("what Realm itself refuses, or does well, is no defect", arguments: [false, true])
  func whatRealmItselfRefusesOrDoesWellIsNoDefect(inSwift: Bool) {
    let pairs = [
      (Property("x", .int), Property.list("y", of: .string)),
      // To-one links count as optional, and elements of lists do not.
      (.link("x", to: "A"), .list("y", of: "A")),
      (.set("x", of: .int), .set("y", of: .int)),
      (.list("x", of: .int), .list("y", of: .int, optional: true)),
    ]
    for (old, new) in pairs {
      let history = History((type(old), []), (type(new), [rename("x", "y", inSwift)]))
      #expect(history.found(1, 2) == [], "\(old.notation) → \(new.notation)")
    }
  }

  @Test("without a rename there is no defect") func withoutARenameThereIsNoDefect() {
    let (old, new) = (type(.list("x", of: .int)), type(.set("y", of: .int)))
    #expect(History((old, []), (new, [])).found(1, 2) == [])
    #expect(History((old, []), (new, [.set("y", of: "A", to: "old.x")])).found(1, 2) == [])
  }

  @Test("a rename that runs for other versions only is no defect of this upgrade")
  func aRenameThatRunsForOtherVersionsOnlyIsNoDefectOfThisUpgrade() {
    var history = History(
      (type(.set("s", of: .int)), []), (type(.set("s", of: .int)), []),
      (type(.set("t", of: .int, optional: true)), [rename("s", "t", false)]))
    history.stages[2].steps[0].onlyFrom = [2]
    #expect(history.found(1, 3) == [])
    #expect(history.found(2, 3) == ["realm-elements-made-optional A.t"])
  }

  // MARK: Writing after a rename

  private func list(_ steps: MigrationStep.Action...) -> [String] {
    History(
      (type(.list("x", of: .int)), []), (type(.list("y", of: .int, optional: true)), steps)
    ).found(1, 2)
  }

  @Test("a list that is written after it was renamed and its elements made optional")
  func aListThatIsWrittenAfterItWasRenamedAndItsElementsMadeOptional() {
    let defect = ["realm-written-after-rename A.y"]
    let write = MigrationStep.Action.set("y", of: "A", to: "'[1]'")
    #expect(list(rename("x", "y", false), write) == defect)
    #expect(
      list(
        rename("x", "y", false), .create(type: "A", value: [MigrationStep.Assignment("y", "'[1]'")])
      ) == defect)
    #expect(
      list(
        .block { migration in
          migration.renameProperty(onType: "A", from: "x", to: "y")
          migration.enumerateObjects(ofType: "A") { _, new in new?["y"] = [1] }
        }) == defect)
    // What is written before is lost, but damages nothing.
    #expect(list(write, rename("x", "y", false)) == [])
    #expect(list(write) == [])
  }

  @Test("what writing after a rename does") func whatWritingAfterARenameDoes() {
    let history = History(
      (type(.list("x", of: .int)), []),
      (
        type(.list("y", of: .int, optional: true)),
        [rename("x", "y", false), .set("y", of: "A", to: "'[1]'")]
      ))
    let defect = history.defects(from: 1, to: 2).first
    #expect(
      defect?.message == """
        A.y gets a new name and optional elements at once, and then the migration writes it. Realm \
        writes into a column that is gone, which corrupts the file.
        """)
    #expect(
      defect?.remedy == "Take out the rename, and write A.y from the old property alone.")
  }

  // MARK: All of them

  @Test("the names are stable") func theNamesAreStable() {
    #expect(
      History().defectNames == [
        "realm-elements-made-optional", "realm-renamed-to-other-kind", "realm-copied-string",
        "realm-ghost-link", "realm-removed-set", "realm-indexed-mixed-link",
        "realm-written-after-rename", "realm-long-passing-name", "realm-stale-embedded-flag",
        "realm-set-with-nan", "realm-rounded-set",
        "realm-key-retyped", "realm-key-made-required", "realm-index-with-optionality",
      ])
  }

  @Test("other rules have no defects of Realm") func otherRulesHaveNoDefectsOfRealm() {
    var history = History(
      (type(.set("s", of: .int)), []), (type(.set("s", of: .int, optional: true)), []))
    history.engine = EngineID(rawValue: "sqlite")
    #expect(history.found(1, 2) == [])
    #expect(history.defectNames == [])
  }

  @Test("versions that there are not have no defects")
  func versionsThatThereAreNotHaveNoDefects() {
    let history = History(
      (type(.set("s", of: .int)), []), (type(.set("s", of: .int, optional: true)), []))
    #expect(history.found(1, 9) == [])
    #expect(history.found(2, 1) == [])
  }
}
