#if CommandLine
  import Foundation
  import MigCheckReports

  /// What a person types to run this command again.
  enum TypedName {
    /// The variable in which whoever runs the command for a person says what that person types, such as
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
      // SwiftPM runs it from its own folder, whose name nobody would type.
      let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
      if whole.hasPrefix("\(folder)/.build/") {
        return "swift run \(ShellText.file(String(name)))"
      }
      return ShellText.file(path)
    }
  }
#endif
