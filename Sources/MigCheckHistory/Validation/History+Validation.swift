import MigCheckModel
import MigCheckStores
import MigCheckText

extension History {
  /// Refuses a history that cannot be verified, such as one with a schema that the engine does not
  /// open.
  public func validate() throws {
    try validate(file: "")
    try requireBlock(file: "")
  }

  /// Refuses a history that cannot be meant, or that cannot be verified as yet: a schema that the
  /// engine does not open, an SQL expression that does not parse, a step that names what no version
  /// has, rules that no engine knows.
  ///
  /// - Parameter file: the path that an error names; empty for a history written in Swift.
  /// - Throws: `InputError` for the first mistake, with JSON path and remedy.
  public func validate(file: String) throws {
    guard let implementation = engine.implementation else {
      throw InputError(
        file: file, path: "rules",
        problem: "\"\(engine.rawValue)\" is not supported by this version of migcheck",
        remedy: "give the history one of the engines, such as .realm")
    }
    let evaluator = try ExpressionEvaluator()
    try validate(
      file: file, schemaErrors: implementation.errors,
      expressionProblem: { evaluator.syntaxProblem(of: $0) })
  }

  /// - Parameters:
  ///   - file: the path that an error names.
  ///   - schemaErrors: what the engine says of a schema that it refuses; empty for a valid one.
  ///   - expressionProblem: why an SQL expression does not parse; `nil` for one that does.
  /// - Throws: the first of `problems(file:schemaErrors:expressionProblem:)`.
  package func validate(
    file: String, schemaErrors: (Schema) -> [String], expressionProblem: (SQLExpression) -> String?
  ) throws(InputError) {
    let problems = problems(
      file: file, schemaErrors: schemaErrors, expressionProblem: expressionProblem)
    if let first = problems.first { throw first }
  }

  /// All that is certainly a mistake in a history, in the order of its file.
  ///
  /// - Complexity: O(*n*²) in the number of names that the history declares.
  package func problems(
    file: String, schemaErrors: (Schema) -> [String], expressionProblem: (SQLExpression) -> String?
  ) -> [InputError] {
    withoutActuallyEscaping(expressionProblem) { expressionProblem in
      var validator = HistoryValidator(
        history: self, file: file, expressionProblem: expressionProblem)
      for (index, stage) in stages.enumerated() {
        let path = JSONPath.index(.key(.root, "versions"), index)
        validator.checkSchema(stage, at: path, schemaErrors(stage.schema))
        validator.checkSteps(of: stage, at: path)
        validator.checkAssumptions(of: stage, at: path)
        validator.checkNames(stage.drops, at: .key(path, "drops"))
        validator.checkInvariants(of: stage, at: path)
      }
      options.check(schemaErrors, with: &validator)
      validator.checkReleases()
      validator.checkNames(ignoring, at: .key(.root, "ignoring"))
      return validator.problems
    }
  }
}
