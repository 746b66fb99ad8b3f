extension Report {
  /// The report of a whole run, from those of all its shards: the one that a run without shards would
  /// have given.
  ///
  ///     let whole = try Report(merging: parts)
  ///
  /// - Parameter parts: in any order.
  /// - Throws: an error in words if a shard is missing, is there twice, or is of another run.
  public init(merging parts: [Report]) throws {
    self = try ReportMerge(parts).report
  }
}
