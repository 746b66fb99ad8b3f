import Foundation
import PackagePlugin

/// `swift package migcheck`: checks every history file, Core Data model and configured folder of SQL
/// migrations of the package, and runs its own commands: executables that are built around
/// `MigCheckCommand`, for histories with migrations in Swift. With arguments it is the package's own
/// command, or the command `migcheck` if it has none: `swift package migcheck replay Corpus`. If it has
/// several, the name of one comes first.
@main struct MigCheckPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let root = context.package.directoryURL
    let own = context.package.targets.filter(Self.isCommand).map(\.name)
    /// What a person types for a command of the package, or for `migcheck`.
    func typed(_ name: String) -> String {
      own.count > 1 && own.contains(name)
        ? "swift package migcheck \(name)" : "swift package migcheck"
    }
    if !arguments.isEmpty {
      let isNamed = own.contains(arguments[0])
      let name = isNamed ? arguments[0] : own.count == 1 ? own[0] : "migcheck"
      let rest = isNamed ? Array(arguments.dropFirst()) : arguments
      let status = try run(try build(name), rest, in: root, as: typed(name))
      if status != 0 { throw Failed(description: "\(name) ended with status \(status)") }
      return
    }
    let inputs = Self.inputs(in: root)
    guard !inputs.isEmpty || !own.isEmpty else {
      throw Failed(
        description:
          "the package has no *.history.json, no *.xcdatamodeld, no folder of SQL migrations with "
          + "a migcheck.json and no executable with MigCheckCommand; other histories in Swift are "
          + "tested by swift test")
    }
    var failed = [String]()
    for name in own {
      print("swift run \(name) check")
      if try run(try build(name), ["check"], in: root, as: typed(name)) != 0 { failed.append(name) }
    }
    // Built when it is needed: as a tool that the plugin depends on, it and all its modules would be
    // compiled a second time with every build of the package.
    var command: URL?
    for input in inputs {
      if !own.isEmpty, Self.awaitsBlock(root.appendingPathComponent(input)) {
        let commands = own.joined(separator: ", ")
        print("\(input) has its migrations in Swift; they are for a command to check: \(commands)")
        continue
      }
      print("migcheck check \(input)")
      let program = try command ?? build("migcheck")
      command = program
      if try run(program, ["check", input], in: root, as: typed("migcheck")) != 0 {
        failed.append(input)
      }
    }
    if !failed.isEmpty {
      throw Failed(description: "no pass: \(failed.joined(separator: ", "))")
    }
  }

  private struct Failed: Error, CustomStringConvertible {
    var description: String
  }

  /// - Parameter typed: what the reader of its report types to run it again.
  private func run(
    _ command: URL, _ arguments: [String], in folder: URL, as typed: String
  ) throws -> Int32 {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment
      .merging(["MIGCHECK_TYPED_AS": typed]) { _, new in new }
    process.executableURL = command
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  // MARK: Commands of the package's own

  private static func isCommand(_ target: any Target) -> Bool {
    guard let module = target as? any SourceModuleTarget, module.kind == .executable else {
      return false
    }
    return target.dependencies.contains { dependency in
      if case .product(let product) = dependency {
        product.name == "MigCheckCommand"
      } else {
        false
      }
    }
  }

  private func build(_ name: String) throws -> URL {
    let result = try packageManager.build(
      .product(name), parameters: .init(configuration: .debug, logging: .concise))
    let programs = result.builtArtifacts.filter { $0.kind == .executable }
    guard result.succeeded,
      let program = programs.first(where: { $0.url.lastPathComponent == name })
    else { throw Failed(description: "\(name) cannot be built:\n\(result.logText)") }
    return program.url
  }

  /// Whether a history file says that its migrations are Swift code, as one that `migcheck import realm`
  /// wrote.
  private static func awaitsBlock(_ file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file),
      let history = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return false }
    return history["migrationBlock"] != nil
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
        let hasScripts = files.contains { $0.hasSuffix(".sql") || $0.hasSuffix(".sqm") }
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
