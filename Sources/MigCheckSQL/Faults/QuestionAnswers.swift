import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// What the rows of several rounds answer to the questions about the statements of a script.
struct QuestionAnswers {
  private struct Found {
    var question: RowQuestion
    /// `nil`: no run that had the texts in it came to its end.
    var fate: LostTexts.Fate?
  }

  /// The statements of the script, in order.
  let places: [SourcePlace]
  private var found = [Found]()
  /// Those that are told only beside another one of their kind.
  private var alike = [RowQuestion]()
  /// What is to be seen when the script has ended.
  private var pending = [(question: RowQuestion, marks: [String])]()

  init(places: [SourcePlace]) {
    self.places = places
  }

  /// Asks a question just before its statement runs.
  mutating func ask(
    _ question: RowQuestion, on statement: SQLStatement, in connection: SQLiteConnection
  ) {
    if let known = place(of: question), question.texts == nil || found[known].fate != nil { return }
    guard answer(question.query, in: connection) > question.limit else {
      if let query = question.queryAlike, !alike.contains(where: { isSame($0, question) }),
        answer(query, in: connection) > question.limit
      {
        alike.append(question)
      }
      return
    }
    var question = question
    if question.fault.rows.isEmpty {
      question.fault.rows = ExampleRow(
        statement: statement, fault: question.fault, connection: connection
      ).rows(question.rowsQuery ?? question.query)
    }
    guard let texts = question.texts else { return found.append(Found(question: question)) }
    pending.append((question, texts.marks(in: connection)))
  }

  /// To be called when the script has ended.
  mutating func end(
    sources: [String: UnusualValues.Column], in connection: SQLiteConnection
  ) {
    let own = pending
    pending = []
    for (question, marks) in own {
      note(question, LostTexts.fate(marks, sources: sources, in: connection))
    }
  }

  /// To be called when a round is over, whether or not the script has ended.
  mutating func leave() {
    let own = pending
    pending = []
    for (question, _) in own { note(question, nil) }
  }

  private mutating func note(_ question: RowQuestion, _ fate: LostTexts.Fate?) {
    if let known = place(of: question) {
      found[known].fate = found[known].fate ?? fate
    } else {
      found.append(Found(question: question, fate: fate))
    }
  }

  private func place(of question: RowQuestion) -> Int? {
    found.firstIndex { isSame($0.question, question) }
  }

  private func isSame(_ one: RowQuestion, _ other: RowQuestion) -> Bool {
    one.fault.code == other.fault.code && one.fault.place == other.fault.place
      && one.fault.type == other.fault.type && one.fault.property == other.fault.property
      && one.kind == other.kind
  }

  /// Whether both are one fault: of the same kind, in the same statement, about the same column.
  private func isSame(_ one: HopFault, _ other: HopFault) -> Bool {
    one.code == other.code && one.place == other.place && one.type == other.type
      && one.property == other.property
  }

  private func answer(_ query: String, in connection: SQLiteConnection) -> Int64 {
    guard let value = try? connection.rows(query).first?.first else { return 0 }
    return value.isNull ? 0 : value.plainInteger
  }

  // MARK: What is told

  /// In the order of the statements; what is of one kind is one.
  var faults: [HopFault] {
    var told = [(question: RowQuestion, others: [String])]()
    for question in questions {
      let code = question.fault.code
      if let kind = question.kind,
        let same = told.firstIndex(where: {
          $0.question.fault.code == code && $0.question.kind == kind
        })
      {
        let first = told[same].question
        if let path = question.path(beside: first.fault),
          path != first.path(beside: first.fault), !told[same].others.contains(path)
        {
          told[same].others.append(path)
        }
      } else if !told.contains(where: { isSame($0.question.fault, question.fault) }) {
        told.append((question, []))
      }
    }
    return told.map { question, others in
      var fault = question.fault
      guard !others.isEmpty else { return fault }
      let rest = others.count > 6 ? " and \(others.count - 6) more" : ""
      fault.message += " Likewise \(others.prefix(6).joined(separator: ", "))\(rest)."
      return fault
    }
  }

  private var questions: [RowQuestion] {
    let own = found.compactMap { found -> RowQuestion? in
      var question = found.question
      switch found.fate {
      case .kept: return nil
      case .staying: question.fault.message = question.texts?.messageIfStaying ?? ""
      case .lost, nil: break
      }
      return question
    }
    let others = alike.filter { other in
      other.kind != nil
        && own.contains { $0.fault.code == other.fault.code && $0.kind == other.kind }
        && !own.contains { isSame($0, other) }
    }
    return (own + others).enumerated().sorted { one, other in
      let (first, second) = (rank(one.element), rank(other.element))
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }

  private func rank(_ question: RowQuestion) -> Int {
    question.fault.place.flatMap(places.firstIndex) ?? 0
  }
}
