import Facts
import Regional
import TestKit
import Testing

private func reading(_ text: String) -> TextReading { TextReading(text, by: SurveyedPDFText()) }

/// A card statement in Russian around these rows.
private func gold(
    _ rows: String, opening: String = "1 000,00", closing: String = "905,50",
    out: String = "- 94,50"
) -> String {
    """

    АО «Kaspi Bank», БИК CASPKZKA, www.kaspi.kz
    ВЫПИСКА
    по Kaspi Gold за период с 25.12.25 по 25.01.26
    ИмяНомер карты:*0475
    ФамилияНомер счета:KZ111111
    Доступно на 25.01.26:\(closing) ₸Валюта счета:тенге
    Краткое содержание операций по карте:Лимит на снятие наличности без комиссии:
    Доступно на 25.12.25\(opening) ₸    Остаток зарплатных денег0,00 ₸
      Пополнения+ 0,00 ₸    Другие пополнения300 000,00 ₸
      Покупки\(out) ₸
    Доступно на 25.01.26\(closing) ₸
    ДатаСуммаОперация       Детали
    \(rows)
        - Сумма заблокирована. Банк ожидает подтверждения от платежной системы.
    """
}

private let goldRows = """
    03.01.26- 44,50 ₸   Покупка      ZOOM.US 888-799-9666
    (-8.99 USD)
    31.12.25- 50,00 ₸ Перевод Асель К.
    и ещё слова

    АО «Kaspi Bank», БИК CASPKZKA, www.kaspi.kz
    """

/// What letter-spacing makes of a line.
private func spaced(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.map { $0 == " " ? " " : String($0) }.joined(separator: " ")
    }.joined(separator: "\n")
}

private let forteCard = """
    Выписка по карточному счету
    За период: с 01.11.2025 по 30.11.2025г.
    ИИН: 000000000000Номер счета: KZ999999999999999999
    Доступно на 30.11.2025: 2000.00 KZTВалюта счета: KZT
    Детализация выписки по Дебетовой карте
    ДатаСуммаОписаниеДетализация
    30.11.2025-5550.00 KZT
    Покупка
    IP ROMASHKA,ALMATY,KZ, JSC Ha
    lyk Bank, MCC: 5411
    29.11.202517.00 KZTПополнение счетаПеревод собственных средств
    ДатаСуммаОписаниеДетализация
    26.11.2025
    -1473.45 KZT
    (2.82 USD)
    Покупкаaliexpress Singapore SG, MCC: 5734
    ДатаСуммаОписаниеДетализация
    - заблокированная сумма
    Сформировано в Интернет Банкинге
    """
private let forteAccount = """
    Current Account Statement
    date: 09.12.2025 17:46:21
    No KZ000000000000000004, (KZT)
    Period of statement: 09.11.2025 - 09.12.2025
    Opening balanceReceiptsExpensesAvailable balanceAvailable amount
    1 565,531 400,00500,002 465,532 465,53
    Date of transactionDescription of transactionReceiptsExpenses
    10.11.2025
    Full name/Name: TEST, Account: KZ999999999999999999 Перевод
    на сумму 60 000.00 RUB
    -500,00
    12.11.2025
    Full name/Name: TEST
    1 400,00-
    Arrests/claims: 0,00
    Formed via the Online Banking
    """

