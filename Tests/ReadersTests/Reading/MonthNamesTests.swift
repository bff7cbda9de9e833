import Reading
import Scanning
import Testing

@Suite struct `Names of months` {
    @Test(arguments: [
        "März", "STYCZEŃ", "październik", "Listopad", "lip", "février", "août", "Şubat", "červenec",
        "січень", "травня", "лістапад", "gruodžio", "augustā", "oktoober", "avqust",
    ])
    func `are known in folded texts, whatever their accents`(name: String) {
        let folded = Array(TextFolder().fold("за " + name).utf8)
        let start = folded.firstIndex(of: 0x20).map { $0 + 1 } ?? 0
        let words = [start..<folded.count, 0..<(start - 1), 0..<folded.count]
        let areMonths = words.map { MonthNames.isMonth(inFolded: folded.span, $0) }
        #expect(areMonths == [true, false, false])
    }

    @Test(arguments: [
        ("I", true), ("IV", true), ("ІІІ", true), ("viii", true), ("XII", true), ("ХІ", true),
        ("IIII", false), ("XIII", false), ("VX", false), ("VIIIV", false), ("XL", false),
        ("кв", false), ("mix", false), ("ііііі", false), ("", false),
    ])
    func `may be numbers in Roman digits`(word: String, isMonth: Bool) {
        let folded = Array(TextFolder().fold(word).utf8)
        let isFound = RomanNumber.isMonth(inFolded: folded.span, folded.indices)
        #expect(isFound == isMonth)
    }

    @Test func `of two months in two languages date nothing`() {
        #expect(MonthNames.isMonth("marzec"))
        #expect(!MonthNames.isMonth("listopad"))
        #expect(!MonthNames.isMonth("березневий"))
    }
}
