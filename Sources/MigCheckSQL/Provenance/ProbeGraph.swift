import MigCheckModel
import MigCheckText

/// Rows of all sorts for each table of a version: with and without NULL in each column, and with the
/// values that a script compares with and their neighbours.
struct ProbeGraph {
  let migration: Migration
  let schema: Schema

  /// Values that the script names.
  private var literals: (texts: [String], numbers: [Int64]) {
    var (texts, numbers) = ([String](), [Int64]())
    for token in migration.statements.flatMap(\.bound.tokens) {
      switch token {
      case .text(let text): texts.append(text)
      case .number(let text): if let number = Int64(text) { numbers.append(number) }
      default: break
      }
    }
    return (texts, numbers)
  }

  func graph(round: Int) -> ObjectGraph {
    let (texts, numbers) = literals
    let strings = ["a", ""] + texts + ["zz", #"say "x""#, "2020-01-01", "1999"]
    let neighbours: [Int64] = numbers.flatMap { [$0, $0 &+ 1, $0 &- 1] }
    let integers: [Int64] = [1, 0] + neighbours + [-5, 77]
    var graph = ObjectGraph(schema: schema)
    for (index, type) in schema.types.enumerated() {
      let count = max(8, min(24, texts.count + numbers.count + 6))
      for row in 0..<count {
        graph.append(
          type.storedProperties.enumerated().map { column, property in
            let draw = row * 7 + column * 3 + round * 5 + row / 3
            // Columns that stand four apart are not to be NULL in the same rows only.
            let isNull = (draw + row / 2 * (column / 4)) % 4 == 0
            if property.isOptional || property.type == .mixed, isNull { return .null }
            switch property.type {
            case .int: return .int(integers[draw % integers.count])
            case .double: return .double(Double(integers[draw % integers.count]))
            case .data: return .data([UInt8(row)])
            default:
              return draw % 5 == 0 && property.type == .mixed
                ? .int(integers[draw % integers.count]) : .string(strings[draw % strings.count])
            }
          }, type: index)
      }
    }
    return graph
  }
}
