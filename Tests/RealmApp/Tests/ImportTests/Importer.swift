import Foundation
import Testing

/// A folder with sources of an app, and `migcheck import`, which reads them.
final class Importer {
  struct Outcome {
    var status: Int32
    /// Lines on standard error, without the name of the command in front.
    var notes: [String]
  }

  let folder: URL
  private let framework: String

  /// - Parameter framework: whose classes are read: `realm` or `swiftdata`.
  init(_ framework: String = "realm") throws {
    self.framework = framework
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("migcheck-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ path: String, _ text: String) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  // MARK: Running

  /// Runs `migcheck import`, which scripts/test builds with the trait RealmImport.
  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
    try start(Self.program(), ["import", framework] + arguments, environment)
  }

  private static func program() throws -> String {
    try #require(
      ProcessInfo.processInfo.environment["MIGCHECK_IMPORTER"],
      "scripts/test --import says where the command is that these tests are about")
  }

  /// The same where standard error is a terminal.
  ///
  /// - Returns: what the terminal was given.
  func runOnTerminal(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let (terminal, name) = try Pseudoterminal.open()
    defer { close(terminal) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.program())
    process.arguments = ["import", framework] + arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    let end = try FileHandle(forUpdating: URL(fileURLWithPath: name))
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, end)
    try process.run()
    try end.close()
    var bytes = [UInt8]()
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Reading fails once the command has closed the other end.
    while case let count = read(terminal, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  @discardableResult
  func git(_ arguments: String..., date: String = "2024-01-01T00:00:00Z") throws -> Outcome {
    let outcome = try start(
      "/usr/bin/env",
      ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]
        + arguments, ["GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date])
    try #require(outcome.status == 0, "git \(arguments): \(outcome.notes)")
    return outcome
  }

  /// Runs lines of a shell in the folder.
  func shell(_ script: String) throws {
    let outcome = try start("/bin/sh", ["-e", "-c", script], [:])
    try #require(outcome.status == 0, "\(outcome.notes)")
  }

  private func start(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let errors = Pipe()
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let lines = text.split(separator: "\n").map { line in
      line.hasPrefix("migcheck: ") ? String(line.dropFirst("migcheck: ".count)) : String(line)
    }
    return Outcome(status: process.terminationStatus, notes: lines)
  }

  // MARK: Histories

  /// A history file: by version and type, the properties with their notation.
  struct Result {
    var versions: [UInt64: [String: [String: String]]]

    /// `Person` of the only version.
    subscript(type: String) -> [String: String]? { versions.values.first?[type] }

    var types: [String] { (versions.values.first?.keys).map { $0.sorted() } ?? [] }
  }

  func history(_ path: String = "a.history.json") throws -> Result {
    let json = try JSONSerialization.jsonObject(with: Data(text(path).utf8))
    let document = try #require(json as? [String: Any])
    var result = Result(versions: [:])
    for version in try #require(document["versions"] as? [[String: Any]]) {
      var types = [String: [String: String]]()
      for type in try #require(version["schema"] as? [[String: Any]]) {
        var properties = [String: String]()
        for (name, notation) in try #require(type["properties"] as? [String: Any]) {
          properties[name] = Self.notation(notation)
        }
        if let key = type["primaryKey"] as? String { properties["primary key"] = key }
        if type["embedded"] as? Bool == true { properties["embedded"] = "true" }
        types[try #require(type["name"] as? String)] = properties
      }
      result.versions[try #require((version["version"] as? NSNumber)?.uint64Value)] = types
    }
    return result
  }

  private static func notation(_ value: Any) -> String {
    if let text = value as? String { return text }
    guard let members = value as? [String: Any] else { return "\(value)" }
    return members.keys.sorted().map { key in
      let value = members[key].map { "\($0)" } ?? ""
      return "\(key)=\(value)"
    }.joined(separator: " ")
  }

  /// Imports one file as version 1.
  func schema(_ source: String, _ options: String...) throws -> (Result, Outcome) {
    try write("Models.swift", source)
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("a.history.json"))
    let outcome = try run(["--version", "1", "Models.swift", "-o", "a.history.json"] + options)
    return (try history(), outcome)
  }
}
