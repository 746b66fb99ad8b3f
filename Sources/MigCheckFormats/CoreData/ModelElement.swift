import Foundation
import MigCheckModel
import MigCheckText

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of an XML document; the text between elements is left out.
struct ModelElement {
  var name: String
  var attributes: [String: String]
  var children: [ModelElement] = []
  /// The line, counted from 1, at which its start tag ends.
  var line: Int

  /// The children of one name, in the order of the document.
  func children(_ name: String) -> [ModelElement] { children.filter { $0.name == name } }
}

extension ModelElement {
  /// Reads a whole document.
  ///
  /// - Parameter file: its path, for messages.
  /// - Throws: `InputError` with the line for what is not well-formed, and for a document that
  ///   declares XML entities: no model does, and expanding them may take any time and space.
  static func document(_ bytes: [UInt8], file: String) throws(InputError) -> ModelElement {
    try XMLProlog(bytes, file: file).requirePlain()
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    let builder = ModelElementBuilder()
    parser.delegate = builder
    let isComplete = parser.parse()
    if let line = builder.deepLine {
      throw InputError(
        file: file, line: line,
        problem: "elements are nested more than \(ModelElementBuilder.depthLimit) levels deep",
        remedy: "save the model in Xcode again")
    }
    // On Linux a document may be called complete although errors were reported.
    if let failure = builder.failure {
      throw InputError(
        file: file, line: failure.line, column: failure.column > 0 ? failure.column : nil,
        problem: "this is not well-formed XML: \(XMLParserFault.phrase(failure.code))",
        remedy: "save the model in Xcode again")
    }
    guard isComplete, builder.isClosed, let root = builder.root else {
      throw InputError(
        file: file, problem: "this is no XML document", remedy: "save the model in Xcode again")
    }
    return root
  }
}

/// Collects what the parser tells of.
private final class ModelElementBuilder: NSObject, XMLParserDelegate {
  private(set) var root: ModelElement?
  private(set) var failure: (code: Int, line: Int, column: Int)?
  /// Where elements are nested too deep; `nil`: nowhere.
  private(set) var deepLine: Int?
  private var open: [ModelElement] = []

  var isClosed: Bool { open.isEmpty }

  /// As deep as JSON may be. Deeper trees could not even be freed: that takes one call a level.
  static let depthLimit = 256

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard open.count < Self.depthLimit, deepLine == nil else {
      if deepLine == nil {
        deepLine = parser.lineNumber
        parser.abortParsing()
      }
      return
    }
    open.append(ModelElement(name: name, attributes: attributes, line: parser.lineNumber))
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard deepLine == nil, let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // What follows the first error is the consequence of it.
    guard failure == nil, deepLine == nil else { return }
    failure = ((error as NSError).code, parser.lineNumber, parser.columnNumber)
    parser.abortParsing()
  }
}

/// The errors of the parser in words; Foundation has none for them on Linux.
private enum XMLParserFault {
  static func phrase(_ code: Int) -> String {
    switch code {
    case 1, 4, 5: "it ends before its end"
    case 9: "it holds a character that XML does not allow"
    case 26, 27: "it uses an XML entity that nothing declares"
    case 38, 39, 40, 41: "an attribute has no value in quotes"
    case 42: "an attribute stands twice in one element"
    case 68: "the name of an element or an attribute is missing"
    case 73: "the tag of an element is not closed"
    case 76: "an end tag does not belong to the element that is open"
    case 77: "an element is not closed"
    case 89: "XML entities contain each other"
    default: "error \(code) of the XML parser"
    }
  }
}
