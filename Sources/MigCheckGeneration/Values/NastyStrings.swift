import MigCheckModel

/// Strings that programs are known to trip over.
enum NastyStrings {
  static let pool: [Value] = NastyValues.unique(
    (plain + casePairs + normalizationPairs + spaces + unicode + metacharacters + numeric + words
      + lengths).map(Value.string))

  static let huge: [Value] = [65_535, 65_536].map { .string(String(repeating: "x", count: $0)) }

  static let plain = ["", "a", "A", "b", "0", "1", "ab", "ba"]

  /// Neighbours fold to the same text in one language or another.
  static let casePairs = [
    "a", "A", "ß", "SS", "ss", "ẞ", "İ", "i̇", "ı", "I", "i", "\u{212A}", "K", "k", "ſ", "s", "S",
    "σ", "ς", "Σ", "Å", "\u{212B}", "ǅ", "ǆ", "É", "é", "Straße", "STRASSE",
  ]

  /// Neighbours differ in their normalisation only: composed, decomposed, compatible.
  static let normalizationPairs = [
    "\u{E9}", "e\u{301}", "\u{C5}", "A\u{30A}", "\u{1E69}", "s\u{323}\u{307}", "s\u{307}\u{323}",
    "\u{AC00}", "\u{1100}\u{1161}", "ﬁ", "fi", "２", "2", "\u{F900}", "\u{8C48}",
  ]

  static let spaces = [
    " ", "a ", " a", "a  ", "\ta", "a\t", "a\n", "\n", "\r\n", "\r", "\u{B}", "\u{C}", "\u{85}",
    "\u{A0}", "a\u{A0}", "\u{2028}", "\u{2029}", "\u{200B}", "a\u{200B}", "\u{3000}", "\u{FEFF}a",
    "a b", "a  b",
  ]

  static let unicode = [
    "\0", "a\0", "a\0b", "👨‍👩‍👧‍👦", "🇩🇪", "🇩", "👍🏽", "\u{301}", "\u{202E}abc", "\u{200F}",
    "\u{2066}a\u{2069}", "שלום", "مرحبا", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "\u{FFFE}",
    "\u{FFFF}",
    "\u{E000}", "漢字", "ไทย", "\u{1}", "\u{7F}", "e\u{301}\u{302}\u{303}",
  ]

  static let metacharacters = [
    "'", "''", "\"", "`", "\\", "%", "_", "a%", "--", ";", "'; DROP TABLE x; --", "[", "]", "{",
    "}", "{\"a\":1}", "[]", "{}", "<a>", "&amp;", "]]>", "/", "../", "?", ":a", "@", "$a", "a.b",
    ",", "*", "\\u0000", "%s", "${a}", "#",
  ]

  static let numeric = [
    "1e3", "1000", " 12", "12", "12 ", "012", "+1", "-1", "-0", "1.0", "1.50", "1.5", ".5", "5.",
    "0x10", "1_000", "1,000", "nan", "NaN", "inf", "Infinity", "٣", "³", "½",
    "9223372036854775807", "9223372036854775808", "9007199254740993", "1e400", "1e-400",
    "00000000-0000-0000-0000-000000000000", "000000000000000000000000",
    "2001-01-01T00:00:00Z", "2038-01-19T03:14:08Z",
  ]

  static let words = [
    "true", "false", "TRUE", "null", "NULL", "nil", "undefined", "None", "id", "rowid", "old",
    "new", "select", "yes", "no",
  ]

  static let lengths =
    [63, 64, 127, 128, 255, 256, 4095, 4096, 4097].map { String(repeating: "y", count: $0) }
    // The bound falls inside a character of several bytes.
    + [String(repeating: "y", count: 127) + "é", String(repeating: "é", count: 128)]
}
