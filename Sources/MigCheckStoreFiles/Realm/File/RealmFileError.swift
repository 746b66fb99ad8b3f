import MigCheckModel

/// Why a Realm file cannot be read.
package enum RealmFileError: Error, Sendable, Equatable {
  package enum Stranger: Sendable {
    case encrypted
    case sqlite
    case unknown
  }

  /// The file has no bytes.
  case empty
  case notRealm(Stranger)
  /// A file format from before 2020: 2 to 9.
  case older(format: Int)
  case newer(format: Int)
  /// The file ends before its content does.
  case cutShort(at: Int, String)
  /// The content contradicts itself.
  case damaged(at: Int, String)
  /// The file changed while it was read.
  case beingWritten
}

extension RealmFileError {
  /// The sentence about a file.
  package func inputError(file: String) -> InputError {
    InputError(file: file, problem: problem, remedy: remedy)
  }

  private var problem: String {
    switch self {
    case .empty: "the file is empty: an app has not written its Realm yet"
    case .notRealm(.encrypted): "this looks like an encrypted Realm file"
    case .notRealm(.sqlite): "this is an SQLite database, not a Realm file"
    case .notRealm(.unknown): "this is not a Realm file, or an encrypted one"
    case .older(let format): "this Realm file is from 2020 or older (file format \(format))"
    case .newer(let format):
      "this Realm file was made by a newer Realm (file format \(format)) than migcheck supports"
    case .cutShort(let offset, let problem): "the file is cut short at byte \(offset): \(problem)"
    case .damaged(let offset, let problem): "the file is damaged at byte \(offset): \(problem)"
    case .beingWritten: "an app is writing this file"
    }
  }

  private var remedy: String {
    switch self {
    case .empty: "name a file that the app has opened"
    case .notRealm(.encrypted), .notRealm(.unknown):
      "write a plain copy with writeCopy(toFile:encryptionKey: nil)"
    case .notRealm(.sqlite): "name a *.realm file"
    case .older: "open it once with Realm Swift 10.0 to 10.48, then try again"
    case .newer(_): "the newest supported format is \(RealmFileHeader.formats.upperBound)"
    case .cutShort, .damaged: "take another copy while no app has the file open"
    case .beingWritten: "close the app, or make a copy with writeCopy(toFile:)"
    }
  }
}
