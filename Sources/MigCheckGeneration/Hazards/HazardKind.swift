import MigCheckModel

/// One kind of hazard: how it shows in the versions of a subject, and what provokes it.
///
/// A kind is one type in a file of its own, in the folder `Kinds`, and one line in
/// `Hazard.kinds`. Nothing else knows it. To say where it shows is required; what a start graph must
/// hold to provoke it is added by whichever of the other requirements suits: values, links, or whole
/// graphs. What no kind says is there anyway: one object of the type, two, and none.
protocol HazardKind: Sendable {
  /// The hazards of this kind at one place; most places show none.
  static func hazards(at place: HazardPlace) -> [Hazard]

  /// Adds graphs whose objects are linked in a way that matters.
  ///
  /// - Parameter type: the type of the hazard, in the schema of the witnesses.
  func addShapes(to witnesses: inout WitnessList, of type: Int)

  /// The values that matter, of properties that the start version has.
  ///
  /// - Parameter type: the type of the hazard, in the start version.
  func values(in type: ObjectType) -> [HazardValues]

  /// The properties of the type whose links or elements matter, beside their values.
  var linked: [Name] { get }

  /// Adds graphs in which several values matter together.
  func addCombinations(to witnesses: inout WitnessList, of type: Int)

  /// The same with fewer values, where expressions tell which ones matter.
  ///
  /// - Parameters:
  ///   - expressions: all that the migrations evaluate.
  ///   - type: the type of the hazard, in the start version.
  func narrowed(by expressions: [MigrationExpression], in type: ObjectType) -> Self

  /// The expression whose conditions objects are searched for; `nil`: none.
  var expression: MigrationExpression? { get }

  /// The same with objects that were found to meet the conditions of the expression.
  func adding(_ found: [WitnessObject]) -> Self
}

extension HazardKind {
  func addShapes(to witnesses: inout WitnessList, of type: Int) {}
  func values(in type: ObjectType) -> [HazardValues] { [] }
  var linked: [Name] { [] }
  func addCombinations(to witnesses: inout WitnessList, of type: Int) {}
  func narrowed(by expressions: [MigrationExpression], in type: ObjectType) -> Self { self }
  var expression: MigrationExpression? { nil }
  func adding(_ found: [WitnessObject]) -> Self { self }
}

extension Hazard {
  /// Every kind of hazard: the one place beside its own file where a kind is named.
  static let kinds: [any HazardKind.Type] = [
    BecomesEmbedded.self,
    BecomesTopLevel.self,
    TypeRemoved.self,
    NewPrimaryKey.self,
    PropertyRetyped.self,
    OptionalityChanged.self,
    DefaultChanged.self,
    PropertyRemoved.self,
    HarmlessChange.self,
    PossibleRename.self,
    AddedAgain.self,
    RenameChain.self,
    Untouched.self,
    ExpressionHazard.self,
    KnownToEngine.self,
  ]
}
