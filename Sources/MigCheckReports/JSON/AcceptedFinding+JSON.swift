import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension AcceptedFinding {
  /// As `migcheck.json` lists it; what a finding does not have is left out.
  package var json: JSON {
    func member(_ key: String, _ text: String?) -> [JSON.Member] {
      text.map { [.init(key, .string($0))] } ?? []
    }
    return .object(
      member("history", history) + member("check", check.rawValue) + member("kind", kind)
        + member("code", code) + member("type", type?.text) + member("property", property?.text)
        + member("subject", subject?.text)
        + [.init("from", .integer(hop.from)), .init("to", .integer(hop.to))]
        + member("reason", reason))
  }
}
