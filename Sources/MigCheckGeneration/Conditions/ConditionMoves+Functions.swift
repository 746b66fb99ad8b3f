import MigCheckModel
import MigCheckText

// Functions of SQLite, backwards.

extension ConditionMoves {
  func call(
    _ name: String, _ arguments: [SQLNode], to wanted: Value, _ depth: Int
  ) -> [ConditionMove] {
    func next(_ place: Int, _ wanted: Value?) -> [ConditionMove] {
      guard place < arguments.count, let wanted else { return [] }
      return moves(for: arguments[place], to: wanted, depth: depth + 1)
    }
    func argument(_ place: Int) -> Value? {
      place < arguments.count ? value(arguments[place]) : nil
    }
    let text = wanted.sqlText ?? ""
    switch name {
    case "coalesce", "ifnull":
      return interleaved(arguments.indices.map { next($0, wanted) } + [next(0, .null)])
    case "nullif":
      return wanted.isNull ? next(0, argument(1)) + next(0, .null) : next(0, wanted)
    case "iif", "if":
      guard arguments.count >= 2 else { return [] }
      return interleaved([
        next(1, wanted), moves(toMake: arguments[0], true, depth: depth + 1), next(2, wanted),
        moves(toMake: arguments[0], false, depth: depth + 1),
      ])
    case "typeof":
      let samples: [String: [Value]] = [
        "null": [.null], "integer": [.int(1)], "real": [.double(0.5)], "text": [.string("a")],
        "blob": [.data([1])],
      ]
      return (samples[text] ?? [.int(1), .string("a")]).flatMap { next(0, $0) }
    default: break
    }
    if wanted.isNull { return interleaved(arguments.indices.map { next($0, .null) }) }
    if name == "printf" || name == "format" { return formatted(arguments, to: text, depth) }
    if let moves = bytesCall(name, wanted, argument, next) { return moves }
    if name == "substr" || name == "substring" {
      // Where the part ends may hang on a mark that comes after it.
      var marks = [""]
      for node in arguments.dropFirst() {
        node.visit {
          if case .literal(.text(let mark)) = $0.kind, marks.count < 4 { marks.append(mark) }
        }
      }
      let texts = Self.texts(
        with: text, at: argument(1)?.asNumber, length: argument(2)?.asNumber,
        in: argument(0)?.sqlText ?? "")
      return interleaved(marks.map { mark in texts.flatMap { next(0, .string($0 + mark)) } })
    }
    if let moves = textCall(name, text, wanted, argument, next) { return moves }
    if let moves = numberCall(name, wanted, argument, next) { return moves }
    if let moves = dateCall(name, text, wanted, argument, next) { return moves }
    if let moves = jsonCall(name, arguments, wanted, argument, next, depth) { return moves }
    return interleaved(arguments.indices.map { next($0, wanted) })
  }

  private func textCall(
    _ name: String, _ text: String, _ wanted: Value, _ argument: (Int) -> Value?,
    _ next: (Int, Value?) -> [ConditionMove]
  ) -> [ConditionMove]? {
    let present = argument(0)?.sqlText ?? ""
    let number = wanted.asNumber.flatMap { Int(exactly: $0.rounded(.down)) } ?? 0
    switch name {
    case "lower", "upper":
      let other = name == "lower" ? text.uppercased() : text.lowercased()
      return [text, other].flatMap { next(0, .string($0)) }
    case "trim", "ltrim", "rtrim":
      let mark = argument(1)?.sqlText?.first.map(String.init) ?? " "
      let padded = (name == "rtrim" ? "" : mark) + text + (name == "ltrim" ? "" : mark)
      return [text, padded].flatMap { next(0, .string($0)) }
    case "length", "char_length", "octet_length":
      guard (0...4096).contains(number) else { return [] }
      return Self.texts(of: number, from: present).flatMap { next(0, .string($0)) }
    case "replace":
      var texts = [text]
      if let old = argument(1)?.sqlText, let new = argument(2)?.sqlText, !old.isEmpty {
        texts.insert(Self.replacing(new, by: old, in: text), at: 0)
      }
      return texts.flatMap { next(0, .string($0)) }
    case "instr":
      let part = argument(1)?.sqlText ?? ""
      guard number > 0 else { return ["", "x"].flatMap { next(0, .string($0)) } }
      let head = String(present.prefix(number - 1)).padded(to: number - 1)
      let tail = String(present.dropFirst(number - 1))
      return [head + part + tail, head + part, head + part + "x"]
        .flatMap { next(0, .string($0)) } + next(1, .string(String(present.dropFirst(number - 1))))
    case "hex":
      guard let bytes = Hexadecimal.bytes(text) else { return [] }
      return next(0, .data(bytes)) + next(0, .string(String(decoding: bytes, as: UTF8.self)))
    case "unhex": return next(0, .string(text))
    case "quote": return next(0, .string(String(text.dropFirst().dropLast()))) + next(0, wanted)
    case "unicode":
      return next(0, UnicodeScalar(UInt32(max(0, number))).map { .string(String($0)) })
    case "char": return next(0, text.unicodeScalars.first.map { .int(Int64($0.value)) })
    case "like", "glob":
      let pattern = argument(0)?.sqlText ?? ""
      let texts = name == "glob" ? PatternTexts(glob: pattern) : PatternTexts(like: pattern)
      return (wanted.sqlNumber == 0 ? ["", pattern + "~"] : texts.texts)
        .flatMap { next(1, .string($0)) }
    default: return nil
    }
  }

