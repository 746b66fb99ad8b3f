import MigCheckModel
import MigCheckText

/// All names of types and properties that any version of a history declares.
struct HistoryNames {
  private var types: [(name: Name, properties: [Name])] = []

  init(_ history: History) {
    for stage in history.stages {
      for type in stage.schema.types {
        if index(of: type.name) == nil { types.append((type.name, [])) }
        guard let index = index(of: type.name) else { continue }
        for property in type.properties
        where !types[index].properties.contains(property.name) {
          types[index].properties.append(property.name)
        }
      }
    }
  }

  private func index(of name: Name) -> Int? {
    types.firstIndex { $0.name == name }
  }

  /// What is wrong with the name of a type, or `nil`.
  func problem(type name: Name) -> (problem: String, remedy: String)? {
    if index(of: name) != nil { return nil }
    let names = types.map(\.name)
    return ("no version has a type \(quoted(name))", remedy(name, names, "the types are"))
  }

  /// What is wrong with the name of a property of a type that some version has, or `nil`.
  func problem(property name: Name, of type: Name) -> (problem: String, remedy: String)? {
    guard let index = index(of: type) else { return nil }
    let names = types[index].properties
    if names.contains(name) { return nil }
    return (
      "no version of \(quoted(type)) has a property \(quoted(name))",
      remedy(name, names, "its properties are")
    )
  }

  private func remedy(_ name: Name, _ names: [Name], _ others: String) -> String {
    if let meant = nearest(to: name.text, among: names.map(\.text)) {
      return "did you mean \(quoted(meant))?"
    }
    return names.isEmpty ? "take it out" : "\(others) \(quotedList(names))"
  }
}

extension PropertyType {
  /// The names of the types of plain values, as history files write them.
  package static let scalarNames = allCases.filter { $0 != .object && $0 != .linkingObjects }
    .map(\.rawValue)
}
