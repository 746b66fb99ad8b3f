import MigCheckText

#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckCoreData
  import MigCheckModel
  import MigCheckVerifier

  struct PathsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "paths",
      abstract: "Shows the versions, what changes on each hop, and the hazards.",
      discussion: """
        Of a Core Data model (*.xcdatamodeld, or a folder that holds some) it shows \
        for every pair of versions whether a mapping can be inferred, why not, and \
        by way of which versions a store can still go step by step. With --hashes it \
        shows the version hashes instead: of each entity, as the metadata of a store \
        hold them, and the checksum that Xcode prints.
        """)

    @OptionGroup var source: HistoryArgument
    @OptionGroup var span: SpanOptions
    @Flag(help: "List what may go wrong on the way into each version.")
    var hazards = false
    @OptionGroup var shown: ModelPathsOptions
    @OptionGroup var timeLimit: TimeLimitOption

    func run() throws {
      try reporting {
        if try source.showPaths(self, shown) { return }
        try timeLimit.require()
        let limit = timeLimit.start()
        let input = try source.loadWithoutBlock([shown])
        if input.subject.versions.count == 1, span.from == nil, span.to == nil {
          return try Terminal.write(SingleVersionText(subject: input.subject).text)
        }
        let (from, to) = try span.resolve(in: input)
        let text = PathsText(input: input, from: from, to: to) { limit.isRequested }
        try Terminal.write(try text.text(hazards: hazards))
        if text.isCut { throw ExitCode(ExitStatus.vacuous) }
      }
    }

    func showModels(_ bundles: [CoreDataBundle], _ model: ModelOptions) throws {
      let (hops, hashes, format) = (shown.hops, shown.hashes, shown.format)
      var documents = [JSON]()
      for (index, bundle) in bundles.enumerated() {
        let custom = try model.customHops(of: bundle)
        let history = try model.stoppingHistory(of: bundle)
        let bundle = try span.narrowed(bundle)
        if hashes {
          switch format {
          case .text:
            try Terminal.write((index == 0 ? "" : "\n") + ModelHashesText(bundle: bundle).text)
          case .json: documents.append(ModelPathsJSON.hashes(bundle))
          }
          continue
        }
        let matrix = InferenceMatrix(bundle.versions, custom: custom.all, openedAs: history)
        switch format {
        case .text:
          try Terminal.write(
            (index == 0 ? "" : "\n")
              + ModelPathsText(bundle: bundle, matrix: matrix, run: custom.run)
              .text(showsHops: hops))
        case .json: documents.append(ModelPathsJSON.json(bundle, matrix))
        }
      }
      guard format == .json else { return }
      try Terminal.write(
        (documents.count == 1 ? documents[0] : .array(documents)).prettyText + "\n")
    }
  }

  /// What `paths` shows of Core Data models alone.
  struct ModelPathsOptions: KindOptions {
    static let owners = ModelOptions.owners

    @Flag(help: "Of a Core Data model: list what changes from each version to the next.")
    var hops = false
    @Flag(help: "Of a Core Data model: show the version hashes, digest and checksum.")
    var hashes = false
    @Option(help: "Of a Core Data model: text or json.")
    var format: PlainFormat = .text

    var given: [String] {
      (hops ? ["--hops"] : []) + (hashes ? ["--hashes"] : [])
        + (format == .text ? [] : ["--format"])
    }
  }

  extension SpanOptions {
    /// The bundle with the versions from `--from` to `--to` only.
    ///
    /// - Throws: `UsageError` for a version that the bundle does not have.
    func narrowed(_ bundle: CoreDataBundle) throws -> CoreDataBundle {
      for number in [from, to].compactMap({ $0 }) where bundle.version(number) == nil {
        throw UsageError(
          "\(bundle.name) has no version \(number); it has "
            + bundle.versions.map { "\($0.number) (\($0.name))" }.joined(separator: ", "))
      }
      var bundle = bundle
      bundle.versions = bundle.versions.filter {
        $0.number >= (from ?? 0) && $0.number <= (to ?? .max)
      }
      guard !bundle.versions.isEmpty else {
        throw UsageError("--from \(from ?? 0) is above --to \(to ?? 0); write the lower one first")
      }
      return bundle
    }
  }
#endif
