import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// Differences of two graphs as a person reads them.
///
/// Objects are named by their row: `Person#12` is the thirteenth of its type in the first graph,
/// and where only the second graph is spoken of, in that one.
package struct DifferenceText: Sendable {
  private let first: ObjectGraph
  private let second: ObjectGraph

  package init(first: ObjectGraph, second: ObjectGraph) {
    self.first = first
    self.second = second
  }

  /// One line, such as `Person.email: "" → null in 147 of 312 objects, for instance Person#12`.
  package func line(_ difference: GraphDifference) -> String {
    switch difference.kind {
    case .schemaDiffers: schemaLine(difference)
    case .objectMissing: objectLine(difference, of: first, row: difference.firstRow, "first")
    case .objectAdded: objectLine(difference, of: second, row: difference.secondRow, "second")
    case .valueDiffers, .linkDiffers: valueLine(difference)
    }
  }

  private func schemaLine(_ difference: GraphDifference) -> String {
    let type = ValueText.escaped(difference.type)
    let types = [first, second].map { $0.schema.type(named: difference.type) }
    guard let property = difference.property else {
      switch (types[0], types[1]) {
      case (_?, nil): return "type \(type) is only in the first schema"
      case (nil, _?): return "type \(type) is only in the second schema"
      default:
        let isEmbedded = types[0]?.isEmbedded ?? false
        return "\(type) is embedded only in the \(isEmbedded ? "first" : "second") schema"
      }
    }
    let place = "\(type).\(ValueText.escaped(property))"
    let notations = types.map { $0?.property(named: property)?.notation }
    switch (notations[0], notations[1]) {
    case (let old?, let new?):
      return "\(place): \(ValueText.escaped(old)) → \(ValueText.escaped(new)) in the schema"
    case (_?, nil): return "\(place) is only in the first schema"
    default: return "\(place) is only in the second schema"
    }
  }

  private func objectLine(
    _ difference: GraphDifference, of graph: ObjectGraph, row: Int?, _ side: String
  ) -> String {
    let type = ValueText.escaped(difference.type)
    let name = row.map { "\(type)#\($0)" } ?? type
    if difference.count > 1 {
      return "\(type): \(difference.count) of \(difference.total.of("object")) only in the "
        + "\(side), for instance \(name)"
    }
    let content = row.map { self.content(of: difference.type, row: $0, in: graph) } ?? ""
    return "\(name) only in the \(side)\(content)"
  }

  /// `: name "Ada", age 3`.
  private func content(of type: Name, row: Int, in graph: ObjectGraph) -> String {
    guard let index = graph.schema.index(of: type) else { return "" }
    let values = graph.values(of: ObjectReference(type: index, index: row))
    let parts = zip(graph.schema.types[index].storedProperties, values).map { property, value in
      "\(ValueText.escaped(property.name)) \(text(value, in: graph))"
    }
    return parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"
  }

  private func valueLine(_ difference: GraphDifference) -> String {
    let type = ValueText.escaped(difference.type)
    let property = difference.property.map { ".\(ValueText.escaped($0))" } ?? ""
    let object = difference.firstRow.map { "\(type)#\($0)" } ?? type
    let change = change(difference)
    guard difference.count > 1 else { return "\(object)\(property): \(change)" }
    let extent = "in \(difference.count) of \(difference.total.of("object"))"
    return difference.isUniform
      ? "\(type)\(property): \(change) \(extent), for instance \(object)"
      : "\(type)\(property) differs \(extent), for instance \(object): \(change)"
  }

  private func change(_ difference: GraphDifference) -> String {
    let old = difference.firstValue.map { text($0, in: first) } ?? "nothing"
    let new = difference.secondValue.map { text($0, in: second) } ?? "nothing"
    // Rows are counted in each graph on its own.
    let isOther = old.isIdentical(to: new) && difference.kind == .linkDiffers
    return "\(old) → \(new)" + (isOther ? " (another object there)" : "")
  }

  private func text(_ value: Value, in graph: ObjectGraph) -> String {
    ValueText.text(of: value, schema: graph.schema) { Int64($0.index) }
  }
}
