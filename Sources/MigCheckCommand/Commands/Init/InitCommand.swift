#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckReports

  struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Finds what can be checked here, and writes settings and a workflow for it.",
      discussion: """
        Looks through the current folder for folders of SQL migrations, Core Data models, \
        history files, migrators of GRDB, SwiftData plans and Realm classes, and says what it found. \
        Each file that it would write is shown first; with --write the files are written. A file that \
        exists is left as it is.
        """)

    @Argument(
      help: ArgumentHelp(
        "What is to be checked, where there is more than one of it here.", valueName: "path"),
      completion: .file())
    var path: String?
    @Flag(help: "Write the files that are shown.") var write = false

    func run() throws {
      try reporting {
        let folder = FileManager.default.currentDirectoryPath
        guard folder != "/" else {
          throw UsageError("init looks through a project, and this folder is /; go to your project")
        }
        let found = try ProjectSearch(folder: ".").found()
        guard !found.isEmpty else {
          throw InputError(
            .notFound, file: "",
            problem:
              "this folder has nothing to check: neither SQL migrations nor a Core Data model, a "
              + "history file, or Swift code with GRDB, SwiftData or Realm",
            remedy: "go to the folder of your project")
        }
        var text = "found\n"
        for item in found { text += "  \(item.kind.title)   \(item.path), \(item.detail)\n" }
        try Terminal.write(text)
        let chosen = try choice(among: found)
        let files = chosen.kind.files(for: chosen)
        for file in files { try show(file) }
        try Terminal.write("\nnext       \(chosen.kind.next(for: chosen))\n")
        if !write, files.contains(where: { !$0.exists }) {
          try Terminal.write("           migcheck init --write   writes the files above\n")
        }
      }
    }

    private func choice(among found: [FoundStore]) throws -> FoundStore {
      guard let path else {
        guard found.count > 1 else { return found[0] }
        throw UsageError(
          (["there are several here; name one of them:"]
            + found.map { "migcheck init \(ShellText.file($0.path))" }).joined(separator: "\n  "))
      }
      let plain = path.hasSuffix("/") ? String(path.dropLast()) : path
      guard let chosen = found.first(where: { $0.path == plain || "./\($0.path)" == plain }) else {
        throw UsageError(
          "\(path) is not among what was found: " + found.map(\.path).joined(separator: ", "))
      }
      return chosen
    }

    private func show(_ file: ProposedFile) throws {
      guard !file.exists else {
        try Terminal.write("\n\(file.path) exists and is left as it is\n")
        return
      }
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      try Terminal.write(
        "\n\(file.path)\n" + lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined())
      guard write else { return }
      let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw InputError(
          .io, file: file.path, problem: "its folder cannot be made",
          remedy: "check its permissions")
      }
      try WholeFile.write(file.text, to: file.path, collision: .refuse)
      try Terminal.write("  written\n")
    }
  }

  /// A file that `init` offers.
  struct ProposedFile {
    /// Relative to the current folder.
    var path: String
    var text: String

    var exists: Bool { FileManager.default.fileExists(atPath: path) }
  }
#endif
