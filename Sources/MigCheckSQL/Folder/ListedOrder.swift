import MigCheckModel

/// Puts the migrations of a folder into the order that `migcheck.json` lists.
///
/// An item is the name of a migration, or, for a folder of several scripts, the path of one of them
/// (`15/020_users.sql`); the scripts of one folder are one migration and follow each other.
struct ListedOrder {
  let listing: FolderEntry.Listing
  let folder: String
  /// As messages call the file.
  let settings: String

  /// - Throws: `InputError` for what is not there, stands twice or is left out.
  func entries(_ listed: [String]) throws -> [FolderEntry] {
    let all = listing.entries + listing.unnumbered
    var result = [FolderEntry]()
    var files = [String]()
    for (place, name) in listed.enumerated() {
      if let entry = all.first(where: { $0.name == name }) {
        try requireUnused(entry.name, among: result, place, name)
        result.append(try entry.requireOrder(in: folder))
      } else if let entry = all.first(where: { $0.files.contains(name) }) {
        if result.last?.name != entry.name {
          try requireUnused(entry.name, among: result, place, name)
          result.append(entry.ordered([]))
          files = []
        }
        guard !files.contains(name) else { throw twice(place, name) }
        files.append(name)
        result[result.count - 1] = entry.ordered(files)
      } else {
        throw InputError(
          file: settings, path: "order[\(place)]", problem: "there is no migration \"\(name)\"",
          remedy: "write the names of files as they are in the folder")
      }
    }
    try requireAll(result)
    return result
  }

  private func requireUnused(
    _ entry: String, among result: [FolderEntry], _ place: Int, _ name: String
  ) throws {
    guard result.contains(where: { $0.name == entry }) else { return }
    if entry == name { throw twice(place, name) }
    throw InputError(
      file: settings, path: "order[\(place)]",
      problem: "\"\(name)\" stands apart from the other scripts of \"\(entry)\"",
      remedy: "list them one after the other, since they are one migration")
  }

  private func twice(_ place: Int, _ name: String) -> InputError {
    InputError(
      file: settings, path: "order[\(place)]", problem: "\"\(name)\" stands here twice",
      remedy: "name every migration once")
  }

  private func requireAll(_ result: [FolderEntry]) throws {
    var missing = listing.entries.first { entry in
      !result.contains { $0.name == entry.name }
    }?.name
    for entry in result where missing == nil {
      let whole = (listing.entries + listing.unnumbered).first { $0.name == entry.name }
      missing = whole?.files.first { !entry.files.contains($0) }
    }
    guard let missing else { return }
    throw InputError(
      file: settings, path: "order", problem: "\"\(missing)\" is not listed",
      remedy: "name every migration once")
  }
}
