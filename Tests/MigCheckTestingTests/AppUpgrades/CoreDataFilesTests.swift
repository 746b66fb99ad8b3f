import Foundation
import MigCheck
import MigCheckEngines
import MigCheckFormats
import MigCheckModel
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

  @Test("versions written in Swift have stores as well")
  func swiftData() throws {
    let history = try Self.bundle().history
    let bundle = try CoreDataBundle(history)
    let app = try CoreDataStandIn(bundle, mistake: nil)
    let subject: StoreFileSubject = try .coreDataFiles(history) { try app.open($0) }
    let report = try Verifier(subject, options: VerificationOptions(trials: 10, jobs: 1)).run()
    #expect(report.verdict == .passed, "\(report.findings.map(\.message))")
  }
}
