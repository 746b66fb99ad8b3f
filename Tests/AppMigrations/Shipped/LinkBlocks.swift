import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// What apps do with links, lists and other objects.

class Pet: Object {
  @Persisted var name: String
  @Persisted var kind: Kind = .dog

  enum Kind: Int, PersistableEnum { case dog, cat }
}

class Caption: EmbeddedObject {
  @Persisted var language: String
  @Persisted var text: String

  convenience init(language: String, text: String) {
    self.init()
    self.language = language
    self.text = text
  }
}

/// Links of a list become others, and objects that nobody has are found by an enumeration in another.
///
/// Wrong: the type goes while a property that goes in the same upgrade links to it.
public let hastyPetBlock: MigrationBlock = { migration, oldSchemaVersion in
  petBlock(migration, oldSchemaVersion)
  migration.deleteData(forType: "Dog")
}

/// The same, leaving the type to a later version.
public let petBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion == 1 {
    migration.enumerateObjects(ofType: "Owner") { oldObject, newObject in
      let pets = newObject!["pets"] as! List<MigrationObject>
      for dog in oldObject!["dogs"] as! List<DynamicObject> {
        let pet = migration.create(Pet.className(), value: [dog["name"], Pet.Kind.dog.rawValue])
        pets.append(pet)
      }
    }
    migration.enumerateObjects(ofType: "Dog") { oldDog, _ in
      var isFound = false
      migration.enumerateObjects(ofType: "Owner") { _, newObject in
        for pet in newObject!["pets"] as! List<DynamicObject>
        where pet["name"] as! String == oldDog!["name"] as! String {
          isFound = true
          break
        }
      }
      if !isFound {
        migration.create(Pet.className(), value: [oldDog!["name"], Pet.Kind.cat.rawValue])
      }
    }
  }
}

/// Two passes: parents are found from their lists, and written into their children.
public let parentBlock: MigrationBlock = { migration, oldSchemaVersion in
  var parents: [String: String] = [:]
  migration.enumerateObjects(ofType: "Folder") { oldFolder, newFolder in
    newFolder!["parentId"] = ""
    for snippet in oldFolder!["snippets"] as! List<DynamicObject> {
      parents[snippet["id"] as! String] = oldFolder!["id"] as? String
    }
  }
  migration.enumerateObjects(ofType: "Snippet") { _, newSnippet in
    let id = newSnippet!["id"] as! String
    newSnippet!["parentId"] = parents[id] ?? ""
  }
}

/// A linked object is written through the link, or taken apart.
public let throughLinkBlock: MigrationBlock = { migration, oldSchemaVersion in
  migration.enumerateObjects(ofType: "Exam") { old, newExam in
    guard let newExam = newExam, let subject = newExam["subject"] as? MigrationObject,
      let name = subject["name"] as? String
    else { return }
    if name.hasSuffix("!") {
      newExam["isHard"] = true
      subject["name"] = name.replacingOccurrences(of: "!", with: "")
    }
    if let details = old?["details"] as? MigrationObject {
      if let room = details["room"] { newExam["room"] = room }
      if let seats = details["seats"] { newExam["seats"] = seats }
    }
    _ = old.flatMap { $0["subject"] as? MigrationObject }.flatMap { $0["name"] as? String }
  }
}

/// Objects that are in no store, in a list that is in none; a dictionary for an embedded object.
public let captionBlock: MigrationBlock = { migration, oldSchemaVersion in
  let block: MigrationObjectEnumerateBlock = { oldObject, newObject in
    guard let newObj = newObject, let oldObj = oldObject else { return }
    let captions = List<Caption>()
    for text in oldObj["texts"] as! List<String> {
      captions.append(Caption(language: "en", text: text))
    }
    newObj["captions"] = captions
    if let changes = oldObj["changes"] as? Int16, changes > 0 {
      newObj.setValue([["language": "", "text": "\(changes)"]], forKey: "edits")
    }
  }
  migration.enumerateObjects(ofType: "Movie", block)
  migration.enumerateObjects(ofType: "Series", block)
}

