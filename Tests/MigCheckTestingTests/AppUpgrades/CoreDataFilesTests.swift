import Foundation
import MigCheck
import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckSQLite
import MigCheckStoreFiles
import MigCheckTesting
import MigCheckVerifier
import Testing

/// The whole way of an app's own Core Data stack.
@Suite("An app's own Core Data") struct CoreDataFilesTests {
  /// A model whose entity and attribute get other names, and more.
  private static func bundle() throws -> CoreDataBundle {
    let contents = [
      """
      <entity name='Folder'><attribute name='title' optional='YES' attributeType='String'/>
      <relationship name='notes' optional='YES' toMany='YES' ordered='YES' destinationEntity='Note'
        inverseName='folder'/></entity>
      <entity name='Note'><attribute name='body' optional='YES' attributeType='String'/>
      <attribute name='size' optional='YES' attributeType='Integer 16'/>
      <relationship name='folder' optional='YES' maxCount='1' destinationEntity='Folder'
        inverseName='notes'/></entity>
      """,
      """
      <entity name='Binder' elementID='Folder'>
      <attribute name='title' optional='YES' attributeType='String'/>
      <relationship name='notes' optional='YES' toMany='YES' ordered='YES' destinationEntity='Note'
        inverseName='folder'/></entity>
      <entity name='Note'><attribute name='body' optional='YES' attributeType='String'/>
      <attribute name='size' optional='YES' attributeType='Integer 64'/>
      <attribute name='stars' attributeType='Integer 32' defaultValueString='3'/>
      <relationship name='folder' optional='YES' maxCount='1' destinationEntity='Binder'
        inverseName='notes'/></entity>
      """,
      """
      <entity name='Binder' elementID='Folder'>
      <attribute name='title' optional='YES' attributeType='String'/>
      <relationship name='notes' optional='YES' toMany='YES' ordered='YES' destinationEntity='Note'
        inverseName='folder'/></entity>
      <entity name='Note'><attribute name='text' elementID='body' optional='YES'
        attributeType='String'/>
      <attribute name='size' optional='YES' attributeType='Integer 64'/>
      <attribute name='stars' attributeType='Integer 32' defaultValueString='3'/>
      <relationship name='folder' optional='YES' maxCount='1' destinationEntity='Binder'
        inverseName='notes'/></entity>
      """,
    ]
    return CoreDataBundle(
      name: "Notes", path: "Notes.xcdatamodeld",
      versions: try contents.enumerated().map { index, content in
        CoreDataVersion(
          number: UInt64(index + 1), name: "Notes \(index + 1)",
          model: try CoreDataModelReader.parse(
            Array("<model userDefinedModelVersionIdentifier=''>\(content)</model>".utf8),
            file: "contents"))
      }, current: 3)
  }

  private func report(
    _ mistake: AppMistake? = nil, create: Bool = false, trials: Int = 30
  ) throws -> Report {
    let bundle = try Self.bundle()
    let app = try CoreDataStandIn(bundle, mistake: mistake)
    let make: @Sendable (UInt64, URL) async throws -> Void = { version, file in
      try app.create(version, file)
    }
    let subject = try StoreFileSubject.coreData(
      bundle, bundle.history, upgrade: .closure { try app.open($0) }, end: 3,
      create: create ? make : nil)
    return try Verifier(subject, options: VerificationOptions(trials: trials, jobs: 1)).run()
  }

  @Test("a stack that migrates as the model infers passes", arguments: [false, true])
  func correctApp(create: Bool) throws {
    let report = try report(create: create)
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    #expect(report.verdict == .passed)
    #expect(report.stores == [.file])
  }

  @Test("each mistake is found", arguments: AppMistake.allCases)
  func mistakes(_ mistake: AppMistake) throws {
    let report = try report(mistake)
    let found = report.findings.map { "\($0.check.rawValue) \($0.code ?? "")" }
    let expected =
      switch mistake {
      case .losesValue, .losesObject: "data-preserved"
      case .differsFromModel: "engine-agrees"
      case .throwsError: "upgrade-succeeds authorError"
      case .doesNothing: "upgrade-succeeds notUpgraded"
      }
    #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
  }

  // MARK: SwiftData

  /// A plan with a lightweight stage and a custom one.
  private static let trips = History(plan: "Trips") {
    ModelVersion("1.0.0") {
      ModelEntity("Trip", inverses: ["stops": "trip"], ["begin": .date, "stops": .set(of: "Stop")])
      ModelEntity(
        "Stop", inverses: ["trip": "stops"], ["name": .string, "trip": .link(to: "Trip")])
    }
    ModelVersion("2.0.0") {
      ModelEntity(
        "Journey", originalName: "Trip", originalNames: ["start": "begin"],
        inverses: ["stops": "trip"], ["start": .date, "stops": .set(of: "Stop")])
      ModelEntity(
        "Stop", inverses: ["trip": "stops"], ["name": .string, "trip": .link(to: "Journey")])
    }
    ModelVersion("3.0.0") {
      ModelEntity(
        "Journey", originalName: "Trip", originalNames: ["start": "begin"],
        inverses: ["stops": "trip"],
        ["start": .date, "days": .int, "stops": .set(of: "Stop")])
      ModelEntity(
        "Stop", inverses: ["trip": "stops"], ["name": .string, "trip": .link(to: "Journey")])
    } didMigrate: { migration in
      try migration.enumerateObjects(ofEntity: "Journey") { _, new in
        try new.set("days", to: .int(1))
      }
    }
  }

