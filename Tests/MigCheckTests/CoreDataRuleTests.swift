import Foundation
import MigCheck
import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier
import Testing

/// Rules of Core Data as a run judges them, each with its neighbours.
@Suite("Core Data's rules in runs") struct CoreDataRuleTests {
  private static func history(_ contents: [String], root: String = "") throws -> History {
    let bundle = CoreDataBundle(
      name: "Model", path: "Model.xcdatamodeld",
      versions: try contents.enumerated().map { index, content in
        CoreDataVersion(
          number: UInt64(index + 1), name: "V\(index + 1)",
          model: try CoreDataModelReader.parse(
            Array("<model \(root)>\(content)</model>".utf8), file: "contents"))
      }, current: UInt64(contents.count))
    return bundle.history
  }

  private static func report(_ contents: String..., root: String = "") throws -> Report {
    try Verifier(history(contents, root: root), options: VerificationOptions(trials: 40)).run()
  }

  private static func entity(_ name: String, _ body: String, identifier: String? = nil) -> String {
    let identifier = identifier.map { " elementID='\($0)'" } ?? ""
    return "<entity name='\(name)'\(identifier)>\(body)</entity>"
  }

  private static func attribute(_ name: String, identifier: String? = nil) -> String {
    let identifier = identifier.map { " elementID='\($0)'" } ?? ""
    return "<attribute name='\(name)' optional='YES' attributeType='String'\(identifier)/>"
  }

  private static func relationship(
    _ name: String, to destination: String, inverse: String, _ flags: String = ""
  ) -> String {
    "<relationship name='\(name)' destinationEntity='\(destination)' inverseName='\(inverse)' "
      + "inverseEntity='\(destination)' \(flags)/>"
  }

  // MARK: Order

  @Test(
    "an unordered relationship that becomes ordered keeps its members",
    arguments: ["", "maxCount='1'", "toMany='YES'", "toMany='YES' ordered='YES'"],
    ["notes", "entries"])
  func becomesOrdered(inverse: String, name: String) throws {
    func model(_ name: String, _ flags: String, identifier: String = "") -> String {
      Self.entity(
        "List",
        Self.attribute("title")
          + Self.relationship(
            name, to: "Note", inverse: "lists",
            "optional='YES' toMany='YES' \(flags) \(identifier)"))
        + Self.entity(
          "Note",
          Self.attribute("text")
            + Self.relationship("lists", to: "List", inverse: name, "optional='YES' \(inverse)"))
    }
    let report = try Self.report(
      model("notes", ""), model(name, "ordered='YES'", identifier: "elementID='notes'"),
      model(name, "", identifier: "elementID='notes'"),
      model(name, "ordered='YES'", identifier: "elementID='notes'"))
    #expect(report.findings.isEmpty, "\(report.findings.map(\.message))")
    #expect(report.verdict == .passed)
  }

  // MARK: Identifiers that name the version before

