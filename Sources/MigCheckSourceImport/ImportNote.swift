#if RealmImport
  import MigCheckModel

  /// Something that the reader of an imported history has to know, with its place in the source code.
  package struct ImportNote: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// Something is not in the schema.
      case omission
      /// The schema is complete; the note explains how something was read.
      case remark
      /// Something that is wrong in the app's plan, and that no check of the history would see.
      case fault
      /// A default that is found out when an object is created, which no schema holds.
      case computedDefault
    }

    package var place: SourcePlace
    /// A sentence without a full stop.
    package var sentence: String
    package var kind: Kind

    package init(_ place: SourcePlace, _ sentence: String, _ kind: Kind = .omission) {
      self.place = place
      self.sentence = sentence
      self.kind = kind
    }
  }

  /// A note with the tags, commits or folders that it is about.
  package typealias OriginatedNote = (note: ImportNote, origins: [String])

  extension [OriginatedNote] {
    /// What is said of several origins stands here once.
    package mutating func add(_ note: ImportNote, _ origin: String) {
      if let position = firstIndex(where: { $0.note == note }) {
        self[position].origins.append(origin)
      } else {
        append((note, [origin]))
      }
    }

    /// One note for what several origins say of a file, on whatever lines, and one for what is said of
    /// several origins themselves.
    ///
    /// - Complexity: O(*n*) in the number of notes and their origins.
    package var joined: [OriginatedNote] {
      var result = [OriginatedNote]()
      var places = [ImportNote: [Int]]()
      for (note, origins) in self {
        var subject = note
        subject.place = SourcePlace(file: origins.contains(note.place.file) ? "" : note.place.file)
        let same = places[subject, default: []].first { place in
          Set(result[place].origins).isDisjoint(with: origins)
        }
        if let same {
          result[same].origins += origins
        } else {
          places[subject, default: []].append(result.count)
          result.append((note, origins))
        }
      }
      return result
    }
  }

  extension [ImportNote] {
    /// In the order of their places, each one once.
    var inOrder: [ImportNote] {
      var seen = Set<ImportNote>()
      return filter { seen.insert($0).inserted }.sorted {
        ($0.place.file, $0.place.line ?? 0, $0.sentence)
          < ($1.place.file, $1.place.line ?? 0, $1.sentence)
      }
    }
  }
#endif
