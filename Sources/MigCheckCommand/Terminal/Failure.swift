#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheckFormats
  import MigCheckModel
  import MigCheckSQLite
  import MigCheckStores
  import MigCheckText
  import MigCheckVerifier

  /// The command was called in a way that cannot be meant; exit status 64.
  struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  enum ExitStatus {
    static let failed: Int32 = 1
    static let vacuous: Int32 = 2
    static let usage: Int32 = 64
    static let badData: Int32 = 65
    static let notFound: Int32 = 66
    static let internalError: Int32 = 70
    static let io: Int32 = 74
  }

  /// Runs a command's body; an error becomes one sentence on standard error and an exit status.
  func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ExitCode {
      throw error
    } catch {
      // When a signal has taken the scratch files away, errors are of its making.
      Signals.waitIfEnding()
      let (status, message) = describe(error)
      Terminal.complain(message)
      throw ExitCode(status)
    }
  }

  private func describe(_ error: any Error) -> (Int32, String) {
    switch error {
    case let error as InputError: (error.exitStatus, error.description.printable())
    case is Cancelled:
      (
        ExitStatus.vacuous,
        "nothing was checked: the time limit passed while the scripts were tried on a database without "
          + "rows (limit time); give --time-limit more seconds"
      )
    case let error as UsageError: (ExitStatus.usage, error.description)
    case let error as StoreError:
      (error.isBadData ? ExitStatus.badData : ExitStatus.io, error.description)
    case let error as UpgradeError: (ExitStatus.badData, error.message)
    case let error as VerificationError:
      (error.code == .noRunFolder ? ExitStatus.io : ExitStatus.usage, error.description)
    case let error as ReportMergeError: (ExitStatus.badData, error.description)
    case let error as CocoaError:
      (ExitStatus.io, error.filePath.map { "\($0): \(reason(error))" } ?? reason(error))
    case let error as SQLiteError where error.lackOfMachine != nil:
      (
        ExitStatus.io,
        "a database in \(VerificationOptions.defaultDirectory) cannot be read or written: "
          + (error.lackOfMachine.map { "\($0.what); \($0.remedy)" } ?? "").printable()
      )
    default: (ExitStatus.internalError, "internal error: \(error)")
    }
  }

  private func reason(_ error: CocoaError) -> String {
    switch error.code {
    case .fileWriteOutOfSpace: "the disk is full; free some space"
    case .fileWriteNoPermission, .fileReadNoPermission: "permission is denied; check it"
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder; check the path"
    default: "the file cannot be read or written; check its disk"
    }
  }
#endif
