import Foundation
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

/// Times whose unit is not that of the new default of their column.
@Suite struct MistakenUnitsTests {
  private static let texts = "TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
  private static let seconds = "INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER))"
  private static let milliseconds =
    "INTEGER NOT NULL DEFAULT (CAST(strftime('%s', 'now') AS INTEGER) * 1000)"
  private static let days = "REAL DEFAULT (julianday('now'))"

  private static func faults(
    _ before: String, _ after: String, _ expression: String, more: String = ""
  ) throws -> [HopFault] {
    let (subject, folder) = try SQLFolderRuns.subject([
      "CREATE TABLE mail (id INTEGER PRIMARY KEY, body TEXT, sent \(before));",
      """
      CREATE TABLE fresh (id INTEGER PRIMARY KEY, body TEXT, sent \(after));
      INSERT INTO fresh SELECT id, body, \(expression) FROM mail;
      DROP TABLE mail;
      ALTER TABLE fresh RENAME TO mail;
      \(more)
      """,
    ])
    defer { _ = folder }
    let trace = try #require(subject.upgrades.traces.trace(from: 1, to: 2, running: []))
    return trace.faults.filter { $0.code == MistakenUnits.code }
  }

  @Test(
    "rows that count in another unit than later ones are a warning",
    arguments: [
      (texts, milliseconds, "CAST(strftime('%s', sent) AS INTEGER)"),
      (texts, milliseconds, "unixepoch(sent)"), (texts, days, "unixepoch(sent)"),
      (seconds, milliseconds, "sent"), (milliseconds, seconds, "sent"),
      (milliseconds, milliseconds, "sent / 1000"), (days, seconds, "sent"),
    ])
  func mistaken(_ before: String, _ after: String, _ expression: String) throws {
    let faults = try Self.faults(before, after, expression)
    #expect(faults.map(\.isError) == [false])
    #expect(faults.first?.property == "sent" && faults.first?.place?.file == "2_x.sql")
  }

  @Test("the message gives both numbers")
  func message() throws {
    let faults = try Self.faults(Self.texts, Self.milliseconds, "unixepoch(sent)")
    #expect(
      faults.map(\.message) == [
        """
        mail.sent counts in another unit than its new default: a row of the same moment holds \
        1704164645 after the upgrade, and a new one 1704164645000. Convert the rows to the unit of \
        the default, or write the default in theirs.
        """
      ])
  }

  @Test(
    "rows in the unit of the default are silent, and defaults that do not count time",
    arguments: [
      (texts, milliseconds, "IFNULL(CAST(strftime('%s', sent) AS INTEGER) * 1000, 0)"),
      (texts, milliseconds, "CAST((julianday(sent) - 2440587.5) * 86400000 AS INTEGER)"),
      (texts, seconds, "CAST(strftime('%s', sent) AS INTEGER)"),
      (texts, seconds, "CAST(strftime('%s', sent, 'utc') AS INTEGER)"),
      (seconds, milliseconds, "sent * 1000"), (milliseconds, seconds, "sent / 1000"),
      (seconds, texts, "datetime(sent, 'unixepoch')"), (texts, texts, "sent"),
      (texts, "TEXT DEFAULT CURRENT_TIMESTAMP", "sent"), (days, days, "sent"),
      ("INTEGER DEFAULT 5", milliseconds, "sent"), (seconds, "INTEGER DEFAULT 0", "sent"),
      (seconds, "INTEGER", "sent * 1000"), (seconds, milliseconds, "0"),
    ])
  func silent(_ before: String, _ after: String, _ expression: String) throws {
    #expect(try Self.faults(before, after, expression).isEmpty)
  }

  @Test("a later statement of the script puts it right")
  func corrected() throws {
    let faults = try Self.faults(
      Self.seconds, Self.milliseconds, "sent", more: "UPDATE mail SET sent = sent * 1000;")
    #expect(faults.isEmpty)
  }

  private static let report = "found/turn3/sqlite/16-dates-of-1970"

  @Test(
    "the public report is found, and its corrected version is silent",
    .enabled(if: Material.has(report), "shared/found is not there"))
  func publicReport() throws {
    let path = Material.sharedPath(Self.report)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    // The one that is broken comes first.
    for (name, isBroken) in zip(names, [true, false]) {
      let subject = try SQLFolderSubject(
        MigrationFolder(path: "\(path)/\(name)", settings: FolderSettings()))
      let trace = try #require(subject.upgrades.traces.trace(from: 1, to: 2, running: []))
      #expect(trace.faults.map(\.code).contains(MistakenUnits.code) == isBroken, "\(name)")
    }
    #expect(names.count == 2)
  }
}
