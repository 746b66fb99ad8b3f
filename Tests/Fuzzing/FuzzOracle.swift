import Foundation
import MigCheckModel
import MigCheckText

/// What must be true of every command, whatever its input is.
struct FuzzOracle {
  let runner: FuzzRunner
  let input: FuzzInput

  /// The exit statuses that are documented, but for internal errors.
  private static let statuses: Set<Int32> = [0, 1, 2, 64, 65, 66, 74]

  func problems() -> (status: Int32, [FuzzProblem]) {
    let before = runner.names
    let outcome = runner.run(input.arguments)
    var problems = problems(of: outcome, arguments: input.arguments)
    problems += filesLeft(since: before, outcome)
    if problems.isEmpty { problems += scenarioProblems(outcome) }
    return (outcome.status, problems)
  }

  private func problems(of outcome: FuzzRunner.Outcome, arguments: [String]) -> [FuzzProblem] {
    var problems = [FuzzProblem]()
    func add(_ kind: String, _ detail: String = "") {
      problems.append(FuzzProblem(kind, detail))
    }
    if !Self.statuses.contains(outcome.status) {
      add("status \(outcome.status)", outcome.errorText)
    }
    if String(exactUTF8: outcome.output) == nil { add("output is not UTF-8") }
    if String(exactUTF8: outcome.errors) == nil { add("error output is not UTF-8") }
    let isDocument = arguments.contains("json")
    for bytes in isDocument ? [outcome.errors] : [outcome.output, outcome.errors]
    where bytes.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }) {
      add("a control character reaches the terminal")
    }
    if outcome.status >= 64 { problems += sentenceProblems(outcome, arguments) }
    let isReport = ["check", "merge", "mutate"].contains(arguments.first ?? "")
    let isJSON = zip(arguments, arguments.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    let isAsked = !arguments.contains { ["--help", "-h", "--version"].contains($0) }
    if isReport, isJSON, isAsked, outcome.status <= 2 {
      do {
        _ = try JSON.parse(outcome.outputText)
      } catch {
        add("output is not JSON", "\(error): \(outcome.outputText.prefix(200))")
      }
    }
    return problems
  }

  /// An error is one sentence that names the file at fault.
  private func sentenceProblems(
    _ outcome: FuzzRunner.Outcome, _ arguments: [String]
  ) -> [FuzzProblem] {
    let text = outcome.errorText
    let sentence = text.split(separator: "\n").last { $0.hasPrefix("migcheck: ") }
    guard let sentence else {
      return text.hasPrefix("migcheck: ")
        ? [] : [FuzzProblem("status \(outcome.status) without a sentence", text)]
    }
    if sentence.utf8.count > 4000 {
      return [FuzzProblem("a sentence of more than 4000 bytes", "\(sentence.prefix(300))")]
    }
    for word in ["Error(", "Optional(", "codingPath", "description unavailable", "Swift."]
    where sentence.contains(word) && !input.mentions(word) {
      return [FuzzProblem("a sentence in the words of Swift", "\(sentence)")]
    }
    // Scripts are called as in their folder, and folders by their own names.
    let parts = input.files.flatMap { $0.name.split(separator: "/").map(String.init) }
    let names = input.files.map(\.name) + parts.map { $0.printable() } + arguments
    if outcome.status == 65, !sentence.contains("report"),
      !names.contains(where: { !$0.isEmpty && sentence.contains($0) })
    {
      return [FuzzProblem("bad data without the name of a file", "\(sentence)")]
    }
    return []
  }

  /// What is read stays as it is; what is written is what was asked for.
  private func filesLeft(since before: [String], _ outcome: FuzzRunner.Outcome) -> [FuzzProblem] {
    var problems = [FuzzProblem]()
    for file in input.files where runner.bytes(file.name) != file.bytes {
      problems.append(FuzzProblem("an input was changed", file.name))
    }
    let out = zip(input.arguments, input.arguments.dropFirst()).filter { $0.0 == "--out" }.map(\.1)
    let added = runner.names.filter { !before.contains($0) }
    let cases = outcome.status == 1 ? added.filter { $0.hasSuffix(".case.json") } : []
    let stray = added.filter { name in
      let isWanted = outcome.status == 0 && out.contains { $0 == name || $0 == "./" + name }
      return !isWanted && !cases.contains { $0 == name || $0.hasPrefix(name + "/") }
    }
    if !stray.isEmpty {
      problems.append(FuzzProblem("a stray file", stray.joined(separator: ", ")))
    }
    let scratch = runner.scratchNames
    if !scratch.isEmpty {
      problems.append(FuzzProblem("a stray scratch file", scratch.joined(separator: ", ")))
    }
    return problems
  }

  // MARK: Scenarios

  private func scenarioProblems(_ outcome: FuzzRunner.Outcome) -> [FuzzProblem] {
    switch input.scenario {
    case .once: []
    case .twice: secondRun(outcome)
    case .generateAndCompare: outcome.status == 0 ? generatedAgain() : []
    case .checkAndReplay: outcome.status == 1 ? replayed(outcome) : []
    case .shardAndMerge: outcome.status <= 2 ? merged(outcome) : []
    }
  }

  private var dependsOnTime: Bool {
    input.arguments.contains { ["--time-limit", "--timings"].contains($0) }
  }

  private func removeCases() {
    for name in runner.names where name.hasSuffix(".case.json") {
      if !input.files.contains(where: { $0.name == name }) {
        try? FileManager.default.removeItem(atPath: name)
      }
    }
  }

  private func secondRun(_ outcome: FuzzRunner.Outcome) -> [FuzzProblem] {
    if dependsOnTime { return [] }
    removeCases()
    let again = runner.run(input.arguments)
    guard again != outcome else { return [] }
    return [
      FuzzProblem(
        "another outcome the second time",
        Self.difference(outcome.outputText + outcome.errorText, again.outputText + again.errorText))
    ]
  }

  /// The same graph as a file of the other kind: `diff` must call both equal.
  private func generatedAgain() -> [FuzzProblem] {
    var arguments = input.arguments
    guard let place = arguments.firstIndex(of: "--out"), place + 1 < arguments.count,
      arguments.count > 1
    else { return [] }
    let first = arguments[place + 1]
    let second = first.hasSuffix(".json") ? "again.store" : "again.json"
    arguments[place + 1] = second
    let again = runner.run(arguments)
    // A store refuses some schemas that a file of JSON can hold.
    if again.status == 65 { return problems(of: again, arguments: arguments) }
    guard again.status == 0 else {
      return [FuzzProblem("a graph that only one kind of file holds", again.errorText)]
    }
    let diff = runner.run(["diff", arguments[1], first, second])
    guard diff.status == 0 || diff.status == 2 else {
      return [
        FuzzProblem("a generated graph is not equal to itself", diff.outputText + diff.errorText)
      ]
    }
    return []
  }

  private func replayed(_ outcome: FuzzRunner.Outcome) -> [FuzzProblem] {
    let cases = runner.names.filter { $0.hasSuffix(".case.json") }
    // What comes and goes cannot be found again for certain.
    guard !cases.isEmpty, !outcome.outputText.contains("flaky") else { return [] }
    var problems = [FuzzProblem]()
    for name in cases {
      let replay = runner.run(["replay", name])
      if replay.status != 1 {
        problems.append(
          FuzzProblem(
            "a saved finding that does not fail again",
            "\(name): \(replay.status) \(replay.outputText)\(replay.errorText)"))
      }
    }
    return problems
  }

  private func merged(_ outcome: FuzzRunner.Outcome) -> [FuzzProblem] {
    if dependsOnTime { return [] }
    removeCases()
    var reports = [String]()
    var plain = input.arguments
    while let place = plain.firstIndex(of: "--format"), place + 1 < plain.count {
      plain.removeSubrange(place...(place + 1))
    }
    for number in 1...3 {
      let part = runner.run(plain + ["--format", "json", "--shard", "\(number)/3"])
      let name = "part-\(number).json"
      guard part.status <= 2, (try? runner.write([.init(name, part.output)])) != nil else {
        return [FuzzProblem("a shard fails where the run does not", part.errorText)]
      }
      reports.append(name)
    }
    let isJSON = input.arguments.contains("--format")
    let merge = runner.run(["merge"] + reports + (isJSON ? ["--format", "json"] : []))
    guard merge.output != outcome.output || merge.status != outcome.status else { return [] }
    return [
      FuzzProblem(
        "a merge that is not the run",
        "\(outcome.status) and \(merge.status): "
          + Self.difference(outcome.outputText, merge.outputText) + merge.errorText)
    ]
  }

  /// The first lines that differ.
  private static func difference(_ first: String, _ second: String) -> String {
    let (a, b) = (first.split(separator: "\n"), second.split(separator: "\n"))
    for (left, right) in zip(a, b) where left != right {
      return "\(left.prefix(300))\n  instead of \(right.prefix(300))"
    }
    return "\(a.count) and \(b.count) lines"
  }
}

extension FuzzInput {
  /// Whether a word comes from the input itself.
  fileprivate func mentions(_ word: String) -> Bool {
    arguments.contains { $0.contains(word) }
      || files.contains { String(decoding: $0.bytes, as: UTF8.self).contains(word) }
  }
}