/// A model of the years before '@Persisted'.
class Ticket: Object {
  dynamic var title = ""
  dynamic var price: Double = 0
  let seats = RealmOptional<Int>()
  let holders = List<String>()
  dynamic var isSelected = false
  lazy var shownTitle = title.uppercased()

  override class func ignoredProperties() -> [String] { ["isSelected", "shownTitle"] }
}

/// Objects of an older model, in no store, are what others are created from.
public let ticketBlock: MigrationBlock = { migration, oldSchemaVersion in
  migration.enumerateObjects(ofType: "Booking") { oldObject, newObject in
    let ticket = Ticket()
    ticket.title = oldObject?["film"] as? String ?? ""
    ticket.seats.value = oldObject?["seats"] as? Int
    ticket.holders.append(oldObject!["holder"] as! String)
    newObject?["ticket"] = migration.create(Ticket.className(), value: ticket)
  }
}

/// A list and an array make an array; objects of a list are put into another one.
public let shelfBlock: MigrationBlock = { migration, oldSchemaVersion in
  migration.enumerateObjects(ofType: "Shelf") { old, new in
    new?.dynamicList("firsts").append(objectsIn: Array(new!.dynamicList("books").prefix(1)))
    new?.setValue(new?.dynamicList("books").last, forKey: "favourite")
    if let books = new?["books"] as? List<MigrationObject> {
      let extra = migration.create("Book")
      extra["title"] = old?["name"]
      new?["books"] = books + [extra] as Any
    }
  }
}

/// Wrong: the objects are of the old state, which Realm does not link.
public let oldShelfBlock: MigrationBlock = { migration, oldSchemaVersion in
  migration.enumerateObjects(ofType: "Shelf") { old, new in
    new?.dynamicList("firsts").append(objectsIn: Array(old!.dynamicList("books").prefix(1)))
    new?.setValue(old?.dynamicList("books").last, forKey: "favourite")
  }
}

/// Copies go before a property becomes the key.
public let uniqueBlock: MigrationBlock = { migration, oldSchemaVersion in
  var discovered = Set<String>()
  migration.enumerateObjects(ofType: "Category") { _, newObject in
    if let newObject = newObject, let identifier = newObject["identifier"] as? String {
      if discovered.contains(identifier) {
        migration.delete(newObject)
      } else {
        discovered.insert(identifier)
      }
    }
  }
}

/// Children that knew their parents are embedded in them; those without a parent go.
public let embeddingBlock: MigrationBlock = { migration, oldSchemaVersion in
  var fields = [String: [MigrationObject]]()
  migration.enumerateObjects(ofType: "Field") { old, new in
    guard let old = old, let new = new else { return }
    guard let parent = (old["item"] as? MigrationObject)?["key"] as? String else {
      migration.delete(new)
      return
    }
    fields[parent, default: []].append(new)
  }
  migration.enumerateObjects(ofType: "Item") { _, new in
    guard let new = new, let key = new["key"] as? String else { return }
    let list = new.dynamicList("fields")
    for field in fields[key] ?? [] { list.append(field) }
  }
}

/// Whatever the new schema lacks goes.
public let unknownTypesBlock: MigrationBlock = { migration, oldSchemaVersion in
  let names = migration.newSchema.objectSchema.map { $0.className }
  let gone = migration.oldSchema.objectSchema.map { $0.className }
    .filter { !names.contains($0) && !$0.starts(with: "__") }
  for name in gone { migration.deleteData(forType: name) }
}

/// Wrong: Realm deletes objects of the new state only.
public let deletingOldBlock: MigrationBlock = { migration, _ in
  migration.enumerateObjects(ofType: "Category") { oldObject, _ in
    guard let oldObject = oldObject else { return }
    if (oldObject["identifier"] as! String).isEmpty { migration.delete(oldObject) }
  }
}

/// Wrong: an object of a migration is of no class of the app, so nothing is ever copied.
public let typedBlock: MigrationBlock = { migration, _ in
  migration.enumerateObjects(ofType: "Owner") { oldObject, newObject in
    newObject?["petName"] = ""
    if let pet = oldObject?["pet"] as? Pet { newObject?["petName"] = pet.name }
  }
}
