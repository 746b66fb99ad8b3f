import MigCheckFormats
import MigCheckModel
import MigCheckVerifier

/// How the case file of a finding is called.
enum CorpusFileName {
  /// What tells a finding from others, for people: `paths-agree Person.email 1 → 3`.
  static func title(of finding: Finding) -> String {
    let place = finding.type.map { PropertyPath(type: $0, property: finding.property).description }
    return [
      finding.check.rawValue, place, finding.failure.violation.label, finding.hop.description,
    ]
    .compactMap { $0 }.joined(separator: " ")
  }

  /// Lower case, with hyphens for all that is no letter or digit of ASCII; without an extension.
  static func name(for finding: Finding) -> String {
    let detail = finding.failure.violation.label.map { detail in
      String(detail.flatMap { $0.isUppercase ? ["-", $0] : [$0] })
    }
    let words = [finding.check.rawValue, finding.type?.text, finding.property?.text, detail]
    // The hop at the end stays whole where names are long.
    return plain(words.compactMap { $0 }.joined(separator: "-"))
      + "-\(finding.hop.from)-\(finding.hop.to)"
  }

  private static func plain(_ text: String) -> String {
    var name = [UInt8]()
    for byte in text.lowercased().utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      if isPlain {
        name.append(byte)
      } else if name.last != 0x2D {
        name.append(0x2D)
      }
    }
    name = Array(name.prefix(100))
    while name.last == 0x2D { name.removeLast() }
    return String(decoding: name, as: UTF8.self)
  }
}

extension CaseFile.Finding {
  /// The part of a finding that says what it is, and not how it looks.
  init(_ finding: Finding) {
    self.init(
      check: finding.check.rawValue, kind: finding.kind, code: finding.code, type: finding.type,
      property: finding.property, subject: finding.failure.violation.subject,
      otherPath: finding.otherPath)
  }
}
