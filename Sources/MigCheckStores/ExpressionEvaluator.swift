import MigCheckModel
import MigCheckSQLite

/// Evaluates the SQL expressions of migration steps for one object at a time.
///
/// An expression is the one column of
/// `SELECT (expr) FROM (SELECT ?1 AS "a", …) AS old, (SELECT …) AS new, (SELECT ? AS ordinal)`;
/// values are bound, so that columns have no affinity. Each subquery reads a table of one row:
/// SQLite merges it into the outer query then, where it would otherwise build a temporary table
/// for every evaluation.
package final class ExpressionEvaluator {
  private let connection: SQLiteConnection

  /// A name that no expression comes upon.
  private static let oneRow = "\"\u{1}one row\""

  package init() throws {
    connection = try SQLiteConnection(path: ":memory:")
    // A transaction that never ends spares each evaluation one of its own.
    try connection.execute(
      "CREATE TABLE \(Self.oneRow)(k INTEGER PRIMARY KEY); "
        + "INSERT INTO \(Self.oneRow) VALUES (0); BEGIN; SELECT k FROM \(Self.oneRow)")
  }

  /// What an expression may name.
  package struct Scope: Sendable {
    /// `nil`: there is no old object.
    package var old: [Property]?
    /// `nil`: there is no new object.
    package var new: [Property]?
    package var hasOrdinal: Bool

    package init(old: [Property]?, new: [Property]?, hasOrdinal: Bool) {
      self.old = old
      self.new = new
      self.hasOrdinal = hasOrdinal
    }

    /// Whether an expression compiled for one scope can be used for the other: the same names, in
    /// the same places, readable or not.
    func isInterchangeable(with other: Scope) -> Bool {
      func matches(_ left: [Property]?, _ right: [Property]?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        // A closure over elements would copy each of them.
        for index in left.indices {
          guard left.count == right.count, left[index].name.isIdentical(to: right[index].name),
            left[index].type == right[index].type
              || ValueConversion.isReadable(left[index])
                == ValueConversion.isReadable(right[index])
          else { return false }
        }
        return left.count == right.count
      }
      return hasOrdinal == other.hasOrdinal && matches(old, other.old) && matches(new, other.new)
    }
  }

  /// Whether SQLite's parser takes the text for one expression; names are not looked up.
  ///
  /// - Returns: SQLite's complaint, or `nil`.
  package func syntaxProblem(of expression: String) -> String? {
    do {
      _ = try connection.prepare("SELECT (\(expression))")
      return nil
    } catch let error as SQLiteError {
      let isAboutNames = ["no such column", "no such function", "no such table", "ambiguous"]
        .contains { error.message.hasPrefix($0) }
      return isAboutNames ? nil : error.message
    } catch {
      return "\(error)"
    }
  }

  /// Compiles an expression.
  ///
  /// - Throws: `noSuchProperty` for an unknown `old.…` or `new.…`, else `expressionError`.
  /// - Complexity: O(1) for an expression that was compiled in an equal scope before.
  package func compile(
    _ expression: String, in scope: Scope, type: String, condition: Bool = false
  ) throws(UpgradeError) -> Compiled {
    let known = cache[expression] ?? []
    for index in known.indices
    where known[index].isCondition == condition && known[index].type.isIdentical(to: type)
      && known[index].expression.isIdentical(to: expression)
      && known[index].scope.isInterchangeable(with: scope)
    {
      return known[index].compiled
    }
    let compiled = try prepare(expression, in: scope, type: type, condition: condition)
    if cacheCount >= Self.cacheLimit {
      cache.removeAll()
      cacheCount = 0
    }
    cacheCount += 1
    cache[expression, default: []].append(
      CacheEntry(
        expression: expression, type: type, isCondition: condition, scope: scope,
        compiled: compiled))
    return compiled
  }

  private struct CacheEntry {
    var expression: String
    var type: String
    var isCondition: Bool
    var scope: Scope
    var compiled: Compiled
  }

  private var cache: [String: [CacheEntry]] = [:]
  private var cacheCount = 0
  private static let cacheLimit = 1000

  private func prepare(
    _ expression: String, in scope: Scope, type: String, condition: Bool
  ) throws(UpgradeError) -> Compiled {
    var bindings = [Compiled.Binding]()
    var parameter = 0
    let tokens = SQLToken.tokens(of: expression)
    func columns(
      _ properties: [Property], of object: String, _ source: (Int) -> Compiled.Source
    ) -> String {
      var texts = [String]()
      for (index, property) in properties.enumerated() {
        guard ValueConversion.isReadable(property) else { continue }
        let name = property.name
        // Only what the text names is bound.
        if tokens.name(name, of: object) {
          parameter += 1
          bindings.append(Compiled.Binding(parameter: parameter, source: source(index)))
          texts.append("?\(parameter) AS \(quoted(name))")
        } else {
          texts.append("NULL AS \(quoted(name))")
        }
      }
      return texts.isEmpty ? "NULL AS \"\u{1}\"" : texts.joined(separator: ", ")
    }
    func source(_ columns: String, _ name: String?) -> String {
      "(SELECT \(columns) FROM \(Self.oneRow))" + (name.map { " AS \($0)" } ?? "")
    }
    var sources = [String]()
    if let old = scope.old { sources.append(source(columns(old, of: "old") { .old($0) }, "old")) }
    if let new = scope.new { sources.append(source(columns(new, of: "new") { .new($0) }, "new")) }
    if scope.hasOrdinal {
      parameter += 1
      bindings.append(Compiled.Binding(parameter: parameter, source: .ordinal))
      sources.append(source("?\(parameter) AS ordinal", nil))
    }
    let result = condition ? "CASE WHEN (\(expression)) THEN 1 ELSE 0 END" : "(\(expression))"
    let from = sources.isEmpty ? "" : " FROM " + sources.joined(separator: ", ")
    do {
      let statement = try connection.prepare("SELECT \(result)\(from)")
      return Compiled(statement: statement, bindings: bindings, type: type)
    } catch {
      throw Self.translate(error, type: type)
    }
  }

  private func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  static func translate(_ error: any Error, type: String) -> UpgradeError {
    if let error = error as? UpgradeError { return error }
    let message = (error as? SQLiteError)?.message ?? "\(error)"
    for prefix in ["no such column: old.", "no such column: new."]
    where message.lowercasedASCII.hasPrefix(prefix) {
      return UpgradeError(
        .noSuchProperty, message, type: type, property: String(message.dropFirst(prefix.count)))
    }
    return UpgradeError(.expressionError, message, type: type)
  }

  /// A compiled expression.
  package final class Compiled {
    package enum Source: Sendable {
      /// Index into the scope's `old`.
      case old(Int)
      /// Index into the scope's `new`.
      case new(Int)
      case ordinal
    }

    package struct Binding: Sendable {
      let parameter: Int
      package let source: Source
    }

    private let statement: SQLiteStatement
    package let bindings: [Binding]
    private let type: String

    init(statement: SQLiteStatement, bindings: [Binding], type: String) {
      self.statement = statement
      self.bindings = bindings
      self.type = type
    }

    /// Evaluates an expression that names nothing.
    package func evaluate() throws -> SQLiteValue { try evaluate { _ in .null } }

    /// Evaluates a condition over two objects, whose values are parallel to the stored properties
    /// that the scope was made of.
    package func evaluate(
      old: [Value], of oldType: ObjectType, new: [Value], of newType: ObjectType, ordinal: Int
    ) throws -> Bool {
      let result = try evaluate { source in
        switch source {
        case .old(let index):
          ValueConversion.sqlValue(old[index], of: oldType.storedProperties[index])
        case .new(let index):
          ValueConversion.sqlValue(new[index], of: newType.storedProperties[index])
        case .ordinal: .integer(Int64(ordinal))
        }
      }
      if case .integer(1) = result { return true }
      return false
    }

    /// Evaluates for one object.
    ///
    /// - Parameter value: gives what a binding's source holds.
    package func evaluate(
      _ value: (Source) throws -> SQLiteValue
    ) throws -> SQLiteValue {
      for binding in bindings {
        let value = try value(binding.source)
        do {
          try statement.bind(value, at: binding.parameter)
        } catch {
          // The expression has cut off the clause with the parameter.
          throw ExpressionEvaluator.translate(error, type: type)
        }
      }
      do {
        guard try statement.step() else { return .null }
      } catch {
        throw ExpressionEvaluator.translate(error, type: type)
      }
      let result = statement.value(0)
      statement.reset()
      return result
    }
  }
}

extension [SQLToken] {
  /// Whether a property of an object is named: behind its dot, or without any.
  fileprivate func name(_ property: String, of object: String) -> Bool {
    let property = property.lowercasedASCII
    return indices.contains { index in
      guard self[index].name?.lowercasedASCII.isIdentical(to: property) ?? false else {
        return false
      }
      guard index > 1, self[index - 1].isSymbol("."), let owner = self[index - 2].name else {
        return true
      }
      return owner.lowercasedASCII.isIdentical(to: object)
    }
  }
}

extension String {
  /// - Complexity: O(*n* · *m*); the texts are expressions and names.
  func containsBytes(of other: String) -> Bool {
    let (text, pattern) = (Array(utf8), Array(other.utf8))
    guard pattern.count <= text.count else { return false }
    return (0...(text.count - pattern.count)).contains { start in
      text[start...].starts(with: pattern)
    }
  }
}
