import Foundation
import Testing

/// Which module may import which: an arrow may only point downwards.
@Suite struct ArchitectureTests {
  /// The modules of the package that each one may import, from the design.
  static let allowed: [String: Set<String>] = {
    let sqlite: Set = ["MigCheckSQLite"]
    let model: Set = ["MigCheckModel"]
    let stores = sqlite.union(model)
    let rules = model.union(["MigCheckStores"])
    let generation = model
    let verifier = generation.union(["MigCheckGeneration"])
    let formats = model.union(["MigCheckRules"])
    let reports = model.union(["MigCheckVerifier"])
    let umbrella = rules.union(verifier).union(formats).union(reports)
      .union(["MigCheckFormats", "MigCheckReports", "MigCheckRules"])
    return [
      "MigCheckModel": [], "MigCheckSQLite": ["CSQLite"], "MigCheckStores": stores,
      "MigCheckRules": rules, "MigCheckGeneration": generation, "MigCheckVerifier": verifier,
      "MigCheckFormats": formats, "MigCheckReports": reports, "MigCheck": umbrella,
      "MigCheckTesting": umbrella.union(["MigCheck"]),
      "MigCheckCommand": umbrella.union(["MigCheck", "ArgumentParser"]),
      "migcheck": ["MigCheckCommand"],
    ]
  }()

  /// Parts of the systems and of the toolchain.
  static let system: Set = [
    "Foundation", "Dispatch", "Glibc", "Musl", "Darwin", "Testing", "XCTest",
  ]

  static func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      let rest = words.drop { ["public", "package", "internal"].contains($0) }
      guard rest.first == "import", rest.count >= 2 else { return nil }
      return String(rest[rest.startIndex + 1])
    }
  }

  @Test("every module imports only what it may") func everyModuleImportsOnlyWhatItMay() throws {
    let sources = Shared.root.appendingPathComponent("Sources")
    var files = 0
    for (module, allowed) in Self.allowed {
      let folder = sources.appendingPathComponent(module)
      let enumerator = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in enumerator where file.pathExtension == "swift" {
        files += 1
        for name in try Self.imports(of: file) where !allowed.contains(name) {
          #expect(
            module != "MigCheckModel" && Self.system.contains(name),
            "\(module)/\(file.lastPathComponent) imports \(name)")
        }
      }
    }
    #expect(files > 100)
  }
}
