/// What goes wrong with the files of a database while something is written.
package enum StorageFault: String, Sendable, CaseIterable, Codable {
  /// One operation fails, as on a disk with an error; those behind it work.
  case failure
  /// From an operation on no file can grow any more.
  case fullDisk
  /// The process ends before an operation; the files stay as the operating system has them.
  case kill
  /// The machine stops before an operation, and nothing is on the disk that was not synchronized.
  case powerLoss
  /// The machine stops in the middle of an operation: all before it is on the disk, and of it, if it
  /// writes, the first half.
  case tornWrite
  /// The machine stops before an operation, and of what was not synchronized some is on the disk and
  /// some is not, whichever came first.
  case reorderedWrites

  /// Whether nothing can be written any more once it has happened.
  package var endsEverything: Bool {
    switch self {
    case .failure, .fullDisk: false
    case .kill, .powerLoss, .tornWrite, .reorderedWrites: true
    }
  }

  /// Whether it matters what was synchronized.
  var losesWrites: Bool {
    switch self {
    case .failure, .fullDisk, .kill: false
    case .powerLoss, .tornWrite, .reorderedWrites: true
    }
  }
}
