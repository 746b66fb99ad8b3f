import MigCheckFormats
import MigCheckModel
import MigCheckVerifier

/// How the case file of a finding is called.
enum CorpusFileName {
  /// What tells a finding from others, for people: check, place, error code and hop.
  static func words(for finding: Finding) -> [String] {
    [finding.check.rawValue, finding.type, finding.property, detail(of: finding)]
      .compactMap { $0 } + [String(finding.hop.from), String(finding.hop.to)]
  }

  /// Lower case, with hyphens for all that is no letter or digit of ASCII; without an extension.
  static func name(for finding: Finding) -> String {
    let words = words(for: finding)
    // The hop at the end stays whole where names are long.
    return plain(words.dropLast(2).joined(separator: "-")) + "-"
      + words.suffix(2).joined(separator: "-")
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
    return String(decoding: name.prefix(100), as: UTF8.self)
  }

  /// The name of an invariant, or the code: spelt with hyphens.
  private static func detail(of finding: Finding) -> String? {
    switch finding.fault.kind {
    case .invariantFails, .invariantCannotBeEvaluated: return finding.fault.subject
    case .pathsDiffer where finding.code == GraphDifference.Kind.valueDiffers.rawValue: return nil
    default:
      guard let code = finding.code else { return nil }
      return String(code.flatMap { $0.isUppercase ? ["-", $0] : [$0] })
    }
  }
}

extension CaseFile.Finding {
  /// The part of a finding that says what it is, and not how it looks.
  init(_ finding: Finding) {
    let isHint = finding.fault.kind == .lostRename
    self.init(
      check: finding.check.rawValue, kind: finding.fault.kind.rawValue, code: finding.code,
      type: finding.type, property: finding.property,
      subject: isHint ? nil : finding.fault.subject, otherPath: finding.otherPath)
  }
}
