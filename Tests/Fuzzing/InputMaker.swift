import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// Makes inputs: the same for a seed and a number, whenever and wherever.
package struct InputMaker: Sendable {
  package enum Command: String, Sendable, CaseIterable {
    case check, replay, paths, generate, diff, mutate, merge
    /// `check` and others of a folder of SQL migrations, with settings and a database of the app.
    case folder
    /// `paths` and `check` of a Core Data model, with a store.
    case model
  }

  let seeds: FuzzSeeds
  let seed: UInt64
  let commands: [Command]
  /// A folder for the making of damaged stores.
  let folder: String

  package init(seeds: FuzzSeeds, seed: UInt64, commands: [Command], folder: String) {
    self.seeds = seeds
    self.seed = seed
    self.commands = commands
    self.folder = folder
  }

  /// How often each command is tried, of those that are asked for; the slow ones seldom.
  private static let weights: [Command: Int] = [
    .check: 6, .replay: 45, .paths: 50, .generate: 34, .diff: 40, .mutate: 1, .merge: 30,
    .folder: 12,
    .model: 12,
  ]

  package func input(_ number: Int) -> FuzzInput {
    var source = RandomSource(seed: seed, name: "fuzz", trial: number)
    let total = commands.reduce(0) { $0 + (Self.weights[$1] ?? 1) }
    var draw = source.below(max(1, total))
    var command = commands[0]
    for next in commands {
      command = next
      draw -= Self.weights[next] ?? 1
      if draw < 0 { break }
    }
    var input = input(for: command, &source)
    if source.chance(7) {
      input.arguments = ArgumentMutator.changed(
        input.arguments, files: input.files.map(\.name), &source)
      // What the scenario says is only true of the command as it was.
      input.scenario = .once
    }
    return input
  }

  private func input(for command: Command, _ source: inout RandomSource) -> FuzzInput {
    switch command {
    case .check: check(&source)
    case .replay: replay(&source)
    case .paths:
      FuzzInput(
        ["paths", "h.history.json"] + (source.chance(70) ? ["--hazards"] : []),
        files: [historyFile(&source)], scenario: source.chance(5) ? .twice : .once)
    case .generate: generate(&source)
    case .diff: diff(&source)
    case .mutate: mutate(&source)
    case .merge: merge(&source)
    case .folder: folder(&source)
    case .model: model(&source)
    }
  }

  // MARK: Parts

  /// A history from scratch, or a seed with a few changes.
  private func history(_ source: inout RandomSource) -> JSON {
    guard !seeds.histories.isEmpty, source.chance(60) else {
      var maker = HistoryMaker(source: RandomSource(seed: source.next()))
      let made = maker.history()
      return source.chance(75) ? made : mutant(of: made, &source)
    }
    let seed = source.pick(from: seeds.histories)
    return source.chance(10) ? seed : mutant(of: seed, &source)
  }

  private func historyFile(_ source: inout RandomSource) -> FuzzInput.File {
    let json = history(&source)
    return file("h.history.json", json, &source)
  }

  private func mutant(of json: JSON, _ source: inout RandomSource) -> JSON {
    var mutator = JSONMutator(
      source: RandomSource(seed: source.next()), pool: seeds.histories + seeds.cases)
    return mutator.mutant(of: json)
  }

  private func file(
    _ name: String, _ json: JSON, _ source: inout RandomSource
  ) -> FuzzInput.File {
    var file = FuzzInput.File(name, json)
    if source.chance(4) { file.bytes = ByteMutator.damaged(file.bytes, &source) }
    return file
  }

  private func format(_ source: inout RandomSource) -> [String] {
    source.chance(50) ? ["--format", "json"] : []
  }

  // MARK: Commands

  private func mutate(_ source: inout RandomSource) -> FuzzInput {
    let json = history(&source)
    let arguments = ["mutate", "h.history.json", "--trials", "2", "--jobs", "1"]
    return FuzzInput(
      arguments + timeLimit(of: json) + format(&source),
      files: [file("h.history.json", json, &source)])
  }

  /// Hundreds of versions are a matter of minutes, unless somebody sets a limit.
  private func timeLimit(of history: JSON) -> [String] {
    guard case .array(let versions)? = history["versions"], versions.count > 20 else { return [] }
    return ["--time-limit", "2"]
  }

  private func check(_ source: inout RandomSource) -> FuzzInput {
    let json = history(&source)
    let files = [file("h.history.json", json, &source)]
    var arguments = [
      "check", "h.history.json", "--trials", String(source.below(3)), "--jobs", "1",
    ]
    if source.chance(60) { arguments += ["--stores", "memory"] }
    if source.chance(10) { arguments += ["--paths", "all"] }
    if source.chance(10) { arguments += ["--strict"] }
    if source.chance(10) { arguments += ["--seed", String(source.next(), radix: 16)] }
    if source.chance(3) { arguments += ["--timings"] }
    var scenario = FuzzInput.Scenario.once
    switch source.below(12) {
    case 0, 1: scenario = .twice
    case 2: scenario = .shardAndMerge
    case 3, 4: scenario = .checkAndReplay
    case 5: arguments += ["--shard", "1/2"]
    case 6: arguments += ["--time-limit", source.pick(from: ["0.001", "0.05", "1e300"])]
    default: break
    }
    if scenario != .checkAndReplay { arguments += format(&source) }
    let limit = timeLimit(of: json)
    if !limit.isEmpty, !arguments.contains("--time-limit") { arguments += limit }
    return FuzzInput(arguments, files: files, scenario: scenario)
  }

  private func replay(_ source: inout RandomSource) -> FuzzInput {
    guard !seeds.cases.isEmpty else { return check(&source) }
    func next(_ source: inout RandomSource) -> JSON {
      let seed = source.pick(from: seeds.cases)
      return source.chance(8) ? seed : mutant(of: seed, &source)
    }
    var files = [FuzzInput.File]()
    var target = "c.case.json"
    switch source.below(10) {
    case 0:
      let lines = (0...source.below(3)).map { _ in next(&source).compactText }
      let ending = source.pick(from: ["\n", "", "\r\n", "\n\n"])
      var bytes = Array((lines.joined(separator: "\n") + ending).utf8)
      if source.chance(15) { bytes = ByteMutator.damaged(bytes, &source) }
      files = [FuzzInput.File("c.jsonl", bytes)]
      target = "c.jsonl"
    case 1:
      for number in 0...source.below(2) {
        let json = next(&source)
        files.append(file("f/\(number).case.json", json, &source))
      }
      target = source.pick(from: ["f", "f/", "."])
    case 2:
      // The case names its history.
      var json = next(&source)
      if case .object(var members) = json, let own = json["history"] {
        for index in members.indices where members[index].key == "history" {
          members[index].value = .string(source.chance(80) ? "h.history.json" : "./c.case.json")
        }
        json = .object(members)
        files.append(file("h.history.json", own, &source))
      }
      files.append(file(target, json, &source))
    default:
      let json = next(&source)
      files = [file(target, json, &source)]
    }
    let stores = source.chance(50) ? ["--stores", "memory"] : []
    return FuzzInput(
      ["replay", target] + stores, files: files, scenario: source.chance(5) ? .twice : .once)
  }

  private func generate(_ source: inout RandomSource) -> FuzzInput {
    let json = history(&source)
    var versions = [String]()
    if case .array(let elements)? = json["versions"] {
      for element in elements {
        if case .number(let text)? = element["version"] { versions.append(text) }
      }
    }
    let number = versions.isEmpty ? "1" : source.pick(from: versions)
    let out = source.chance(60) ? "g.json" : "g.store"
    let trial = source.chance(70) ? ["--trial", String(source.below(60))] : []
    return FuzzInput(
      ["generate", "h.history.json", "--version", number, "--out", out] + trial,
      files: [file("h.history.json", json, &source)],
      scenario: source.chance(60) ? .generateAndCompare : .once)
  }

  private func diff(_ source: inout RandomSource) -> FuzzInput {
    if !seeds.stores.isEmpty, source.chance(40) {
      let seed = source.pick(from: seeds.stores)
      let damaged = StoreMutator(folder: folder).damaged(seed.bytes, &source)
      let history = source.chance(70) ? seed.history : mutant(of: seed.history, &source)
      var files = [
        file("h.history.json", history, &source), FuzzInput.File("a.store", damaged),
        FuzzInput.File("b.store", source.chance(30) ? damaged : seed.bytes),
      ]
      if source.chance(10) {
        let suffix = source.pick(from: ["-wal", "-shm", "-journal"])
        files.append(
          FuzzInput.File("a.store" + suffix, source.chance(50) ? [] : Array(damaged.prefix(600))))
      }
      return FuzzInput(["diff", "h.history.json", "a.store", "b.store"], files: files)
    }
    guard !seeds.graphs.isEmpty else { return check(&source) }
    let seed = source.pick(from: seeds.graphs)
    let graph = source.pick(from: seed.graphs)
    let first = mutant(of: graph, &source)
    let other = source.chance(50) ? graph : mutant(of: graph, &source)
    let history = source.chance(70) ? seed.history : mutant(of: seed.history, &source)
    return FuzzInput(
      ["diff", "h.history.json", "a.json", "b.json"],
      files: [
        file("h.history.json", history, &source),
        file("a.json", first, &source), file("b.json", other, &source),
      ], scenario: source.chance(10) ? .twice : .once)
  }

  private func merge(_ source: inout RandomSource) -> FuzzInput {
    guard !seeds.shards.isEmpty else { return check(&source) }
    let seed = source.pick(from: seeds.shards)
    var reports = seed.reports
    let place = source.below(reports.count)
    reports[place] =
      source.chance(70)
      ? withNumberChanged(reports[place], &source) : mutant(of: reports[place], &source)
    var files = reports.enumerated().map { file("\($0).json", $1, &source) }
    let names = files.map(\.name)
    files.append(FuzzInput.File("h.history.json", seed.history))
    return FuzzInput(["merge"] + names + format(&source), files: files)
  }

  private func folder(_ source: inout RandomSource) -> FuzzInput {
    var maker = SQLFolderMaker(source: RandomSource(seed: source.next()), folder: folder)
    var files = maker.files()
    let scripts = files
    let commands = ["check", "check", "check", "check", "gate", "paths", "diff"]
    var command = source.pick(from: commands)
    var arguments = [String]()
    if source.chance(35) {
      let settings = maker.settings(scripts)
      let json = source.chance(60) ? settings : mutant(of: settings, &source)
      files.append(
        file(source.chance(70) ? "m/migcheck.json" : "migcheck.json", json, &source))
    }
    if command == "gate" {
      let frozen = JSON.object([
        .init("migcheck", .integer(1)), .init("history", .string("m")),
        .init("version", .integer(1)), .init("schema", .array([])), .init("results", .array([])),
        .init("changes", .array([])),
      ])
      files.append(file("Schemas/m.1.json", mutant(of: frozen, &source), &source))
    }
    if command == "diff" { command = "check" }
    switch command {
    case "paths": arguments = ["paths", "m"]
    default:
      arguments = [command, "m", "--trials", String(source.below(3)), "--time-limit", "3"]
      if command == "check" { arguments += ["--jobs", "1"] }
    }
    if command == "check", source.chance(30), let database = maker.database(scripts) {
      let bytes =
        source.chance(50) ? database : StoreMutator(folder: folder).damaged(database, &source)
      files.append(FuzzInput.File("app.sqlite", bytes))
      arguments += ["--seed-database", "app.sqlite"]
      if source.chance(30) { arguments += ["--show-values"] }
    }
    if source.chance(15) { arguments += ["--foreign-keys", source.pick(from: ["on", "off"])] }
    if command == "check" { arguments += format(&source) }
    return FuzzInput(arguments, files: files)
  }

  private func model(_ source: inout RandomSource) -> FuzzInput {
    var maker = ModelMaker(source: RandomSource(seed: source.next()))
    var files = maker.files()
    let bundle = "B.xcdatamodeld"
    guard source.chance(70) else {
      return FuzzInput(
        ["paths", bundle]
          + source.pick(from: [[], ["--hops"], ["--hashes"], ["--hazards"]]), files: files)
    }
    var arguments = ["check", bundle, "--trials", "1", "--jobs", "1", "--time-limit", "3"]
    if source.chance(40), let store = StoreMutator(folder: folder).made(by: maker.store()) {
      files.append(
        FuzzInput.File(
          "app.sqlite",
          source.chance(60) ? store : StoreMutator(folder: folder).damaged(store, &source)))
      arguments += ["--store", "app.sqlite"]
    }
    return FuzzInput(arguments + format(&source), files: files)
  }

  /// Reports are large: a change of anything rarely meets what a merge reckons with.
  private func withNumberChanged(_ json: JSON, _ source: inout RandomSource) -> JSON {
    var result = json
    let own = json["shard"]?.nodeCount ?? 0
    // The part that a merge reads stands last.
    let nodes = json.nodes
    let places = nodes.indices.suffix(own).filter {
      if case .number = nodes[$0].value { true } else { false }
    }
    guard !places.isEmpty else { return json }
    for _ in 0...(source.chance(70) ? 0 : source.below(3)) {
      let place = source.pick(from: places)
      result = result.changing(node: place) { _, _ in NastyPieces.number(&source) }
    }
    return result
  }
}
