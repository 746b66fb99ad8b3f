import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Documents that an expression takes for texts, and texts that are meant to be documents and are none.
struct GarbledJSON {
  static let quotedCode = "quotedTwice"
  static let numberCode = "jsonNumberAsText"
  static let joinedCode = "jsonJoined"

  let writing: WritingStatement

  private static let makers = [
    "json_array", "json_group_array", "json_group_object", "json_insert", "json_object",
    "json_quote", "json_replace", "json_set",
  ]

  /// Puts documents that hold others into some rows of columns that a script reads as JSON.
  static func nest(_ plans: [TablePlan], for migration: Migration, in connection: SQLiteConnection)
  {
    let tokens = migration.statements.filter(\.changesData).map(\.tokens)
    guard tokens.joined().contains(where: { token in makers.contains(where: token.isWord) }) else {
      return
    }
    let named = ColumnRole.jsonColumns(in: tokens)
    for plan in plans {
      for (own, column) in plan.columns.enumerated()
      where plan.roles[own] == .json && named.contains(column.name.lowercasedASCII) {
        // Those that the script's paths lead into, with numbers.
        let read = plan.documents[own].compactMap { value -> String? in
          guard case .string(let text) = value else { return nil }
          return text.contains(":1") ? text : nil
        }
        for (place, document) in (documents + read.prefix(2)).enumerated() {
          _ = try? connection.execute(
            "UPDATE OR IGNORE \(plan.table.name.quotedName) SET \(column.name.quotedName) = "
              + "\(document.quotedText) WHERE rowid % 4 = \(place)")
        }
      }
    }
  }

  private static let documents = [#"[{"a":1},{"b":["x"]}]"#, #"{"a":{"b":1},"items":[{"c":1}]}"#]

  func questions(_ item: WrittenExpressions.Tokens, column: String) -> [RowQuestion] {
    [
      quotedTwice(item, column: column), numbersQuoted(item, column: column),
      joined(item, column: column),
    ].compactMap(\.self)
  }

  /// What a column held and what an expression makes of it, if the expression calls a function and nothing
  /// else is left of the column.
  private func change(
    _ item: WrittenExpressions.Tokens, of column: String, by functions: [String]
  ) -> (old: String, new: String)? {
    guard item.contains(where: { token in functions.contains(where: token.token.isWord) }),
      let place = item.firstIndex(where: { $0.token.name?.isSameName(as: column) ?? false }),
      writing.isUsedUp(column, for: column)
    else { return nil }
    let isQualified = place - 2 >= item.startIndex && item[place - 1].token.isSymbol(".")
    let old = writing.written.text(of: item[(isQualified ? place - 2 : place)...place])
    return (old, "(\(writing.written.text(of: item)))")
  }

  /// `json_group_array(value)` makes texts of the objects that `json_each` found.
  private func quotedTwice(
    _ item: WrittenExpressions.Tokens, column: String
  ) -> RowQuestion? {
    guard let (old, new) = change(item, of: column, by: Self.makers) else { return nil }
    let written = writing.written
    return RowQuestion(
      query: written.query(
        "count(*)",
        where: [
          """
          CASE WHEN json_valid(\(old)) AND json_valid(\(new))
            THEN (\(Self.quotedDocuments(in: new))) > (\(Self.quotedDocuments(in: old)))
              AND (\(Self.documents(in: new))) < (\(Self.documents(in: old))) END
          """
        ]),
      fault: writing.fault(
        Self.quotedCode, column,
        "\(writing.table).\(column) holds documents within its documents, and they become texts in "
          + "quotation marks. Put json() around the value that is taken for a text. If that is meant, name "
          + "\(writing.table) in the rewrites.", isError: true))
  }

  /// `json_set(a, '$.b', substr(…))` makes a text of what was a number.
  private func numbersQuoted(
    _ item: WrittenExpressions.Tokens, column: String
  ) -> RowQuestion? {
    guard
      let (old, new) = change(item, of: column, by: ["json_insert", "json_replace", "json_set"])
    else { return nil }
    let written = writing.written
    return RowQuestion(
      query: written.query(
        "count(*)",
        where: [
          """
          CASE WHEN json_valid(\(old)) AND json_valid(\(new)) THEN EXISTS (
            SELECT 1 FROM (SELECT \(old) AS migcheck_old, \(new) AS migcheck_new) AS pair
              JOIN json_tree(pair.migcheck_old) AS migcheck
              JOIN json_tree(pair.migcheck_new) AS changed ON changed.fullkey = migcheck.fullkey
              WHERE migcheck.type IN ('integer', 'real') AND changed.type = 'text') END
          """
        ]),
      fault: writing.fault(
        Self.numberCode, column,
        "\(writing.table).\(column) holds numbers, of which this makes texts in quotation marks: functions "
          + "such as substr and printf, and ||, make texts of whatever they get. Put CAST(… AS INTEGER) "
          + "around the new value; if the app reads texts, nothing is to be done."))
  }

  /// The document comes from a query of its own, as names in it may be those of `json_tree`.
  private static func tree(_ document: String) -> String {
    "(SELECT \(document) AS migcheck_document) AS own "
      + "JOIN json_tree(own.migcheck_document) AS migcheck"
  }

  /// The number of texts in a document that are objects or arrays themselves.
  private static func quotedDocuments(in document: String) -> String {
    "SELECT count(*) FROM \(tree(document)) WHERE migcheck.type = 'text' AND CASE "
      + "WHEN json_valid(migcheck.atom) THEN json_type(migcheck.atom) IN ('object', 'array') END"
  }

  /// The number of objects and arrays in a document.
  private static func documents(in document: String) -> String {
    "SELECT count(*) FROM \(tree(document)) "
      + "WHERE migcheck.type IN ('object', 'array')"
  }

  /// `'["' || name || '"]'` is no JSON where a name has a quotation mark.
  private func joined(_ item: WrittenExpressions.Tokens, column: String) -> RowQuestion? {
    guard case .text(let start) = item.first?.token,
      let first = start.first(where: { !$0.isWhitespace }), first == "{" || first == "[",
      item.contains(where: { $0.token.isSymbol("||") })
    else { return nil }
    let written = writing.written
    let whole = "(\(written.text(of: item)))"
    // Whoever makes a document of no row at all makes something else.
    return RowQuestion(
      query: written.query(
        "CASE WHEN sum(json_valid(\(whole))) > 0 THEN sum(NOT json_valid(\(whole))) END"),
      fault: writing.fault(
        Self.joinedCode, column,
        "\(writing.table).\(column) becomes a text that is no JSON where a value has a quotation mark. "
          + "Make it with json_object or json_array, or put each text into json_quote; if none has "
          + "one, nothing is to be done."))
  }
}
