import MigCheckModel
import MigCheckText

extension HistoryValidator {
  mutating func checkAssumptions(of stage: HistoryVersion, at path: JSONPath) {
    if !stage.assumptions.isEmpty, history.engine.implementation?.takesAssumptions != true {
      report(
        .key(path, "data"), "data is assumed under the rules \"realm\" only",
        "say it in the model, or take it out")
      return
    }
    for assumption in stage.assumptions {
      let path = JSONPath.key(.key(path, "data"), assumption.path.description)
      guard checkType(assumption.path.type, at: path) else { continue }
      guard let type = stage.schema.type(named: assumption.path.type) else {
        report(
          path, "version \(stage.number) has no type \(quoted(assumption.path.type))",
          "name a type of this version")
        continue
      }
      if type.isEmbedded, !assumption.isFresh {
        report(
          path, "the type \(quoted(type.name)) is embedded",
          "say it of a type whose objects stand by themselves")
        continue
      }
      check(assumption, of: type, in: stage, at: path)
    }
  }

  private mutating func check(
    _ assumption: DataAssumption, of type: ObjectType, in stage: HistoryVersion, at path: JSONPath
  ) {
    if case .atMost(let count) = assumption.rule {
      if assumption.path.property != nil || count < 0 {
        report(
          path, "\"atMost\" is a number of objects of a type",
          "write \"\(type.name)\": {\"atMost\": 1}")
      }
      return
    }
    guard let name = assumption.path.property else {
      report(
        path, "this is said of the values of a property, and no property is named",
        "write \"\(type.name).property\"")
      return
    }
    guard let index = type.storedIndex(of: name) else {
      report(
        path, "version \(stage.number) of \(quoted(type.name)) has no property \(quoted(name))",
        "name a property of this version")
      return
    }
    let property = type.storedProperties[index]
    guard property.collection == nil, !property.isLink else {
      report(path, "\(quoted(name)) holds no single value", "say it of a property that does")
      return
    }
    if let problem = assumption.problem(for: property) {
      report(path, problem.problem, problem.remedy)
    }
  }
}

extension DataAssumption {
  fileprivate func problem(for property: Property) -> (problem: String, remedy: String)? {
    func fits(_ value: Value) -> Bool {
      switch (property.type, value) {
      case (.int, .int), (.string, .string), (.date, .date), (.bool, .bool), (.mixed, _): true
      case (.double, .int), (.double, .double), (.float, .int), (.float, .double), (.float, .float):
        true
      default: false
      }
    }
    switch rule {
    case .oneOf(let values), .generated(let values):
      if values.isEmpty { return ("there is no value that it can have", "name the values") }
      if let other = values.first(where: { !fits($0) }) {
        return (
          "\(other.scalarJSON?.compactText ?? "null") is no value of type \(property.notation)",
          "name values of that type"
        )
      }
    case .range(let low, let high):
      guard fits(low), fits(high), [.int, .float, .double, .date].contains(property.type) else {
        return (
          "the range is none of values of type \(property.notation)", "give two numbers or dates"
        )
      }
      guard holds(of: low, optional: false) else {
        return ("the range ends before it begins", "give the lower end first")
      }
    case .pattern(let pattern):
      if property.type != .string {
        return ("a pattern is for texts, not for type \(property.notation)", "take it out")
      }
      if !pattern.isValid {
        return (
          "the pattern \(quoted(pattern.text)) cannot be read",
          "use literals, classes such as [a-z], groups, | and the repetitions ?, *, +, {2} and {2,4}"
        )
      }
    case .fresh:
      if ![.uuid, .objectId, .string, .date].contains(property.type) {
        return (
          "no values are generated for type \(property.notation)",
          "say it of a uuid, an objectId, a string or a date"
        )
      }
    case .unique, .atMost: break
    }
    return nil
  }
}
