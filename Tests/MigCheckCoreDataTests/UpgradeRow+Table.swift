extension UpgradeRow {
  private static func entity(_ properties: String) -> String {
    "<entity name='E'>\(properties)</entity>"
  }

  private static func constraint(_ names: String...) -> String {
    "<uniquenessConstraints><uniquenessConstraint>"
      + names.map { "<constraint value='\($0)'/>" }.joined()
      + "</uniquenessConstraint></uniquenessConstraints>"
  }

  private static let text = "<attribute name='t' optional='YES' attributeType='String'/>"

  /// An entity `A` with an ordered relationship to `B`.
  private static func ordered(_ owner: String, _ name: String, identifiers: Bool) -> String {
    """
    <entity name='\(owner)' \(identifiers ? "elementID='A'" : "")>
    <attribute name='n' attributeType='Integer 64'/>
    <relationship name='\(name)' \(identifiers ? "elementID='bs'" : "") toMany='YES' ordered='YES'
      destinationEntity='B' inverseName='a'/></entity>
    <entity name='B'><attribute name='n' attributeType='Integer 64'/>
    <relationship name='a' destinationEntity='\(owner)' inverseName='\(name)'/></entity>
    """
  }

  private static func toMany(isOrdered: Bool) -> String {
    """
    <entity name='A'><relationship name='bs' toMany='YES' \(isOrdered ? "ordered='YES'" : "")
      destinationEntity='B' inverseName='a'/></entity>
    <entity name='B'><attribute name='n' attributeType='Integer 64'/>
    <relationship name='a' destinationEntity='A' inverseName='bs'/></entity>
    """
  }

  /// Rows of the table of rules, one after the other.
  static let moreChanges: [UpgradeRow] = [
    UpgradeRow(
      "an attribute is removed",
      entity(text + "<attribute name='a' attributeType='String'/>"), entity(text),
      #"{"E": [{"t": "x", "a": "y"}]}"#, #"{"E": [{"t": "x"}]}"#),
    UpgradeRow(
      "an ordered relationship and its entity are renamed",
      ordered("A", "bs", identifiers: false), ordered("Owner", "parts", identifiers: true),
      """
      {"A": [{"$id": "a", "n": 1, "bs": ["3", "1", "2"]}], "B": [{"$id": "1", "n": 1, "a": "a"},
        {"$id": "2", "n": 2, "a": "a"}, {"$id": "3", "n": 3, "a": "a"}]}
      """,
      """
      {"Owner": [{"$id": "a", "n": 1, "parts": ["3", "1", "2"]}],
        "B": [{"$id": "1", "n": 1, "a": "a"}, {"$id": "2", "n": 2, "a": "a"},
        {"$id": "3", "n": 3, "a": "a"}]}
      """),
    UpgradeRow(
      "an entity is added", entity(text), entity(text) + "<entity name='F'/>",
      #"{"E": [{"t": "x"}]}"#, #"{"E": [{"t": "x"}], "F": []}"#),
    UpgradeRow(
      "relationships are removed and added",
      "<entity name='E'><relationship name='old' destinationEntity='E'/></entity>",
      """
      <entity name='E'><relationship name='one' optional='YES' destinationEntity='E'/>
      <relationship name='some' optional='YES' toMany='YES' destinationEntity='E'/>
      <relationship name='row' optional='YES' toMany='YES' ordered='YES' destinationEntity='E'/>
      </entity>
      """, #"{"E": [{"$id": "e", "old": "e"}]}"#,
      #"{"E": [{"$id": "e", "one": null, "some": [], "row": []}]}"#),
    UpgradeRow(
      "ordered → unordered", toMany(isOrdered: true), toMany(isOrdered: false),
      """
      {"A": [{"$id": "a", "bs": ["2", "1"]}], "B": [{"$id": "1", "n": 1, "a": "a"},
        {"$id": "2", "n": 2, "a": "a"}]}
      """,
      """
      {"A": [{"$id": "a", "bs": ["1", "2"]}], "B": [{"$id": "1", "n": 1, "a": "a"},
        {"$id": "2", "n": 2, "a": "a"}]}
      """),
    UpgradeRow(
      "unordered → ordered", toMany(isOrdered: false), toMany(isOrdered: true),
      #"{"A": [{"$id": "a", "bs": ["1"]}], "B": [{"$id": "1", "n": 1, "a": "a"}]}"#,
      #"{"A": [{"$id": "a", "bs": ["1"]}], "B": [{"$id": "1", "n": 1, "a": "a"}]}"#),
    UpgradeRow(
      "a new parent takes a property and a relationship of its child",
      """
      <entity name='A'><attribute name='x' attributeType='String'/>
      <relationship name='b' destinationEntity='B' inverseName='as'/></entity>
      <entity name='B'><relationship name='as' toMany='YES' destinationEntity='A' inverseName='b'/>
      </entity>
      """,
      """
      <entity name='P' isAbstract='YES'><attribute name='x' attributeType='String'/>
      <relationship name='b' destinationEntity='B'/></entity>
      <entity name='A' parentEntity='P'/><entity name='B'>
      <relationship name='as' toMany='YES' destinationEntity='A'/></entity>
      """,
      #"{"A": [{"$id": "a", "x": "kept", "b": "b"}], "B": [{"$id": "b", "as": ["a"]}]}"#,
      #"{"P": [], "A": [{"$id": "a", "x": "kept", "b": "b"}], "B": [{"$id": "b", "as": ["a"]}]}"#),
    UpgradeRow(
      "a new child entity", entity(text),
      entity(text) + "<entity name='C' parentEntity='E'><attribute name='n' optional='YES' "
        + "attributeType='Integer 16'/></entity>",
      #"{"E": [{"t": "x"}]}"#, #"{"E": [{"t": "x"}], "C": []}"#),
    UpgradeRow(
      "an entity moves into a hierarchy, and gets what its parent has",
      "<entity name='P'><attribute name='p' attributeType='String'/></entity>" + entity(text),
      """
      <entity name='P'><attribute name='p' attributeType='String' defaultValueString='d'/></entity>
      <entity name='E' parentEntity='P'>\(text)</entity>
      """, #"{"P": [{"p": "x"}], "E": [{"t": "y"}]}"#,
      #"{"P": [{"p": "x"}], "E": [{"p": "d", "t": "y"}]}"#),
    UpgradeRow(
      "an entity moves out of a hierarchy, and keeps what it inherited",
      """
      <entity name='P'><attribute name='p' attributeType='String'/></entity>
      <entity name='E' parentEntity='P'>\(text)</entity>
      """,
      """
      <entity name='P'><attribute name='p' attributeType='String'/></entity>
      <entity name='E'><attribute name='p' attributeType='String'/>\(text)</entity>
      """, #"{"P": [{"p": "x"}], "E": [{"p": "z", "t": "y"}]}"#,
      #"{"P": [{"p": "x"}], "E": [{"p": "z", "t": "y"}]}"#),
    UpgradeRow(
      "Boolean → Integer 32 with a rename",
      entity("<attribute name='a' optional='YES' attributeType='Boolean'/>"),
      entity("<attribute name='b' elementID='a' optional='YES' attributeType='Integer 32'/>"),
      #"{"E": [{"a": true}, {"a": false}, {"a": null}]}"#,
      #"{"E": [{"b": 1}, {"b": 0}, {"b": null}]}"#),
    UpgradeRow(
      "an attribute becomes a relationship of the same name",
      entity("<attribute name='a' attributeType='String'/>"),
      entity("<relationship name='a' optional='YES' destinationEntity='E'/>"),
      #"{"E": [{"a": "x"}]}"#, #"{"E": [{"a": null}]}"#),
    UpgradeRow(
      "a relationship becomes an attribute of the same name",
      entity("<relationship name='a' optional='YES' toMany='YES' destinationEntity='E'/>"),
      entity("<attribute name='a' attributeType='String' defaultValueString='d'/>"),
      #"{"E": [{"$id": "e", "a": ["e"]}]}"#, #"{"E": [{"a": "d"}]}"#),
    UpgradeRow(
      "transient → stored",
      entity(text + "<attribute name='a' transient='YES' attributeType='String'/>"),
      entity(text + "<attribute name='a' attributeType='String' defaultValueString='d'/>"),
      #"{"E": [{"t": "x"}]}"#, #"{"E": [{"t": "x", "a": "d"}]}"#),
    UpgradeRow(
      "stored → transient",
      entity(text + "<attribute name='a' attributeType='String'/>"),
      entity(text + "<attribute name='a' transient='YES' attributeType='String'/>"),
      #"{"E": [{"t": "x", "a": "y"}]}"#, #"{"E": [{"t": "x"}]}"#),
    UpgradeRow(
      "a delete rule, a class, an index, a limit and a default change: no migration",
      entity(
        text + "<attribute name='n' optional='YES' attributeType='Integer 16'/>"
          + "<relationship name='r' optional='YES' destinationEntity='E'/>"),
      entity(
        "<attribute name='t' optional='YES' attributeType='String' indexed='YES'/><attribute "
          + "name='n' optional='YES' attributeType='Integer 16' minValueString='5' "
          + "defaultValueString='9'/><relationship name='r' optional='YES' deletionRule='Deny' "
          + "destinationEntity='E'/>"),
      #"{"E": [{"$id": "e", "t": null, "n": 1, "r": "e"}]}"#,
      #"{"E": [{"$id": "e", "t": null, "n": 1, "r": "e"}]}"#),
    UpgradeRow(
      "a hash modifier alone: a migration that changes nothing", entity(text),
      "<entity name='E' versionHashModifier='2'>\(text)</entity>", #"{"E": [{"t": "x"}]}"#,
      #"{"E": [{"t": "x"}]}"#),
    UpgradeRow(
      "a uniqueness constraint over two attributes",
      entity(text + "<attribute name='n' attributeType='Integer 16'/>"),
      entity(text + "<attribute name='n' attributeType='Integer 16'/>" + constraint("t", "n")),
      #"{"E": [{"t": "x", "n": 1}, {"t": "x", "n": 2}, {"t": null, "n": 1}, {"t": null, "n": 1}]}"#,
      #"{"E": [{"t": "x", "n": 1}, {"t": "x", "n": 2}, {"t": null, "n": 1}, {"t": null, "n": 1}]}"#
    ),
    UpgradeRow(
      "a uniqueness constraint over values that repeat in two subentities",
      entity(text) + "<entity name='F' parentEntity='E'/>",
      entity(text + constraint("t")) + "<entity name='F' parentEntity='E'/>",
      #"{"E": [{"t": "x"}], "F": [{"t": "x"}]}"#,
      "constraintFailed: The values of E.t repeat, and a uniqueness constraint is added."),
    UpgradeRow(
      "nulls that become one default, where values must be unique",
      entity(text + constraint("t")),
      entity(
        "<attribute name='t' attributeType='String' defaultValueString='d'/>" + constraint("t")),
      #"{"E": [{"t": null}, {"t": null}]}"#,
      "constraintFailed: The values of E.t repeat, and a uniqueness constraint is added."),
  ]
}
