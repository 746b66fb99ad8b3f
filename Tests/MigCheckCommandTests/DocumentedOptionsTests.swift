import Foundation
import TestMaterial
import Testing

/// Holds the options of the command, their help and the documentation together.
@Suite("Documented options") struct DocumentedOptionsTests {
  private static let page = "Sources/MigCheck/MigCheck.docc/CommandLine.md"

  /// With the environment variable `UPDATE_SAMPLES` the page is written instead, and the test fails
  /// this once.
  @Test("the page about the command line lists every option as the help does") func list() throws {
    let url = Material.root.appendingPathComponent(Self.page)
    let page = try String(contentsOf: url, encoding: .utf8)
    let marker = "<!-- From here on as the command says. -->\n"
    let start = try #require(page.range(of: marker)).upperBound
    let text = try Self.commands().map(\.markdown).joined(separator: "\n")
    #expect(page[start...] == text, "UPDATE_SAMPLES=1 scripts/test --filter DocumentedOptions")
    guard ProcessInfo.processInfo.environment["UPDATE_SAMPLES"] != nil else { return }
    try Data((page[..<start] + text).utf8).write(to: url)
  }

  @Test("documentation names no option that there is not") func unknown() throws {
    // Of other programs that the pages call.
    var known: Set = [
      "--filter", "--configuration", "--product", "--traits", "--recursive", "--path", "--help",
      "--package-path",
      "--allow-writing-to-package-directory", "--import", "--full", "--downstream", "--system",
      "--list", "--connection", "--database-url", "--target-version", "--migrators",
    ]
    for command in try Self.commands() { known.formUnion(command.options.map(\.name)) }
    let articles = Material.root.appendingPathComponent("Sources/MigCheck/MigCheck.docc")
    let pages =
      try FileManager.default.contentsOfDirectory(at: articles, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" } + [Material.root.appendingPathComponent("README.md")]
    #expect(pages.count > 10)
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      for match in text.matches(of: /(?:^|[^\w-])(--[a-z][a-z-]*[a-z])/)
      where !known.contains(String(match.1)) {
        Issue.record("\(page.lastPathComponent): \(match.1)")
      }
    }
  }

  // MARK: What the command says of itself

  private struct Option {
    var name: String
    var value: String?
    var text: String

    var markdown: String {
      let shown = value.map { "\(name) <\($0)>" } ?? name
      let cells = ["`\(shown)`", text].map { $0.replacingOccurrences(of: "|", with: "\\|") }
      return "| \(cells[0]) | \(cells[1]) |\n"
    }
  }

  private struct Command {
    var name: String
    var abstract: String
    var arguments: [Option]
    var options: [Option]

    var markdown: String {
      let rows = arguments + options
      return "## \(name)\n\n\(abstract)\n\n"
        + (rows.isEmpty
          ? ""
          : "| argument | meaning |\n| --- | --- |\n" + rows.map(\.markdown).joined())
    }
  }

  /// What `--experimental-dump-help` of ArgumentParser gives.
  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var abstract: String?
      var arguments: [Argument]?
      var subcommands: [Command]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }

      var kind: String
      var names: [Name]?
      var valueName: String?
      var abstract: String?
      var shouldDisplay: Bool

      /// As they are typed; empty for an argument without a name.
      var longNames: [String] {
        (names ?? []).filter { $0.kind == "long" }.map { "--" + $0.name }
      }
    }

    var command: Command
  }

  private static func commands() throws -> [Command] {
    let outcome = try Workbench().run("--experimental-dump-help")
    let dump = try JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8))
    let own: Set = ["--help", "--version"]
    func commands(_ dump: Dump.Command, of parent: String) -> [Command] {
      let shown = (dump.arguments ?? []).filter(\.shouldDisplay)
      let command = Command(
        name: parent + dump.commandName, abstract: dump.abstract ?? "",
        arguments: shown.filter { $0.kind == "positional" }.map {
          Option(name: "<\($0.valueName ?? "")>", text: $0.abstract ?? "")
        },
        // Every command has help, and the program has a version.
        options: shown.filter { $0.kind == "option" || !own.contains($0.longNames.first ?? "") }
          .flatMap { argument in
            argument.longNames.map { name in
              Option(
                name: name, value: argument.kind == "option" ? argument.valueName : nil,
                text: argument.abstract ?? "")
            }
          })
      return [command]
        + (dump.subcommands ?? []).flatMap { commands($0, of: "\(command.name) ") }
    }
    let subcommands = dump.command.subcommands ?? []
    return subcommands.filter { $0.commandName != "help" }
      .flatMap { commands($0, of: "") }
  }
}
