import Foundation
import Testing

/// Core Data models, verified over all their versions.
@Suite struct ModelCheckTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  /// Writes versions of a model `M`, each the XML inside `<model>`, and runs the command on it.
  private func check(
    _ versions: [String], _ arguments: String..., current: Int? = nil
  ) throws -> Workbench.Outcome {
    for (index, content) in versions.enumerated() {
      try bench.write(
        "M.xcdatamodeld/M \(index + 1).xcdatamodel/contents", "<model>\(content)</model>")
    }
    if let current {
      try bench.write(
        "M.xcdatamodeld/.xccurrentversion",
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key>"
          + "<string>M \(current).xcdatamodel</string></dict></plist>")
    }
    return try bench.run(["M.xcdatamodeld", "--trials", "10"] + arguments)
  }

  /// An entity `E` with attributes.
  private func entity(_ attributes: String...) -> String {
    "<entity name='E'>"
      + attributes.map { "<attribute optional='YES' \($0)/>" }.joined() + "</entity>"
  }

  private func findings(_ outcome: Workbench.Outcome) -> [String] {
    outcome.output.split(separator: "\n").filter { $0.hasPrefix("✘ ") || $0.hasPrefix("⚠ ") }
      .map(String.init)
  }

  private static let text = "name='t' attributeType='String'"

  @Test("a chain of renames passes where every version knows the first name")
  func renames() throws {
    let outcome = try check([
      entity("name='a' attributeType='String'"),
      entity("name='b' elementID='a' attributeType='String'"),
      entity("name='c' elementID='a' attributeType='String'"),
    ])
    // Version 2 has the identifier of version 1, and so has version 3.
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(findings(outcome).isEmpty)
    #expect(!outcome.output.contains("drops"))
  }

  @Test("a chain of renames whose direct way has no identifier in common loses what steps keep")
  func brokenChain() throws {
    let versions = [
      entity("name='a' attributeType='String'"),
      entity("name='b' elementID='a' attributeType='String'"),
      entity("name='c' elementID='b' attributeType='String'"),
    ]
    let outcome = try check(versions)
    // 2 → 3 has none in common either: the identifier of b is a. No way keeps the values.
    #expect(outcome.status == 1, "\(outcome.output)")
    #expect(findings(outcome).first == "✘ data-preserved   M 2 → 3")
    let steps = try check([
      versions[0], entity("name='b' elementID='a' attributeType='String'"),
      entity("name='c' elementID='a' attributeType='String'"),
      entity("name='c' attributeType='String'"),
    ])
    #expect(steps.status == 1)
    // From version 3 no migration runs: a renaming identifier is no part of the version hash.
    #expect(findings(steps).contains { $0.hasPrefix("✘ paths-agree   M 2 → 4") }, "\(steps.output)")
    #expect(steps.output.contains("also at      1 → 4"))
  }

  @Test("what is dropped and added again has its default on one way and its value on the other")
  func droppedAndAddedAgain() throws {
    let outcome = try check([
      entity("name='a' attributeType='String'", Self.text), entity(Self.text),
      entity("name='a' attributeType='String'", Self.text),
    ])
    #expect(outcome.status == 1)
    #expect(
      findings(outcome) == [
        "✘ paths-agree   M 1 → 3", "✘ failed   M (coredata), versions 1 to 3: 1 finding",
      ])
    let file = try #require(bench.files.first { $0.hasSuffix(".case.json") })
    #expect(file == "M.xcdatamodeld.corpus/paths-agree-e-a-1-3.case.json")
    let replay = try bench.run("replay", file)
    #expect(replay.status == 1)
    #expect(replay.output.contains("✘ \(file): still fails"), "\(replay.output)\(replay.errors)")
  }

  @Test("a default that one way gives and another does not is a warning: no data is lost")
  func defaults() throws {
    let outcome = try check([
      entity(Self.text), entity(Self.text, "name='n' attributeType='Boolean'"),
      entity(Self.text, "name='n' attributeType='Boolean' defaultValueString='YES'"),
    ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(
      findings(outcome) == [
        "⚠ paths-agree   1 → 3: E.n depends on whether version 2 was skipped. It is new …"
      ])
  }

  @Test("a pair that cannot be inferred is one finding with all its upgrades")
  func notInferable() throws {
    let versions = [
      entity("name='u' attributeType='URI'"),
      entity("name='u' attributeType='URI'", Self.text),
      entity("name='u' attributeType='String'", Self.text),
      entity("name='u' attributeType='String'"),
    ]
    let outcome = try check(versions)
    #expect(outcome.status == 1)
    #expect(findings(outcome).count == 2, "\(outcome.output)")
    #expect(
      outcome.output.hasPrefix(
        """
        ✘ upgrade-succeeds   M 2 → 3
          The upgrade fails with mappingNotInferable. The mapping from version 2 (M 2)
          to 3 (M 3) cannot be inferred: E.u: type changed between other types: URI →
          String.

        """))
    #expect(outcome.output.contains("also at      1 → 3, 1 → 4, 2 → 4\n"))
    #expect(outcome.output.contains("\n  versions     2 (M 2), 3 (M 3)\n"))
    #expect(outcome.output.contains("\n  versions     1 (M 1), 4 (M 4)\n"))
    let custom = try bench.run(
      "M.xcdatamodeld", "--trials", "10", "--custom", "2:3", "--custom", "1:3", "--custom", "1:4",
      "--custom", "2:4")
    #expect(custom.status == 0, "\(custom.output)\(custom.errors)")
  }

  @Test("paths that end before a version that none can come to are compared there")
  func deadEnd() throws {
    let outcome = try check([
      entity("name='a' attributeType='String'", "name='u' attributeType='URI'"),
      entity("name='u' attributeType='URI'"),
      entity("name='a' attributeType='String'", "name='u' attributeType='URI'"),
      entity("name='a' attributeType='String'", "name='u' attributeType='String'"),
    ])
    #expect(findings(outcome).contains("✘ paths-agree   M 1 → 3"), "\(outcome.output)")
  }

  @Test("what nobody documents is a warning")
  func undocumented() throws {
    let outcome = try check([
      entity("name='n' attributeType='Double'"), entity("name='n' attributeType='Integer 16'"),
    ])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(
      findings(outcome) == [
        "⚠ coredata-undocumented   1 → 2: E.n: undocumented conversion: Double → …"
      ])
    let silent = try bench.run(
      "M.xcdatamodeld", "--trials", "10", "--silence", "coredata-undocumented")
    #expect(silent.status == 0 && findings(silent).isEmpty)
  }

  @Test("a constraint over values that repeat is found")
  func constraint() throws {
    let constraint =
      "<uniquenessConstraints><uniquenessConstraint><constraint value='t'/>"
      + "</uniquenessConstraint></uniquenessConstraints></entity>"
    let outcome = try check([
      entity(Self.text), entity(Self.text).replacingOccurrences(of: "</entity>", with: constraint),
    ])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasPrefix(
        """
        ✘ upgrade-succeeds   M 1 → 2
          The upgrade fails with constraintFailed. The values of E.t repeat, and a
          uniqueness constraint is added.

          start, version 1 (2 objects
        """), "\(outcome.output)")
  }

  @Test("the current version of a bundle is where paths end")
  func current() throws {
    let versions = [
      entity(Self.text), entity(Self.text, "name='n' attributeType='Integer 32'"),
      entity("name='t' attributeType='Binary'"),
    ]
    let outcome = try check(versions, current: 2)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("versions 1 to 2"))
    #expect(try bench.run("M.xcdatamodeld", "--trials", "10", "--to", "3").status == 1)
  }

  @Test("hierarchies, inverses, required relationships and counts make graphs that apps could save")
  func hierarchies() throws {
    let relationships =
      "<relationship name='owner' destinationEntity='Base' inverseName='parts' maxCount='1'/>"
    func base(_ more: String) -> String {
      """
      <entity name='Base' isAbstract='YES'><attribute name='id' attributeType='UUID'/>\(more)
      <relationship name='parts' toMany='YES' ordered='YES' destinationEntity='Part'
        inverseName='owner' minCount='2' maxCount='3'/>
      <uniquenessConstraints><uniquenessConstraint><constraint value='id'/></uniquenessConstraint>
      </uniquenessConstraints></entity>
      <entity name='Left' parentEntity='Base'/><entity name='Right' parentEntity='Base'>
      <attribute name='n' attributeType='Integer 16' defaultValueString='7'/></entity>
      <entity name='Part'>\(relationships)</entity>
      """
    }
    let outcome = try check([
      base(""), base("<attribute name='d' attributeType='Date' optional='YES'/>"),
    ])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(findings(outcome).isEmpty)
  }

  @Test(
    "an entity that is renamed by its identifier keeps its objects, and one that is not loses them")
  func renamedEntity() throws {
    let attributes =
      "<attribute name='a' attributeType='String' optional='YES'/>"
      + "<attribute name='b' attributeType='Date' optional='YES'/>"
    let kept = try check([
      "<entity name='Old'>\(attributes)</entity>",
      "<entity name='New' elementID='Old'>\(attributes)</entity>",
    ])
    #expect(kept.status == 0 && findings(kept).isEmpty, "\(kept.output)")
    #expect(!kept.output.contains("drops"))
    let lost = try check([
      "<entity name='Old'>\(attributes)</entity>", "<entity name='New'>\(attributes)</entity>",
    ])
    #expect(lost.status == 0)
    #expect(
      findings(lost) == [
        "⚠ coredata-possible-rename   1 → 2: Old is removed while New is added, which …"
      ], "\(lost.output)")
    #expect(lost.output.contains("drops        1 → 2  Old (whole type)"))
  }
}
