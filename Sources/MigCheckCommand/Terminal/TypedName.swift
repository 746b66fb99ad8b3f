#if CommandLine
  import Foundation
  import MigCheckReports

  /// What a person types to run this command again.
  enum TypedName {
    /// The variable in which a script that runs the command for a person says what that person types, such as
    /// `swift package migcheck`.
    static let variable = "MIGCHECK_TYPED_AS"

    static var text: String {
      text(
        path: CommandLine.arguments.first ?? "", isOwn: MigCheckCommand.embedded != nil,
        environment: ProcessInfo.processInfo.environment,
        folder: FileManager.default.currentDirectoryPath)
    }

    /// - Parameters:
    ///   - path: the program, as the system was given it.
    ///   - isOwn: whether it is a command that a team built around a subject.
    ///   - folder: the current one.
    static func text(
      path: String, isOwn: Bool, environment: [String: String], folder: String
    ) -> String {
      if let typed = environment[variable], !typed.isEmpty { return typed }
      guard isOwn, let name = path.split(separator: "/").last else { return "migcheck" }
      // SwiftPM runs it from its own folder, whose name a person would not type.
      let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
      return isBuilt(whole, in: folder)
        ? "swift run \(ShellText.file(String(name)))" : ShellText.file(path)
    }

    /// Whether a program lies where `swift build` puts those of the package in the folder:
    /// `.build/debug/name` or `.build/x86_64-unknown-linux-gnu/debug/name`.
    private static func isBuilt(_ path: String, in folder: String) -> Bool {
      guard path.hasPrefix("\(folder)/.build/") else { return false }
      let parts = path.dropFirst("\(folder)/.build/".count).split(separator: "/").map(String.init)
      let isOfSystem = ["x86_64-", "aarch64-", "arm64-"].contains { parts[0].hasPrefix($0) }
      return parts.count == (isOfSystem ? 3 : 2)
        && ["debug", "release"].contains(parts[parts.count - 2])
    }
  }
#endif
