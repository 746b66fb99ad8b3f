/// The words of a name without their endings, to see whether two names speak of one thing: `tag`
/// and `tags`, `isDone` and `is_done`.
struct NameStem: Equatable {
  /// In lower case and in the singular.
  let words: [String]

  init(_ name: String) {
    words = Self.words(name).map(Self.singular)
  }

  /// Words at the end of a name that say how values are held, not which.
  private static let holders = ["list", "set", "array", "map", "dictionary", "collection"]

  /// Whether both names mean the same, if one of them perhaps several.
  func isLike(_ other: NameStem) -> Bool { core == other.core }

  /// Whether a word that says something stands in both.
  func sharesWord(with other: NameStem) -> Bool {
    words.contains { $0.utf8.count > 2 && other.words.contains($0) }
  }

  private var core: [String] {
    guard words.count > 1, Self.holders.contains(words[words.count - 1]) else { return words }
    return words.dropLast().map { $0 }
  }

  /// The parts of `homeStreet2`, `home_street_2` and `HOMEStreet2`.
  private static func words(_ name: String) -> [String] {
    var words = [[UInt8]]()
    var last: UInt8?
    let bytes = Array(name.utf8)
    for (place, byte) in bytes.enumerated() {
      defer { last = byte }
      guard byte != UInt8(ascii: "_"), byte != UInt8(ascii: " "), byte != UInt8(ascii: "-") else {
        continue
      }
      let isUpper = byte.isUpper
      let follows = place + 1 < bytes.count ? bytes[place + 1] : nil
      let isWordStart =
        last == nil || last.map { !$0.isLetterOrDigit } ?? true
        || isUpper && (!(last?.isUpper ?? false) || (follows?.isLower ?? false))
        || byte.isDigit != (last?.isDigit ?? false)
      let lowered = isUpper ? byte + 32 : byte
      if isWordStart || words.isEmpty { words.append([]) }
      words[words.count - 1].append(lowered)
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let irregular = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "media": "medium",
    "data": "datum", "indices": "index", "mice": "mouse", "feet": "foot", "teeth": "tooth",
  ]

  private static func singular(_ word: String) -> String {
    if let known = irregular[word] { return known }
    let length = word.utf8.count
    guard length > 3, word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us") else {
      return word
    }
    if word.hasSuffix("ies"), length > 4 { return word.dropLast(3) + "y" }
    let endings = ["ches", "shes", "sses", "xes", "zes"]
    if endings.contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
    return String(word.dropLast())
  }
}

extension UInt8 {
  fileprivate var isUpper: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  fileprivate var isLower: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// Bytes of other alphabets are parts of words.
  fileprivate var isLetterOrDigit: Bool { isUpper || isLower || isDigit || self >= 0x80 }
}
