import Foundation
import MigCheckModel
import MigCheckText

extension FollowUp.Edit {
  /// Whether the two values say the same in another form, which an author may discard: case, white
  /// space around a text, null against empty, Unicode form, a number or a date in another notation.
  var isFormOnly: Bool { from.plainForm.map { $0 == to.plainForm } ?? false }
}

extension Value {
  /// A text that is the same for values which differ in form alone; `nil`: the value has no other form.
  fileprivate var plainForm: String? {
    switch self {
    case .null: ""
    case .string(let text):
      text.trimmingCharacters(in: .whitespacesAndNewlines)
        .precomposedStringWithCompatibilityMapping.lowercased()
    case .int(let number): number == 0 ? "" : "\(number)"
    case .bool(let flag): flag ? "1" : ""
    case .double(let number): number == 0 ? "" : "\(number)"
    case .float(let number): number == 0 ? "" : "\(number)"
    case .data(let bytes): bytes.isEmpty ? "" : nil
    default: nil
    }
  }
}
