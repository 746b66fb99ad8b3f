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
      // What no column is called, SQLite takes for a text.
      case .quotedName(let text) where !isColumn(text): texts.append(text)
      case .number: if let number = token.integer() { numbers.append(number) }
      default: break
      }
    }
    return (texts, numbers)
  }

  private func isColumn(_ name: String) -> Bool {
    schema.types.contains { type in
      type.name.text.isSameName(as: name)
        || type.properties.contains { $0.name.text.isSameName(as: name) }
    }
  }

  /// A number of which nothing is seen in those for other rows and columns.
  private static func draw(_ row: Int, _ column: Int, _ round: Int) -> Int {
    var bits = UInt64(row) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(column) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits &+ UInt64(round)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 29
    bits = bits &* 0xBF58_476D_1CE4_E5B9
    return Int((bits ^ bits >> 32) & 0x7FFF_FFFF)
  }

  func graph(round: Int) -> ObjectGraph {
    let (texts, numbers) = literals
    let strings = ["a", ""] + texts + ["zz", #"say "x""#, "2020-01-01", "1999"]
    let neighbours = numbers.flatMap(\.withNeighbours)
    let integers: [Int64] = [1, 0] + neighbours + [-5, 77]
    var graph = ObjectGraph(schema: schema)
    for (index, type) in schema.types.enumerated() {
      let count = round == 0 ? max(8, min(24, texts.count + numbers.count + 6)) : 32
      for row in 0..<count {
        graph.append(
          type.storedProperties.enumerated().map { column, property in
            // In turn at first, so that each value comes; then in all combinations.
            let isRegular = round == 0
            let draw =
              isRegular
              ? row * 7 + column * 3 + row / 3 : Self.draw(row, column, round)
            // Columns that stand four apart are not to be NULL in the same rows only.
            let isNull =
              isRegular
              ? (draw + row / 2 * (column / 4)) % 4 == 0
              : Self.draw(row, column, round + 100) % 3 == 0
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
