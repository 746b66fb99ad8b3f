/// The place of a value in its document, built only when an error needs it.
package indirect enum JSONPath {
  case root
  case key(JSONPath, String)
  case index(JSONPath, Int)

  /// Such as `versions[2].schema[0].properties["first name"]`.
  package var text: String {
    switch self {
    case .root: return ""
    case .index(let parent, let index): return "\(parent.text)[\(index)]"
    case .key(let parent, let key):
      let isPlain =
        !key.isEmpty && key.utf8.count <= 120
        && key.unicodeScalars.allSatisfy { scalar in
          scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
            || scalar == "$"
        }
      let prefix = parent.text
      guard isPlain else { return "\(prefix)[\(quoted(key))]" }
      return prefix.isEmpty ? key : "\(prefix).\(key)"
    }
  }
}
