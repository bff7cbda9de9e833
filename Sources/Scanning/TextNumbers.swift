internal import Facts

/// Numbers of distinct texts from 1 on; 0 is the empty text. Strings are made only where a text is
/// asked for.
///
/// A class, because who reads the texts and who asks for them share it.
package final class TextNumbers {
    private var texts = TextInterner()

    package init() { _ = texts.intern(Span()) }

    package func number(of bytes: Span<UInt8>) -> Int32 {
        bytes.isEmpty ? 0 : Int32(truncatingIfNeeded: texts.intern(bytes))
    }

    package func number(of text: String) -> Int32 { number(of: text.utf8.span) }

    package subscript(number: Int32) -> String {
        let range = texts.bytes(of: UInt32(bitPattern: number))
        let bytes = texts.storage
        return String(utf8: bytes.span.extracting(range))
    }
}
