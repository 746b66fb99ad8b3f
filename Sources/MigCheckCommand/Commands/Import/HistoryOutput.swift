#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckText

  /// The history file that an import writes.
  struct HistoryOutput: ParsableArguments {
    @Option(
      name: [.customShort("o"), .customLong("out")],
      help: ArgumentHelp("The history file to write; it must not exist yet.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var out: String

    private static let ending = ".history.json"

    /// The name of the file without its ending: what the history is called by default.
    ///
    /// - Throws: `UsageError` for a file without that ending.
    func historyName() throws -> String {
      guard out.hasSuffix(Self.ending) else {
        throw UsageError("--out writes a history; name a file that ends in \(Self.ending)")
      }
      let file = out.split(separator: "/").last.map(String.init) ?? out
      return String(file.dropLast(Self.ending.count))
    }

    /// - Throws: an error with status 74 if the file exists or cannot be written.
    func write(_ history: JSON) throws {
      try WholeFile.write(history.prettyText + "\n", to: out, collision: .refuse)
    }

    /// Says on standard error what the file holds.
    ///
    /// - Parameters:
    ///   - versions: how many versions it has.
    ///   - labels: the versions as the user knows them; may be empty.
    ///   - newest: what the newest version has, such as `2 models`.
    func noteWritten(versions: Int, labels: [String], newest: String) {
      Terminal.note(
        "migcheck: \(out): \(CountText.text(versions, "version"))"
          + (labels.isEmpty ? "" : " (\(labels.joined(separator: ", ")))")
          + ", \(newest) in the newest")
    }
  }
#endif
