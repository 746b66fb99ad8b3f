#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel
  import MigCheckReports
  import MigCheckText

  struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "format",
      abstract: "Rewrites a history file in short or full form.",
      discussion: """
        In short, a version says only what changed against the one before; in full, \
        it lists all its types. Both mean the same, and every command reads both. \
        Without --out the file itself is replaced.
        """)

    /// How versions write their schemas.
    enum Form: EnumerableFlag {
      case short
      case full

      static func help(for form: Form) -> ArgumentHelp? {
        switch form {
        case .short: "Write what changed from version to version. (default)"
        case .full: "Write all types of every version."
        }
      }
    }

    @Argument(
      help: ArgumentHelp(
        "The history file. (default: the only *.history.json here or in the folder Corpus)",
        valueName: "history"),
      completion: .file(extensions: ["json"]))
    var history: String?
    @Flag var form = Form.short
    @Option(
      name: [.customShort("o"), .customLong("out")],
      help: ArgumentHelp("The file to write; it must not exist yet.", valueName: "file"),
      completion: .file(extensions: ["json"]))
    var out: String?

    func run() throws {
      try reporting {
        if let out, !out.hasSuffix(".history.json") {
          throw UsageError("--out writes a history; name a file that ends in .history.json")
        }
        guard history != "" else {
          throw UsageError("the path of the history is empty; name a file")
        }
        let path = try history ?? HistoryFinder.onlyHistory()
        guard SubjectKinds.kind(of: path) == HistoryKind.self else {
          throw UsageError("\(path) is not a history file; format rewrites only those")
        }
        if history == nil { Terminal.note("migcheck: using \(ShellText.file(path))") }
        let read = try History(contentsOf: path)
        let json = try HistoryFile.json(read, isShort: form == .short)
        // Nothing is written that would be read as something else.
        let again = try HistoryFile.parse(json, file: path)
        guard
          try HistoryFile.json(again).inOrder.compactText
            == HistoryFile.json(read).inOrder.compactText
        else {
          throw InputError(
            file: path, problem: "the history cannot be written so that it means the same",
            remedy: "leave it as it is, and report this as a defect of migcheck")
        }
        let text = json.prettyText + "\n"
        try WholeFile.write(text, to: out ?? path, collision: out == nil ? .replace : .refuse)
        let lines = CountText.text(text.utf8.count { $0 == 0x0A }, "line")
        Terminal.note(
          "migcheck: \(ShellText.file(out ?? path)): "
            + "\(CountText.text(read.stages.count, "version")), \(lines)")
      }
    }
  }

  extension JSON {
    /// With the members of objects in byte order of their keys, and types in that of their names: their
    /// order means nothing.
    fileprivate var inOrder: JSON {
      switch self {
      case .object(let members):
        return .object(
          members.map { member in
            guard member.key.isIdentical(to: "schema"), case .array(let types) = member.value else {
              return JSON.Member(member.key, member.value.inOrder)
            }
            return JSON.Member(
              member.key,
              .array(
                types.map(\.inOrder).sorted {
                  ($0["name"]?.compactText ?? "").precedes($1["name"]?.compactText ?? "")
                }))
          }.sorted { $0.key.precedes($1.key) })
      case .array(let elements): return .array(elements.map(\.inOrder))
      default: return self
      }
    }
  }
#endif
