import Contacts
import MigCheckTesting
import XCTest

final class ContactsXCTests: XCTestCase {
  func testEveryUpgradeKeepsTheUsersData() async throws {
    try await verifyMigrations(of: contacts, from: 1, to: 3, trials: 20)
  }
}
