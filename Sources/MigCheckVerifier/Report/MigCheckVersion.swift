/// The version of this package.
package enum MigCheckVersion {
  /// Such as `0.1.0`, by the rules of semantic versioning.
  package static let current = "0.1.0"
}
