import MigCheckModel

extension UpgradeError {
  /// The error for an author's code that trapped, at the line that the runtime names.
  ///
  /// - Parameters:
  ///   - what: a clause such as `The migration block crashed`.
  ///   - message: what the runtime said, such as `App/Store.swift:53: Fatal error: No.`
  package static func trap(_ what: String, _ message: String) -> UpgradeError {
    var error = UpgradeError(.trap, "\(what). \(message)")
    error.place = place(in: message)
    return error
  }

  /// - Returns: `nil` for a message without a line, or with one of Swift's own libraries.
  private static func place(in message: String) -> SourcePlace? {
    guard let end = message.firstRange(of: ".swift:")?.upperBound,
      let line = Int(message[end...].prefix { $0.isASCII && $0.isNumber })
    else { return nil }
    let file = String(message[..<end].dropLast())
    guard !file.hasPrefix("Swift/"), !file.contains(" ") else { return nil }
    return SourcePlace(file: file, line: line)
  }
}
