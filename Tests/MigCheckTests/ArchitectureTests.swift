import Foundation
import TestMaterial
import Testing

/// Which module may import which: an arrow may only point downwards.
@Suite struct ArchitectureTests {
  /// The modules of the package that each one may import, from the design: from the lowest module to
  /// the highest, each after those that it may import.
  static let allowed: [String: Set<String>] = {
    let text: Set = ["MigCheckText"]
    let model = text.union(["MigCheckModel"])
    let stores = model.union(["MigCheckSQLite"])
    let history = model.union(["MigCheckStores", "CBlockThread"])
    let engine = model.union(["MigCheckStores", "MigCheckHistory"])
    let engines: Set = ["MigCheckHistory", "MigCheckRealmEngine", "MigCheckCoreData"]
    let sql = model.union(["MigCheckSQLite"])
    let verifier = model.union(["MigCheckGeneration"])
    let formats = model.union(engines)
    let reports = model.union(["MigCheckVerifier"])
    let storeFiles = stores.union(engines).union(["MigCheckStores", "MigCheckSQL"])
    let umbrella = storeFiles.union(verifier).union(formats).union(reports)
      .union(["MigCheckFormats", "MigCheckReports", "MigCheckSQL", "MigCheckStoreFiles"])
    return [
      "CSQLite": [], "CBlockThread": [], "MigCheckRealm": formats.union(["MigCheckFormats"]),
      "MigCheckText": [], "MigCheckModel": text, "MigCheckSQLite": ["CSQLite"],
      "MigCheckStores": stores, "MigCheckHistory": history, "MigCheckRealmEngine": engine,
      "MigCheckCoreData": engine, "MigCheckGeneration": model,
      "MigCheckVerifier": verifier, "MigCheckFormats": formats, "MigCheckReports": reports,
      "MigCheck": umbrella, "MigCheckTesting": umbrella.union(["MigCheck"]),
      "MigCheckSQL": sql,
      "MigCheckStoreFiles": storeFiles,
      "MigCheckGRDB": sql.union(engines).union([
        "MigCheckSQL", "MigCheck", "MigCheckTesting", "MigCheckVerifier", "GRDB",
      ]),
      "MigCheckSourceImport": model.union(engines).union(["SwiftParser", "SwiftSyntax"]),
      "MigCheckCommand": umbrella.union([
        "MigCheck", "MigCheckSourceImport", "MigCheckSQL", "MigCheckSQLite", "MigCheckStoreFiles",
        "ArgumentParser",
      ]),
      "migcheck": ["MigCheckCommand"], "MigCheckPlugin": ["PackagePlugin"],
    ]
  }()

  /// Modules that need the standard library only, but for the files in `impure`.
  static let pure: Set = ["MigCheckText", "MigCheckModel"]

  /// The files of such modules that call the system: the lock and the threads, for which the standard
  /// library has nothing that the package's oldest systems know, the clock of a processor, and the one
  /// that opens input. Foundation they do without too.
  static let impure: Set = [
    "Locked.swift", "SystemThread.swift", "InputFile.swift", "ProcessorTime.swift",
  ]

  /// Parts of the systems and of the toolchain.
  static let system: Set = [
    "Foundation", "FoundationXML", "Dispatch", "Glibc", "Musl", "Darwin", "Testing", "XCTest",
  ]

