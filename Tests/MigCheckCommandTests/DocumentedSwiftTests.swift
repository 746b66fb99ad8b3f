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

    var testDescription: String { path }
  }

  private static let articles = "Sources/MigCheck/MigCheck.docc/"
  private static let notes = "let notes = History(\"Notes\") { Version(1) {} }\n"

  /// GRDB.md is left out: its blocks need GRDB, and `Tests/DownstreamGRDB` compiles their like.
  static let pages = [
    Page(path: "README.md"),
    Page(
      path: "\(articles)RealmTeams.md",
      support: "let blockOfRelease2: MigrationBlock = { _, _ in }\n"),
    Page(path: "\(articles)CoreData.md"),
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

  private static let imports =
    ["Foundation", "MigCheck", "MigCheckRealm", "MigCheckTesting", "Testing"]
    .map { "import \($0)\n" }.joined()

  @Test("the Swift blocks of a page compile", arguments: Sweep.part(pages, oneOf: 2))
  func theSwiftBlocksCompile(page: Page) throws {
    guard let compiler = Self.compiler,
      FileManager.default.fileExists(atPath: Self.products.appendingPathComponent("Modules").path)
    else {
      print("skipped: the Swift compiler, or the modules of this build, were not found")
      return
    }
    let bench = try Workbench()
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
          (hasImports ? "" : Self.imports)
            + (isFile ? body : "private enum Line\(block.line) {\nstatic \(body)}\n")))
    }
    files.append(try bench.write("Support.swift", Self.imports + page.support))
    let outcome = try bench.run(program: compiler, Self.options + files)
    #expect(outcome.status == 0, "\(page.path)\n\(outcome.errors)")
  }

  @Test("the README's manifest compiles")
  func theManifestCompiles() throws {
    guard let compiler = Self.compiler, let manifestAPI = Self.manifestAPI(of: compiler) else {
      print("skipped: the module PackageDescription of this toolchain was not found")
      return
    }
    let bench = try Workbench()
    let manifest = try #require(
      MarkdownBlock.blocks(ofPage: "README.md").first {
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
