import MigCheckModel

/// Reads from an SQL expression which values of which properties matter to it.
///
/// It looks at words and literals only: a value too many costs little, and an expression that it
/// cannot read still gives the properties it names.
struct ExpressionReader {
  init(_ text: String) {
  }

  func values(in type: ObjectType) -> [HazardValues] { [] }

  /// Texts between the operands of `||`.
  var separators: [String] { [] }
}
