internal import Facts
package import Reading

extension FormatCard {
    package static let ofxXML = FormatCard(
        "ofx/xml", otherNames: ["ofx", "qfx", "qbo", "ofx/sgml"],
        begins: { head, text in
            isOFXMarkup(head) && (head.begins(with: "<?xml") || head.contains("<?OFX"))
                && !head.contains("OFXHEADER:") && hasClosedLeaves(head)
                && !hasBareAmpersand(text)
        },
        undecodable: .replaced,
        reader: { text throws(ReadFailure) in
            OFXXMLReader(file: text.path, settled: try settled(&text))
        })

    /// The half of the family that reads everything the other cannot.
    package static let ofxSGML = FormatCard(
        "ofx/sgml", otherNames: ["ofx", "qfx", "qbo"],
        begins: { head, _ in isOFXMarkup(head) },
        holds: { head, _ in head.contains("OFXHEADER:") || head.contains("<OFX>") },
        undecodable: .replaced,
        reader: { text throws(ReadFailure) in
            OFXSGMLReader(file: text.path, settled: try settled(&text))
        })

    private static func settled(_ text: inout FormatText) throws(ReadFailure) -> OFXSettled {
        let survey = OFXSurvey(file: text.path)
        try text.survey(while: { !survey.isSettled }) { chunk, final throws(ReadFailure) in
            survey.read(chunk, final: final)
        }
        return try survey.settle(text.options)
    }

    private static func isOFXMarkup(_ head: Span<UInt8>) -> Bool {
        head[0] == UInt8(ascii: "<")
            && ["<OFX>", "<?OFX", "OFXHEADER"].contains { head.contains($0) }
    }

    /// Some programs write the header of OFX 2 without closing leaves: the first leaves of an
    /// answer show it.
    private static func hasClosedLeaves(_ head: Span<UInt8>) -> Bool {
        ["CODE>", "DTSERVER>", "LANGUAGE>", "CURDEF>"].allSatisfy {
            !head.contains("<" + $0) || head.contains("</" + $0)
        }
    }

    /// A bare ampersand is no XML, but some banks write it.
    private static func hasBareAmpersand(_ text: Span<UInt8>) -> Bool {
        for start in text.indices where text[start] == UInt8(ascii: "&") {
            var end = start + 1
            while end < text.count, end - start <= 10, text[end] != UInt8(ascii: ";"),
                isReferenceByte(text[end])
            {
                end += 1
            }
            // At the end of the head it may be a reference.
            if end < text.count, end == start + 1 || text[end] != UInt8(ascii: ";") { return true }
        }
        return false
    }

    private static func isReferenceByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }
}
