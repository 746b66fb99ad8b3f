/// A regular expression of a simple kind, of which examples can be made.
///
/// Literals, `.`, `\d`, `\w`, `\s` and other escapes, classes such as `[a-z_]` and `[^0-9]`, groups,
/// alternatives, and the repetitions `?`, `*`, `+`, `{2}`, `{2,}` and `{2,4}`. All of a text has to match.
package struct TextPattern: Sendable {
  package let text: String
  private let root: Node?

  private indirect enum Node: Sendable {
    case characters([ClosedRange<UInt32>])
    case sequence([Node])
    case choice([Node])
    case repetition(Node, ClosedRange<Int>)
  }

  /// How often an example repeats something that may be repeated for ever.
  private static let mostRepetitions = 8

  package init(_ text: String) {
    self.text = text
    var parser = Parser(rest: Array(text.unicodeScalars)[...])
    let node = parser.choice()
    root = parser.rest.isEmpty ? node : nil
  }

  /// Whether it is of the simple kind.
  package var isValid: Bool { root != nil }

  package func matches(_ text: String) -> Bool {
    guard let root else { return true }
    let scalars = Array(text.unicodeScalars.map(\.value))
    return Self.match(root, scalars, 0) { $0 == scalars.count }
  }

  /// A text that matches.
  ///
  /// - Parameter seed: the same gives the same text.
  package func example(seed: UInt64) -> String {
    guard let root else { return "" }
    var state = seed
    var result = String.UnicodeScalarView()
    Self.append(root, to: &result, &state)
    return String(result)
  }

  private static func match(
    _ node: Node, _ text: [UInt32], _ place: Int, _ then: (Int) -> Bool
  ) -> Bool {
    switch node {
    case .characters(let ranges):
      return place < text.count && ranges.contains { $0.contains(text[place]) } && then(place + 1)
    case .sequence(let nodes):
      guard let first = nodes.first else { return then(place) }
      return match(first, text, place) {
        match(.sequence(Array(nodes.dropFirst())), text, $0, then)
      }
    case .choice(let nodes): return nodes.contains { match($0, text, place, then) }
    case .repetition(let inner, let counts):
      if counts.upperBound > 0 {
        let lower = max(counts.lowerBound - 1, 0)
        let upper = counts.upperBound == .max ? .max : counts.upperBound - 1
        let further = match(inner, text, place) { next in
          // What matches nothing is not repeated for ever.
          next > place && match(.repetition(inner, lower...max(upper, lower)), text, next, then)
        }
        if further { return true }
      }
      return counts.lowerBound == 0 && then(place)
    }
  }

  private static func draw(_ state: inout UInt64, _ count: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return count == 0 ? 0 : (state >> 33) % count
  }

  private static func append(
    _ node: Node, to result: inout String.UnicodeScalarView, _ state: inout UInt64
  ) {
    switch node {
    case .characters(let ranges):
      let total = ranges.reduce(UInt64(0)) { $0 + UInt64($1.count) }
      var place = draw(&state, total)
      for range in ranges {
        if place < UInt64(range.count) {
          if let scalar = Unicode.Scalar(range.lowerBound + UInt32(place)) { result.append(scalar) }
          return
        }
        place -= UInt64(range.count)
      }
    case .sequence(let nodes): for node in nodes { append(node, to: &result, &state) }
    case .choice(let nodes):
      append(nodes[Int(draw(&state, UInt64(nodes.count)))], to: &result, &state)
    case .repetition(let inner, let counts):
      let most = min(counts.upperBound, max(counts.lowerBound, mostRepetitions))
      let count = counts.lowerBound + Int(draw(&state, UInt64(most - counts.lowerBound + 1)))
      for _ in 0..<count { append(inner, to: &result, &state) }
    }
  }

  private struct Parser {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    mutating func choice() -> Node? {
      var nodes = [Node]()
      repeat {
        guard let node = sequence() else { return nil }
        nodes.append(node)
      } while take("|")
      return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    mutating func sequence() -> Node? {
      var nodes = [Node]()
      while let next = rest.first, next != "|", next != ")" {
        guard let atom = atom(), let node = repeated(atom) else { return nil }
        nodes.append(node)
      }
      return .sequence(nodes)
    }

    mutating func atom() -> Node? {
      guard let scalar = rest.popFirst() else { return nil }
      switch scalar {
      case "(":
        if take("?"), !take(":") { return nil }
        guard let node = choice(), take(")") else { return nil }
        return node
      case "[": return characterClass()
      case ".": return .characters([0x20...0x7E])
      case "\\": return escaped().map(Node.characters)
      case "*", "+", "?", "{", "^", "$": return nil
      default: return .characters([scalar.value...scalar.value])
      }
    }

    mutating func escaped() -> [ClosedRange<UInt32>]? {
      guard let scalar = rest.popFirst() else { return nil }
      switch scalar {
      case "d": return [0x30...0x39]
      case "w": return [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
      case "s": return [0x20...0x20, 0x09...0x0D]
      case "n": return [0x0A...0x0A]
      case "t": return [0x09...0x09]
      default: return scalar.properties.isAlphabetic ? nil : [scalar.value...scalar.value]
      }
    }

    mutating func characterClass() -> Node? {
      let isNegated = take("^")
      var ranges = [ClosedRange<UInt32>]()
      while let scalar = rest.popFirst() {
        if scalar == "]" {
          return ranges.isEmpty ? nil : .characters(isNegated ? Self.others(ranges) : ranges)
        }
        if scalar == "\\" {
          guard let escaped = escaped() else { return nil }
          ranges += escaped
        } else if rest.first == "-", let high = rest.dropFirst().first, high != "]" {
          rest = rest.dropFirst(2)
          guard scalar.value <= high.value else { return nil }
          ranges.append(scalar.value...high.value)
        } else {
          ranges.append(scalar.value...scalar.value)
        }
      }
      return nil
    }

    /// The printable ones of ASCII that are in no range.
    private static func others(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
      (0x20...0x7E).filter { code in !ranges.contains { $0.contains(code) } }.map { $0...$0 }
    }

    mutating func repeated(_ node: Node) -> Node? {
      if take("?") { return .repetition(node, 0...1) }
      if take("*") { return .repetition(node, 0...Int.max) }
      if take("+") { return .repetition(node, 1...Int.max) }
      guard take("{") else { return node }
      guard let low = number() else { return nil }
      if take("}") { return .repetition(node, low...low) }
      guard take(",") else { return nil }
      if take("}") { return .repetition(node, low...Int.max) }
      guard let high = number(), high >= low, take("}") else { return nil }
      return .repetition(node, low...high)
    }

    private mutating func number() -> Int? {
      var digits = ""
      while let scalar = rest.first, ("0"..."9").contains(scalar), digits.utf8.count < 4 {
        digits.unicodeScalars.append(scalar)
        rest.removeFirst()
      }
      return Int(digits)
    }
  }
}
