import Facts
import Regional
import TestKit
import Testing
import Reading

/// Every byte of small texts changed, dropped and doubled: nothing traps, cuts still change
/// nothing, and no changed amount or day comes out where the file can prove another.
@Suite struct TextMutationTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let make: @Sendable () -> any StatementReader
        var testDescription: String { name }
    }

    static let samples = [
        Sample(
            name: "1c",
            text: """
                1CClientBankExchange
                РасчСчет=40702810900000000001
                СекцияРасчСчет
                РасчСчет=40702810900000000001
                НачальныйОстаток=1.00
                ВсегоПоступило=20.50
                ВсегоСписано=7.00
                КонечныйОстаток=14.50
                КонецРасчСчет
                СекцияДокумент=Ордер
                Дата=01.02.2026
                Сумма=20.50
                ПолучательСчет=40702810900000000001
                НазначениеПлатежа=а
                КонецДокумента
                СекцияДокумент=Ордер
                Дата=02.02.2026
                Сумма=7
                ПлательщикСчет=40702810900000000001
                КонецДокумента
                КонецФайла

                """
        ) { OneCReader(file: "f") },
        Sample(
            name: "client-bank-by",
            text: """
                ***** ^Type=4^ ^Acc=BY34ALFA30120000000010270000^
                [OUT_PARAM]
                ^RestIn=1^
                ^DocDate=10.06.2026^
                ^Db=0.00^
                ^Credit=18.50^
                ^Nazn=а^
                ^DocDate=11.06.2026^
                ^Db=5.00^
                ^Credit=0.00^
                ^DB=5.00^
                ^CR=18.50^
                ^RestOut=14.50^
                ####

                """
        ) { ClientBankReader(file: "f") },
        Sample(
            name: "kaspi",
            text: """
                АО «Kaspi Bank», www.kaspi.kz
                по Kaspi Gold за период с 25.12.25 по 25.01.26
                Доступно на 25.12.25100,00 ₸
                Покупки- 94,50 ₸
                Доступно на 25.01.265,50 ₸
                ДатаСуммаОперация Детали
                03.01.26- 44,50 ₸ Покупка а
                31.12.25- 50,00 ₸ Перевод б
                """
        ) { SurveyedPDFText() },
    ]

    @Test(arguments: samples) func `no damage traps, depends on cuts or hides`(_ sample: Sample) {
        let original = Array(sample.text.utf8)
        let whole = TextReading(original, chunks: [0..<original.count], by: sample.make())
        #expect(whole.failure == nil)
        #expect(whole.lines.count == 2)
        for at in drawn(every: 11, of: original.indices) where original[at] < 0x80 {
            for byte in Array("0159.,-+ =^x\n".utf8) + [0x00] {
                var bytes = original
                bytes[at] = byte
                verify(bytes, against: whole, sample, "byte \(at)")
            }
            var shorter = original
            shorter.remove(at: at)
            verify(shorter, against: whole, sample, "without \(at)")
            var longer = original
            longer.insert(original[at], at: at)
            verify(longer, against: whole, sample, "twice \(at)")
        }
    }

    private func verify(
        _ bytes: [UInt8], against whole: TextReading, _ sample: Sample, _ change: String
    ) {
        let result = TextReading(bytes, chunks: [0..<bytes.count], by: sample.make())
        let cut = bytes.count / 3
        let halves = TextReading(bytes, chunks: [0..<cut, cut..<bytes.count], by: sample.make())
        if result != halves {
            Issue.record("\(change): \(result) / \(halves)")
            return
        }
        guard result.failure == nil, result.rejections.isEmpty else { return }
        // Amounts are proved by totals; nothing was said, so they must be the same.
        let amounts = result.lines.map { $0.split(separator: " ")[5].filter { !$0.isLetter } }
        let expected = whole.lines.map { $0.split(separator: " ")[5].filter { !$0.isLetter } }
        // A witness whose own figures are damaged is silent; then the rows are the original ones
        // all the same.
        if amounts != expected, !result.skips.isEmpty || amounts.count != expected.count {
            Issue.record("\(change): \(result.lines)")
        } else if amounts != expected {
            Issue.record("\(change): silently \(amounts)")
        }
    }
}