  private func planReport(_ open: @escaping @Sendable (URL) async throws -> Void) throws -> Report {
    let subject: StoreFileSubject = try .coreDataFiles(Self.trips, open: open)
    return try Verifier(subject, options: VerificationOptions(trials: 20, jobs: 1)).run()
  }

  @Test("a plan whose stages run one by one passes, and is what is predicted") func plan() throws {
    let report = try planReport { try Self.trips.upgradeStoreFile($0) }
    #expect(report.verdict == .passed, "\(report.findings.map(\.message))")
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
  }

  @Test("an app that forgets what a stage does differs from its plan") func forgottenStage() throws
  {
    var wrong = Self.trips
    wrong.stages[2] =
      History(plan: "Trips") {
        ModelVersion("3.0.0") {
          ModelEntity(
            "Journey", originalName: "Trip", originalNames: ["start": "begin"],
            inverses: ["stops": "trip"],
            ["start": .date, "days": .int, "stops": .set(of: "Stop")])
          ModelEntity(
            "Stop", inverses: ["trip": "stops"], ["name": .string, "trip": .link(to: "Journey")])
        } didMigrate: { migration in
          try migration.enumerateObjects(ofEntity: "Journey") { _, new in
            try new.set("days", to: .int(2))
          }
        }
      }.stages[0]
    wrong.stages[2].number = 3
    let app = wrong
    let report = try planReport { try app.upgradeStoreFile($0) }
    #expect(
      report.findings.contains { $0.check == .engineAgrees && $0.property == "days" },
      "\(report.findings.map(\.message))")
  }

  @Test(
    "the stand-in keeps large values, and all of a store that it cannot upgrade",
    arguments: [false, true])
  func standIn(cannotBeWritten: Bool) throws {
    let photo =
      "<attribute name='data' optional='YES' attributeType='Binary' "
      + "allowsExternalBinaryDataStorage='YES'/>"
    let added =
      cannotBeWritten
      ? "<relationship name='friends' optional='YES' toMany='YES' destinationEntity='Photo' "
        + "inverseName='friends'/>" : "<attribute name='n' optional='YES' attributeType='Double'/>"
    let bundle = CoreDataBundle(
      name: "Photos", path: "Photos.xcdatamodeld",
      versions: try [photo, photo + added].enumerated().map { index, content in
        CoreDataVersion(
          number: UInt64(index + 1), name: "\(index + 1)",
          model: try CoreDataModelReader.parse(
            Array("<model><entity name='Photo'>\(content)</entity></model>".utf8),
            file: "contents"))
      }, current: nil)
    let folder = URL(fileURLWithPath: NSTemporaryDirectory() + "/stand-in-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Photos.sqlite")
    let large = Value.data([UInt8](repeating: 7, count: 200_000))
    var graph = ObjectGraph(schema: bundle.versions[0].model.schema)
    graph.append([large], type: 0)
    let format = try CoreDataFileFormat(bundle)
    try format.write(graph, at: 1, to: file)
    let before = try Data(contentsOf: file)
    if cannotBeWritten {
      #expect(throws: InputError.self) { try bundle.history.upgradeStoreFile(file) }
      #expect(try Data(contentsOf: file) == before)
    } else {
      try bundle.history.upgradeStoreFile(file)
    }
    let content = try format.read(file)
    #expect(content.snapshot.version == (cannotBeWritten ? 1 : 2))
    #expect(content.missingFiles == 0)
    #expect(content.snapshot.graph.tables[0].columns[0] == [large])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == [".Photos_SUPPORT", "Photos.sqlite"])
  }

  @Test("an app that loses what a stage renames is found") func lostRename() throws {
    let report = try planReport { file in
      try Self.trips.upgradeStoreFile(file)
      try StoreEdit.run("UPDATE ZJOURNEY SET ZSTART = 1", in: file)
    }
    #expect(report.findings.contains { $0.check == .dataPreserved && $0.property == "start" })
  }
}

/// Changes a store behind Core Data's back.
private enum StoreEdit {
  static func run(_ sql: String, in store: URL) throws {
    let database = try SQLiteConnection(path: store.path, mode: .readWrite, sharing: .thisProcess)
    defer { database.close() }
    try database.execute(sql)
  }
}
