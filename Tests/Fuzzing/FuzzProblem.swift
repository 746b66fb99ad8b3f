/// Something that a command must not do.
package struct FuzzProblem: Sendable, Equatable {
  /// What inputs of one cause have in common, such as `status 70`.
  package var kind: String
  package var detail: String

  package init(_ kind: String, _ detail: String = "") {
    self.kind = kind
    self.detail = detail
  }
}
