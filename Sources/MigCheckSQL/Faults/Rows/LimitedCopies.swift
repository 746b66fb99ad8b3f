import MigCheckModel
import MigCheckText

/// Copies that take so many rows and no more along to the table that takes the place of theirs: whoever
/// has more loses them, and generated graphs never have as many.
struct LimitedCopies {
  static let code = "copyHasLimit"

  let migration: Migration
  let trace: ScriptTrace
  let mapping: SchemaMapping

  var faults: [HopFault] {
    trace.tables.sorted { $0.key < $1.key }.compactMap { name, history in
      guard history.origin == nil, let origin = trace.origin(of: name) else { return nil }
      let copies = history.insertions.map { migration.statements[$0] }
      let limits = copies.compactMap(Self.limit)
      // Where another copy has none, that one may take the rest.
      guard let first = copies.first, !limits.isEmpty, limits.count == copies.count else {
        return nil
      }
      let sum = limits.reduce(UInt64(0)) { $0.addingReportingOverflow($1).partialValue }
      return HopFault(
        Self.code, type: mapping.typeName(name), isError: false,
        message:
          "The copy takes \(sum) row\(sum == 1 ? "" : "s") of \(origin) along at most, as it has a "
          + "LIMIT, and all others are lost. If they are to go, or nobody has more, nothing is to be "
          + "done.", place: first.source)
    }
  }

  /// The number behind the `LIMIT` of a whole query; `nil`: there is none, or it is no plain number.
  private static func limit(of statement: SQLStatement) -> UInt64? {
    let query: String? =
      switch StatementShape(statement) {
      case .insert(let insertion): insertion.query
      case .createTable(_, let query): query
      default: nil
      }
    guard let query else { return nil }
    let tokens = SQLToken.tokens(of: query).filter { !$0.isSymbol(";") }[...]
    guard let place = tokens.firstPlace(of: ["limit"]) else { return nil }
    let behind = tokens[(place + 1)...]
    // `LIMIT 20, 10`: what is passed over comes first.
    let parts = behind.parts(between: { $0.isSymbol(",") })
    let count = (parts.count == 2 ? parts[1] : parts[0]).prefix { !$0.isWord("offset") }
    guard count.count == 1, case .number(let text)? = count.first else { return nil }
    return UInt64(text)
  }
}
