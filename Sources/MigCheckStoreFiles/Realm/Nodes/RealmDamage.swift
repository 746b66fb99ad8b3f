/// A place at which a file is not what it should be.
struct RealmDamage: Error, Equatable {
  /// In bytes from the beginning of the file.
  let offset: Int
  /// A phrase without a full stop; it holds no content of the file but names.
  let problem: String

  init(_ offset: Int, _ problem: String) {
    self.offset = offset
    self.problem = problem
  }
}
