/// One Latin spelling for the many on card slips: СІЛЬПО, Сильпо, SIL'PO and SILPO are all `silpo`.
///
/// Cyrillic by the Ukrainian table of 2010 (KMU-55), then loosened: kh = h = g, y = j = i, w = v, q
/// = k, ck = k, ts = c, x = ks, ь dropped, doubled letters once. For comparison only: it is not
/// reversible. `rules/compile.py` spells the tables the same way.
package enum LooseSpelling {
    /// The loose spelling of unfolded text.
    package static func of(_ text: String) -> String {
        var folded: [UInt8] = []
        TextFolder().fold(text.utf8.span, into: &folded)
        var loose: [UInt8] = []
        append(folded.span, to: &loose)
        return String(decoding: loose, as: UTF8.self)
    }

    /// Appends the loose spelling of folded text; tokens that become empty leave no space.
    package static func append(_ folded: Span<UInt8>, to out: inout [UInt8]) {
        // A Cyrillic letter of two bytes becomes four Latin ones, an x becomes two.
        out.append(addingCapacity: 2 * folded.count + 1) { paper in
            append(folded, to: &paper)
        }
    }

    private static func append(_ folded: Span<UInt8>, to paper: inout OutputSpan<UInt8>) {
        var pen = Pen()
        var index = 0
        while index < folded.count {
            let byte = folded[index]
            if byte < 0x80 {
                index &+= 1
                if byte == 0x20 {
                    pen.writeSpace(&paper)
                } else {
                    pen.append(byte, &paper)
                }
                continue
            }
            let next = index &+ 1 < folded.count ? folded[index &+ 1] : 0
            if byte & 0xFC == 0xD0, let latin = latin(byte, next) {
                // A doubled letter of several Latin ones too: «щщ», «юю».
                let isDoubled =
                    index > 1 && folded[index &- 2] == byte && folded[index &- 1] == next
                index &+= 2
                if isDoubled { continue }
                var rest = latin
                while rest != 0 {
                    pen.append(UInt8(truncatingIfNeeded: rest), &paper)
                    rest >>= 8
                }
                continue
            }
            pen.writeForeign(byte, &paper)
            index &+= 1
        }
        pen.finish(&paper)
    }

    /// Delays letters that may pair with the next one.
    private struct Pen {
        /// Not written yet: k, c or t, since kh, ck and ts are one sound.
        private var waiting: UInt8 = 0

        mutating func append(_ letter: UInt8, _ paper: inout OutputSpan<UInt8>) {
            if waiting != 0 {
                switch (waiting, letter) {
                case (UInt8(ascii: "k"), UInt8(ascii: "h")), (UInt8(ascii: "c"), UInt8(ascii: "k")):
                    waiting = 0
                    return write(letter, &paper)
                case (UInt8(ascii: "t"), UInt8(ascii: "s")):
                    waiting = 0
                    return write(UInt8(ascii: "c"), &paper)
                default: flush(&paper)
                }
            }
            switch letter {
            case UInt8(ascii: "k"), UInt8(ascii: "c"), UInt8(ascii: "t"): waiting = letter
            default: write(letter, &paper)
            }
        }

        mutating func writeSpace(_ paper: inout OutputSpan<UInt8>) {
            flush(&paper)
            if !paper.isEmpty, !endsWith(0x20, paper) { paper.append(0x20) }
        }

        /// A byte of a letter that is neither Latin nor Cyrillic.
        mutating func writeForeign(_ byte: UInt8, _ paper: inout OutputSpan<UInt8>) {
            flush(&paper)
            paper.append(byte)
        }

        mutating func finish(_ paper: inout OutputSpan<UInt8>) {
            flush(&paper)
            if endsWith(0x20, paper) { _ = paper.removeLast() }
        }

        private mutating func flush(_ paper: inout OutputSpan<UInt8>) {
            if waiting == 0 { return }
            let letter = waiting
            waiting = 0
            write(letter, &paper)
        }

        private func write(_ letter: UInt8, _ paper: inout OutputSpan<UInt8>) {
            switch letter {
            case UInt8(ascii: "g"): writeOnce(UInt8(ascii: "h"), &paper)
            case UInt8(ascii: "y"), UInt8(ascii: "j"): writeOnce(UInt8(ascii: "i"), &paper)
            case UInt8(ascii: "w"): writeOnce(UInt8(ascii: "v"), &paper)
            case UInt8(ascii: "q"): writeOnce(UInt8(ascii: "k"), &paper)
            case UInt8(ascii: "x"):
                writeOnce(UInt8(ascii: "k"), &paper)
                writeOnce(UInt8(ascii: "s"), &paper)
            default: writeOnce(letter, &paper)
            }
        }

        private func writeOnce(_ letter: UInt8, _ paper: inout OutputSpan<UInt8>) {
            let isLetter = letter &- UInt8(ascii: "a") < 26
            if isLetter, endsWith(letter, paper) { return }
            paper.append(letter)
        }

        private func endsWith(_ byte: UInt8, _ paper: borrowing OutputSpan<UInt8>) -> Bool {
            !paper.isEmpty && paper[paper.count &- 1] == byte
        }
    }

    /// Latin letters of a Cyrillic one, the first in the lowest byte; 0 when it is dropped, nil
    /// when unknown.
    private static func latin(_ a: UInt8, _ b: UInt8) -> UInt32? {
        let point = (UInt32(a & 0x1F) << 6) | UInt32(b & 0x3F)
        let index = Int(point) - 0x430
        guard index >= 0, index < table.count else { return nil }
        let value = table[index]
        return value == unknown ? nil : value
    }

    private static let unknown: UInt32 = .max

    /// By code point from U+0430.
    private static let table: InlineArray<0xC0, UInt32> = {
        let letters: [(String, StaticString)] = [
            ("а", "a"), ("б", "b"), ("в", "v"), ("г", "h"), ("д", "d"), ("е", "e"), ("ж", "zh"),
            ("з", "z"), ("и", "i"), ("і", "i"), ("ї", "i"), ("й", "i"), ("к", "k"), ("л", "l"),
            ("м", "m"), ("н", "n"), ("о", "o"), ("п", "p"), ("р", "r"), ("с", "s"), ("т", "t"),
            ("у", "u"), ("ф", "f"), ("х", "h"), ("ц", "ts"), ("ч", "ch"), ("ш", "sh"),
            ("щ", "shch"), ("ь", ""), ("ъ", ""), ("ы", "i"), ("э", "e"), ("ю", "iu"), ("я", "ia"),
            ("є", "ie"), ("ё", "e"), ("ґ", "h"), ("ғ", "h"), ("қ", "k"), ("ң", "n"), ("ө", "o"),
            ("ұ", "u"), ("ү", "u"), ("һ", "h"), ("ә", "a"), ("ў", "u"),
        ]
        var table = InlineArray<0xC0, UInt32>(repeating: unknown)
        for (cyrillic, latin) in letters {
            guard let point = cyrillic.unicodeScalars.first?.value else { continue }
            var packed: UInt32 = 0
            for (shift, byte) in latin.description.utf8.enumerated() {
                packed |= UInt32(byte) << (8 * UInt32(shift))
            }
            table[Int(point) - 0x430] = packed
        }
        return table
    }()
}
