/// What an engine does with values of any kind, whatever a migration says.
///
/// Unless it says otherwise, an engine keeps every value as it was given, bit for bit.
public struct ValueRules: Sendable, Hashable {
  /// Whether the engine keeps a zero as it was given, with its sign and a decimal's digits. Where it
  /// may not, comparisons of values take all zeros for one.
  public var keepsSignOfZero: Bool
  /// Which keys a dictionary may have.
  public var dictionaryKeys: DictionaryKeys

  /// A rule for the keys of dictionaries.
  public enum DictionaryKeys: Sendable, Hashable {
    /// Any text.
    case any
    /// None that could be taken for a path: it must not begin with `$` nor contain a full stop.
    case noPaths

    /// Whether a dictionary may have the key.
    public func allows(_ key: String) -> Bool {
      self == .any || key.utf8.first != UInt8(ascii: "$") && !key.utf8.contains(UInt8(ascii: "."))
    }
  }

  /// Rules of an engine; the defaults keep every value bit for bit and allow every key.
  public init(keepsSignOfZero: Bool = true, dictionaryKeys: DictionaryKeys = .any) {
    self.keepsSignOfZero = keepsSignOfZero
    self.dictionaryKeys = dictionaryKeys
  }
}
