/// Between which bounds a rate lies, in 95 of 100 cases, after so many successes.
///
/// Wilson's score interval: it stays within 0 and 1 and holds for few observations too.
package struct WilsonInterval: Sendable, Equatable {
  package let lower: Double
  package let upper: Double

  /// - Parameter count: how many observations there are, at least one.
  package init(successes: Int, of count: Int) {
    let z = 1.959_963_984_540_054
    let n = Double(count)
    let rate = Double(successes) / n
    let centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    let spread =
      z / (1 + z * z / n) * (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
    lower = max(0, centre - spread)
    upper = min(1, centre + spread)
  }
}
