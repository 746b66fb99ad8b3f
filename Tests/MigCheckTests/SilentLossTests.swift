import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckReports
import MigCheckText
import MigCheckVerifier
import Testing

@testable import MigCheck

/// What a migration forgets is told, and what it does not forget is not.
@Suite struct SilentLossTests {
  /// One upgrade that may lose something, and what a run says of it.
  struct Case: CustomTestStringConvertible {
    var name: String
    var old: String
    var new: String
    var migration = ""
    var drops = ""
    /// `finding T.p`, `warning T.p`, or nothing.
    var told: [String]

    var testDescription: String { name }
  }

  private static func history(_ example: Case) throws -> History {
    try HistoryFile.parse(
      try JSON.parse(
        """
        {"migcheck": 1, "name": "Losses", "rules": "realm", "versions": [
          {"version": 1, "schema": [\(example.old)]},
          {"version": 2, "schema": [\(example.new)], "migration": [\(example.migration)],
           "drops": [\(example.drops)]}]}
        """), file: "losses")
  }

  private static func report(_ example: Case) throws -> Report {
    try Verifier(
      try history(example), options: VerificationOptions(trials: 12, stores: [.memory], jobs: 1)
    ).run()
  }

  private static func told(_ report: Report) -> [String] {
    report.findings.filter { $0.check == .dataPreserved }.map {
      "finding \(PropertyPath(type: $0.type ?? "", property: $0.property))"
    }
      + report.warnings.filter { $0.name == .possibleLoss }.map {
        "warning \(PropertyPath(type: $0.type ?? "", property: $0.property))"
      }
  }

  private static func type(_ name: String, _ properties: String, embedded: Bool = false) -> String {
    #"{"name": "\#(name)", "embedded": \#(embedded), "properties": {\#(properties)}}"#
  }

