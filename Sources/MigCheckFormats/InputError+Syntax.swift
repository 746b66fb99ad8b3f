import MigCheckModel
import MigCheckText

extension InputError {
  /// - Parameter firstLine: the line of the file at which the text begins, for files with one
  ///   document a line.
  init(_ error: JSONSyntaxError, file: String, firstLine: Int? = nil) {
    self.init(
      file: file, line: error.line + (firstLine ?? 1) - 1, column: error.column,
      problem: error.reason)
  }
}
