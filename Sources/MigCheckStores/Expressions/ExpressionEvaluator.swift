import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// Evaluates the SQL expressions of migration steps for one object at a time.
///
/// An expression is the one column of `SELECT (expr)`, in which parameters stand for the names of
/// properties: values are bound, so that none has an affinity.
package final class ExpressionEvaluator {
  private let sandbox: ExpressionSandbox
  /// For expressions that could compare long values for hours; few are.
  private var guardedSandbox: ExpressionSandbox?

  /// What expressions find objects by while a step runs.
  let lookup = ObjectLookup()

  package init() throws {
    sandbox = try ExpressionSandbox()
    try lookup.define(in: sandbox.connection)
  }

  /// Evaluates while expressions can find objects.
  package func findingObjects<Result>(
    by links: ObjectLinks, _ body: () throws -> Result
  ) rethrows -> Result {
    lookup.links = links
    defer { lookup.links = nil }
    return try body()
  }

  private func sandbox(for expression: SQLExpression) throws -> ExpressionSandbox {
    guard ExpressionGuards.areNeeded(for: expression) else { return sandbox }
    if let guardedSandbox { return guardedSandbox }
    let made = try ExpressionSandbox(isGuarded: true)
    try lookup.define(in: made.connection)
    guardedSandbox = made
    return made
  }

  /// What an expression may name.
  package struct Scope: Sendable {
    /// `nil`: there is no old object.
    package var old: [Property]?
    /// `nil`: there is no new object.
    package var new: [Property]?
    package var hasOrdinal: Bool
    /// Properties that no object holds, such as linking objects. No expression reads them; they
    /// are here for the sentence that says so.
    package var computed: [Property]
    /// Paths over links that lead nowhere.
    package var problems: [LinkPath.Problem] = []
    /// Whether links can be read, to be copied into another link.
    package var readsLinks = false

    package init(
      old: [Property]?, new: [Property]?, hasOrdinal: Bool, computed: [Property] = []
    ) {
      self.old = old
      self.new = new
      self.hasOrdinal = hasOrdinal
      self.computed = computed
    }

    /// The place of a property that expressions can read, by its exact name.
    func readable(_ name: String, in properties: [Property]?) -> Int? {
      guard let properties,
        let index = properties.firstIndex(where: { $0.name == Name(name) }),
        ValueConversion.isReadable(properties[index])
          || readsLinks && properties[index].type == .object
      else { return nil }
      return index
    }

    func isEqual(to other: Scope) -> Bool {
      old == other.old && new == other.new && hasOrdinal == other.hasOrdinal
        && computed == other.computed && problems == other.problems
        && readsLinks == other.readsLinks
    }

    /// Whether an expression compiled for one scope can be used for the other: the same names, in
    /// the same places, readable or not.
    func isInterchangeable(with other: Scope) -> Bool {
      func matches(_ left: [Property]?, _ right: [Property]?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        // A closure over elements would copy each of them.
        for index in left.indices {
          guard left.count == right.count, left[index].name == right[index].name,
            left[index].type == right[index].type
              || ValueConversion.isReadable(left[index])
                == ValueConversion.isReadable(right[index])
          else { return false }
        }
        return left.count == right.count
      }
      return hasOrdinal == other.hasOrdinal && readsLinks == other.readsLinks
        && matches(old, other.old) && matches(new, other.new)
    }
  }

  /// Whether SQLite's parser takes the text for one expression; names are not looked up.
  ///
  /// - Returns: SQLite's complaint, or `nil`.
  package func syntaxProblem(of expression: SQLExpression) -> String? {
    if parsed.contains(expression) { return nil }
    let problem = findSyntaxProblem(of: expression)
    if parsed.count >= Self.cacheLimit { parsed.removeAll() }
    if problem == nil { parsed.insert(expression) }
    return problem
  }

  /// Those that are known to have no problem.
  private var parsed: Set<SQLExpression> = []

  private func findSyntaxProblem(of expression: SQLExpression) -> String? {
    if let problem = ScopedExpression.problem(of: expression) { return problem }
    do {
      _ = try sandbox.prepare("SELECT (\(ScopedExpression.withoutComments(expression)))")
      return nil
    } catch let error as SQLiteError {
      // What it must not do, or what is too large, is an error of the step that does it.
      if error.isRefused || error.isOutOfMemory || error.isTooBig { return nil }
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
    _ expression: SQLExpression, in scope: Scope, type: Name, condition: Bool = false
  ) throws(UpgradeError) -> Compiled {
    if let known = try known(expression, in: scope, type: type, condition: condition) {
      return known
    }
    let outcome: Result<Compiled, UpgradeError>
    do {
      outcome = .success(
        try prepare(expression, in: scope, type: type, condition: condition))
    } catch {
      // To find out that it cannot be compiled may take as long as anything.
      outcome = .failure(error)
    }
    if cache.count >= Self.cacheLimit { cache.removeAll() }
    let entry = CacheEntry(type: type, isCondition: condition, scope: scope, outcome: outcome)
    if cache[expression]?.count == Self.scopeLimit { cache[expression]?.removeFirst() }
    cache[expression, default: []].append(entry)
    return try outcome.get()
  }

  private func known(
    _ expression: SQLExpression, in scope: Scope, type: Name, condition: Bool
  ) throws(UpgradeError) -> Compiled? {
    guard let known = cache[expression] else { return nil }
    // Those that were wanted last stand at the end.
    for index in known.indices.reversed()
    where known[index].isCondition == condition && known[index].type == type
      && known[index].scope.isInterchangeable(with: scope)
    {
      switch known[index].outcome {
      case .success(let compiled): return compiled
      // What it says may depend on more than names.
      case .failure(let error): if known[index].scope.isEqual(to: scope) { throw error }
      }
    }
    return nil
  }

  private struct CacheEntry {
    var type: Name
    var isCondition: Bool
    var scope: Scope
    var outcome: Result<Compiled, UpgradeError>
  }

  private var cache: [SQLExpression: [CacheEntry]] = [:]
  private static let cacheLimit = 1000
  /// For how many scopes an expression stays compiled. A long history has thousands, one for each pair
  /// of versions; the statement of an expression is the same in most of them.
  private static let scopeLimit = 8

  private func prepare(
    _ expression: SQLExpression, in scope: Scope, type: Name, condition: Bool
  ) throws(UpgradeError) -> Compiled {
    if let problem = syntaxProblem(of: expression) {
      throw UpgradeError(.expressionError, problem, type: type)
    }
    let scoped: ScopedExpression
    do {
      scoped = try ScopedExpression(expression, in: scope, oneRow: ExpressionSandbox.oneRow)
    } catch {
      throw UpgradeError(error.code, error.message, type: type, property: error.property)
    }
    let result = condition ? "CASE WHEN (\(scoped.text)) THEN 1 ELSE 0 END" : "(\(scoped.text))"
    var sandbox = sandbox
    do {
      sandbox = try self.sandbox(for: expression)
      let prepared = try sandbox.prepare("SELECT \(result)\(scoped.clause)")
      return Compiled(
        prepared, in: sandbox,
        bindings: scoped.parameters.enumerated().map {
          Compiled.Binding(parameter: $0 + 1, source: $1)
        }, type: type, salt: ExpressionEvaluator.salt(type.text, expression.text), lookup: lookup)
    } catch {
      let translated = sandbox.translate(error, type: type) as? UpgradeError
      throw (translated ?? UpgradeError(.expressionError, "\(error)", type: type))
        .explained(in: scope)
    }
  }

  /// Tells expressions apart whose random numbers shall differ.
  private static func salt(_ texts: String...) -> UInt64 {
    // FNV-1a, with a byte between the texts that UTF-8 has not.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    return hash
  }

  /// A compiled expression.
  package final class Compiled {
    package enum Source: Sendable, Equatable {
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
    private let sandbox: ExpressionSandbox
    /// What the expression names, and nothing else.
    package let bindings: [Binding]
    private let type: Name
    private let readsSurroundings: Bool
    private let salt: UInt64
    private let lookup: ObjectLookup
    /// The outcome of an expression that reads nothing at all, once it is known.
    private var constant: Result<SQLiteValue, UpgradeError>?
    /// How many evaluations were ended since they had taken too long.
    package private(set) var overrunCount = 0
    /// Later ones by their bound values. Each takes as long as thousands of others, and the same objects
    /// are upgraded again and again: in both stores, repeated, and while a failure shrinks.
    private var overruns: [Overrun] = []
    private static let mostOverruns = 64

    private struct Overrun {
      var values: [SQLiteValue]
      var isBrief: Bool
      var error: UpgradeError
    }

    init(
      _ prepared: ExpressionSandbox.Prepared, in sandbox: ExpressionSandbox, bindings: [Binding],
      type: Name, salt: UInt64, lookup: ObjectLookup
    ) {
      statement = prepared.statement
      readsSurroundings = prepared.readsSurroundings
      self.sandbox = sandbox
      self.bindings = bindings
      self.type = type
      self.salt = salt
      self.lookup = lookup
    }

    /// Evaluates an expression that names nothing.
    package func evaluate(in surroundings: Surroundings = Surroundings()) throws -> SQLiteValue {
      try evaluate(in: surroundings) { _ in .null }
    }

    /// Evaluates for one object.
    ///
    /// - Parameters:
    ///   - surroundings: the clock and the random numbers that the expression may read.
    ///   - isBrief: whether it may take a tenth of the steps only.
    ///   - value: gives what a binding's source holds.
    /// - Throws: `expressionError`, or `Cancelled`.
    package func evaluate(
      in surroundings: @autoclosure () -> Surroundings, isBrief: Bool = false,
      _ value: (Source) throws -> SQLiteValue
    ) throws -> SQLiteValue {
      if let constant { return try constant.get() }
      var values = [SQLiteValue]()
      for binding in bindings {
        let value = try value(binding.source)
        if overrunCount > 0 { values.append(value) }
        do {
          try statement.bind(value, at: binding.parameter)
        } catch {
          throw sandbox.translate(error, type: type)
        }
      }
      let known = overruns.first {
        (isBrief || !$0.isBrief) && $0.values.areIdentical(to: values)
      }
      if let known {
        overrunCount += 1
        throw known.error
      }
      try sandbox.enter(isBrief: isBrief)
      defer { sandbox.leave() }
      if readsSurroundings { sandbox.enter(surroundings(), salt: salt) }
      do {
        guard try statement.step() else { return .null }
        let result = statement.value(0)
        statement.reset()
        if bindings.isEmpty, !readsSurroundings, result.isSmall { constant = .success(result) }
        return result
      } catch {
        let isOverrun = sandbox.isOverrun(by: error)
        let error = lookup.takeFailure() ?? sandbox.translate(error, type: type)
        if bindings.isEmpty, !readsSurroundings, !(isOverrun && isBrief),
          let error = error as? UpgradeError
        {
          constant = .failure(error)
        }
        if isOverrun, overrunCount > 0, !readsSurroundings, overruns.count < Self.mostOverruns,
          values.allSatisfy(\.isSmall), let error = error as? UpgradeError
        {
          overruns.append(Overrun(values: values, isBrief: isBrief, error: error))
        }
        if isOverrun { overrunCount += 1 }
        throw error
      }
    }
  }
}

extension SQLiteValue {
  /// Whether it costs little to keep.
  fileprivate var isSmall: Bool {
    switch self {
    case .null, .integer, .real: true
    case .text(let text): text.utf8.count <= 256
    case .invalidText(let bytes), .blob(let bytes): bytes.count <= 256
    }
  }
}

extension [SQLiteValue] {
  /// Whether no expression can tell the values from others.
  fileprivate func areIdentical(to others: [SQLiteValue]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy { pair in
        switch pair {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.text(let left), .text(let right)): left.isIdentical(to: right)
        case (.blob(let left), .blob(let right)), (.invalidText(let left), .invalidText(let right)):
          left == right
        default: false
        }
      }
  }
}
