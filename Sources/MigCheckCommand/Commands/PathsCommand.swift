#if CommandLine
  import ArgumentParser
  import MigCheck

  struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "paths",
      abstract: "Shows the versions, what changes on each hop, and the hazards.",
      usage: """
        migcheck paths [<history>] [--from <version>] [--to <version>]
            [--hazards]
        """)

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @Flag(help: "List what may go wrong on the way into each version.")
    var hazards = false

    func run() throws {
      try reporting {
        let input = try source.load()
        if input.subject.versions.count == 1, span.from == nil, span.to == nil {
          return try Terminal.write(SingleVersionText(subject: input.subject).text)
        }
        let (from, to) = try span.resolve(in: input)
        try Terminal.write(PathsText(input: input, from: from, to: to).text(hazards: hazards))
      }
    }
  }
#endif
