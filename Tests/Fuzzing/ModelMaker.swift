import MigCheckGeneration
import MigCheckModel

/// Makes Core Data models as Xcode writes them, changes them as trees, and makes stores that fit them.
struct ModelMaker {
  var source: RandomSource

  private struct Element {
    var name: String
    var attributes: [(String, String)]
    var children: [Element] = []

    var text: String {
      let list = attributes.map { " \($0.0)=\"\($0.1)\"" }.joined()
      return children.isEmpty
        ? "<\(name)\(list)/>"
        : "<\(name)\(list)>\n" + children.map(\.text).joined() + "</\(name)>\n"
    }
  }

  /// - Returns: the files of a bundle `B.xcdatamodeld` of two or three versions.
  mutating func files() -> [FuzzInput.File] {
    var model = self.model()
    var files = [FuzzInput.File]()
    for number in 1...(2 + source.below(2)) {
      if number > 1 { for _ in 0...source.below(3) { model = changed(model) } }
      var bytes = Array(
        ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + model.text).utf8)
      if source.chance(8) { bytes = ByteMutator.damaged(bytes, &source) }
      files.append(FuzzInput.File("B.xcdatamodeld/B \(number).xcdatamodel/contents", bytes))
    }
    if source.chance(40) {
      let name = source.pick(from: ["B 1.xcdatamodel", "B 2.xcdatamodel", "nosuch", ""])
      var text =
        "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict>"
        + "</plist>"
      if source.chance(10) {
        text = "<plist>" + String(repeating: "<array>", count: 1 + source.below(100_000))
      }
      var bytes = Array(text.utf8)
      if source.chance(10) { bytes = ByteMutator.damaged(bytes, &source) }
      files.append(FuzzInput.File("B.xcdatamodeld/.xccurrentversion", bytes))
    }
    return files
  }

  private mutating func model() -> Element {
    Element(
      name: "model",
      attributes: [
        ("type", "com.apple.IDECoreDataModeler.DataModel"), ("documentVersion", "1.0"),
      ], children: (0...source.below(3)).map { entity("E\($0)") })
  }

  private mutating func entity(_ name: String) -> Element {
    var attributes = [("name", name), ("representedClassName", name)]
    if source.chance(15) { attributes.append(("parentEntity", "E0")) }
    if source.chance(10) { attributes.append(("isAbstract", "YES")) }
    if source.chance(10) { attributes.append(("elementID", "Old\(name)")) }
    return Element(
      name: "entity", attributes: attributes,
      children: (0...source.below(4)).map { number in
        source.chance(70) ? attribute("a\(number)") : relationship("r\(number)")
      })
  }

  private mutating func attribute(_ name: String) -> Element {
    var attributes = [("name", name), ("attributeType", source.pick(from: Self.types))]
    if source.chance(60) { attributes.append(("optional", "YES")) }
    if source.chance(40) {
      attributes.append(("defaultValueString", source.pick(from: Self.values)))
    }
    if source.chance(10) { attributes.append(("renamingIdentifier", "a\(source.below(4))")) }
    if source.chance(10) { attributes.append(("elementID", "a\(source.below(4))")) }
    if source.chance(5) { attributes.append(("transient", "YES")) }
    if source.chance(10) { attributes.append(("minValueString", source.pick(from: Self.values))) }
    if source.chance(10) { attributes.append(("maxValueString", source.pick(from: Self.values))) }
    if source.chance(10) { attributes.append(("regularExpressionString", "[z-a]{5,2}(")) }
    return Element(name: "attribute", attributes: attributes)
  }

  private mutating func relationship(_ name: String) -> Element {
    var attributes = [
      ("name", name), ("destinationEntity", source.pick(from: ["E0", "E1", "E2", "nosuch"])),
      ("optional", source.pick(from: ["YES", "NO"])),
      ("deletionRule", source.pick(from: ["Nullify", "Cascade", "Deny", "x"])),
    ]
    attributes.append(
      source.chance(50) ? ("toMany", "YES") : ("maxCount", source.pick(from: Self.values)))
    if source.chance(30) { attributes.append(("minCount", source.pick(from: Self.values))) }
    if source.chance(20) { attributes.append(("ordered", "YES")) }
    if source.chance(50) {
      attributes += [("inverseName", "r\(source.below(3))"), ("inverseEntity", "E0")]
    }
    return Element(name: "relationship", attributes: attributes)
  }

  private mutating func changed(_ model: Element) -> Element {
    var model = model
    guard !model.children.isEmpty else { return self.model() }
    let place = source.below(model.children.count)
    switch source.below(8) {
    case 0: model.children.append(entity("E\(source.below(5))"))
    case 1: model.children.remove(at: place)
    case 2: model.children[place].children.append(attribute("a\(source.below(6))"))
    case 3: model.children[place].children.append(relationship("r\(source.below(6))"))
    case 4 where !model.children[place].children.isEmpty:
      let inner = source.below(model.children[place].children.count)
      model.children[place].children.remove(at: inner)
    case 5:
      var deep = attribute("deep")
      for _ in 0..<source.pick(from: [3, 300]) {
        deep = Element(name: "x", attributes: [], children: [deep])
      }
      model.children[place].children.append(deep)
    default:
      let own = model.children[place]
      guard !own.children.isEmpty else { return model }
      let inner = source.below(own.children.count)
      guard !own.children[inner].attributes.isEmpty else { return model }
      let key = source.below(own.children[inner].attributes.count)
      model.children[place].children[inner].attributes[key].1 = source.pick(
        from: Self.values + Self.types)
    }
    return model
  }

  private static let types = [
    "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "String", "Boolean",
    "Date", "Binary", "UUID", "URI", "Transformable", "Undefined", "Composite", "Object ID", "x",
  ]

  private static let values = [
    "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e999",
    "NaN", "", "YES", "x", "32768", "-32769", "0.1", "1e-400", "2147483648", "&#0;", "&amp;", "é",
    "99999999999999999999999999999999999999999", "00000000-0000-0000-0000-000000000000",
  ]

  // MARK: Stores

  /// Statements that make a store for the entities of a model, as far as Core Data's layout goes.
  mutating func store() -> String {
    var sql =
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);"
      + "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
      + "Z_MAX INTEGER);"
      + "INSERT INTO Z_METADATA VALUES (1, 'x', CAST('<plist version=\"1.0\"><dict>"
      + "<key>NSStoreModelVersionIdentifiers</key><array><string></string></array></dict></plist>' "
      + "AS BLOB));"
    for number in 0...source.below(3) {
      let columns = (0..<4).map { "ZA\($0) " + source.pick(from: ["INTEGER", "VARCHAR", "BLOB"]) }
      sql +=
        "INSERT INTO Z_PRIMARYKEY VALUES (\(number + 1), 'E\(number)', "
        + "\(source.pick(from: ["0", "1", "\(number + 1)", "9223372036854775807"])), "
        + "\(source.pick(from: ["1", "3", "-1", "9223372036854775807"])));"
        + "CREATE TABLE ZE\(number) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
        + columns.joined(separator: ", ") + ", ZR0 INTEGER, ZR1 INTEGER);"
        + "INSERT INTO ZE\(number) VALUES (\(source.pick(from: ["1", "9223372036854775807"])), "
        + "\(number + 1), 1, 1, 'x', x'00', NULL, \(source.pick(from: ["1", "-1", "NULL", "1e300"])), "
        + "2);"
    }
    return sql
  }
}
