/// Measured numbers as reports show them.
package enum SecondsText {
  /// Decimal notation with three digits after the point.
  ///
  /// - Parameter number: at least 0 and below 10¹², as times and rates are.
  package static func text(_ number: Double) -> String {
    let thousandths = Int(min(max(0, number), 1e12) * 1000 + 0.5)
    let digits = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
