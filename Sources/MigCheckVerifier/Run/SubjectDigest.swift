import MigCheckModel
import MigCheckText

/// Hashes of what a run depends on.
package enum SubjectDigest {
  /// A hash of all that a subject declares: versions, schemas, migrations as far as they can be
  /// told apart.
  package static func digest(of subject: any Subject) throws -> String {
    var digest = TextDigest()
    digest.add(subject.rules)
    for path in subject.ignoring { digest.add(path.description) }
    for version in subject.versions {
      digest.add("\(version.number)")
      digest.add(try JSON(encoding: version.schema).compactText)
      for path in version.drops { digest.add(path.description) }
      for invariant in version.invariants {
        for text in [invariant.name.text, invariant.type.text, "\(invariant.since)"] {
          digest.add(text)
        }
        digest.add(invariant.expression?.text ?? "")
      }
    }
    digest.add(subject.evidence.steps?.definition ?? "")
    for allowance in subject.evidence.allowances {
      digest.add("\(allowance.place.fileAndLine) allows \(allowance.name): \(allowance.reason)")
    }
    for release in subject.evidence.olderReleases { digest.add("older than \(release.name)") }
    return digest.text
  }

  /// How many findings there are, and a hash of them.
  static func digest(of accepted: [AcceptedFinding]) -> String {
    var digest = TextDigest()
    for finding in accepted {
      for text in finding.key + [finding.reason] { digest.add(text) }
    }
    return "\(accepted.count) findings, \(digest.text)"
  }

  /// How many cases there are, and a hash of them.
  static func digest(
    of replays: [(start: Int, graph: ObjectGraph)], span: VersionSpan
  ) throws -> String {
    var digest = TextDigest()
    for replay in replays {
      digest.add("\(span.versions[replay.start].number)")
      digest.add(try JSON(encoding: replay.graph.tables).compactText)
    }
    return "\(replays.count) cases, \(digest.text)"
  }
}

/// A hash of texts that is the same in every run and on every machine: 64 bits of FNV-1a.
private struct TextDigest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)  // Stands in no UTF-8, so that the texts' borders count.
  }

  private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  var text: String { String(hash, radix: 16) }
}
