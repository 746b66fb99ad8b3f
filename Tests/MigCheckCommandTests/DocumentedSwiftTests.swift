import Foundation
import TestMaterial
import Testing

/// The Swift blocks of the README and the articles, type-checked with the modules of the build.
///
/// Blocks with imports, or with tests, are files; all others are the body of a function. The blocks of
/// a page are one module, so that later ones see what the first ones declare.
@Suite struct DocumentedSwiftTests {
  struct Page: Sendable, CustomTestStringConvertible {
    var path: String
    /// What the page takes for granted.
    var support = ""
    /// Modules that its blocks without imports see.
    var modules = ["Foundation", "MigCheck", "MigCheckRealm", "MigCheckTesting", "Testing"]
    /// Frameworks that are missing on some systems, by their names: what a page uses of them.
    var frameworks = [(name: String, source: String)]()

    var testDescription: String { path }
    var imports: String { modules.map { "import \($0)\n" }.joined() }
  }

  private static let articles = "Sources/MigCheck/MigCheck.docc/"
  private static let notes = "let notes = History(\"Notes\") { Version(1) {} }\n"

  /// GRDB.md is left out: its blocks need GRDB, and `Tests/DownstreamGRDB` compiles their like.
  static let pages = [
    Page(path: "README.md"),
    Page(
      path: "\(articles)RealmTeams.md",
      support: "let blockOfRelease2: MigrationBlock = { _, _ in }\n"),
    Page(path: "\(articles)CoreData.md", support: appStack, frameworks: [coreData]),
    Page(
      path: "\(articles)RealEngine.md",
      support: appStack + "import RealmSwift\nenum AppDatabase {\n"
        + "static var configuration: Realm.Configuration { Realm.Configuration() }\n}\n"
        + "import SwiftData\nenum TripsSchemaV2: VersionedSchema {}\n"
        + "enum TripsPlan: SchemaMigrationPlan {}\n",
      // Not MigCheckRealm, which has the names of RealmSwift.
      modules: ["Foundation", "MigCheck", "MigCheckTesting", "Testing"],
      frameworks: [coreData, realm, swiftData]),
    Page(path: "\(articles)MigCheck.md"),
    Page(path: "\(articles)Gate.md", support: notes),
    Page(
      path: "\(articles)Sharding.md",
      support: notes
        + """
        nonisolated(unsafe) var options = VerificationOptions()
        let parts = [Report]()

        """),
  ]

  private static let realm = (
    name: "RealmSwift",
    source: """
    import Foundation
    public final class Realm {
      public struct Configuration: Sendable {
        public var fileURL: URL?
        public var encryptionKey: Data?
        public init() {}
      }
      public init(configuration: Configuration) throws {}
    }

    """
  )

  private static let swiftData = (
    name: "SwiftData",
    source: """
    import Foundation
    public protocol VersionedSchema {}
    public protocol SchemaMigrationPlan {}
    public final class Schema: Sendable {
      public init(versionedSchema: any VersionedSchema.Type) {}
    }
    public struct ModelConfiguration {
      public init(url: URL) {}
    }
    public final class ModelContainer {
      public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
        configurations: [ModelConfiguration]
      ) throws {}
    }

    """
  )

  private static let appStack = """
    import CoreData
    enum AppStack {
      static var model: NSManagedObjectModel { NSManagedObjectModel() }
      static func openAndClose(storeAt file: URL) async throws {}
    }

    """

  private static let coreData = (
    name: "CoreData",
    source: """
    @_exported import Foundation
    open class NSManagedObjectModel { public init() {} }
    open class NSPersistentStore {}
    open class NSPersistentStoreCoordinator {
      open var persistentStores: [NSPersistentStore] { [] }
      open func remove(_ store: NSPersistentStore) throws {}
    }
    open class NSPersistentStoreDescription {
      public init(url: URL) {}
      open var shouldAddStoreAsynchronously = false
    }
    open class NSPersistentContainer {
      public init(name: String, managedObjectModel: NSManagedObjectModel) {}
      open var persistentStoreDescriptions = [NSPersistentStoreDescription]()
      open var persistentStoreCoordinator: NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator()
      }
      open func loadPersistentStores(
        completionHandler: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
      ) {}
    }

    """
  )

  @Test("the Swift blocks of a page compile", arguments: pages)
  func theSwiftBlocksCompile(page: Page) throws {
    guard let compiler = Self.compiler,
      FileManager.default.fileExists(atPath: Self.products.appendingPathComponent("Modules").path)
    else {
      print("skipped: the Swift compiler, or the modules of this build, were not found")
      return
    }
    let bench = try Workbench()
    for framework in page.frameworks {
      let made = try bench.run(
        program: compiler,
        [
          "-emit-module", "-parse-as-library", "-module-name", framework.name, "-o",
          "\(bench.path)/\(framework.name).swiftmodule",
          try bench.write("\(framework.name).swift", framework.source),
        ])
      #expect(made.status == 0, "\(made.errors)")
    }
    let blocks = try MarkdownBlock.blocks(ofPage: page.path).filter { $0.language == "swift" }
    #expect(!blocks.isEmpty)
    var files = [String]()
    for block in blocks where !block.text.hasPrefix("// swift-tools-version") {
      let isFile = ["import ", "#if", "@Suite", "@Test"].contains { block.text.hasPrefix($0) }
      let hasImports = isFile && !block.text.hasPrefix("@")
      let body = isFile ? block.text : "func block() async throws {\n\(block.text)}\n"
      files.append(
        try bench.write(
          "Line\(block.line).swift",
          (hasImports ? "" : page.imports)
            + (isFile ? body : "private enum Line\(block.line) {\nstatic \(body)}\n")))
    }
    files.append(try bench.write("Support.swift", page.imports + page.support))
    let outcome = try bench.run(program: compiler, Self.options + ["-I", bench.path] + files)
    #expect(outcome.status == 0, "\(page.path)\n\(outcome.errors)")
  }

  @Test("the manifest of the first steps compiles")
  func theManifestCompiles() throws {
    guard let compiler = Self.compiler, let manifestAPI = Self.manifestAPI(of: compiler) else {
      print("skipped: the module PackageDescription of this toolchain was not found")
      return
    }
    let bench = try Workbench()
    let manifest = try #require(
      MarkdownBlock.blocks(ofPage: "\(Self.articles)GettingStarted.md").first {
        $0.text.hasPrefix("// swift-tools-version")
      })
    let file = try bench.write("Package.swift", manifest.text)
    let outcome = try bench.run(
      program: compiler,
      ["-typecheck", "-I", manifestAPI, "-package-description-version", "6.1", file])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// `swiftc` beside the `swift` that runs the tests; `nil`: it is not on the path.
  private static let compiler: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map {
      URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc")
    }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  private static func manifestAPI(of compiler: URL) -> String? {
    let folder = compiler.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("lib/swift/pm/ManifestAPI").path
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }

  private static let products = Workbench.command.deletingLastPathComponent()

  private static var options: [String] {
    let maps = [
      Material.root.appendingPathComponent("Sources/CSQLite/module.modulemap"),
      products.appendingPathComponent("CBlockThread.build/module.modulemap"),
    ]
    return [
      "-typecheck", "-parse-as-library", "-swift-version", "6", "-module-name", "Documented",
      "-D", "MIGCHECK", "-suppress-warnings",
      "-I", products.appendingPathComponent("Modules").path,
    ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }
}