  /// What functions of texts mean to bytes.
  private func bytesCall(
    _ name: String, _ wanted: Value, _ argument: (Int) -> Value?,
    _ next: (Int, Value?) -> [ConditionMove]
  ) -> [ConditionMove]? {
    var present = [UInt8]()
    if case .data(let bytes)? = argument(0) { present = bytes }
    switch (name, wanted) {
    case ("length", .int(let count)) where (0...4096).contains(count):
      guard case .data? = argument(0) else { return nil }
      let missing = max(0, Int(count) - present.count)
      return next(0, .data(present.prefix(Int(count)) + Array(repeating: 0x61, count: missing)))
    case ("substr", .data(let part)), ("substring", .data(let part)):
      guard let start = argument(1)?.asNumber.flatMap({ Int(exactly: $0) }), abs(start) <= 4096
      else { return nil }
      let before = start > 0 ? start - 1 : max(0, present.count + start)
      let head =
        present.prefix(before) + Array(repeating: 0x61, count: max(0, before - present.count))
      return next(0, .data(head + part + present.dropFirst(before + part.count)))
        + next(0, .data(head + part))
    default: return nil
    }
  }

  /// Texts of a length that begin, or end, like a text.
  private static func texts(of length: Int, from text: String) -> [String] {
    let missing = max(0, length - text.unicodeScalars.count)
    let head = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    let cut = String(String.UnicodeScalarView(text.unicodeScalars.suffix(length)))
    guard missing > 0 else { return [head, cut] }
    // Also somewhere inside, for what begins and ends as it must.
    let places = [head.count, head.count / 2, 1, head.count - 1, head.count - 2, 2]
    return ["a", "1", "é"].flatMap { filling in
      places.filter { (0...head.count).contains($0) }.map { place in
        head.prefix(place) + String(repeating: filling, count: missing) + head.dropFirst(place)
      }
    }
  }

  /// Texts with a part in its place, counted as `substr` does.
  private static func texts(
    with part: String, at start: Double?, length: Double?, in text: String
  ) -> [String] {
    guard let start = start.flatMap({ Int(exactly: $0) }), abs(start) <= 4096 else { return [part] }
    let length = length.flatMap { Int(exactly: $0) }.map { max(0, min($0, 4096)) }
    guard start >= 0 else {
      // Counted from the end.
      let tail = String(repeating: "a", count: max(0, -start - part.count))
      let head = String(text.dropLast(min(text.count, -start)))
      return [head + part + tail, part + tail, "a" + part + tail]
    }
    let before = max(0, start - 1)
    let head = String(text.prefix(before)).padded(to: before)
    let tail = String(text.dropFirst(before + (length ?? text.count)))
    let whole = length.map { part.padded(to: min($0, max(part.count, 0))) } ?? part
    return [head + whole + tail, head + whole, head + whole + "a"]
  }

