import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

// What the stores of a version hold, beyond its schema:
//
//     "data": { "Person.age": { "range": [0, 150] }, "Settings": { "atMost": 1 } }

extension HistoryFile {
  private static let ruleNames = ["oneOf", "range", "unique", "fresh", "pattern", "atMost"]

  static func assumptions(
    _ node: JSONNode, of schema: Schema
  ) throws(InputError) -> [DataAssumption] {
    var assumptions = [DataAssumption]()
    for (name, node) in try node.entries() {
      let path = PropertyPath(name)
      let record = try node.record("what is assumed of data", keys: ruleNames)
      for rule in ruleNames {
        guard let node = record[rule] else { continue }
        if let rule = try self.rule(rule, node, of: path, in: schema) {
          assumptions.append(DataAssumption(path, rule))
        }
      }
    }
    return assumptions
  }

  private static func rule(
    _ name: String, _ node: JSONNode, of path: PropertyPath, in schema: Schema
  ) throws(InputError) -> DataAssumption.Rule? {
    func values() throws(InputError) -> [Value] {
      let declared = schema.type(named: path.type)
      guard let property = path.property.flatMap({ declared?.property(named: $0) }),
        property.collection == nil, !property.isLink
      else {
        throw node.error(
          "this version has no single value \(quoted(path.description))",
          "name a property of this version, as \"Type.property\"")
      }
      let reader = ValueReader(schema: schema)
      var values = [Value]()
      for node in try node.array() { values.append(try reader.value(node, of: property)) }
      return values
    }
    switch name {
    case "oneOf": return .oneOf(try values())
    case "range":
      let ends = try values()
      guard ends.count == 2 else {
        throw node.wrongKind(needed: "the lowest and the highest value")
      }
      return .range(ends[0], ends[1])
    case "unique": return try node.bool() ? .unique : nil
    case "fresh": return try node.bool() ? .fresh : nil
    case "pattern": return .pattern(TextPattern(try node.string()))
    default: return .atMost(Int(clamping: try node.version()))
    }
  }

  static func json(_ assumptions: [DataAssumption]) -> JSON {
    var members = [JSON.Member]()
    for assumption in assumptions {
      let name = assumption.path.description
      let rule = json(assumption.rule)
      if let place = members.firstIndex(where: { $0.key.isIdentical(to: name) }),
        case .object(let others) = members[place].value
      {
        members[place].value = .object(others + [rule])
      } else {
        members.append(JSON.Member(name, .object([rule])))
      }
    }
    return .object(members)
  }

  private static func json(_ rule: DataAssumption.Rule) -> JSON.Member {
    func plain(_ value: Value) -> JSON {
      value.scalarJSON ?? .null
    }
    return switch rule {
    // Of code a file can only hold what it made.
    case .oneOf(let values), .generated(let values): JSON.Member("oneOf", .array(values.map(plain)))
    case .range(let low, let high): JSON.Member("range", .array([plain(low), plain(high)]))
    case .unique: JSON.Member("unique", .bool(true))
    case .fresh: JSON.Member("fresh", .bool(true))
    case .pattern(let pattern): JSON.Member("pattern", .string(pattern.text))
    case .atMost(let count): JSON.Member("atMost", .integer(Int64(count)))
    }
  }
}
