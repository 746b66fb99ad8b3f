import MigCheckModel
import MigCheckVerifier

/// Upgrades in few words: `1, 2 → 3…5`.
package struct HopList {
  /// In increasing order.
  let hops: [Hop]

  package init(hops: [Hop]) {
    self.hops = hops
  }

  /// Start versions that lead to the same versions stand together.
  package var text: String {
    var groups = [(from: [UInt64], to: [UInt64])]()
    var index = 0
    while index < hops.count {
      let from = hops[index].from
      let to = hops[index...].prefix { $0.from == from }.map(\.to)
      index += to.count
      if let known = groups.firstIndex(where: { $0.to == to }) {
        groups[known].from.append(from)
      } else {
        groups.append(([from], to))
      }
    }
    return groups.map { "\(Self.text($0.from)) → \(Self.text($0.to))" }.joined(separator: "; ")
  }

  /// `1, 2, 5…9`: three or more numbers in a row are a range.
  package static func text(_ versions: [UInt64]) -> String {
    var parts = [String]()
    var rest = versions[...]
    while let first = rest.first {
      var count = 1
      while count < rest.count, rest[rest.startIndex + count] == first + UInt64(count) {
        count += 1
      }
      let row = rest.prefix(count)
      parts += count > 2 ? ["\(first)…\(row[row.endIndex - 1])"] : row.map(String.init)
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: ", ")
  }
}
