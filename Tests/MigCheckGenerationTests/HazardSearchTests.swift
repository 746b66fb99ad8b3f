import MigCheckGeneration
import MigCheckModel
import MigCheckText
import Testing

/// The search shares work between start versions; what it finds is what a plain comparison of every
/// pair of versions finds.
@Suite struct HazardSearchTests {
  /// Versions whose types and properties come, go, come again, and change.
  private static func versions(seed: UInt64) -> [SubjectVersion] {
    var random = RandomSource(seed: seed)
    let names: [Name] = ["a", "b", "c", "d", "e\u{301}", "\u{E9}"]
    let types: [PropertyType] = [.int, .string]
    func property(_ name: Name) -> Property {
      Property(
        name, random.pick(from: types), optional: random.chance(30), indexed: random.chance(20),
        default: nil)
    }
    var current: [Name: [Name: Property]] = ["A": ["a": property("a")]]
    return (1...8).map { number in
      for _ in 0...random.below(3) {
        let type = random.pick(from: ["A", "B", "C"] as [Name])
        if random.chance(20) {
          current[type] = current[type] == nil ? ["a": property("a")] : nil
        } else if current[type] != nil {
          let name = random.pick(from: names)
          if random.chance(40), var renamed = current[type]?.removeValue(forKey: name) {
            renamed.name = random.pick(from: names)
            current[type]?[renamed.name] = renamed
          } else {
            current[type]?[name] = random.chance(35) ? nil : property(name)
          }
        }
      }
      return SubjectVersion(
        number: UInt64(number * 2),
        schema: Schema(
          current.keys.sorted().map { type in
            let properties = (current[type] ?? [:]).values.sorted { $0.name < $1.name }
            let key = properties.first { random.chance(30) && $0.name == "a" }?.name
            return ObjectType(type, primaryKey: key, properties)
          }))
    }
  }

  /// By comparing whole schemas: the differences and possible renames from a start version.
  private static func plain(_ versions: [SubjectVersion], from start: Int) -> [String] {
    var found = [String]()
    func add(_ old: SubjectVersion, _ new: SubjectVersion) {
      let changes = SchemaChange.changes(from: old.schema, to: new.schema)
      var texts = changes.map(\.description)
      for case .propertyRemoved(let type, let removed) in changes {
        for case .propertyAdded(let other, let added) in changes
        where type == other && removed.hasSameContent(as: added) {
          texts.append("\(type).\(removed.name) removed and \(added.name) added: \(added.notation)")
        }
      }
      for text in texts where !found.contains(where: { hasSuffix($0, ": " + text) }) {
        found.append("\(old.number)-\(new.number): \(text)")
      }
    }
    for end in (start + 1)..<versions.count { add(versions[start], versions[end]) }
    for end in (start + 1)..<versions.count { add(versions[end - 1], versions[end]) }
    return found
  }

  private static func hasSuffix(_ text: String, _ suffix: String) -> Bool {
    Array(text.utf8).suffix(suffix.utf8.count) == Array(suffix.utf8)[...]
  }

  @Test("every start version shows what a comparison of all pairs of versions shows")
  func everyStartVersionShowsWhatAComparisonOfAllPairsShows() {
    var hazards = 0
    for seed in 0..<20 {
      let versions = Self.versions(seed: UInt64(seed))
      let search = HazardSearch(versions)
      for start in versions.indices.dropLast() {
        let found = search.hazards(from: start).map(\.id).filter {
          !$0.contains(" unchanged: ") && !$0.contains("one after another")
            && !$0.contains("added again")
        }
        hazards += found.count
        #expect(
          found.map { Array($0.utf8) } == Self.plain(versions, from: start).map { Array($0.utf8) },
          "seed \(seed), start \(start)")
      }
    }
    #expect(hazards > 500)
  }

  @Test("a start version shows the same among others as by itself")
  func aStartVersionShowsTheSameAmongOthersAsByItself() {
    var again = 0
    for seed in 0..<20 {
      let versions = Self.versions(seed: UInt64(seed))
      let search = HazardSearch(versions)
      for start in versions.indices.dropLast() {
        let ids = search.hazards(from: start).map(\.id)
        let alone = Hazard.hazards(
          from: versions[start], to: Array(versions[(start + 1)...])
        ).map(\.id)
        #expect(ids == alone, "seed \(seed), start \(start)")
        again += ids.count { $0.contains("added again") }
      }
    }
    #expect(again > 30)
  }

  @Test("names that follow one another are a chain from each start version that they all lie after")
  func namesThatFollowOneAnotherAreAChain() {
    let versions = ["a", "b", "b", "c", "d"].enumerated().map { number, name in
      SubjectVersion(
        number: UInt64(number + 1),
        schema: Schema([
          ObjectType("Item", [Property("kept", .int), Property(Name(name), .string)])
        ]))
    }
    let search = HazardSearch(versions)
    let chains = versions.indices.dropLast().map { start in
      search.hazards(from: start).map(\.id).filter { $0.contains("one after another") }
    }
    #expect(
      chains == [
        ["1-5: Item: a → b → c → d, one after another"],
        ["2-5: Item: b → c → d, one after another"],
        ["3-5: Item: b → c → d, one after another"], [],
      ])
  }

  @Test("what the engine knows is a hazard once, with its own graphs")
  func whatTheEngineKnowsIsAHazardOnceWithItsOwnGraphs() throws {
    struct Known: KnownHazards {
      func hazards(from old: SubjectVersion, to new: SubjectVersion) -> [EngineHazard] {
        guard new.number == 3 else { return [] }
        return [
          EngineHazard(place: "Item.x", description: "Item.x is read as a byte") { schema in
            var graph = ObjectGraph(schema: schema)
            graph.append([.int(256)], type: 0)
            return [graph, ObjectGraph(schema: Schema([]))]
          }
        ]
      }
    }
    let item = ObjectType("Item", [Property("x", .int)])
    let versions = (1...3).map { SubjectVersion(number: $0, schema: Schema([item])) }
    let hazards = HazardSearch(versions, known: Known()).hazards(from: 0)
    #expect(hazards.map(\.id) == ["1-3: Item unchanged: x", "1-3: Item.x is read as a byte"])
    let witnesses = try #require(hazards.last).witnesses(in: versions[0].schema)
    #expect(witnesses.contains { $0.tables[0].columns[0] == [.int(256)] })
    #expect(witnesses.allSatisfy { $0.schema == versions[0].schema })
    #expect(HazardSearch(versions).hazards(from: 0).count == 1)
  }
}