  private static func note(_ properties: String) -> String {
    type("Note", #""kept": "string", "# + properties)
  }

  private static func set(_ type: String, _ assignments: String) -> String {
    #"{"enumerate": {"type": "\#(type)", "set": {\#(assignments)}}}"#
  }

  private static let tag = ", " + type("Tag", #""text": "string""#)

  private static func pets(
    dog: String, owner: String = #""n": "int", "dogs": "Dog[]""#
  ) -> String {
    type("Dog", #""kept": "string", "# + dog) + ", " + type("Owner", owner)
  }

  private static let owners =
    #""owners": {"type": "linkingObjects", "objectType": "Owner", "property": "dogs"}"#

  static let forgotten: [Case] = [
    Case(
      name: "a link becomes a list of links", old: note(#""tag": "Tag?""#) + tag,
      new: note(#""tags": "Tag[]""#) + tag, told: ["finding Note.tag"]),
    Case(
      name: "a list of links becomes a link", old: note(#""tags": "Tag[]""#) + tag,
      new: note(#""tag": "Tag?""#) + tag, told: ["finding Note.tags"]),
    Case(
      name: "a link becomes a list under another name", old: note(#""tag": "Tag?""#) + tag,
      new: note(#""labels": "Tag[]""#) + tag, told: ["warning Note.tag"]),
    Case(
      name: "a scalar becomes a list", old: note(#""mail": "string""#),
      new: note(#""mails": "string[]""#), told: ["finding Note.mail"]),
    Case(
      name: "a list becomes a set", old: note(#""words": "string[]""#),
      new: note(#""wordSet": "string<>""#), told: ["finding Note.words"]),
    Case(
      name: "a number becomes a date", old: note(#""createdAt": "int""#),
      new: note(#""addedAt": "date""#), told: ["warning Note.createdAt"]),
    Case(
      name: "a whole number becomes a fraction", old: note(#""price": "int""#),
      new: note(#""amount": "double""#), told: ["warning Note.price"]),
    Case(
      name: "a flag becomes a date of a like name", old: note(#""isDone": "bool""#),
      new: note(#""doneAt": "date?""#), told: ["warning Note.isDone"]),
    Case(
      name: "a text becomes mixed", old: note(#""extra": "string""#),
      new: note(#""payload": "mixed""#), told: ["warning Note.extra"]),
    Case(
      name: "a property moves to an embedded object", old: note(#""street": "string""#),
      new: note(#""address": "Address?""#) + ", "
        + type("Address", #""street": "string""#, embedded: true), told: ["warning Note.street"]),
    Case(
      name: "a property moves to a type that is linked",
      old: note(#""tag": "Tag?", "colour": "int""#) + tag,
      new: note(#""tag": "Tag?""#) + ", " + type("Tag", #""text": "string", "colour": "int""#),
      told: ["warning Note.colour"]),
    Case(
      name: "a property moves up to its owner",
      old: note(#""place": "Place?""#) + ", "
        + type("Place", #""city": "string", "zip": "string""#, embedded: true),
      new: note(#""place": "Place?", "city": "string""#) + ", "
        + type("Place", #""zip": "string""#, embedded: true), told: ["warning Place.city"]),
    Case(
      name: "an embedded object is flattened",
      old: note(#""place": "Place?""#) + ", "
        + type("Place", #""city": "string", "zip": "string""#, embedded: true),
      new: note(#""city": "string", "zip": "string""#), told: ["warning Note.place"]),
    Case(
      name: "an embedded type gets another name",
      old: note(#""place": "Place?""#) + ", "
        + type("Place", #""city": "string", "zip": "string""#, embedded: true),
      new: note(#""site": "Site?""#) + ", "
        + type("Site", #""city": "string", "zip": "string""#, embedded: true),
      told: ["warning Note.place"]),
    Case(
      name: "an embedded type gets another name in the same property",
      old: note(#""place": "Place?""#) + ", "
        + type("Place", #""city": "string""#, embedded: true),
      new: note(#""place": "Site?""#) + ", " + type("Site", #""city": "string""#, embedded: true),
      told: ["finding Note.place"]),
    Case(
      name: "a stored inverse becomes computed", old: pets(dog: #""owners": "Owner[]""#),
      new: pets(dog: owners), told: ["warning Dog.owners"]),
    Case(
      name: "a stored inverse becomes computed under another name",
      old: pets(dog: #""owner": "Owner?""#), new: pets(dog: owners), told: ["warning Dog.owner"]),
    Case(
      name: "a link changes its direction",
      old: pets(dog: #""owner": "Owner?""#, owner: #""n": "int""#),
      new: pets(dog: owners), told: ["warning Dog.owner"]),
    Case(
      name: "a type gets another name", old: note(#""n": "int""#) + tag,
      new: note(#""n": "int""#) + ", " + type("Label", #""text": "string""#),
      told: ["finding Tag"]),
  ]

  static let remembered: [Case] = [
    Case(
      name: "the other side of a link is written", old: pets(dog: #""owners": "Owner[]""#),
      new: pets(dog: owners), migration: set("Owner", #""dogs": "old.dogs""#), told: []),
    Case(
      name: "linking objects were there before",
      old: pets(dog: owners + #", "first": "Owner?""#), new: pets(dog: owners), told: []),
    Case(
      name: "the new property is written from the old one", old: note(#""createdAt": "int""#),
      new: note(#""addedAt": "double""#),
      migration: set("Note", #""addedAt": "CAST(old.createdAt AS REAL)""#),
      told: []),
    Case(
      name: "the new property is written from something else", old: note(#""price": "int""#),
      new: note(#""amount": "double""#), migration: set("Note", #""amount": "length(old.kept)""#),
      told: []),
    Case(
      name: "the old property goes into another one", old: note(#""price": "int""#),
      new: note(#""amount": "double", "label": "string""#),
      migration: set("Note", #""label": "'costs ' || old.price""#), told: []),
    Case(
      name: "the loss is declared", old: note(#""tag": "Tag?", "price": "int""#) + tag,
      new: note(#""tags": "Tag[]", "amount": "double""#) + tag,
      drops: #""Note.tag", "Note.price""#, told: []),
    Case(
      name: "the type is declared", old: note(#""price": "int""#),
      new: note(#""amount": "double""#), drops: #""Note""#, told: []),
    Case(
      name: "what comes has nothing to do with what goes",
      old: note(#""isLegacy": "bool", "code": "int", "blob": "data""#),
      new: note(#""nickname": "string", "tags": "Tag[]""#) + tag, told: []),
    Case(
      name: "a new type has a property of the same name, and nothing leads to it",
      old: note(#""title": "string""#),
      new: note(#""n": "int""#) + ", " + type("Book", #""title": "string""#), told: []),
    Case(
      name: "objects of the new type are made",
      old: note(#""street": "string""#),
      new: note(#""address": "Address?""#) + ", " + type("Address", #""street": "string""#),
      migration: #"{"create": {"type": "Address", "value": {"street": "'Main'"}}}"#, told: []),
    Case(
      name: "a property only goes", old: note(#""price": "int""#), new: note(#""kept2": "bool""#),
      told: []),
  ]

  @Test("a loss that nobody wrote down is told", arguments: forgotten)
  func aLossThatNobodyWroteDownIsTold(example: Case) throws {
    let report = try Self.report(example)
    #expect(Self.told(report) == example.told)
    #expect(report.verdict == (example.told[0].hasPrefix("finding") ? .failed : .passed))
  }

  @Test("what is carried over, declared or unrelated is not told", arguments: remembered)
  func whatIsCarriedOverDeclaredOrUnrelatedIsNotTold(example: Case) throws {
    let report = try Self.report(example)
    #expect(Self.told(report) == [])
    #expect(report.verdict == .passed)
  }

  @Test("each case has a twin that declares the loss", arguments: forgotten)
  func eachCaseHasATwinThatDeclaresTheLoss(example: Case) throws {
    var example = example
    let place = example.told[0].split(separator: " ")[1]
    example.drops = #""\#(place)""#
    let report = try Self.report(example)
    #expect(Self.told(report) == [])
    #expect(report.droppedData.flatMap(\.places).map(\.description).contains(String(place)))
  }

  @Test("a stored inverse that becomes computed: what the warning says")
  func storedInverse() throws {
    let warning = try #require(
      Self.report(
        Case(
          name: "", old: Self.pets(dog: #""owners": "Owner[]""#), new: Self.pets(dog: Self.owners),
          told: [])
      ).warnings.first)
    #expect(
      warning.message
        == "Dog.owners is removed: does Owner.dogs have all its links? Dog.owners, which is added in "
        + "the same version, shows only what Owner.dogs holds, and no step writes that.")
    #expect(
      warning.remedy
        == "Let the migration into version 2 add to Owner.dogs what only Dog.owners holds, or name "
        + "Dog.owners in that version's drops.")
  }

  private static let typeGone =
    "Type Tag is removed, and its objects with it; the version's drops do not say so."

  @Test(
    "a removed type names the one that may be its new name",
    arguments: [
      (#""text": "string""#, #""text": "string""#, true),
      (#""text": "string", "n": "int""#, #""n": "int", "text": "string", "more": "int""#, true),
      (#""text": "string", "up": "Tag?""#, #""text": "string", "up": "Label?""#, true),
      (#""text": "string""#, #""text": "string", "more": "int""#, false),
      (#""text": "string", "n": "int""#, #""text": "string", "n": "int?""#, false),
      (#""text": "string", "n": "int""#, #""text": "string""#, false),
    ])
  func renamedType(old: String, new: String, isNamed: Bool) throws {
    let example = Case(name: "", old: Self.type("Tag", old), new: Self.type("Label", new), told: [])
    let message = try #require(Self.report(example).findings.first).failure.message
    #expect(
      message == Self.typeGone
        + (isNamed
          ? " Label is added with all its properties: if that is its new name, create the objects "
            + "from those of Tag." : ""))
  }

  @Test("a type of the same shape whose objects a migration creates is not named")
  func createdType() throws {
    let example = Case(
      name: "", old: Self.type("Tag", #""text": "string""#),
      new: Self.type("Label", #""text": "string""#),
      migration: #"{"create": {"type": "Label", "value": {"text": "'x'"}}}"#, told: [])
    #expect(try Self.report(example).findings.first?.failure.message == Self.typeGone)
  }

  @Test("a block in Swift that writes the new property answers the question")
  func aBlockInSwiftThatWritesTheNewPropertyAnswersTheQuestion() throws {
    func history(
      _ block: @escaping @Sendable (RealmMigrationObject?, RealmMigrationObject?) -> Void
    )
      -> History
    {
      History("Losses") {
        Version(1) {
          ObjectType("Note", ["kept": .string, "createdAt": .int])
        }
        Version(2) {
          ObjectType("Note", ["kept": .string, "added": .double])
        } migration: { migration in
          migration.enumerateObjects(ofType: "Note") { old, new in block(old, new) }
        }
      }
    }
    func report(_ history: History) throws -> Report {
      try Verifier(
        history, options: VerificationOptions(trials: 12, stores: [.memory], jobs: 1)
      ).run()
    }
    let writing = try report(
      history { old, new in new?["added"] = Double(old?["createdAt"] as? Int ?? 0) })
    #expect(Self.told(writing) == [])
    let idle = try report(history { _, _ in })
    #expect(Self.told(idle) == ["warning Note.createdAt"])
    #expect(TextReport().text(idle).contains("Note.createdAt (unless its code reads them)"))
  }

  // MARK: What is given up

  @Test("a run that passed ends with what was given up, one line for each upgrade")
  func aRunThatPassedEndsWithWhatWasGivenUp() throws {
    let json = #"""
      {"migcheck": 1, "name": "Losses", "rules": "realm", "versions": [
        {"version": 1, "schema": [
          {"name": "Person", "properties": {"name": "string", "age": "bool", "old": "string"}},
          {"name": "Ghost", "properties": {"x": "int"}}]},
        {"version": 2, "drops": ["Ghost"], "schema": [
          {"name": "Person", "properties": {"name": "string", "stars": "int?", "new": "string"}}],
         "migration": [{"renameProperty": {"type": "Person", "from": "old", "to": "new"}}]},
        {"version": 3, "drops": ["Person.stars"], "schema": [
          {"name": "Person", "properties": {"name": "string", "stars": "int", "new": "string"}}]}]}
      """#
    let history = try HistoryFile.parse(try JSON.parse(json), file: "losses")
    let options = VerificationOptions(trials: 12, stores: [.memory], jobs: 1)
    let report = try Verifier(history, options: options).run()
    let lines = TextReport().text(report).split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.contains("drops") })
    #expect(
      Array(lines[first...(first + 1)]) == [
        "  drops        1 → 2  Ghost (whole type), Person.age",
        "               2 → 3  Person.stars",
      ])
    let given = JSONReport.json(report)["drops"]?.compactText
    #expect(
      given == #"[{"from":1,"to":2,"properties":["Person.age"],"types":["Ghost"],"#
        + #""besideCode":false},{"from":2,"to":3,"properties":["Person.stars"],"types":[],"#
        + #""besideCode":false}]"#)
    var part = options
    let shards = try (1...3).map { index in
      part.shard = Shard(index: index, count: 3)
      return try Verifier(history, options: part).run()
    }
    #expect(try ReportMerge(shards).report.droppedData == report.droppedData)
  }
}
