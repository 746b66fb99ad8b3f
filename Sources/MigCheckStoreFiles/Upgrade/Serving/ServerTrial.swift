#if os(macOS) || os(Linux)
  import Foundation
  import MigCheckModel
  import MigCheckSQLite
  import MigCheckText

  /// Talks to a program as a run does, and looks at whether it does what the protocol asks for.
  package struct ServerTrial {
    /// Something that was tried.
    package struct Step {
      package var name: String
      /// What it came to, if that says more.
      package var note: String?
      /// The mistake of the server; `nil`: none.
      package var problem: String?
    }

    private let pool: ServerPool
    private let scratch: TemporaryFolder

    /// - Throws: `InputError` for a line that cannot be run.
    package init(_ line: String, timeLimit: Double) throws {
      pool = try ServerPool(line, timeLimit: timeLimit)
      scratch = try TemporaryFolder()
    }

    /// - Parameter report: gets each step; what it throws ends the trial.
    package func run(_ report: (Step) throws -> Void) throws {
      let versions: [String]
      do {
        versions = try pool.versions(remedy: "")
      } catch let error as InputError {
        let text = [error.problem, error.remedy].filter { !$0.isEmpty }.joined(separator: "; ")
        return try report(Step(name: "versions", problem: text.capitalisedSentence))
      }
      if let problem = Self.problem(of: versions) {
        return try report(Step(name: "versions", problem: problem))
      }
      try report(Step(name: "versions", note: MadeVersions.list(versions)))
      let folder = try StoreFolder(in: scratch.path, named: "store.sqlite")
      var told = 0
      for (place, version) in versions.enumerated() {
        let from = place > 0 ? versions[place - 1] : nil
        let step = upgrade(folder, from, version)
        try report(step.step)
        guard let statements = step.statements else { return }
        told += statements
      }
      guard let last = versions.last else { return }
      try report(again(folder, last))
      try report(atOnce(folder, last))
      try report(unknown(folder, last))
      try report(
        Step(
          name: "statements",
          note: told > 0
            ? "reported, so that findings can name them"
            : "none are reported, which is allowed: then findings name no statement"))
    }

    private static func problem(of versions: [String]) -> String? {
      if versions.count < 2 { return "There are fewer than two versions; name all, oldest first." }
      if versions.contains(where: \.isEmpty) { return "A version has an empty name." }
      let twice = versions.indices.first { versions[..<$0].contains(versions[$0]) }
      return twice.map { "The version \(quoted(versions[$0])) is there twice; name each once." }
    }

    private func upgrade(
      _ folder: StoreFolder, _ from: String?, _ to: String
    ) -> (step: Step, statements: Int?) {
      let name = "\(from ?? "nothing") → \(to)"
      do {
        let lines = try pool.upgrade(
          DatabaseMigrator.Call(store: folder.file, from: from, to: to))
        let connection = try LeftDatabase.open(folder.file)
        defer { connection.close() }
        try LeftDatabase.check(connection)
        let note = lines.isEmpty ? nil : "\(lines.count) statement\(lines.count == 1 ? "" : "s")"
        return (Step(name: name, note: note), lines.count)
      } catch {
        return (Step(name: name, problem: Self.text(of: error)), nil)
      }
    }

    /// As at the next launch.
    private func again(_ folder: StoreFolder, _ last: String) -> Step {
      let name = "\(last) → \(last), as at the next launch"
      do {
        let before = try VersionContent(of: folder.file).dump
        let (step, _) = upgrade(folder, last, last)
        if let problem = step.problem { return Step(name: name, problem: problem) }
        let isSame = try VersionContent(of: folder.file).dump == before
        return Step(
          name: name, note: isSame ? "nothing changes" : nil,
          problem: isSame
            ? nil
            : "The upgrade to the version that the database is at changes the database; it must change nothing."
        )
      } catch {
        return Step(name: name, problem: Self.text(of: error))
      }
    }

    private func atOnce(_ folder: StoreFolder, _ last: String) -> Step {
      let name = "nothing → \(last), at once"
      do {
        let other = try StoreFolder(in: scratch.path, named: "store.sqlite")
        let (step, _) = upgrade(other, nil, last)
        if let problem = step.problem { return Step(name: name, problem: problem) }
        let isSame =
          try VersionContent(of: other.file).names == VersionContent(of: folder.file).names
        return Step(
          name: name, note: isSame ? "the same tables as step by step" : nil,
          problem: isSame
            ? nil
            : "The tables are others than step by step: does it stop at the version that is asked for?"
        )
      } catch {
        return Step(name: name, problem: Self.text(of: error))
      }
    }

    private func unknown(_ folder: StoreFolder, _ last: String) -> Step {
      let name = "\(last) → a version that does not exist"
      do {
        let copy = try folder.copy(in: scratch.path)
        _ = try pool.upgrade(
          DatabaseMigrator.Call(store: copy.file, from: last, to: "migcheck-no-such-version"))
        return Step(name: name, problem: "It answers that it is done; answer with an error.")
      } catch let error as UpgradeError where error.isAnswered {
        return Step(name: name, note: "an error, as it should be")
      } catch {
        return Step(name: name, problem: Self.text(of: error))
      }
    }

    private static func text(of error: any Error) -> String {
      (error as? UpgradeError)?.message ?? "\(error)"
    }
  }

  extension UpgradeError {
    /// Whether a server answered with it.
    fileprivate var isAnswered: Bool {
      code == .authorError && message.hasPrefix(UpgradeServer.failure)
    }
  }

  extension String {
    fileprivate var capitalisedSentence: String {
      prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".")
    }
  }
#endif