  @Test("an attribute whose identifier names the version before is lost, and one identifier is not")
  func attributeChain() throws {
    func report(_ last: String) throws -> Report {
      try Self.report(
        Self.entity("Person", Self.attribute("name")),
        Self.entity("Person", Self.attribute("first", identifier: "name")),
        Self.entity("Person", Self.attribute("given", identifier: last)))
    }
    let lost = try report("first").findings
    #expect(lost.map(\.check) == [.dataPreserved])
    #expect(lost.first?.hop.description == "2 → 3")
    #expect(
      lost.first?.message
        == "Person.first is removed, and its values with it. The renaming identifier of given is "
        + "first, but that of first is name: give given the identifier name.")
    #expect(try report("name").findings.isEmpty)
  }

  @Test("the same of a relationship and of an entity") func otherChains() throws {
    func links(_ name: String, _ identifier: String?) -> String {
      let flags = identifier.map { "elementID='\($0)'" } ?? ""
      return Self.entity(
        "Home",
        Self.relationship(
          name, to: "Person", inverse: "home", "optional='YES' toMany='YES' \(flags)")
      )
        + Self.entity(
          "Person",
          Self.attribute("name")
            + Self.relationship("home", to: "Home", inverse: name, "optional='YES' maxCount='1'"))
    }
    let link = try Self.report(
      links("owners", nil), links("people", "owners"), links("guests", "people"))
    #expect(
      link.findings.contains {
        $0.check == .dataPreserved && $0.message.hasPrefix("Home.people is removed")
      }, "\(link.findings.map(\.message))")
    func entity(_ name: String, _ identifier: String?) -> String {
      Self.entity(name, Self.attribute("name"), identifier: identifier)
    }
    let chain = try Self.report(
      entity("Person", nil), entity("Human", "Person"), entity("Being", "Human"))
    #expect(chain.findings.map(\.check) == [.dataPreserved])
    #expect(
      chain.findings.first?.message
        == "Type Human is removed, and its objects with it. The renaming identifier of Being is "
        + "Human, but that of Human is Person: give Being the identifier Person.")
    let kept = try Self.report(
      entity("Person", nil), entity("Human", "Person"), entity("Being", "Person"))
    #expect(kept.findings.isEmpty)
  }

  // MARK: Required relationships

  private static func homes(_ flags: String?) -> String {
    let link = flags.map { relationship("home", to: "Home", inverse: "people", $0) } ?? ""
    let back =
      flags == nil
      ? "" : relationship("people", to: "Person", inverse: "home", "optional='YES' toMany='YES'")
    return entity("Home", attribute("city") + back) + entity("Person", attribute("name") + link)
  }

  @Test("a required to-one relationship that is added is refused, an optional one is not")
  func requiredLinkAdded() throws {
    let refused = try Self.report(Self.homes(nil), Self.homes("maxCount='1'"))
    #expect(refused.findings.map(\.code) == ["nullForRequired"])
    #expect(refused.findings.first?.counterexample.graph.objectCount == 1)
    for flags in ["optional='YES' maxCount='1'", "toMany='YES'"] {
      #expect(try Self.report(Self.homes(nil), Self.homes(flags)).findings.isEmpty)
    }
  }

  @Test("a to-one relationship that becomes required is refused for an object without")
  func linkMadeRequired() throws {
    let (optional, required) = ("optional='YES' maxCount='1'", "maxCount='1'")
    let refused = try Self.report(Self.homes(optional), Self.homes(required))
    #expect(refused.findings.map(\.code) == ["nullForRequired"])
    #expect(refused.findings.first?.message.contains("not documented") == true)
    #expect(try Self.report(Self.homes(required), Self.homes(optional)).findings.isEmpty)
  }

  // MARK: Composites

  private static func composite(_ elements: String?, isOptional: Bool = true) -> String {
    let own =
      elements == nil
      ? ""
      : "<attribute name='meta' \(isOptional ? "optional='YES'" : "") attributeType='Composite' "
        + "compositeName='Meta'/>"
    return entity("Item", attribute("title") + own)
      + (elements.map { "<composite name='Meta'>\($0)</composite>" } ?? "")
  }

  private static let remix =
    "<attribute name='remix' attributeType='Boolean' usesScalarValueType='YES'/>"

  @Test("a required element of a composite is refused where the composite was there")
  func compositeElements() throws {
    let created = "<attribute name='created' attributeType='Date'/>"
    let optional = "<attribute name='created' optional='YES' attributeType='Date'/>"
    let codes = { (report: Report) in report.findings.map(\.code) }
    #expect(
      codes(try Self.report(Self.composite(Self.remix), Self.composite(Self.remix + created)))
        == ["mappingNotInferable"])
    #expect(
      codes(
        try Self.report(Self.composite(Self.remix + optional), Self.composite(Self.remix + created))
      )
        == ["mappingNotInferable"])
    #expect(
      codes(try Self.report(Self.composite(Self.remix), Self.composite(Self.remix + optional)))
        == [])
    #expect(codes(try Self.report(Self.composite(nil), Self.composite(Self.remix))) == [])
    #expect(
      codes(try Self.report(Self.composite(nil), Self.composite(Self.remix, isOptional: false)))
        == ["mappingNotInferable"])
  }

  @Test("a history file says the same of a composite") func compositeInAFile() throws {
    let created = "<attribute name='created' attributeType='Date'/>"
    let history = try Self.history([
      Self.composite(Self.remix), Self.composite(Self.remix + created),
    ])
    let read = try HistoryFile.parse(
      HistoryFile.json(history, isShort: false), file: "model.history.json")
    let report = try Verifier(read, options: VerificationOptions(trials: 10)).run()
    #expect(report.findings.map(\.code) == ["mappingNotInferable"])
  }

  // MARK: Warnings

  @Test("a relationship in common counts for a possible rename") func sharedRelationship() throws {
    func model(_ name: String) -> String {
      Self.entity(
        name,
        Self.attribute("title")
          + Self.relationship("tags", to: "Tag", inverse: "owner", "optional='YES' toMany='YES'"))
        + Self.entity(
          "Tag",
          Self.attribute("text")
            + Self.relationship("owner", to: name, inverse: "tags", "optional='YES' maxCount='1'"))
    }
    let warnings = try Self.report(model("Note"), model("Memo")).warnings
    #expect(
      warnings.contains {
        $0.name == "coredata-possible-rename" && $0.message.hasPrefix("Note is removed while Memo")
      }, "\(warnings.map(\.message))")
  }

  @Test("an entity that changes its identifier and back is reported once, whatever leads to it")
  func sameDestination() throws {
    func model(_ identifier: String?, _ about: String = "") -> String {
      // Version hashes leave identifiers out: without another change no migration would run.
      let links = (1...4).map {
        "<relationship name='thread\($0)' optional='YES' maxCount='1' destinationEntity='Thread'/>"
      }
      return Self.entity(
        "Message", Self.attribute("text") + about + links.joined())
        + Self.entity("Thread", Self.attribute("title"), identifier: identifier)
    }
    let warnings = try Self.report(
      model(nil), model("Topic", Self.attribute("about")), model(nil, Self.attribute("more"))
    ).warnings.filter { $0.name == "coredata-undocumented" }
    #expect(
      warnings.map(\.message) == [
        "Thread has the renaming identifier Thread in one of the versions and Topic in the other, so "
          + "that relationships to it lead to another entity. What Core Data makes of them is not "
          + "documented."
      ])
    #expect(warnings.first?.hop == Hop(from: 1, to: 2))
  }

  private static let cloud =
    "<configuration name='Cloud' usedWithCloudKit='YES'><memberEntity name='Trip'/></configuration>"

  /// The messages about CloudKit for a hop between neighbours.
  private static func cloudKit(
    _ trips: [String], root: String = "", extra: String = ""
  ) throws -> [[String]] {
    let history = try history(
      trips.map {
        entity("Trip", attribute("name") + $0) + entity("Stop", attribute("at")) + extra
      }, root: root)
    return zip(history.stages, history.stages.dropFirst()).map { old, new in
      history.defects(from: old.number, to: new.number)
        .filter { $0.name == "coredata-cloudkit" }.map(\.message)
    }
  }

  @Test(
    "each rule of CloudKit is reported once, where a version breaks it first",
    arguments: [
      ("<attribute name='count' attributeType='Integer 64'/>", "Trip.count is required"),
      (
        "<relationship name='stops' optional='YES' toMany='YES' destinationEntity='Stop'/>",
        "Trip.stops has no inverse"
      ),
      (
        "<relationship name='stop' maxCount='1' destinationEntity='Stop'/>", "Trip.stop is required"
      ),
      (
        "<relationship name='stops' optional='YES' toMany='YES' ordered='YES' "
          + "destinationEntity='Stop'/>", "Trip.stops is ordered"
      ),
      (
        "<relationship name='stop' optional='YES' maxCount='1' deletionRule='Deny' "
          + "destinationEntity='Stop'/>", "Trip.stop denies deletion"
      ),
      (
        "<uniquenessConstraints><uniquenessConstraint><constraint value='name'/>"
          + "</uniquenessConstraint></uniquenessConstraints>", "Trip.name has a uniqueness"
      ),
    ])
  func cloudKit(fault: String, message: String) throws {
    let note = Self.attribute("note")
    let trips = [fault, fault + note, fault + note + Self.attribute("end")]
    for (root, extra) in [("usedWithCloudKit='YES'", ""), ("", Self.cloud)] {
      let found = try Self.cloudKit(trips, root: root, extra: extra)
      #expect(found[0].contains { $0.hasPrefix(message) }, "\(found)")
      #expect(found[1] == [])
    }
    let other = Self.cloud.replacing("YES", with: "NO")
    #expect(try Self.cloudKit(trips, extra: other) == [[], []])
    #expect(try Self.cloudKit(trips) == [[], []])
  }

  @Test("what a later version breaks is reported there") func cloudKitLater() throws {
    let stops = "<relationship name='stops' optional='YES' toMany='YES' destinationEntity='Stop'/>"
    let found = try Self.cloudKit(["", Self.attribute("note"), stops], extra: Self.cloud)
    #expect(found[0] == [])
    #expect(
      found[1] == [
        "Trip.stops has no inverse, which CloudKit does not allow.",
        "Trip.note is removed, but a CloudKit schema in production can only grow.",
      ])
  }

  @Test("what an entity inherits is reported once") func cloudKitInherited() throws {
    func model(_ body: String) -> String {
      Self.entity("Trip", Self.attribute("name") + body)
        + "<entity name='Cruise' parentEntity='Trip'>\(Self.attribute("ship"))</entity>"
    }
    let history = try Self.history(
      [model(Self.attribute("note")), model("")], root: "usedWithCloudKit='YES'")
    let found = history.defects(from: 1, to: 2).filter { $0.name == "coredata-cloudkit" }
    #expect(found.map(\.place) == [PropertyPath(type: "Trip", property: "note")])
  }

  @Test("what CloudKit mirrors may only grow") func cloudKitGrows() throws {
    func warnings(_ after: String) throws -> [String] {
      try Self.report(
        Self.entity("Trip", Self.attribute("name") + Self.attribute("note")), after,
        root: "usedWithCloudKit='YES'"
      ).warnings.filter { $0.name == "coredata-cloudkit" }.map(\.message)
    }
    let grown = Self.entity(
      "Trip", Self.attribute("name") + Self.attribute("note") + Self.attribute("end"))
    #expect(try warnings(grown) == [])
    #expect(try warnings(Self.entity("Trip", Self.attribute("name"))).count == 1)
    #expect(
      try warnings(
        Self.entity("Trip", Self.attribute("title", identifier: "name") + Self.attribute("note"))
      ) == [
        "Trip.name is renamed to title, but a CloudKit schema in production can only grow."
      ])
  }

  @Test(
    "a tighter limit is a warning, a looser one is not",
    arguments: [
      ("maxValueString='9'", "maxValueString='5'", "has at most 5"),
      ("minValueString='1'", "minValueString='2'", "has at least 2"),
      ("", "minValueString='-1.5'", "has at least -1.5"),
      ("minValueString='10'", "minValueString='9'", nil), ("maxValueString='9'", "", nil),
    ])
  func limits(before: String, after: String, demand: String?) throws {
    func model(_ limits: String, _ other: String = "") -> String {
      Self.entity(
        "Cup",
        "<attribute name='size' optional='YES' attributeType='Integer 64' \(limits)/>" + other)
    }
    let found = try Self.report(model(before), model(after, Self.attribute("label"))).warnings
      .filter { $0.name == "coredata-unsavable" }.map(\.message)
    #expect(found.count == (demand == nil ? 0 : 1))
    if let demand { #expect(found.first?.hasPrefix("Cup.size \(demand) from now on.") == true) }
  }

  @Test("a to-many relationship that needs more objects is a warning") func counts() throws {
    func warnings(_ before: String, _ after: String) throws -> [String] {
      try Self.report(
        Self.homes("toMany='YES' \(before)"), Self.homes("toMany='YES' \(after)")
      ).warnings.filter { $0.name == "coredata-unsavable" }.map(\.message)
    }
    #expect(
      try warnings("optional='YES'", "minCount='1'").first?
        .hasPrefix("Person.home leads to at least 1 object ") == true)
    #expect(try warnings("minCount='1'", "minCount='2'").count == 1)
    // An empty set does not count as missing, and an optional relationship may be empty.
    #expect(try warnings("optional='YES'", "") == [])
    #expect(try warnings("optional='YES'", "optional='YES' minCount='1'") == [])
    #expect(
      try warnings("optional='YES'", "optional='YES' maxCount='2'").first?
        .hasPrefix("Person.home leads to at most 2 objects") == true)
    #expect(try warnings("", "optional='YES'") == [])
  }

  @Test("a value transformer that changes is a warning, one for all attributes that it changes for")
  func transformer() throws {
    func warnings(_ before: String, _ after: String, ofClass name: String? = nil) throws -> [String]
    {
      func model(_ transformer: String) -> String {
        let kind = name.map { "customClassName='\($0)'" } ?? ""
        let attributes = ["payload", "tags"].map {
          "<attribute name='\($0)' optional='YES' attributeType='Transformable' \(kind) "
            + "\(transformer.isEmpty ? "" : "valueTransformerName='\(transformer)'")/>"
        }
        return Self.entity("Event", attributes.joined())
      }
      return try Self.report(model(before), model(after)).warnings.map(\.message)
    }
    let (secure, keyed) = ("NSSecureUnarchiveFromData", "NSKeyedUnarchiveFromData")
    #expect(
      try warnings("", "ListTransformer") == [
        "Event.payload and Event.tags have another value transformer, the default before and "
          + "ListTransformer now. No migration runs for that: stored values stay as the old one "
          + "wrote them."
      ])
    #expect(try warnings("FirstTransformer", "SecondTransformer").count == 1)
    func models(_ transformer: String) -> String {
      (1...6).map { number in
        Self.entity(
          "E\(number)",
          "<attribute name='a' optional='YES' attributeType='Transformable' "
            + "valueTransformerName='\(transformer)'/>")
      }.joined()
    }
    #expect(
      try Self.report(models("A"), models("B")).warnings.map(\.message) == [
        "E1.a, E2.a, E3.a, E4.a and 2 more attributes have another value transformer, A before and "
          + "B now. No migration runs for that: stored values stay as the old one wrote them."
      ])
    #expect(try warnings(secure, "ListTransformer").count == 1)
    // The secure transformer refuses classes of the app's own.
    #expect(try warnings("", secure, ofClass: "Payload").count == 1)
    #expect(try warnings(keyed, secure, ofClass: "[Payload]").count == 1)
    // A keyed archive of the same form, which the new one reads.
    #expect(try warnings(secure, secure).isEmpty)
    #expect(try warnings("", secure).isEmpty)
    #expect(try warnings("", keyed + "TransformerName", ofClass: "Payload").isEmpty)
    #expect(try warnings(keyed, secure + "Transformer", ofClass: "NSArray").isEmpty)
    #expect(try warnings("", secure, ofClass: "[String: Int64]").isEmpty)
    #expect(try warnings(secure, "", ofClass: "Payload").isEmpty)
  }
}
