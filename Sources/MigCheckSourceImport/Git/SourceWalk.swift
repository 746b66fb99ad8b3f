#if RealmImport
  import MigCheckModel

  /// The states that the source code of an app had, at tags or on a branch of its repository.
  struct SourceWalk {
    let repository: GitRepository
    /// The folders of the repository that count; empty: all.
    var folders: [String]
    var conditions: CompilationConditions
    var dialect: SourceDialect
    var progress: ImportProgress

    /// What an app declared in one state.
    struct State {
      /// The tag, or the first digits of the commit.
      var name: String
      var declarations: [SourceDeclarations]
      /// Whether it declares something else than the state before.
      var isNew: Bool
    }

    /// - Parameter pattern: which tags count, such as `v*`; `*` also matches a `/`.
    /// - Returns: what could not be read, with the tag or the pattern that it is about.
    /// - Throws: `InputError`.
    func tags(
      _ pattern: String, _ visit: (State) -> Void
    ) throws -> [(note: ImportNote, origin: String)] {
      let tags = try repository.tags(matching: pattern)
      var reader = CommitReader(repository: repository, conditions: conditions, dialect: dialect)
      for (place, tag) in tags.enumerated() {
        progress.show(place, tags.count)
        if progress.isInterrupted() {
          return [end(before: tag.name, place, of: tags.count, "tags")] + reader.notes(pattern)
        }
        do {
          try reader.replace(by: repository.sources(of: tag.commit, in: folders))
          let (declarations, isNew) = try reader.declarations()
          visit(State(name: tag.name, declarations: declarations, isNew: isNew))
        } catch  where progress.isInterrupted() {
          // Ctrl-C ends git as well.
          return [end(before: tag.name, place, of: tags.count, "tags")] + reader.notes(pattern)
        }
      }
      return reader.notes(pattern)
    }

    /// - Returns: what could not be read, with the commit or the branch that it is about.
    /// - Throws: `InputError`.
    func commits(
      of branch: String, _ visit: (State) -> Void
    ) throws -> [(note: ImportNote, origin: String)] {
      var reader = CommitReader(repository: repository, conditions: conditions, dialect: dialect)
      let commits = try repository.commits(of: branch, in: folders)
      for (place, commit) in commits.enumerated() {
        progress.show(place, commits.count)
        let id = String(commit.id.prefix(12))
        if progress.isInterrupted() {
          return [end(before: id, place, of: commits.count, "commits")] + reader.notes(branch)
        }
        do {
          try reader.prepare(commits[place...])
          reader.apply(commit.changes)
          let (declarations, isNew) = try reader.declarations()
          visit(State(name: id, declarations: declarations, isNew: isNew))
        } catch  where progress.isInterrupted() {
          return [end(before: id, place, of: commits.count, "commits")] + reader.notes(branch)
        }
      }
      return reader.notes(branch)
    }

    private func end(
      before name: String, _ done: Int, of total: Int, _ noun: String
    ) -> (note: ImportNote, origin: String) {
      (
        ImportNote(
          SourcePlace(file: name),
          "the import was interrupted here, after \(done) of \(total) \(noun): later versions are "
            + "missing"), name
      )
    }
  }
#endif