  /// Takes a text apart along a format.
  private func formatted(_ arguments: [SQLNode], to text: String, _ depth: Int) -> [ConditionMove] {
    guard let format = arguments.first.flatMap(value)?.sqlText else { return [] }
    var parts: [[Character]?] = [[]]
    var numeric = [Bool]()
    var rest = Substring(format)
    while let character = rest.popFirst() {
      guard character == "%", rest.first != "%" else {
        if character == "%" { rest.removeFirst() }
        if parts[parts.count - 1] == nil { parts.append([]) }
        parts[parts.count - 1]?.append(character)
        continue
      }
      rest = rest.drop { !$0.isLetter }
      numeric.append(rest.popFirst().map { "diufeEgGxX".contains($0) } ?? false)
      parts.append(nil)
    }
    return TextSplit.splits(Array(text), along: parts).compactMap { texts in
      let free = zip(parts, texts).filter { $0.0 == nil }.map(\.1)
      return together(
        zip(arguments.dropFirst(), zip(free, numeric)).map { node, part in
          (node, part.1 ? .sql(number: part.0.filter { $0 != " " }) ?? .int(0) : .string(part.0))
        }, depth)
    }
  }

  private static func replacing(_ part: String, by other: String, in text: String) -> String {
    guard !part.isEmpty else { return other + text }
    var result = ""
    var rest = Substring(text)
    while !rest.isEmpty {
      if rest.hasPrefix(part) {
        result += other
        rest = rest.dropFirst(part.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }

  private func numberCall(
    _ name: String, _ wanted: Value, _ argument: (Int) -> Value?,
    _ next: (Int, Value?) -> [ConditionMove]
  ) -> [ConditionMove]? {
    guard let number = wanted.asNumber else { return nil }
    switch name {
    case "abs": return interleaved([next(0, .sql(number)), next(0, .sql(-number))])
    case "sign": return next(0, .sql(number))
    case "round":
      let step = (0..<Int(max(0, min(9, argument(1)?.asNumber ?? 0)))).reduce(1.0) { value, _ in
        value / 10
      }
      return next(0, .sql(number)) + next(0, .double(number + 0.4 * step))
        + next(0, .double(number - 0.5 * step))
    case "floor", "ceil", "ceiling", "trunc":
      return next(0, .sql(number)) + next(0, .double(number + (name == "floor" ? 0.5 : -0.5)))
    case "min", "max": return interleaved((0..<4).map { next($0, wanted) })
    default: return nil
    }
  }

  private func dateCall(
    _ name: String, _ text: String, _ wanted: Value, _ argument: (Int) -> Value?,
    _ next: (Int, Value?) -> [ConditionMove]
  ) -> [ConditionMove]? {
    let place = name == "strftime" ? 1 : 0
    let modifiers = (place + 1..<place + 5).compactMap { argument($0)?.sqlText?.lowercased() }
    func moment(_ text: String?) -> [ConditionMove] {
      guard var text else { return [] }
      // What the modifiers add is taken off again.
      for modifier in modifiers {
        let words = modifier.split(separator: " ")
        guard words.count == 2, let count = Double(words[0]),
          let days = ["day": 1.0, "month": 30, "year": 365, "hour": 1 / 24.0][
            words[1].hasSuffix("s") ? String(words[1].dropLast()) : String(words[1])]
        else { continue }
        text = DateText.text(text, plusDays: -count * days) ?? text
      }
      let seconds = DateText.timestamps(text).first?.seconds
      if modifiers.contains("unixepoch") { return next(place, seconds.map(Value.int)) }
      return next(place, .string(text))
    }
    switch name {
    case "strftime":
      return moment(DateText.text(format: argument(0)?.sqlText ?? "", written: text))
    case "date", "datetime":
      let exact = DateText.timestamps(text).first?.description
      return moment(text) + moment(exact)
        + [-1, 1].flatMap { moment(DateText.text(exact ?? "", plusDays: $0)) }
    case "time": return moment("2001-02-03T\(text)Z") + next(0, .string(text))
    case "julianday":
      return next(0, wanted.asNumber.flatMap { DateText.text(julianDay: $0) }.map(Value.string))
    case "unixepoch":
      return next(0, wanted.asNumber.flatMap { DateText.text(seconds: $0) }.map(Value.string))
        + next(0, wanted)
    default: return nil
    }
  }
}

extension String {
  /// Filled up at its end, for what does not matter.
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: "a", count: max(0, length - count))
  }
}
