import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// The objects of a small graph, one a line, as a person reads them.
struct GraphText {
  let graph: ObjectGraph
  let anyValues: [Counterexample.AnyValue]
  /// The property that a finding is about: its values are shown even where others would do.
  var subject: PropertyPath?
  /// Further objects are only counted.
  var limit = 20
  /// If an object has more properties than these whose values do not matter, they are only counted.
  var anyLimit = 8
  /// By type, the number of its first object; none: 0.
  var firstNumbers: [Int] = []
  /// Without the margin of four columns that a report puts before it.
  var width = ColumnText.width - 4

  var lines: [String] {
    let rows = graph.schema.types.indices.flatMap { type in
      (0..<graph.tables[type].count).map { ObjectReference(type: type, index: $0) }
    }
    guard !rows.isEmpty else { return ["no objects"] }
    let labels = rows.prefix(limit).map(label)
    let labelWidth = (labels.map(\.count).max() ?? 0) + 3
    var lines = [String]()
    for (row, label) in zip(rows, labels) {
      if labelWidth > width / 2 {
        lines += [label] + object(row, label: "    ")
      } else {
        lines += object(row, label: label.padded(to: labelWidth))
      }
    }
    if rows.count > limit { lines.append("and \((rows.count - limit).of("more object"))") }
    return lines
  }

  private func label(_ object: ObjectReference) -> String {
    "\(ValueText.escaped(graph.schema.types[object.type].name))#\(number(of: object))"
  }

  private func number(of object: ObjectReference) -> Int64 {
    let first = firstNumbers.indices.contains(object.type) ? firstNumbers[object.type] : 0
    return Int64(first + object.index)
  }

  private func object(_ object: ObjectReference, label: String) -> [String] {
    let type = graph.schema.types[object.type]
    let margin = "".padded(to: label.count)
    var lines = [String]()
    var line = label
    func isSubject(_ property: Property) -> Bool {
      guard let subject, let name = subject.property else { return false }
      return subject.type == type.name && name == property.name
    }
    let texts = zip(type.storedProperties, graph.values(of: object)).map { property, value in
      let own = anyValues.filter {
        $0.row == object.index && $0.type == type.name
          && $0.property == property.name
      }
      return ValueText.text(
        of: value, schema: graph.schema, label: number,
        isAny: { path in
          own.contains { $0.path == path && !($0.path.isEmpty && isSubject(property)) }
        })
    }
    let anyCount = texts.count { $0 == "any" }
    let isCounted = anyCount > anyLimit
    var parts = zip(type.storedProperties, texts).filter { !isCounted || $1 != "any" }
      .map { "\(ValueText.escaped($0.name)) \($1)" }
    if isCounted { parts.append("\(anyCount) properties any") }
    for part in parts {
      let isEmpty = line.count == label.count
      if !isEmpty, line.count + 3 + part.count <= width {
        line += "   " + part
        continue
      }
      if !isEmpty { lines.append(line) }
      let hanging = ColumnText.hanging(
        part, first: isEmpty ? line : margin, indent: min(label.count + 2, width / 2),
        width: width)
      lines += hanging.dropLast()
      line = hanging[hanging.count - 1]
    }
    lines.append(line.count == label.count && lines.isEmpty ? trimmed(line) : line)
    return lines
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
