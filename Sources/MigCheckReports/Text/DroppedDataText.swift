import MigCheckModel
import MigCheckVerifier

/// What a run that passed drops on purpose: one line for each upgrade between neighbours.
struct DroppedDataText {
  let losses: [Report.DroppedData]

  /// Of a history of many versions the last ones are of interest: most users are there.
  private static let limit = 8
  private static let width = 80
  private static let labelWidth = 15

  /// Empty if nothing is dropped.
  var lines: [String] {
    let shown = losses.suffix(Self.limit)
    let hops = shown.map { "\($0.hop)" }
    let hopWidth = (hops.map(\.count).max() ?? 0) + 2
    var texts = [String]()
    let hidden = losses.dropLast(shown.count)
    if !hidden.isEmpty {
      let places = hidden.reduce(0) { $0 + $1.places.count }
      let last = hidden[hidden.endIndex - 1].hop.to
      texts.append("before \(last): \(places) more in \(hidden.count.of("upgrade"))")
    }
    for (loss, hop) in zip(shown, hops) {
      texts.append(
        hop.padded(to: hopWidth) + text(loss, width: Self.width - Self.labelWidth - hopWidth))
    }
    return texts.enumerated().map { place, text in
      "  " + (place == 0 ? "drops" : "").padded(to: Self.labelWidth - 2) + text
    }
  }

  /// As many names as there is room for, at least one.
  private func text(_ loss: Report.DroppedData, width: Int) -> String {
    let names = loss.places.map { place in
      ValueText.escaped(place.description) + (place.property == nil ? " (whole type)" : "")
    }
    let note = loss.isBesideCode ? " (unless its code reads them)" : ""
    func text(_ count: Int) -> String {
      let rest = names.count - count
      return names.prefix(count).joined(separator: ", ") + (rest > 0 ? ", \(rest) more" : "")
        + note
    }
    let count = (1...max(1, names.count)).last { text($0).count <= width } ?? 1
    return text(count)
  }
}
