/// Text of a page: what stands in the source is markup, what is filled in is escaped.
///
/// `"<td>\(payee)"` cannot bring an element of a payee's name into the page. Values of attributes
/// that are filled in stand in double quotation marks.
package struct Markup: ExpressibleByStringInterpolation, Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package init(stringLiteral text: String) { bytes = Array(text.utf8) }

    package init(stringInterpolation parts: StringInterpolation) { bytes = parts.bytes }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        package mutating func appendLiteral(_ text: String) { bytes += text.utf8 }
        package mutating func appendInterpolation(_ text: String) {
            Markup.escape(text, into: &bytes)
        }
        package mutating func appendInterpolation(_ number: Int) {
            bytes += String(number).utf8
        }
        package mutating func appendInterpolation(_ markup: Markup) { bytes += markup.bytes }
    }

    package static func += (page: inout Markup, more: Markup) { page.bytes += more.bytes }

    /// The only way of a text into a page. Control characters, and those that turn the direction
    /// of text, are shown as `�`: they could hide what stands in a row.
    private static func escape(_ text: String, into bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\n", "\t": bytes.append(0x20)
            case _ where isHidden(scalar.value): bytes += "\u{FFFD}".utf8
            default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
    }

    private static func isHidden(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        case 0xFDD0...0xFDEF: true
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
