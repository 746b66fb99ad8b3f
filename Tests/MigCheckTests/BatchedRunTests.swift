import Foundation
import MigCheck
import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckReports
import MigCheckText
import TestMaterial
import Testing

@testable import MigCheckVerifier

/// Trials that share stores report what they report alone.
@Suite("Runs in batches") struct BatchedRunTests {
  private static func report(
    _ history: History, trials: Int = 24, _ change: (inout VerificationOptions) -> Void = { _ in }
  ) throws -> Report {
    let options = VerificationOptions(trials: trials) { options in
      options.shrinkBudget = 40
      change(&options)
    }
    return try Verifier(history, options: options).run()
  }

  private static func everyFourth(of files: [String]) -> [String] {
    stride(from: 0, to: files.count, by: 4).map { files[$0] }
  }

  private static func expectSameReport(_ history: History, trials: Int = 24) throws {
    let alone = JSONReport.text(try report(history, trials: trials) { $0.isBatched = false })
    for jobs in [1, 3] {
      let batched = JSONReport.text(try report(history, trials: trials) { $0.jobs = jobs })
      #expect(batched == alone, "with \(jobs) jobs")
    }
  }

  @Test(
    "A history of the corpus has the same report",
    arguments: Sweep.part(everyFourth(of: ChecksCorpusTests.files), oneOf: 4))
  func corpus(file: String) throws {
    try Self.expectSameReport(History(contentsOf: file))
  }

  @Test(
    "A random history, with mistakes such as authors make, has the same report",
    arguments: Sweep.part(Array(0..<24 as Range<UInt64>), oneOf: 3))
  func randomHistory(seed: UInt64) throws {
    let history = RandomHistory.make(seed: 7_000 + seed, versions: 3 + Int(seed % 4))
    try Self.expectSameReport(history, trials: 12)
  }