  static func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      let rest = words.drop { ["public", "package", "internal"].contains($0) }
      guard rest.first == "import", let named = rest.last, rest.count >= 2 else { return nil }
      // `import struct Module.Name` imports the module too.
      return String(named.prefix { $0 != "." })
    }
  }

  @Test("every module imports only what it may") func everyModuleImportsOnlyWhatItMay() throws {
    let sources = Material.root.appendingPathComponent("Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { !$0.hasPrefix(".") }
    #expect(Set(modules) == Set(Self.allowed.keys), "the design knows other modules")
    var files = 0
    for module in modules {
      guard let allowed = Self.allowed[module] else { continue }
      let folder = sources.appendingPathComponent(module)
      let enumerator = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in enumerator where file.pathExtension == "swift" {
        files += 1
        for name in try Self.imports(of: file) where !allowed.contains(name) {
          #expect(
            Self.system.contains(name)
              && (!Self.pure.contains(module)
                || Self.impure.contains(file.lastPathComponent) && name != "Foundation"),
            "\(module)/\(file.lastPathComponent) imports \(name)")
        }
      }
    }
    #expect(files > 100)
  }

  /// A target of the manifest: its folder and the targets that it names.
  struct DeclaredTarget {
    let name: String
    var folder: String
    var dependencies: Set<String> = []
  }

  /// The targets of `Package.swift`: `module("A", "B")`, `tests(of: "A", also: ["B"])` and
  /// `.target(name: "A", dependencies: ["B"], path: "C")`.
  static func declaredTargets() throws -> [DeclaredTarget] {
    let manifest = try String(
      contentsOf: Material.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let list = try #require(manifest.range(of: "\n  targets: ["))
    var targets: [DeclaredTarget] = []
    let text = try Regex("(module\\(|tests\\(\\s*of: |arget\\(\\s*name: |path: )?\\s*\"([^\"]*)\"")
    for match in manifest[list.upperBound...].matches(of: text) {
      let name = String(match.output[2].substring ?? "")
      switch match.output[1].substring {
      case nil:
        if !targets.isEmpty { targets[targets.count - 1].dependencies.insert(name) }
      case "path: ": targets[targets.count - 1].folder = name
      case let start? where start.hasPrefix("tests"):
        let tests = name + "Tests"
        targets.append(
          DeclaredTarget(name: tests, folder: "Tests/" + tests, dependencies: [name]))
      case let start?:
        let parent = start.hasPrefix("module") || !name.hasSuffix("Tests") ? "Sources/" : "Tests/"
        targets.append(DeclaredTarget(name: name, folder: parent + name))
      }
    }
    return targets
  }

  /// An import that the manifest lacks compiles in a build that has the module from before, and not
  /// in a fresh clone.
  @Test("every target names what it imports in the manifest")
  func everyTargetNamesWhatItImports() throws {
    let targets = try Self.declaredTargets()
    let names = Set(targets.map(\.name))
    #expect(names.count > 40)
    for target in targets {
      let folder = Material.root.appendingPathComponent(target.folder)
      let enumerator = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in enumerator where file.pathExtension == "swift" {
        for name in try Self.imports(of: file) where names.contains(name) {
          #expect(
            target.dependencies.contains(name),
            "\(target.name) does not name \(name), which \(file.lastPathComponent) imports")
        }
      }
    }
  }

  @Test(
    "what knows no engine does not name one",
    arguments: [
      "MigCheckModel", "MigCheckGeneration", "MigCheckVerifier",
    ])
  func whatKnowsNoEngineDoesNotNameOne(module: String) throws {
    let folder = Material.root.appendingPathComponent("Sources/\(module)")
    let enumerator = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in enumerator where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8).lowercased()
      for engine in ["realm", "coredata", "core data", "grdb"] {
        #expect(!text.contains(engine), "\(module)/\(file.lastPathComponent) names \(engine)")
      }
      // The model and the generator read expressions; what runs them is known to the subject alone.
      guard module == "MigCheckVerifier" else { continue }
      #expect(!text.contains("sql"), "\(file.lastPathComponent) names SQL")
      // A name of an earlier release stays for one release more.
      let words = text.replacing("var scripts: phase", with: "")
      #expect(!words.contains(/\bscripts?\b/), "\(file.lastPathComponent) speaks of scripts")
    }
  }

  /// Without the module a file sees none of its members, and takes what the protocol gives each subject
  /// instead, without an error: a history without evidence, or with upgrades between any two versions.
  @Test("whatever asks a history for what each subject has imports its module")
  func whateverAsksAHistoryImportsItsModule() throws {
    let question = try Regex(
      "[hH]istory(\\(\\))?[?!]?\\.(evidence|upgrades\\(|shipped|validate\\(|paths)\\b")
    var asking = 0
    for target in try Self.declaredTargets() where target.name != "MigCheckHistory" {
      let folder = Material.root.appendingPathComponent(target.folder)
      let enumerator = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in enumerator where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        guard file.lastPathComponent != "ArchitectureTests.swift", text.contains(question) else {
          continue
        }
        asking += 1
        #expect(
          try Self.imports(of: file).contains("MigCheckHistory"),
          "\(target.name)/\(file.lastPathComponent) asks a history without its module")
      }
    }
    #expect(asking > 10)
  }
}
