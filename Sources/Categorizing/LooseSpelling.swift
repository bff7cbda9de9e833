/// One Latin spelling for what card slips write in many: СІЛЬПО, Сильпо, SIL'PO and SILPO are all `silpo`.
///
/// Cyrillic by the Ukrainian table of 2010 (KMU-55), then loosened: kh = h = g, y = j = i, w = v, q = k, ck = k, ts = c, x = ks, ь
/// dropped, doubled letters once. Only for comparing: it is not a way back. `rules/compile.py` spells the tables the same way.
internal enum LooseSpelling {
    /// Appends the loose spelling of folded text; tokens that vanish leave no space.
    static func append(_ folded: Span<UInt8>, to out: inout [UInt8]) {
        let base = out.count
        // The letter the next one may pair with, not written yet.
        var waiting: UInt8 = 0
        var index = 0
        while index < folded.count {
            let byte = folded[index]
            if byte < 0x80 {
                index &+= 1
                if byte == 0x20 {
                    flush(&waiting, base, &out)
                    if out.count > base, out.last != 0x20 { out.append(0x20) }
                } else {
                    take(byte, &waiting, base, &out)
                }
                continue
            }
            let next = index &+ 1 < folded.count ? folded[index &+ 1] : 0
            if byte & 0xFC == 0xD0, let latin = latin(byte, next) {
                index &+= 2
                var rest = latin
                while rest != 0 {
                    take(UInt8(truncatingIfNeeded: rest), &waiting, base, &out)
                    rest >>= 8
                }
                continue
            }
            flush(&waiting, base, &out)
            out.append(byte)
            index &+= 1
        }
        flush(&waiting, base, &out)
        if out.count > base, out.last == 0x20 { out.removeLast() }
    }

    /// One Latin letter on its way: k, c and t wait, since kh, ck and ts are one sound.
    private static func take(
        _ letter: UInt8, _ waiting: inout UInt8, _ base: Int, _ out: inout [UInt8]
    ) {
        switch (waiting, letter) {
        case (UInt8(ascii: "k"), UInt8(ascii: "h")): write(letter, base, &out)
        case (UInt8(ascii: "c"), UInt8(ascii: "k")): write(letter, base, &out)
        case (UInt8(ascii: "t"), UInt8(ascii: "s")): write(UInt8(ascii: "c"), base, &out)
        default:
            flush(&waiting, base, &out)
            switch letter {
            case UInt8(ascii: "k"), UInt8(ascii: "c"), UInt8(ascii: "t"): waiting = letter
            default: write(letter, base, &out)
            }
            return
        }
        waiting = 0
    }

    private static func flush(_ waiting: inout UInt8, _ base: Int, _ out: inout [UInt8]) {
        if waiting != 0 { write(waiting, base, &out) }
        waiting = 0
    }

    private static func write(_ letter: UInt8, _ base: Int, _ out: inout [UInt8]) {
        let new: UInt8
        switch letter {
        case UInt8(ascii: "g"): new = UInt8(ascii: "h")
        case UInt8(ascii: "y"), UInt8(ascii: "j"): new = UInt8(ascii: "i")
        case UInt8(ascii: "w"): new = UInt8(ascii: "v")
        case UInt8(ascii: "q"): new = UInt8(ascii: "k")
        case UInt8(ascii: "x"):
            appendOnce(UInt8(ascii: "k"), base, &out)
            new = UInt8(ascii: "s")
        default: new = letter
        }
        appendOnce(new, base, &out)
    }

    private static func appendOnce(_ letter: UInt8, _ base: Int, _ out: inout [UInt8]) {
        let isLetter = letter &- UInt8(ascii: "a") < 26
        if isLetter, out.count > base, out.last == letter { return }
        out.append(letter)
    }

    /// Latin letters of a Cyrillic one, first in the lowest byte; 0 when it is dropped, nil when we know none.
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
