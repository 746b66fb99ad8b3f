/// A database that was never upgraded: what a new install begins with.
package struct FreshDatabase: Sendable {
  let schema: DatabaseSchema
  let template: DatabaseTemplate
}
