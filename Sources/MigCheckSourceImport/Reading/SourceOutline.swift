#if RealmImport
  import Foundation

  /// What a file seems to declare, found by its words alone: some hundred times as fast as parsing it.
  ///
  /// Comments and texts are not told from code. That only makes more files count as ones to parse.
  struct SourceOutline: Sendable {
    /// Types, aliases, and variables and constants outside of types.
    private(set) var names = [String]()
    /// Types that it extends.
    private(set) var extended = [String]()
    /// Classes and aliases, each with the first name that it inherits from, or stands for.
    private(set) var heirs = [(name: String, of: String)]()
    /// Whether schemas depend on it whatever else there is: it sets up a store, or stores properties.
    private(set) var isRoot = false

    init(_ bytes: [UInt8], _ dialect: SourceDialect) {
      // What follows a zero byte is not looked into.
      isRoot = bytes.contains(0)
      (bytes + [0]).withUnsafeBytes { read(SourceWords(bytes: $0), dialect) }
    }

    private mutating func read(_ words: SourceWords, _ dialect: SourceDialect) {
      isRoot = isRoot || dialect.rootWords.contains { words.contains($0) }
      words.forEach("class ") { place in
        guard let name = words.name(at: place) else { return }
        names.append(name.last)
        if let base = words.base(behind: name.end) { heirs.append((name.last, base)) }
      }
      for keyword in ["struct ", "enum ", "protocol ", "actor "] {
        words.forEach(keyword) { place in
          if let name = words.name(at: place) { names.append(name.last) }
        }
      }
      words.forEach("extension ") { place in
        if let name = words.name(at: place) { extended.append(name.last) }
      }
      words.forEach("typealias ") { place in
        guard let name = words.name(at: place) else { return }
        names.append(name.last)
        if let target = words.value(behind: name.end) { heirs.append((name.last, target)) }
      }
      for keyword in ["let ", "var "] {
        words.forEach(keyword) { place in
          guard words.isAtMargin(place), let name = words.name(at: place) else { return }
          names.append(name.last)
        }
      }
    }
  }

  /// The words of a file, which ends in a zero byte.
  private struct SourceWords {
    let bytes: UnsafeRawBufferPointer

    /// The place of a text from a place on.
    private func place(of text: String, from start: Int) -> Int? {
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = strstr((base + start).assumingMemoryBound(to: CChar.self), text)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }

    func contains(_ text: String) -> Bool { place(of: text, from: 0) != nil }

    /// - Parameter body: gets the place after each occurrence of a keyword, which ends in a blank.
    func forEach(_ keyword: String, _ body: (Int) -> Void) {
      var start = 0
      while let found = place(of: keyword, from: start) {
        start = found + keyword.utf8.count
        if found == 0 || !Self.isNamePart(bytes[found - 1]) { body(start) }
      }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
        || byte >= 0x80
    }

    private func skipBlanks(_ start: Int) -> Int {
      var place = start
      while place < bytes.count, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "`") {
        place += 1
      }
      return place
    }

    /// The last part of a name such as `Realm.Configuration`, and the place behind it.
    func name(at start: Int) -> (last: String, end: Int)? {
      var place = skipBlanks(start)
      var begin = place
      while place < bytes.count {
        if bytes[place] == UInt8(ascii: "."), place > begin {
          begin = place + 1
        } else if !Self.isNamePart(bytes[place]) {
          break
        }
        place += 1
      }
      guard place > begin else { return nil }
      let end = place < bytes.count && bytes[place] == UInt8(ascii: "`") ? place + 1 : place
      return (String(decoding: bytes[begin..<place], as: UTF8.self), end)
    }

    /// The first name behind the colon that follows the name of a type and its generic parameters.
    func base(behind end: Int) -> String? {
      var place = skipBlanks(end)
      if place < bytes.count, bytes[place] == UInt8(ascii: "<") {
        while place < bytes.count, bytes[place] != UInt8(ascii: ">"),
          bytes[place] != UInt8(ascii: "{")
        {
          place += 1
        }
        place = skipBlanks(place + 1)
      }
      guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
      return name(at: place + 1)?.last
    }

    /// The first name behind the `=` that follows a name.
    func value(behind end: Int) -> String? {
      let place = skipBlanks(end)
      guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return nil }
      return name(at: place + 1)?.last
    }

    /// Whether the line of a place begins without a blank, as it does outside of types.
    func isAtMargin(_ place: Int) -> Bool {
      var start = place
      while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
      return start < bytes.count && bytes[start] > 0x20
    }
  }
#endif
