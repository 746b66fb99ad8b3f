import MigCheckModel
import MigCheckText
import MigCheckVerifier

/// What stays the same of a finding from run to run while its cause is there: services that collect
/// findings know it by this.
///
/// It does not depend on lines, seeds, wording, nor on what a folder is called.
enum Fingerprint {
  /// 32 hexadecimal digits.
  static func text(of finding: Finding) -> String {
    let violation = finding.failure.violation
    return text([
      finding.check.rawValue, finding.kind, violation.code ?? "", violation.type?.text ?? "",
      violation.property?.text ?? "", violation.subject?.text ?? "", "\(finding.hop.from)",
      "\(finding.hop.to)",
    ])
  }

  static func text(_ parts: [String]) -> String {
    var hash = SHA256()
    for part in parts {
      hash.update(part.utf8)
      hash.update([0xFF])  // Stands in no UTF-8, so that the borders of the parts count.
    }
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = String.UnicodeScalarView()
    for byte in hash.finalize().prefix(16) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(text)
  }
}
