#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheck
  import MigCheckFormats
  import MigCheckRules

  /// Which history a command works on.
  struct HistoryArgument: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "The history file.",
        discussion: """
          Without it the only *.history.json that lies directly in the current \
          folder, or in its folder Corpus, is taken.
          """, valueName: "history"),
      completion: .file(extensions: ["json"]))
    var history: String?

    /// The history, and the path that it came from; empty for one written in Swift.
    func load() throws -> (history: History, path: String) {
      if history == nil, let embedded = MigCheckCommand.embeddedHistory {
        try embedded.validate()
        return (embedded, "")
      }
      let path = try history ?? HistoryFinder.onlyHistory()
      if history == nil { Terminal.note("migcheck: \(path)") }
      return (try History(contentsOf: path), path)
    }
  }

  /// Finds the history that a user means who names none.
  enum HistoryFinder {
    static func onlyHistory(in folder: String = ".") throws -> String {
      let candidates = [folder, folder + "/Corpus"].flatMap(histories(in:))
      switch candidates.count {
      case 1: return candidates[0]
      case 0:
        throw InputError(
          .notFound, file: "", problem: "there is no *.history.json here or in Corpus",
          remedy: "name a history file: migcheck check PATH --from 1 --to 5")
      default:
        throw UsageError(
          "there are several histories: \(candidates.joined(separator: ", ")); "
            + "name the one that is meant: migcheck check \(candidates[0])")
      }
    }

    private static func histories(in folder: String) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".history.json") }.sorted()
        .map { folder == "." ? $0 : folder.replacingOccurrences(of: "./", with: "") + "/" + $0 }
    }
  }
#endif
