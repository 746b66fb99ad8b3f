/// Small histories, as files hold them.
enum Histories {
  /// Decimals alone, in every kind of place.
  static let decimals = #"""
    {"migcheck": 1, "name": "Zeros", "rules": "realm", "versions": [
      {"version": 1, "schema": [
        {"name": "A", "properties": {
          "d": "decimal128", "ds": "decimal128<>", "dl": "decimal128[]"}}]},
      {"version": 2, "schema": [
        {"name": "A", "properties": {
          "d": "decimal128", "ds": "decimal128<>", "dl": "decimal128[]"}}]}]}
    """#

  /// The title is new and declares a default, which Realm does not give to existing objects.
  static let failing = history(migration: "[]")

  static let passing = history(
    migration: #"[{"enumerate": {"type": "Note", "set": {"title": "'New'"}}}]"#)

  /// With a property that goes away and comes back, so that skipping version 2 matters.
  static let pathsDiffer = """
    {"migcheck": 1, "name": "Ages", "rules": "realm", "versions": [
      {"version": 1, "schema": [{"name": "Person", "properties": {"age": "int"}}]},
      {"version": 2, "drops": ["Person.age"], "schema": [{"name": "Person", "properties": {}}]},
      {"version": 3, "schema": [{"name": "Person", "properties": {"age": "int"}}]}]}
    """

  /// Becomes embedded without a parent, and with several ones: two findings of one check.
  static let embedding = """
    {"migcheck": 1, "name": "Homes", "rules": "realm", "versions": [
      {"version": 1, "schema": [
        {"name": "Address", "properties": {"street": "string"}},
        {"name": "Person", "properties": {"home": "Address?"}}]},
      {"version": 2, "schema": [
        {"name": "Address", "embedded": true, "properties": {"street": "string"}},
        {"name": "Person", "properties": {"home": "Address?"}}],
       "migration": [{"embed": {"type": "Address", "orphans": "keep", "shared": "keep"}}]}]}
    """

  static func history(migration: String, name: String = "Notes", body: String = "string") -> String
  {
    """
    {"migcheck": 1, "name": "\(name)", "rules": "realm", "versions": [
      {"version": 1, "schema": [{"name": "Note", "properties": {"body": "\(body)"}}]},
      {"version": 2, "schema": [{"name": "Note", "properties": {
         "body": "\(body)", "title": {"type": "string", "default": "New"}}}],
       "migration": \(migration)}]}
    """
  }
}
