import Foundation
import PackagePlugin

/// `swift package migcheck`: checks every history file, Core Data model and configured folder of SQL
/// migrations of the package. With arguments it is the command `migcheck` itself:
/// `swift package migcheck paths Corpus/notes.history.json`.
///
/// Histories written in Swift are tested by `swift test`.
@main struct MigCheckPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let command = try context.tool(named: "migcheck").url
    let root = context.package.directoryURL
    if !arguments.isEmpty {
      let status = try run(command, arguments, in: root)
      if status != 0 { throw Failed(description: "migcheck ended with status \(status)") }
      return
    }
    let inputs = Self.inputs(in: root)
    guard !inputs.isEmpty else {
      throw Failed(
        description:
          "the package has no *.history.json, no *.xcdatamodeld and no folder of SQL migrations with "
          + "a migcheck.json; histories in Swift are tested by swift test")
    }
    var failed = [String]()
    for input in inputs {
      print("migcheck check \(input)")
      if try run(command, ["check", input], in: root) != 0 { failed.append(input) }
    }
    if !failed.isEmpty {
      throw Failed(description: "no pass: \(failed.joined(separator: ", "))")
    }
  }

  private struct Failed: Error, CustomStringConvertible {
    var description: String
  }

  private func run(_ command: URL, _ arguments: [String], in folder: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = command
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Paths relative to the package, in order. Other packages inside this one are left out.
  private static func inputs(in root: URL) -> [String] {
    var inputs = [String]()
    func visit(_ folder: URL, _ path: String) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      if path != "", names.contains("Package.swift") { return }
      for name in names.sorted() where !name.hasPrefix(".") {
        let url = folder.appendingPathComponent(name)
        let own = path + name
        if name.hasSuffix(".history.json") || name.hasSuffix(".xcdatamodeld") {
          inputs.append(own)
          continue
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder),
          isFolder.boolValue
        else { continue }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        let hasScripts = files.contains { $0.hasSuffix(".sql") }
        if hasScripts, files.contains("migcheck.json") {
          inputs.append(own)
        } else {
          visit(url, own + "/")
        }
      }
    }
    visit(root, "")
    return inputs
  }
}
