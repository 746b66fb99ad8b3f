/// What the report of a shard holds beside its own findings: all that a merge needs.
package struct ShardReport: Sendable {
  package var shard: Shard
  /// The variable of the environment that named the shard, for reports; `nil`: none did.
  package var variable: String?
  package var result: RunResult

  package init(
    shard: Shard, variable: String? = nil, result: RunResult
  ) {
    self.shard = shard
    self.variable = variable
    self.result = result
  }
}
