import MigCheckModel

@testable import MigCheckVerifier

extension DataPreserved.Violation {
  /// A value that changed in a hop.
  static func valueChanged(_ type: Name, _ property: Name) -> Self {
    Self(
      .value(
        .valueChanged, DataPreserved.ValueChange(property: property, before: "1", after: "2")),
      of: type, object: 0)
  }
}

extension PathsAgree.Violation {
  /// A value that depends on the path.
  static func valueDiffers(_ type: Name, _ property: Name) -> Self {
    .differ(EndDifference(.valueDiffers, type: type, property: property))
  }
}

extension Failure {
  /// `before Person#0.age = 1`, one for each row of a report.
  var rows: [String] { violation.rows(at: site).map { "\($0.label) \($0.text)" } }

  /// The values of the first and the last row.
  var before: String? { violation.rows(at: site).first?.value }
  var after: String? { violation.rows(at: site).last?.value }
}

extension Finding {
  var rows: [String] { failure.rows }
}
