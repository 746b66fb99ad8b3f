import MigCheckModel
import MigCheckText

/// The statements of a folder, as far as mistakes can be put into them.
struct FolderSteps: ReadableSteps {
  let subject: SQLFolderSubject

  var definition: String {
    (subject.folder.settings.functions.map(\.text)
      + subject.folder.migrations.flatMap(\.statements).map(\.text)).joined(separator: ";\n")
  }

  func expressions(into version: UInt64) -> [MigrationExpression] { [] }

  /// Statements see all rows at once, and are not read row by row.
  func holdsCode(into version: UInt64) -> Bool { true }

  func conditionalSteps(into version: UInt64) -> [ConditionalStep] {
    let databases = subject.upgrades.databases
    return databases.conditionalStatements(version).map { statement in
      ConditionalStep(
        position: statement.position, type: databases.mapping.typeName(statement.table),
        condition: statement.condition, place: statement.place,
        isContradiction: statement.isContradiction)
    }
  }

  func watched(by watch: any ConditionWatch) -> (any Subject)? {
    var result = subject
    result.upgrades.watch = watch
    return result
  }

  func descriptions(into version: UInt64) -> [String] {
    subject.folder.migrations.first { $0.number == version }?.statements
      .map { "\($0.summary) (\($0.place))" } ?? []
  }

  func literals(into version: UInt64) -> [Value] {
    SQLToken.literals(
      in: subject.folder.migrations.first { $0.number == version }?.statements.map(\.text) ?? [])
  }

  func omissions(everywhere: Bool) -> [StepOmission] {
    subject.folder.migrations.dropFirst().flatMap { migration in
      migration.statements.enumerated().flatMap { place, statement -> [StepOmission] in
        let mutants = StatementMutants(statement)
        if everywhere {
          return mutants.all.map { mutant in
            StepOmission(
              version: migration.number, step: mutant.words,
              subject: subject.replacing(migration.replacing(place, by: mutant)))
          }
        }
        return mutants.omission.map { mutant in
          [
            StepOmission(
              version: migration.number, step: mutant.words,
              subject: subject.replacingWhereVersionsAreSkipped(
                migration.replacing(place, by: mutant)))
          ]
        } ?? []
      }
    }
  }
}

extension Migration {
  fileprivate func replacing(_ place: Int, by mutant: StatementMutants.Mutant) -> Migration {
    var result = self
    let statement = statements[place]
    if let text = mutant.text {
      result.statements[place] = SQLStatement(
        text: text, file: statement.file, line: statement.line)
    } else {
      result.statements.remove(at: place)
    }
    return result
  }
}

extension SQLFolderSubject {
  /// The folder with another script; `nil`: no database can be made of it.
  fileprivate func replacing(_ migration: Migration) -> SQLFolderSubject? {
    guard var result = try? self.replacing(folder.replacing(migration)) else { return nil }
    // Whether a mistake is noticed has nothing to do with interruptions.
    result.isInterruptible = false
    return result
  }

  /// The same subject, whose upgrades over several versions run another script.
  fileprivate func replacingWhereVersionsAreSkipped(_ migration: Migration) -> SQLFolderSubject {
    var result = self
    result.isInterruptible = false
    result.upgrades.skipping = migration
    return result
  }
}
