#if CommandLine
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckStoreFiles
  import MigCheckText

  /// Store files of a history or a model, upgraded by the app's own program.
  struct LoadedStoreFiles: LoadedSubject {
    let files: StoreFileSubject
    /// The path of the history or the model.
    let path: String
    /// The program, as the user typed it.
    let command: String

    var subject: any Subject { files }
    var noun: String { "upgraded by a program" }
    var currentVersion: UInt64? { files.end }

    // Cases name the subject, and are none of the history itself.
    func corpus(in folder: String) -> CorpusFolder {
      CorpusFolder(folder + ".app", subject: files)
    }

    func replayOptions(cases: String) -> [String] {
      ["--history", ShellText.file(path), "--upgrade", ShellText.file(command)]
    }
  }
#endif
