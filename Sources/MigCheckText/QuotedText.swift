/// A text out of a file as messages show it: in quotes, without invisible characters, and short;
/// of a long one the beginning, and how long it is.
package func quoted(_ text: String, limit: Int = 60) -> String {
  var result = "\""
  for (place, scalar) in text.unicodeScalars.enumerated() {
    guard place < limit else {
      return result + "…\" (\(text.unicodeScalars.count) characters)"
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default:
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// `"a"`, `"a" and "b"`, `"a", "b" and "c"`; of many names only the first ones.
package func quotedList(_ names: [String], last: String = "and", limit: Int = 20) -> String {
  if names.count > limit {
    let shown = names.prefix(limit).map { quoted($0) }.joined(separator: ", ")
    return "\(shown) \(last) \(names.count - limit) more"
  }
  let texts = names.map { quoted($0) }
  guard let final = texts.last, texts.count > 1 else { return texts.first ?? "" }
  return texts.dropLast().joined(separator: ", ") + " \(last) " + final
}

/// The name that was probably meant.
///
/// - Returns: the first of the nearest candidates that a few edits turn `text` into, or `nil`.
/// - Complexity: O(*n* · *m*²) for *n* candidates of *m* bytes.
package func nearest(to text: String, among candidates: [String]) -> String? {
  guard text.utf8.count <= 64 else { return nil }
  let wanted = Array(text.lowercased().utf8)
  guard wanted.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates where !candidate.isIdentical(to: text) {
    let letters = Array(candidate.lowercased().utf8)
    guard letters.count <= 64 else { continue }
    let limit = max(wanted.count, letters.count) / 3
    let distance = editDistance(wanted, letters)
    if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  return best?.name
}

/// Insertions, deletions, replacements, and swaps of neighbours.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var rows = [Array(0...right.count)]
  for (i, a) in left.enumerated() {
    var row = [i + 1]
    for (j, b) in right.enumerated() {
      var cost = min(rows[i][j] + (a == b ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
        cost = min(cost, rows[i - 1][j - 1] + 1)
      }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
