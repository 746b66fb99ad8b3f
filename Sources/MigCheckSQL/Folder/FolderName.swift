import Foundation

/// What a folder of migrations is called, wherever its repository is checked out.
enum FolderName {
  /// Where no name of a folder is sure to be in the repository.
  private static let fallback = "migrations"

  /// The name that the settings give, else that of the folder, unless it is the folder of a checkout.
  static func text(of path: String, _ settings: FolderSettings) -> String {
    if let name = settings.name { return name }
    let parts = path.split(separator: "/").filter { $0 != "." }
    if let last = parts.last, last != ".." {
      return isCheckout(path) ? fallback : String(last)
    }
    // "." and the like: the folder has a name of its own only inside of a repository.
    let url = URL(fileURLWithPath: path).standardizedFileURL
    guard !isCheckout(path), isInsideCheckout(url) else { return fallback }
    return url.lastPathComponent
  }

  private static func isCheckout(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/.git")
  }

  private static func isInsideCheckout(_ url: URL) -> Bool {
    var folder = url
    while folder.path != "/" {
      folder = folder.deletingLastPathComponent()
      if isCheckout(folder.path) { return true }
    }
    return false
  }
}
