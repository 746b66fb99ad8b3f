import MigCheckSQLite
import MigCheckText

/// A function that the app defines on its connections, given as an SQL expression of its arguments:
/// `slug(x) = lower(trim(x))`.
package struct DefinedFunction: Sendable, Equatable {
  let name: String
  /// In order; SQLite compares them without regard to the case of ASCII letters.
  let parameters: [String]
  /// The expression as it was written.
  let expression: String
  /// Whether equal arguments always give an equal result, which SQLite asks of functions in indexes,
  /// `CHECK`s and computed columns.
  fileprivate(set) var isDeterministic: Bool

  /// What is wrong with a definition, and what would be right, each as the rest of a message.
  package struct Flaw: Error {
    package var problem: String
    package var remedy: String
  }

  private static let form = "write name(x) = expression, such as 'slug(x) = lower(trim(x))'"

  /// Reads a definition.
  ///
  /// - Throws: `Flaw` for a text of another form.
  init(_ text: String) throws(Flaw) {
    let tokens = SQLToken.placed(in: text)
    guard let name = tokens.first?.token.name, !name.isEmpty,
      let equals = tokens.firstIndex(where: { $0.token.isSymbol("=") }), equals > 2,
      tokens[1].token.isSymbol("("), tokens[equals - 1].token.isSymbol(")")
    else { throw Flaw(problem: "this is not the definition of a function", remedy: Self.form) }
    let list = tokens[2..<(equals - 1)]
    let names = list.isEmpty ? [] : list.parts(between: { $0.token.isSymbol(",") })
    var parameters = [String]()
    for part in names {
      guard part.count == 1, let parameter = part.first?.token.name else {
        throw Flaw(
          problem: "the arguments of \(name)() are not a list of names", remedy: Self.form)
      }
      guard !parameters.contains(where: parameter.isSameName) else {
        throw Flaw(
          problem: "\(name)() has two arguments \(parameter)", remedy: "name each differently")
      }
      parameters.append(parameter)
    }
    let body = tokens[(equals + 1)...]
    guard let first = body.first, let last = body.last else {
      throw Flaw(problem: "the expression of \(name)() is missing", remedy: Self.form)
    }
    for case .parameter(let placeholder) in body.map(\.token) {
      throw Flaw(
        problem: "\(name)() uses the placeholder \(placeholder), which has no value",
        remedy: "name an argument")
    }
    guard body.map(\.token).isBalanced else {
      throw Flaw(
        problem: "the parentheses of \(name)() do not match", remedy: "close each that is open")
    }
    self.name = name
    self.parameters = parameters
    expression = String(
      decoding: Array(text.utf8)[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    isDeterministic = !body.map(\.token).mayChange
  }

  /// `slug(x) = lower(trim(x))`.
  package var text: String {
    "\(signature) = \(expression)"
  }

  /// `slug(x)`.
  var signature: String {
    "\(Self.plain(name))(\(parameters.map(Self.plain).joined(separator: ", ")))"
  }

  private static func plain(_ name: String) -> String {
    SQLToken.tokens(of: name) == [.word(name)] ? name : name.quotedName
  }

  /// A query with the value; its parameters are the arguments.
  var query: String {
    let arguments = parameters.enumerated().map { "?\($0 + 1) AS \($1.quotedName)" }
    // The line ends a comment at the end of the expression.
    let value = "SELECT (\(expression)\n)"
    return arguments.isEmpty ? value : "\(value) FROM (SELECT \(arguments.joined(separator: ", ")))"
  }

  /// Whether the expression calls a function of that name.
  fileprivate func calls(_ other: DefinedFunction) -> Bool {
    let tokens = SQLToken.tokens(of: expression)
    return zip(tokens, tokens.dropFirst()).contains { token, next in
      next.isSymbol("(") && token.name.map(other.name.isSameName) ?? false
    }
  }

  /// Whether a call cannot mean both.
  func isSame(as other: DefinedFunction) -> Bool {
    name.isSameName(as: other.name) && parameters.count == other.parameters.count
  }
}

extension [SQLToken] {
  /// Whether each parenthesis is closed, and none that is not open.
  fileprivate var isBalanced: Bool {
    var depth = 0
    for token in self {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// Whether an expression may give another value each time: it draws random numbers, asks for the
  /// time, or for what happened on the connection.
  fileprivate var mayChange: Bool {
    let changing = [
      "random", "randomblob", "current_time", "current_date", "current_timestamp", "changes",
      "total_changes", "last_insert_rowid",
    ]
    let dates = ["date", "time", "datetime", "julianday", "unixepoch"]
    return indices.contains { place in
      if case .text(let text) = self[place] { return text.lowercasedASCII == "now" }
      if changing.contains(where: self[place].isWord) { return true }
      guard place + 2 < count, self[place + 1].isSymbol("(") else { return false }
      // Without an argument they take the time of now.
      return dates.contains(where: self[place].isWord) && self[place + 2].isSymbol(")")
        || self[place].isWord("strftime") && place + 3 < count && self[place + 3].isSymbol(")")
    }
  }
}

extension [DefinedFunction] {
  /// Adds a function, in the place of the one of the same name and number of arguments if there is one.
  ///
  /// - Throws: `DefinedFunction.Flaw` for what is not a definition, and for an expression that SQLite
  ///   does not take.
  mutating func define(_ text: String) throws(DefinedFunction.Flaw) {
    let function = try DefinedFunction(text)
    if let known = firstIndex(where: function.isSame) {
      self[known] = function
    } else {
      append(function)
    }
    for place in indices where self[place].isDeterministic {
      self[place].isDeterministic = !self[..<place].contains {
        !$0.isDeterministic && self[place].calls($0)
      }
    }
    do {
      _ = try FunctionEvaluator(self)
    } catch let flaw as DefinedFunction.Flaw {
      throw flaw
    } catch {
      let reason = (error as? SQLiteError)?.message ?? "\(error)"
      throw DefinedFunction.Flaw(
        problem: "\(function.signature) cannot be defined: \(reason)",
        remedy: "give it another name, or fewer arguments")
    }
  }
}
