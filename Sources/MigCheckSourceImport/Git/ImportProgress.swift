/// How far an import from git is, and whether it is to end early.
package struct ImportProgress {
  /// Gets the number of tags or commits that were read, and of all.
  package var show: (_ done: Int, _ total: Int) -> Void
  /// Whether the import ends with what it has read.
  package var isInterrupted: () -> Bool

  package init(
    show: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.show = show
    self.isInterrupted = isInterrupted
  }
}