@Suite struct PDFTextTests {
    @Test func `a card statement in Russian`() {
        let result = reading(gold(goldRows))
        #expect(result.failure == nil)
        #expect(result.rejections == [])
        #expect(
            result.lines == [
                "0 #0 l14 2026-01-03 booked=2026-01-03 -44.50KZT original=-8.99USD «ZOOM.US 888-799-9666»",
                "0 #1 l16 2025-12-31 booked=2025-12-31 -50.00KZT memo=и ещё слова «Асель К.»",
            ])
        #expect(result.accounts.map(\.number) == ["KZ111111"])
        #expect(result.accounts.map(\.currency.code) == ["KZT"])
    }

    @Test func `the same in the layout of the page`() {
        let text = """
            JSC «Kaspi Bank», BIC CASPKZKA, www.kaspi.kz
                                  KASPI GOLD
                   statement balance for the period from 25.12.25 to 25.01.26
            Name                                Card number:      *0475
            Surname                             Account number:   KZ111111
            Card balance 25.01.26:  905,50 ₸    Currency:         KZT
            Transaction summary:                Cash withdrawal limits with no commission:
            Card balance 25.12.25      1 000,00 ₸          Salary             0,00 ₸
              Replenishment              + 0,00 ₸          Other deposits   300 000,00 ₸
              Purchases                 - 94,50 ₸
            Card balance 25.01.26        905,50 ₸
               Date         Amount        Transaction      Details

             03.01.26      - 44,50 ₸      Purchases        ZOOM.US   888-799-9666
                           (- 8,99 USD)
             31.12.25      - 50,00 ₸      Transfers        Asel K.
            """
        let result = reading(text)
        #expect(result.failure == nil)
        #expect(
            result.lines == [
                "0 #0 l14 2026-01-03 booked=2026-01-03 -44.50KZT original=-8.99USD «ZOOM.US 888-799-9666»",
                "0 #1 l16 2025-12-31 booked=2025-12-31 -50.00KZT «Asel K.»",
            ])
    }

    @Test func `a card statement in Kazakh`() {
        let text = """
            «Kaspi Bank» АҚ, БСК CASPKZKA, www.kaspi.kz
            ҮЗІНДІ КӨШІРМЕ
            17.10.22ж. бастап 17.04.23ж. дейінгі кезеңге Kaspi Gold бойынша
            Шот нөмірі:KZ111111
            17.04.23ж. қолжетімді:500,00 ₸Шот валютасы:теңге
            17.10.22ж. қолжетімді:0,00 ₸    Жалақылық ақшаның қалдығы0,00 ₸
              Толықтыру+ 700,00 ₸
              Ақша алу- 200,00 ₸
            17.04.23ж. қолжетімді:500,00 ₸
            КүніСомасыОперация       Толығырақ
            09.04.23- 200,00 ₸ Ақша алу Банкомат
            08.04.23+ 700,00 ₸ Толықтыру Қ. Қ.
            """
        let result = reading(text)
        #expect(result.failure == nil)
        #expect(result.lines.map { $0.contains("«Банкомат»") } == [true, false])
        #expect(result.lines.map { $0.split(separator: " ")[5] } == ["-200.00KZT", "700.00KZT"])
    }

    @Test func `a deposit is proved row by row`() {
        let text = """
            АО "Kaspi Bank", БИК CASPKZKA www.kaspi.kz
            По Депозиту за период с 01.05.23 по 13.05.23
            Номер счета:
              KZ3927
            На Депозите 13.05.23:$2 363,15Валюта счета: доллары США
            Дата открытия:
            04.04.2021
            На Депозите 01.05.23
            $2 384,72
            Вознаграждения
            + $1,56
            Переводы
            - $23,13
            На Депозите 13.05.23
            $2 363,15
            ДатаСуммаОперацияДеталиНа Депозите
            01.05.23+ $1,56Вознаграждение$2 386,28
            02.05.23РазноеПродление депозита$2 386,28
            10.05.23- $23,13ПереводНа Kaspi Gold 1$2 363,15
            Проценты по Kaspi
            """
        let result = reading(text)
        #expect(result.failure == nil)
        #expect(
            result.lines == [
                "0 #0 l17 2023-05-01 booked=2023-05-01 1.56USD balance=2386.28USD «Вознаграждение»",
                "0 #2 l19 2023-05-10 booked=2023-05-10 -23.13USD balance=2363.15USD «На Kaspi Gold 1»",
            ])
        #expect(result.skips == [RowSkip(reason: .informational, line: 18)])
        // Another balance than follows from the rows.
        let wrong = reading(text.replacing("1$2 363,15", with: "1$2 363,16"))
        #expect(wrong.lines == [])
        #expect(wrong.failure?.kind == .totalsDisagree)
    }

    @Test func `a balance glued to digits is told by the balance before`() {
        let text = """
            АО "Kaspi Bank", БИК CASPKZKA www.kaspi.kz
            По Депозиту за период с 01.05.23 по 13.05.23
            На Депозите 01.05.23
            200,00 ₸
            На Депозите 13.05.23
            101,00 ₸
            ДатаСуммаОперацияДеталиНа Депозите
            10.05.23- 99,00 ₸ПереводНа карту *5101,00 ₸
            """
        #expect(
            reading(text).lines == [
                "0 #0 l8 2023-05-10 booked=2023-05-10 -99.00KZT balance=101.00KZT «На карту *5»"
            ])
    }

    @Test(arguments: [forteCard, spaced(forteCard)])
    func `a card statement whose letters may stand apart`(_ text: String) {
        let result = reading(text)
        #expect(result.failure == nil)
        #expect(result.rejections == [])
        #expect(
            result.lines == [
                "0 #0 l7 2025-11-30 booked=2025-11-30 -5550.00KZT mcc=5411 "
                    + "«IP ROMASHKA,ALMATY,KZ, JSC Halyk Bank, MCC: 5411»",
                "0 #1 l11 2025-11-29 booked=2025-11-29 17.00KZT «Перевод собственных средств»",
                "0 #2 l13 2025-11-26 booked=2025-11-26 -1473.45KZT original=-2.82USD mcc=5734 "
                    + "«aliexpress Singapore SG, MCC: 5734»",
            ])
    }

    @Test(arguments: [forteAccount, spaced(forteAccount)])
    func `two columns with a dash in the empty one`(_ text: String) {
        let result = reading(text)
        #expect(result.failure == nil)
        #expect(
            result.lines.map { $0.split(separator: " ")[3...5].joined(separator: " ") } == [
                "2025-11-10 booked=2025-11-10 -500.00KZT",
                "2025-11-12 booked=2025-11-12 1400.00KZT",
            ])
        #expect(result.lines.first?.hasSuffix("Перевод на сумму 60 000.00 RUB»") == true)
        let wrong = reading(
            text.replacing("-500,00", with: "500,00-").replacing(
                "- 5 0 0 , 0 0", with: "5 0 0 , 0 0 -"))
        #expect(wrong.lines == [])
        #expect(wrong.failure?.kind == .totalsDisagree)
    }

    @Test(arguments: [
        ("- 44,50", "- 44,51"), ("- 44,50", "+ 44,50"), ("31.12.25- 50,00 ₸", "31.12.25- 5O,00 ₸"),
        ("31.12.25- 50,00 ₸", "x1.12.25- 50,00 ₸"), ("- 50,00 ₸ Перевод", "Перевод"),
    ])
    func `rows that do not come to the totals are refused as a whole`(
        _ text: String, _ damage: String
    ) {
        let result = reading(gold(goldRows.replacing(text, with: damage)))
        #expect(result.lines == [])
        #expect(result.failure?.kind == .totalsDisagree)
        #expect(result.failure?.place.line == 12)
    }

    @Test func `a row may hold the words of a page's heading`() {
        let result = reading(
            gold(goldRows.replacing("Асель К.", with: "CASPKZKA Сумма заблокирована")))
        #expect(result.failure == nil)
        #expect(result.lines.last?.hasSuffix("«CASPKZKA Сумма заблокирована»") == true)
    }

    @Test func `a day outside the period is refused`() {
        let result = reading(gold(goldRows.replacing("03.01.26", with: "03.02.26")))
        #expect(result.rejections.map(\.kind) == [.dateNotADay])
        #expect(result.lines.count == 1)
    }

    @Test func `totals that contradict each other prove nothing`() {
        let result = reading(gold(goldRows, closing: "1 200,00"))
        #expect(result.lines.count == 2)
        #expect(result.failure == nil)
        #expect(reading(gold(goldRows)).notices == [])
        #expect(reading(forteCard).notices == [])
    }

    @Test func `an empty statement has its account and no rows`() {
        let result = reading(gold("", closing: "1 000,00", out: "- 0,00"))
        #expect(result.failure == nil)
        #expect(result.rowCount == 0)
        #expect(result.accounts.map(\.number) == ["KZ111111"])
    }

    @Test func `without totals the closing lines prove the end`() {
        let cut = reading(forteCard.replacing("Сформировано в Интернет Банкинге", with: ""))
        #expect(cut.failure?.kind == .truncated)
        #expect(cut.lines.count == 2)
        #expect(cut.rejections.map(\.kind) == [.recordIncomplete])
        // A damaged day does not hide its row in the text of the row above.
        let damaged = reading(forteCard.replacing("29.11.2025", with: "2x.11.2025"))
        #expect(damaged.rejections.map(\.kind) == [.dateMissing])
        #expect(damaged.lines.count == 2)
    }

    @Test func `what is not told by its headings is not read`() {
        #expect(reading("Just a letter\n01.01.25 - 5,00 ₸").failure?.kind == .formatUnknown)
    }

    @Test func `cuts change nothing`() {
        for text in [gold(goldRows), forteCard, forteAccount] {
            #expect(verifyReader(Array(text.utf8)) { SurveyedPDFText() } == [])
        }
    }

    @Test func `however many rows there are, the first page and one row are kept`() throws {
        let row = "    03.01.26- 44,50 ₸   Покупка      ZOOM.US 888-799-9666\n    (-8.99 USD)\n"
        let rows = String(repeating: row, count: 5_000)
        let text = Array(gold(rows, closing: "- 221 500,00", out: "- 222 500,00").utf8)
        let surveyor = PDFTextSurveyor(file: "f")
        try surveyor.read(text.span, final: true)
        let reader = PDFTextReader(file: "f", settled: surveyor.settled)
        var batch = LineBatch()
        var lines = 0
        for start in stride(from: 0, to: text.count, by: 4_096) {
            let end = min(start + 4_096, text.count)
            try reader.read(
                text.span.extracting(start..<end), final: end == text.count, into: &batch)
            #expect(reader.linesKept <= 200)
            // The first page waits until it is told what it is a page of.
            #expect(batch.lines.count <= 200)
            lines += batch.lines.count
            batch.removeAll()
        }
        #expect(lines == 5_000)
    }

    @Test func `a text that is not the one whose totals were compared is refused`() throws {
        let surveyor = PDFTextSurveyor(file: "f")
        try surveyor.read(gold(goldRows).utf8Span.span, final: true)
        let proved = TextReading(
            gold(goldRows.replacing("44,50", with: "45,50")),
            by: PDFTextReader(file: "f", settled: surveyor.settled))
        #expect(proved.failure?.kind == .totalsDisagree)
        let unread = PDFTextSurveyor(file: "f").settled
        let whole = TextReading(gold(goldRows), by: PDFTextReader(file: "f", settled: unread))
        #expect(whole.failure?.kind == .changedWhileReading)
        #expect(whole.rowCount == 0)
    }

    @Test func `rows that were refused are told though the totals disagree`() {
        let damaged = goldRows.replacing("44,50", with: "44.x0")
        let result = reading(gold(damaged))
        #expect(result.failure?.kind == .totalsDisagree)
        #expect(result.lines == [])
        #expect(result.rejections.map(\.kind) == [.amountNotANumber])
    }

    @Test func `tables with the same words are no text layers`() {
        let file = TemporaryFile(
            Array(
                "Дата\tСумма\tОписание\tДетализация\n01.01.2026\t5\tвыписка по карточному счету\tx\n"
                    .utf8))
        #expect(StatementReading(path: file.path).failure?.kind == .layoutAmbiguous)
    }
}
