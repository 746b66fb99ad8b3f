#if RealmImport
  /// Source code without the bodies of functions that say nothing about a store, which are most of it and
  /// take most of the time to parse. Lines stay where they are.
  ///
  /// Kept are functions of a type itself, such as `primaryKey()`, and those that name a configuration's
  /// members. Where strings or parentheses are not understood, all is kept.
  enum ShortenedSource {
    static func bytes(_ bytes: [UInt8]) -> [UInt8] {
      var result = bytes
      let isUnderstood = bytes.withUnsafeBufferPointer { source -> Bool in
        var scanner = BodyScanner(bytes: source)
        guard let bodies = scanner.bodies() else { return false }
        result.withUnsafeMutableBufferPointer { target in
          for body in bodies {
            for place in body where target[place] != 0x0A { target[place] = 0x20 }
          }
        }
        return true
      }
      return isUnderstood ? result : bytes
    }
  }

  /// Finds the bodies of functions.
  private struct BodyScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private func byte(_ offset: Int = 0) -> UInt8 {
      place + offset < bytes.count ? bytes[place + offset] : 0
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
      byte >= 0x61 && byte <= 0x7A || byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39
        || byte == 0x5F || byte >= 0x80
    }

    /// What stands between the braces of functions that can go; `nil`: the text is not understood.
    mutating func bodies() -> [Range<Int>]? {
      var bodies = [Range<Int>]()
      while place < bytes.count {
        if skipTextOrComment() { continue }
        guard Self.isNamePart(byte()) else {
          place += 1
          continue
        }
        let start = place
        while Self.isNamePart(byte()) { place += 1 }
        guard isFunction(start), let body = body() else { continue }
        guard body.upperBound <= bytes.count else { return nil }
        if !isKept(start, body) { bodies.append(body) }
      }
      return bodies
    }

    private func word(_ range: Range<Int>, is text: StaticString) -> Bool {
      text.utf8CodeUnitCount == range.count
        && range.allSatisfy { bytes[$0] == text.utf8Start[$0 - range.lowerBound] }
    }

    private func isFunction(_ start: Int) -> Bool {
      if start > 0, bytes[start - 1] == UInt8(ascii: ".") || bytes[start - 1] == UInt8(ascii: "`") {
        return false
      }
      return word(start..<place, is: "func") || word(start..<place, is: "init")
    }

    /// Goes to the body of a function, and behind it.
    ///
    /// - Returns: what stands between its braces; `nil`: it has none.
    private mutating func body() -> Range<Int>? {
      let start = place
      var depth = 0
      while place < bytes.count {
        if skipTextOrComment() { continue }
        switch byte() {
        case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "{") where depth == 0: return braced()
        case UInt8(ascii: "}"), UInt8(ascii: ";"):
          place = start
          return nil
        case 0x0A where depth == 0:
          guard goesOn() else { return nil }
        default: break
        }
        if depth < 0 {
          place = start
          return nil
        }
        place += 1
      }
      return nil
    }

    /// Whether the head of a function goes on in the next line.
    private func goesOn() -> Bool {
      var next = place
      while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
      var end = next
      while end < bytes.count, Self.isNamePart(bytes[end]) { end += 1 }
      guard next < bytes.count else { return false }
      return bytes[next] == UInt8(ascii: "{") || bytes[next] == UInt8(ascii: "-")
        || ["where", "throws", "async", "rethrows"].contains { (text: StaticString) in
          word(next..<end, is: text)
        }
    }

    /// From an opening brace to behind the one that closes it.
    private mutating func braced() -> Range<Int> {
      place += 1
      let start = place
      var depth = 1
      while place < bytes.count {
        if skipTextOrComment() { continue }
        if byte() == UInt8(ascii: "{") { depth += 1 }
        if byte() == UInt8(ascii: "}") { depth -= 1 }
        if depth == 0 { return start..<place }
        place += 1
      }
      return start..<(bytes.count + 1)
    }

    private mutating func skipTextOrComment() -> Bool {
      switch (byte(), byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        while place < bytes.count, byte() != 0x0A { place += 1 }
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        var depth = 0
        repeat {
          if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
            depth += 1
            place += 2
          } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
            depth -= 1
            place += 2
          } else {
            place += 1
          }
        } while depth > 0 && place < bytes.count
      case (UInt8(ascii: "\""), _): skipText(marks: 0)
      case (UInt8(ascii: "#"), UInt8(ascii: "\"")), (UInt8(ascii: "#"), UInt8(ascii: "#")):
        var marks = 0
        while byte(marks) == UInt8(ascii: "#") { marks += 1 }
        guard byte(marks) == UInt8(ascii: "\"") else { return false }
        place += marks
        skipText(marks: marks)
      default: return false
      }
      return true
    }

    /// - Parameter marks: how many `#` stand before and behind it.
    private mutating func skipText(marks: Int) {
      let quote = UInt8(ascii: "\"")
      let isLong = byte(1) == quote && byte(2) == quote
      place += isLong ? 3 : 1
      while place < bytes.count {
        if byte() == UInt8(ascii: "\\"),
          (0..<marks).allSatisfy({ byte(1 + $0) == UInt8(ascii: "#") })
        {
          place += 1 + marks
          if byte() == UInt8(ascii: "(") {
            skipInterpolation()
          } else {
            place += 1
          }
          continue
        }
        if byte() == 0x0A, !isLong { return }
        let isEnd =
          byte() == quote && (!isLong || byte(1) == quote && byte(2) == quote)
          && (0..<marks).allSatisfy { byte((isLong ? 3 : 1) + $0) == UInt8(ascii: "#") }
        if isEnd {
          place += (isLong ? 3 : 1) + marks
          return
        }
        place += 1
      }
    }

    private mutating func skipInterpolation() {
      var depth = 0
      while place < bytes.count {
        if depth > 0, skipTextOrComment() { continue }
        if byte() == UInt8(ascii: "(") { depth += 1 }
        if byte() == UInt8(ascii: ")") { depth -= 1 }
        place += 1
        if depth == 0 { return }
      }
    }

    // MARK: What counts

    private func isKept(_ start: Int, _ body: Range<Int>) -> Bool {
      var line = start
      while line > 0, bytes[line - 1] != 0x0A { line -= 1 }
      return contains("static", line..<start) || contains("class", line..<start)
        || contains("schemaVersion", body) || contains("objectTypes", body)
    }

    private func contains(_ text: StaticString, _ range: Range<Int>) -> Bool {
      let count = text.utf8CodeUnitCount
      guard range.count >= count else { return false }
      let first = text.utf8Start[0]
      for start in range.lowerBound...(range.upperBound - count)
      where bytes[start] == first && word(start..<(start + count), is: text) {
        return true
      }
      return false
    }
  }
#endif