  @Test("Shards with and without batches join to the report of the whole run")
  func shards() throws {
    let history = RandomHistory.make(seed: 7_003, versions: 4)
    let whole = JSONReport.text(try Self.report(history))
    var shards = [(name: String, report: ShardReport)]()
    for index in 1...3 {
      let report = try Self.report(history) { options in
        options.shard = Shard(index: index, count: 3)
        options.isBatched = index != 2
      }
      shards.append(("shard \(index)", try #require(report.shard)))
    }
    #expect(JSONReport.text(try ReportMerge(named: shards).report) == whole)
  }

  // MARK: Single batches

  private static let note = ObjectType(
    "Note", [Property("title", .string), Property("size", .int), Property.link("next", to: "Note")])

  /// From the second version on notes are numbered.
  private static let numbered = ObjectType(
    "Note", primaryKey: "id", note.properties + [Property("id", .int)])

  /// - Parameter steps: of the migration into version 3.
  private static func history(_ steps: [MigrationStep] = []) -> History {
    History(
      name: "Notes",
      stages: [
        HistoryVersion(number: 1, schema: Schema([note])),
        HistoryVersion(
          number: 2, schema: Schema([numbered]),
          steps: [
            MigrationStep(
              .enumerate(
                type: "Note", where: nil, set: [MigrationStep.Assignment("id", "ordinal")],
                delete: false))
          ]),
        HistoryVersion(number: 3, schema: Schema([numbered]), steps: steps),
      ])
  }

  private static func graph(_ sizes: [Int64]) -> ObjectGraph {
    var graph = ObjectGraph(schema: Schema([note]))
    for (place, size) in sizes.enumerated() {
      let next = ObjectReference(type: 0, index: (place + 1) % sizes.count)
      graph.append([.string("note \(size)"), .int(size), .link(next)], type: 0)
    }
    return graph
  }

  private static func withTrials(
    _ history: History, _ graphs: [ObjectGraph], _ body: ([TrialRun], VersionSpan) throws -> Void
  ) throws {
    let span = try VersionSpan(history, from: nil, to: nil)
    let scratch = try RunFolder(in: NSTemporaryDirectory())
    defer { scratch.remove() }
    try body(
      graphs.map {
        TrialRun(
          span: span, kinds: StoreKind.allCases, start: 0, graph: $0, samples: true,
          scratch: scratch)
      }, span)
  }

  @Test("Each trial of a batch counts what it counts alone") func counts() throws {
    let graphs = [[1, 2], [], [3], [4, 5, 6], [7, 8]].map(Self.graph)
    try Self.withTrials(Self.history(), graphs) { trials, span in
      let rules = try #require(BatchRules.all(in: span, options: VerificationOptions())[0])
      #expect(try BatchRun(trials, rules: rules).explore())
      try Self.withTrials(Self.history(), graphs) { others, _ in
        for (trial, alone) in zip(trials, others) {
          try alone.explore(.merged)
          #expect(trial.log.failures.all.isEmpty && alone.log.failures.all.isEmpty)
          #expect(trial.log.upgrades == alone.log.upgrades && alone.log.upgrades > 0)
          #expect(trial.log.hops == alone.log.hops)
          #expect(trial.log.completed == alone.log.completed && trial.isComplete)
          #expect(trial.log.arrived == alone.log.arrived)
          #expect(trial.storedGraph.isIdentical(to: alone.storedGraph))
          #expect(trial.holdsObjects == alone.holdsObjects)
        }
      }
    }
  }

  @Test(
    "A difference between paths hides no other objects if it is all there is",
    arguments: [["size"], ["size", "title"]] as [[Name]])
  func hiddenDifferences(lost: [Name]) throws {
    // An upgrade that stops at version 2 loses the values of these properties.
    let properties = Self.note.properties.filter { !lost.contains($0.name) }
    let history = History(
      name: "Notes",
      stages: [
        HistoryVersion(number: 1, schema: Schema([Self.note])),
        HistoryVersion(
          number: 2, schema: Schema([ObjectType("Note", properties)]),
          drops: lost.map { PropertyPath(type: "Note", property: $0) }),
        HistoryVersion(number: 3, schema: Schema([Self.note])),
      ])
    try Self.withTrials(history, [[1, 2], [3]].map(Self.graph)) { trials, span in
      let rules = try #require(BatchRules.all(in: span, options: VerificationOptions())[0])
      #expect(try BatchRun(trials, rules: rules).explore())
      try Self.withTrials(history, [[1, 2], [3]].map(Self.graph)) { others, _ in
        for (trial, alone) in zip(trials, others) {
          try alone.explore(.merged)
          for log in [trial.log, alone.log] {
            #expect(log.failures.all.map(\.violation.check) == [.pathsAgree])
            #expect(log.dependsOnObjects)
            #expect(log.firstHidingVersion == (lost.count == 1 ? nil : 2))
          }
        }
      }
    }
  }

  @Test("Of a batch only the trials fail whose objects do") func oneFails() throws {
    let drop = MigrationStep(
      .enumerate(
        type: "Note", where: SQLExpression("old.size = 7"),
        set: [MigrationStep.Assignment("title", "'lost'")], delete: false))
    var history = Self.history([drop])
    history.stages[2].invariants = [
      HistoryInvariant(
        name: "titled", type: "Note", since: 1, condition: .expression("new.title <> 'lost'"))
    ]
    try Self.withTrials(history, [[1, 2], [7, 3], [4], [5, 6]].map(Self.graph)) { trials, span in
      let rules = try #require(BatchRules.all(in: span, options: VerificationOptions())[0])
      #expect(try BatchRun(trials, rules: rules).explore())
      #expect(trials.map(\.log.hasFailed) == [false, true, false, false])
    }
  }

  @Test("A batch ends where one of its upgrades is refused") func refused() throws {
    let clash = MigrationStep(
      .enumerate(
        type: "Note", where: SQLExpression("old.size = 7"),
        set: [MigrationStep.Assignment("id", "0")], delete: false))
    try Self.withTrials(Self.history([clash]), [[1], [7], [2, 3]].map(Self.graph)) { trials, _ in
      let isComplete = try BatchRun(trials, rules: BatchRules()).explore()
      #expect(!isComplete)
    }
  }

  // MARK: Known refusals

  /// Four versions of a model, of which no upgrade leads from the second to the third.
  private static func refusing() throws -> History {
    let counted = "<attribute name='count' attributeType='Integer 64' %/>"
    let attributes = [
      "", "<attribute name='mark' optional='YES' attributeType='String'/>",
      counted.replacing("%", with: ""), counted.replacing("%", with: "defaultValueString='0'"),
    ]
    return try model(
      attributes.map { attribute in
        let title = "<attribute name='title' optional='YES' attributeType='String'/>"
        return "<entity name='Item'>\(title)\(attribute)</entity>"
      })
  }

  @Test("A batch goes past an upgrade that is refused whatever there is")
  func knownRefusal() throws {
    let history = try Self.refusing()
    let span = try VersionSpan(history, from: nil, to: nil)
    let rules = try #require(BatchRules.all(in: span, options: VerificationOptions())[0])
    let scratch = try RunFolder(in: NSTemporaryDirectory())
    defer { scratch.remove() }
    func trials() -> [TrialRun] {
      ["a", "b", "c"].map { title in
        var graph = ObjectGraph(schema: span.versions[0].schema)
        graph.append([.string(title)], type: 0)
        let run = TrialRun(
          span: span, kinds: StoreKind.allCases, start: 0, graph: graph, samples: true,
          scratch: scratch)
        run.reportKnownRefusals()
        return run
      }
    }
    let together = trials()
    #expect(try BatchRun(together, rules: rules).explore())
    for (trial, alone) in zip(together, trials()) {
      try alone.explore(.merged)
      #expect(trial.log.failures.all.map(\.site.hop) == alone.log.failures.all.map(\.site.hop))
      #expect(trial.log.failures.all.map(\.site.hop.from) == [1, 2])
      #expect(trial.log.failures.all.map(\.site.hop.to) == [3, 3])
      #expect(!trial.log.hasUnforeseenFailures && !alone.log.hasUnforeseenFailures)
      #expect(trial.log.hops == alone.log.hops && trial.log.upgrades == alone.log.upgrades)
      #expect(trial.log.completed == alone.log.completed && trial.isComplete == alone.isComplete)
    }
    try Self.expectSameReport(history)
  }

  @Test("An upgrade that is refused whatever there is hides nothing of a graph")
  func refusalHidesNothing() throws {
    try Self.withTrials(try Self.refusing(), [ObjectGraph(schema: Schema([]))]) { trials, _ in
      trials[0].reportKnownRefusals()
      #expect(trials[0].log.hasFailed)
      #expect(trials[0].log.firstHidingVersion == nil && !trials[0].log.dependsOnObjects)
    }
  }

  // MARK: Paths that disagree

  /// Versions of a model, each given by its entities.
  private static func model(_ versions: [String]) throws -> History {
    CoreDataBundle(
      name: "Model", path: "Model.xcdatamodeld",
      versions: try versions.enumerated().map { index, entities in
        CoreDataVersion(
          number: UInt64(index + 1), name: "V\(index + 1)",
          model: try CoreDataModelReader.parse(
            Array("<model>\(entities)</model>".utf8), file: "contents"))
      }, current: UInt64(versions.count)
    ).history
  }

  private static let list =
    "<entity name='List'><attribute name='name' optional='YES' attributeType='String'/></entity>"

  private static func item(_ attributes: String = "") -> String {
    "<entity name='Item'><attribute name='title' optional='YES' attributeType='String'/>"
      + "\(attributes)</entity>"
  }

  /// Each adds a number with one default, and gives it another one later; all but the first also lose an
  /// entity in the middle.
  private static let disagreeing: [[String]] = [
    [
      list + item(), list + item(number("count", 1)), list + item(number("count", 2)),
      list + item(number("count", 2)), list + item(number("count", 2)),
    ],
    [
      list + item(), list + item(number("count", 1)), item(number("count", 2)),
      list + item(number("count", 2)), list + item(number("count", 2) + number("size", 3)),
    ],
    [
      list + item(), list, item(number("count", 2)) + list, item(number("count", 2)),
      list + item(number("count", 3)),
    ],
  ]

  private static func number(_ name: String, _ value: Int) -> String {
    "<attribute name='\(name)' attributeType='Integer 64' defaultValueString='\(value)'/>"
  }

  @Test(
    "Trials whose paths end in different states count and fail as each does alone",
    arguments: disagreeing.indices)
  func pathsDisagree(place: Int) throws {
    let history = try Self.model(Self.disagreeing[place])
    let span = try VersionSpan(history, from: nil, to: nil)
    let rules = try #require(BatchRules.all(in: span, options: VerificationOptions())[0])
    let scratch = try RunFolder(in: NSTemporaryDirectory())
    defer { scratch.remove() }
    let types = span.versions[0].schema.types.map(\.name)
    let objects: [[Name]] = [["Item"], ["List", "List"], [], ["List", "Item", "Item"], ["List"]]
    func trials() -> [TrialRun] {
      objects.enumerated().map { number, names in
        var graph = ObjectGraph(schema: span.versions[0].schema)
        for name in names {
          graph.append([.string("\(number)")], type: types.firstIndex(of: name) ?? 0)
        }
        return TrialRun(
          span: span, kinds: StoreKind.allCases, start: 0, graph: graph, samples: true,
          scratch: scratch)
      }
    }
    let batch = BatchRun(trials(), rules: rules)
    #expect(try batch.explore())
    #expect(batch.mustRunAlone.allSatisfy { !$0 })
    var failed = 0
    for (trial, alone) in zip(batch.trials, trials()) {
      try alone.explore(.merged)
      let sites = [trial, alone].map { $0.log.failures.all.map(\.site) }
      #expect(sites[0].map(\.path) == sites[1].map(\.path))
      #expect(sites[0].map(\.otherPath) == sites[1].map(\.otherPath))
      let objects = [trial, alone].map { $0.log.failures.all.map(\.violation.object) }
      #expect(objects[0] == objects[1])
      if trial.log.hasFailed { failed += 1 }
      #expect(trial.log.hops == alone.log.hops && trial.log.upgrades == alone.log.upgrades)
      #expect(trial.log.completed == alone.log.completed && trial.isComplete)
      #expect(trial.log.arrived == alone.log.arrived)
    }
    #expect(failed > 1 && failed < objects.count)
    try Self.expectSameReport(history)
  }

  // MARK: Unique values

  @Test(
    "Trials may repeat each other's unique values; one that repeats its own runs alone",
    arguments: [1, 2, 3])
  func uniqueValues(version: Int) throws {
    // A subentity, a constraint of two attributes, and a new name.
    let items = (1...3).map { number -> String in
      let name = number == 3 ? "title" : "name"
      let identifier = number == 3 ? "elementID='name' " : ""
      let constraint =
        "<uniquenessConstraint><constraint value='\(name)'/><constraint value='mark'/>"
        + "</uniquenessConstraint>"
      return "<entity name='Item'>"
        + "<attribute name='\(name)' optional='YES' \(identifier)attributeType='String'/>"
        + "<attribute name='mark' optional='YES' attributeType='String'/><uniquenessConstraints>"
        + "\(number >= version ? constraint : "")</uniquenessConstraints></entity>"
        + "<entity name='Book' parentEntity='Item'></entity>"
    }
    let history = try Self.model(items)
    let span = try VersionSpan(history, from: nil, to: nil)
    let rules = try #require(BatchRules.all(in: span, options: VerificationOptions())[0])
    let scratch = try RunFolder(in: NSTemporaryDirectory())
    defer { scratch.remove() }
    let objects: [[(type: Name, name: String?, mark: String?)]] = [
      [("Item", "a", "b")], [("Book", "a", "b")], [("Item", "a", "c"), ("Book", "a", nil)],
      [("Item", nil, "b"), ("Item", nil, "b")], [("Book", "c", "c"), ("Item", "c", "c")],
    ]
    let schema = span.versions[0].schema
    let graphs = objects.map { objects in
      var graph = ObjectGraph(schema: schema)
      for object in objects {
        let type = schema.types.firstIndex { $0.name == object.type } ?? 0
        let values: [Name: String?] = ["name": object.name, "mark": object.mark]
        graph.append(
          schema.types[type].storedProperties.map { property in
            values[property.name].flatMap(\.self).map(Value.string) ?? .null
          }, type: type)
      }
      return span.evidence.starts?.accepted(graph, at: 1) ?? graph
    }
    func trials() -> [TrialRun] {
      graphs.map { graph in
        TrialRun(
          span: span, kinds: StoreKind.allCases, start: 0, graph: graph, samples: false,
          scratch: scratch)
      }
    }
    let batch = BatchRun(trials(), rules: rules)
    #expect(try batch.explore())
    let alone = trials()
    for trial in alone { try trial.explore(.merged) }
    #expect(batch.mustRunAlone == alone.map(\.log.hasFailed))
    #expect(batch.mustRunAlone == [false, false, false, false, version > 1])
    for (trial, alone) in zip(batch.trials, alone) where !alone.log.hasFailed {
      #expect(trial.log.upgrades == alone.log.upgrades && trial.log.hops == alone.log.hops)
      #expect(trial.storedGraph.isIdentical(to: alone.storedGraph))
    }
    try Self.expectSameReport(history)
  }

  // MARK: Rules

  private static func rules(_ history: History) throws -> [BatchRules?] {
    BatchRules.all(
      in: try VersionSpan(history, from: nil, to: nil), options: VerificationOptions())
  }

  private static func enumerate(
    _ property: Name, _ expression: String, where condition: SQLExpression? = nil
  ) -> MigrationStep {
    MigrationStep(
      .enumerate(
        type: "Note", where: condition, set: [MigrationStep.Assignment(property, expression)],
        delete: false))
  }

  @Test("A number that is kept as it is does not stop batches") func keptNumber() throws {
    let rules = try Self.rules(Self.history())
    #expect(rules.map { $0 != nil } == [true, true])
    #expect(rules[0]?.ordinals.map(\.type) == ["Note"])
    #expect(rules[0]?.unique.isEmpty == true)
    #expect(rules[1]?.unique.map(\.columns) == [[3]])
  }

  @Test(
    "What looks at other objects, or at numbers, stops batches from every start before it",
    arguments: [
      enumerate("size", "ordinal % 2"), enumerate("size", "ordinal", where: "old.size > 3"),
      enumerate("size", "old.id"), enumerate("title", "'x'", where: "old.id < 2"),
      enumerate("title", "datetime('now')"),
      MigrationStep(.create(type: "Note", value: [MigrationStep.Assignment("title", "'new'")])),
      MigrationStep(.code(MigrationBlock(for: .realm, 0))),
    ])
  func stopped(step: MigrationStep) throws {
    #expect(try Self.rules(Self.history([step]))[0] == nil)
  }

  @Test("The sign of a required decimal depends on other objects, so that nothing is batched")
  func decimals() throws {
    for (isOptional, isBatched) in [(false, false), (true, true)] {
      let type = ObjectType("Note", [Property("price", .decimal128, optional: isOptional)])
      let stages = ([1, 2] as [UInt64]).map { HistoryVersion(number: $0, schema: Schema([type])) }
      let rules = try Self.rules(History(name: "Prices", stages: stages))
      #expect(rules.map { $0 != nil } == [isBatched])
    }
  }

  @Test("A primary key that a migration computes stops batches") func computedKey() throws {
    var history = Self.history()
    history.stages[1].steps = [Self.enumerate("id", "old.size")]
    #expect(try Self.rules(history).map { $0 != nil } == [false, true])
  }

  @Test("Nothing is batched around a subject, or path by path")
  func others() throws {
    let span = try VersionSpan(Self.history(), from: nil, to: nil)
    let wrapped = span.evidence.wrapped { $0 }
    #expect(wrapped.componentwiseObjects == 0 && span.evidence.componentwiseObjects > 0)
    var options = VerificationOptions()
    options.exploration = .separate
    #expect(BatchRules.all(in: span, options: options).allSatisfy { $0 == nil })
  }

  @Test("Without batches trials take the same paths")
  func pathsOfUnbatchedTrials() throws {
    let type = ObjectType("A", [Property("size", .int)])
    let stages = (1...30).map { HistoryVersion(number: $0, schema: Schema([type])) }
    let span = try VersionSpan(History(name: "Long", stages: stages), from: nil, to: nil)
    let plans = [true, false].map { isBatched in
      var options = VerificationOptions(trials: 60)
      options.isBatched = isBatched
      return TrialPlan(span: span, options: options, replays: [])
    }
    let trials = plans.map { plan in (0..<plan.count).map(plan.trial) }
    #expect(trials[0].map(\.itinerary) == trials[1].map(\.itinerary))
    #expect(trials[0].contains { $0.itinerary != .everyPath })
  }

  @Test("Trials whose objects have the same primary key go into different batches")
  func colours() throws {
    let graphs = [[1, 2], [2, 3], [4], [5, 5]].map { keys -> ObjectGraph in
      var graph = ObjectGraph(schema: Schema([Self.numbered]))
      for key in keys { graph.append([.string(""), .int(0), .null, .int(Int64(key))], type: 0) }
      return graph
    }
    let trials = graphs.enumerated().map { place, graph in
      TrialPlan.Trial(
        origin: .random(place), start: 1, number: place, graph: graph, samples: false)
    }
    let groups = BatchGroups(
      trials, rules: try Self.rules(Self.history()), surplusRules: [nil, nil], limit: 3)
    #expect(groups.members == [[0, 2]])
  }
}
