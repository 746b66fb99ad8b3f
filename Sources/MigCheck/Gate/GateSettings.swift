import Foundation
import MigCheckModel
import MigCheckReports
import MigCheckText
import MigCheckVerifier

/// What `migcheck.json` beside a history, a model or a folder of migrations says about its runs:
/// which paths there are, what has shipped, what is supported, and which findings are accepted.
///
/// The file may hold settings for the subject itself as well, such as those of a folder of SQL
/// migrations; whoever reads the subject reads these.
package struct GateSettings: Sendable {
  /// What reports and accepted findings call a folder of migrations or a model; `nil`: its own name.
  package var name: String?
  package var paths: UpgradePaths?
  package var shipped: UInt64?
  /// No store older than this version has to be upgraded.
  package var minSupported: UInt64?
  package var accepted: [AcceptedFinding] = []
  /// The path of the file, as messages show it.
  package let file: String
  /// All members of the file, in order.
  private var members: [JSON.Member] = []

  /// Settings that say nothing, to be written to a file that is not there yet.
  package init(file: String) {
    self.file = file
    members = [JSON.Member("migcheck", .integer(1))]
  }

  /// - Parameter folder: the folder that the file must lie in; `nil`: anywhere, as for one that the
  ///   user names.
  /// - Throws: `InputError` for a file that is not what it should be.
  package init(contentsOf path: String, inside folder: String? = nil) throws {
    file = path
    let text = try FileReader.text(path: path, inside: folder)
    try read(text)
  }

  private mutating func read(_ text: String) throws {
    let json: JSON
    do {
      json = try JSON.parse(text)
    } catch {
      throw InputError(file: file, line: error.line, column: error.column, problem: error.reason)
    }
    guard case .object(let members) = json else {
      throw error("", "the document is no object", "write {…}")
    }
    self.members = members
    for member in members {
      switch member.key {
      case "migcheck":
        guard case .number("1") = member.value else {
          throw error("migcheck", "this is no version of the format", "write 1")
        }
      case "name":
        guard case .string(let text) = member.value, !text.isEmpty else {
          throw error("name", "this is not a name", "write a text, such as \"notes\"")
        }
        name = text
      case "paths":
        guard case .string(let name) = member.value, let value = UpgradePaths(rawValue: name) else {
          throw error("paths", "these are no paths", "write \"all\", \"direct\" or \"linear\"")
        }
        paths = value
      case "shipped": shipped = try version(member.value, "shipped")
      case "minSupported": minSupported = try version(member.value, "minSupported")
      case "accepted":
        guard case .array(let items) = member.value else {
          throw error("accepted", "this is no list", "write […], as migcheck baseline does")
        }
        accepted = try items.enumerated().map { try finding($1, "accepted[\($0)]") }
      case let key where SettingsKeys.contains(key): break
      default:
        throw error(member.key, "there is no such setting", SettingsKeys.remedy(for: member.key))
      }
    }
  }

  private func version(_ json: JSON, _ path: String) throws -> UInt64 {
    guard case .number(let text) = json, let number = UInt64(text) else {
      throw error(path, "this is no version", "write the number of a version, such as 9")
    }
    return number
  }

  private func finding(_ json: JSON, _ path: String) throws -> AcceptedFinding {
    guard case .object(let members) = json else {
      throw error(path, "this is no object", "write {…}, as migcheck baseline does")
    }
    let known = [
      "history", "check", "kind", "code", "type", "property", "subject", "from", "to", "reason",
    ]
    for member in members where !known.contains(member.key) {
      throw error(
        "\(path).\(member.key)", "there is no such key",
        "write one of "
          + known.joined(separator: ", "))
    }
    func text(_ key: String) throws -> String? {
      switch json[key] {
      case nil: return nil
      case .string(let text)? where !text.isEmpty: return text
      default: throw error("\(path).\(key)", "this is no text", "write \"…\"")
      }
    }
    func required(_ key: String, _ remedy: String) throws -> String {
      guard let text = try text(key) else {
        throw error("\(path).\(key)", "it is missing", remedy)
      }
      return text
    }
    func number(_ key: String) throws -> UInt64 {
      guard let value = json[key] else {
        throw error("\(path).\(key)", "it is missing", "write the number of a version")
      }
      return try version(value, "\(path).\(key)")
    }
    let name = try required("check", "write the name of a check")
    guard let check = Check(rawValue: name), check.hasFindings else {
      throw error("\(path).check", "there is no check \(name)", "see migcheck check --help")
    }
    let hop = Hop(from: try number("from"), to: try number("to"))
    var finding = AcceptedFinding(
      history: try required("history", "write the name that reports show"), check: check,
      kind: try required("kind", "write what reports in JSON call kind"), hop: hop,
      reason: try required("reason", "say why, for whoever reads it later"))
    finding.code = try text("code")
    finding.type = try text("type").map { Name($0) }
    finding.property = try text("property").map { Name($0) }
    finding.subject = try text("subject").map { Name($0) }
    return finding
  }

  private func error(_ path: String, _ problem: String, _ remedy: String) -> InputError {
    InputError(file: file, path: path, problem: problem, remedy: remedy)
  }

  /// What a list of the file holds, each entry with its keys and its reason.
  ///
  /// - Parameters:
  ///   - list: the key of the list.
  ///   - keys: those of an entry, beside `reason`; the first is required.
  ///   - example: what an entry looks like.
  /// - Returns: empty if the file has no such list. Numbers come as texts.
  /// - Throws: `InputError` for an entry that is not what it should be.
  package func entries(
    _ list: String, keys: [String], example: String
  ) throws -> [(values: [String: String], place: String)] {
    guard let value = value(of: list) else { return [] }
    guard case .array(let items) = value else {
      throw error(list, "this is no list", "write [\(example)]")
    }
    return try items.enumerated().map { place, item in
      let path = "\(list)[\(place)]"
      guard case .object(let members) = item else {
        throw error(path, "this is no object", "write \(example)")
      }
      var values = [String: String]()
      for member in members {
        guard (keys + ["reason"]).contains(member.key) else {
          throw error("\(path).\(member.key)", "there is no such key", "write \(example)")
        }
        switch member.value {
        case .string(let text) where !text.isEmpty: values[member.key] = text
        case .number(let text): values[member.key] = text
        default: throw error("\(path).\(member.key)", "this is no text", "write \(example)")
        }
      }
      for key in [keys[0], "reason"] where values[key] == nil {
        throw error("\(path).\(key)", "it is missing", "write \(example)")
      }
      return (values, path)
    }
  }

  /// What a key holds; `nil`: the file has no such key.
  package func value(of key: String) -> JSON? {
    members.first { $0.key.isIdentical(to: key) }?.value
  }

  /// The text that a key holds; `nil`: the file has no such key.
  ///
  /// - Throws: `InputError` for another kind of value.
  package func text(of key: String) throws -> String? {
    switch value(of: key) {
    case nil: return nil
    case .string(let text)?: return text
    default: throw error(key, "this is not a text", "write \"…\"")
    }
  }

  /// An error at a place of the file.
  package func flaw(_ place: String, _ problem: String, _ remedy: String) -> InputError {
    error(place, problem, remedy)
  }

  /// Puts the settings into options, where these leave them open.
  ///
  /// - Parameter holding: how the file is related to the subject.
  /// - Throws: `InputError` where no version is supported that could be upgraded.
  package func apply(
    to options: inout VerificationOptions, of subject: any Subject, holding: Holding = .any
  ) throws {
    options.paths = options.paths ?? paths
    options.shipped = options.shipped ?? shipped
    options.accepted += accepted(of: subject, holding)
    if let minSupported {
      let numbers = subject.versions.map(\.number)
      guard let oldest = numbers.first(where: { $0 >= minSupported }), oldest != numbers.last else {
        throw error(
          "minSupported", "\(subject.name) has no version from \(minSupported) on to upgrade from",
          "write the oldest version that users may have")
      }
      options.from = max(options.from ?? oldest, oldest)
    }
  }

  /// The text of the file with these accepted findings, and all else as it was.
  package var text: String {
    var members = members
    let list = JSON.array(accepted.map(\.json))
    if let place = members.firstIndex(where: { $0.key == "accepted" }) {
      members[place] = JSON.Member("accepted", list)
    } else {
      members.append(JSON.Member("accepted", list))
    }
    return JSON.object(members).prettyText + "\n"
  }
}

extension VerificationOptions {
  /// Puts what a `migcheck.json` says into the options, where they leave it open: which paths there
  /// are, what has shipped, what is supported, and which findings are accepted.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - subject: what is verified.
  /// - Throws: `InputError` for a file that is not what it should be.
  public mutating func read(settings path: String, for subject: any Subject) throws {
    try GateSettings(contentsOf: path).apply(to: &self, of: subject)
  }
}
