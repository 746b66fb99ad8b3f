import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// Histories from scratch: mostly valid, so that what lies behind the reading of files is tried.
struct HistoryMaker {
  var source: RandomSource
  private var types: [MadeType] = []

  /// One object type while versions are made.
  private struct MadeType {
    var name: String
    var isEmbedded = false
    var primaryKey: String?
    var properties: [(name: String, notation: String)]
  }

  init(source: RandomSource) {
    self.source = source
  }

  private static let typeNames = ["A", "B", "Cat", "D"]
  private static let propertyNames = ["a", "b", "c", "d", "e", "f", "g"]

  mutating func history() -> JSON {
    for _ in 0...source.below(3) { addType() }
    var versions = [JSON]()
    var number: UInt64 = source.chance(90) ? UInt64(source.below(3)) : 18_446_744_073_709_551_000
    for _ in 0...(1 + source.geometric(mean: 1, limit: 4)) {
      versions.append(version(number, isFirst: versions.isEmpty))
      number += 1 + (source.chance(20) ? UInt64(source.below(30)) : 0)
    }
    var members: [JSON.Member] = [
      .init("migcheck", .integer(1)), .init("name", .string("Made")),
      .init("rules", .string("realm")), .init("versions", .array(versions)),
    ]
    if source.chance(10) { members.append(.init("ignoring", .array([.string(place())]))) }
    return .object(members)
  }

  private mutating func version(_ number: UInt64, isFirst: Bool) -> JSON {
    let before = types
    if !isFirst { for _ in 0...source.below(3) { change() } }
    var members: [JSON.Member] = [
      .init("version", .integer(number)), .init("schema", .array(types.map(schema))),
    ]
    guard !isFirst else { return .object(members) }
    if source.chance(70) {
      let steps = (0...source.below(3)).map { _ in step(before) }
      members.append(.init("migration", .array(steps)))
    }
    if source.chance(15) { members.append(.init("drops", .array([.string(place())]))) }
    if source.chance(25), let type = types.last {
      let invariant: [JSON.Member] = [
        .init("name", .string("i")), .init("type", .string(type.name)),
        .init("since", .integer(UInt64(source.below(3)))),
        .init("holds", .string(expression(of: type.name))),
      ]
      members.append(.init("invariants", .array([.object(invariant)])))
    }
    return .object(members)
  }

  private func schema(_ type: MadeType) -> JSON {
    var members: [JSON.Member] = [.init("name", .string(type.name))]
    if type.isEmbedded { members.append(.init("embedded", .bool(true))) }
    if let key = type.primaryKey { members.append(.init("primaryKey", .string(key))) }
    members.append(
      .init(
        "properties",
        .object(type.properties.map { JSON.Member($0.name, .string($0.notation)) })))
    return .object(members)
  }

  // MARK: Types

  private mutating func addType() {
    guard let name = Self.typeNames.first(where: { name in !types.contains { $0.name == name } })
    else { return }
    types.append(MadeType(name: name, properties: []))
    for _ in 0...source.below(3) { addProperty(to: types.count - 1) }
    if source.chance(20) {
      let keys = types[types.count - 1].properties.filter {
        ["int", "string", "int?", "string?", "uuid", "objectId"].contains($0.notation)
      }
      types[types.count - 1].primaryKey = keys.first?.name
    } else if source.chance(20), types.count > 1 {
      types[types.count - 1].isEmbedded = true
    }
  }

  private mutating func addProperty(to type: Int) {
    let free = Self.propertyNames.filter { name in
      !types[type].properties.contains { $0.name == name }
    }
    guard let name = free.first else { return }
    types[type].properties.append((name, notation()))
  }

  private mutating func notation() -> String {
    guard source.chance(35) else { return source.pick(from: NastyPieces.notations) }
    return source.pick(from: types).name + source.pick(from: ["?", "?", "[]", "{}", "<>"])
  }

  private mutating func change() {
    let type = source.below(types.count)
    let place = types[type].properties.isEmpty ? 0 : source.below(types[type].properties.count)
    switch types[type].properties.isEmpty ? 0 : source.below(10) {
    case 0, 1: addProperty(to: type)
    case 2: types[type].properties.remove(at: place)
    case 3, 4: types[type].properties[place].notation = notation()
    case 5:
      let notation = types[type].properties[place].notation
      types[type].properties[place].notation =
        notation.hasSuffix("?") ? String(notation.dropLast()) : notation + "?"
    case 6: types[type].isEmbedded.toggle()
    case 7:
      types[type].primaryKey =
        types[type].primaryKey == nil ? types[type].properties[place].name : nil
    case 8: if types.count > 1 { types.remove(at: type) }
    default: addType()
    }
  }

  // MARK: Migrations

  private mutating func step(_ before: [MadeType]) -> JSON {
    let type = source.pick(from: source.chance(50) ? before : types)
    func key(_ name: String, _ members: [JSON.Member]) -> JSON.Member {
      .init(name, .object([.init("type", .string(type.name))] + members))
    }
    var members = [JSON.Member]()
    switch source.below(12) {
    case 0, 1:
      members.append(
        key(
          "renameProperty",
          [.init("from", .string(property(of: before))), .init("to", .string(property(of: types)))])
      )
    case 2: members.append(key("deleteData", []))
    case 3, 4:
      members.append(
        key(
          "embed",
          [
            .init("orphans", .string(source.pick(from: ["delete", "keep"]))),
            .init("shared", .string(source.pick(from: ["copy", "keep"]))),
          ]))
    case 5, 6: members.append(key("create", [.init("value", assignments(of: type))]))
    default:
      var parts = [JSON.Member]()
      if source.chance(30) { parts.append(.init("where", .string(expression(of: type.name)))) }
      if source.chance(15) {
        parts.append(.init("delete", .bool(true)))
      } else {
        parts.append(.init("set", assignments(of: type)))
      }
      members.append(key("enumerate", parts))
    }
    if source.chance(10) {
      members.append(.init("onlyFrom", .array([.integer(UInt64(source.below(3)))])))
    }
    return .object(members)
  }

  private mutating func assignments(of type: MadeType) -> JSON {
    let known = types.first { $0.name == type.name } ?? type
    var members = [JSON.Member]()
    for property in known.properties where source.chance(50) {
      members.append(.init(property.name, .string(expression(of: type.name))))
    }
    return .object(members)
  }

  private mutating func property(of types: [MadeType]) -> String {
    types.flatMap(\.properties).isEmpty
      ? "a" : source.pick(from: types.flatMap(\.properties)).name
  }

  private mutating func place() -> String {
    "\(source.pick(from: types).name).\(property(of: types))"
  }

  private mutating func expression(of type: String) -> String {
    let names = types.first { $0.name == type }?.properties.map(\.name) ?? []
    return SQLGrammar(names: names.isEmpty ? ["a"] : names).expression(&source)
  }
}
