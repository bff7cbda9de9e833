@testable import Commands
import Deduplicating
import Facts
import Glibc
import Ledger
import Pending
import Saving
import Testing
import Workspaces

@Suite struct `Errors in the house format` {
    private func rejection(
        _ kind: RowRejection.Kind = .amountNotANumber, found: String = "1 250,00 грн",
        field: String = "Сума", expected: String = "decimal comma"
    ) -> RowRejection {
        RowRejection(
            kind: kind, place: SourcePlace(file: "march.csv", line: 18, column: 24), field: field,
            found: found, expected: expected)
    }

    @Test func `a rejected row shows its field and nothing beside it`() {
        #expect(
            rejection().message.text(in: .en) == """
                march.csv:18:24: error: amount is not a number, in "Сума"
                  18 | 1 250,00 грн
                     | ^~~~~~~~~~~~
                  why: amounts are read as: decimal comma
                  fix: correct the number, or describe its style in the bank's layout, then import again; the other rows were read

                """)
        #expect(
            rejection().message.text(in: .uk) == """
                march.csv:18:24: помилка: сума — не число, у полі «Сума»
                  18 | 1 250,00 грн
                     | ^~~~~~~~~~~~
                  чому: сума читається як: десяткова кома
                  що робити: виправте число або опишіть його вигляд у макеті банку й імпортуйте знову; решту прочитано

                """)
    }

    @Test(arguments: [
        "decimal point", "decimal point or comma", "at most 18 digits", "12 columns",
        "3 decimals", "a known status", "a currency code", "seconds since 1970",
    ])
    func `what a reader expects is said in the person's language`(expected: String) {
        let message = rejection(.valueOfWrongType, expected: expected).message
        #expect(message.text(in: .en).contains(expected))
        #expect(!hasEnglish(message.words.why[.uk]), "\(message.words.why[.uk])")
        #expect(message.json(in: .uk).contains(#""expected":"\#(expected)""#))
    }

    @Test(arguments: [
        "archive-cut", "archive-damaged", "sheet-part-missing", "workbook-part-missing",
        "quotes-not-closed", "sector-chain", "quote-not-closed",
    ])
    func `no stable word of a reader is shown to a person`(code: String) {
        let place = SourcePlace(file: "x.xlsx")
        let message = ReadFailure(.malformed, at: place, details: [code]).message
        for language in Language.allCases {
            #expect(!message.text(in: language).contains(code), "\(message.text(in: language))")
        }
        #expect(!hasEnglish(message.words.why[.uk]))
        #expect(message.json(in: .uk).contains(code))
    }

    @Test func `every fate of a row and its proof is in words`() {
        let words =
            Witness.allCases.map(\.rawValue) + RowSkip.Reason.allCases.map(\.rawValue)
            + RowRejection.Kind.allCases.map(\.rawValue) + ["bank-id-with-other-facts"]
        for word in words {
            let phrase = Phrase.ofReader(word)
            #expect(phrase[.uk].unicodeScalars.contains { $0.value >= 0x400 }, "\(word)")
            #expect(!phrase[.en].contains("-") || !word.contains("-") || phrase[.en] != word)
        }
        // A pattern, a name of the format and a currency stay.
        for word in ["yyyy-mm-dd", "D, T", "</Ntry>", "UAH", ""] {
            #expect(Phrase.ofReader(word)[.uk] == word)
        }
    }

    /// Words of lowercase Latin letters.
    private func hasEnglish(_ text: String) -> Bool {
        text.split { !$0.isLetter }.contains {
            $0.count > 1 && $0.allSatisfy { ("a"..."z").contains($0) }
        }
    }

    @Test(arguments: [
        ("1-", "several keys begin with"), ("1-0000000A", "several keys begin with"),
        ("00000000000000AB", "several keys end with"),
        ("0000", "the last part of several keys begins with"),
    ])
    func `keys that are not told apart are told from where they are alike`(
        text: String, words: String
    ) {
        let keys = [1, 2].map {
            LineKey(account: 10, day: CalendarDate(daysSince1970: $0), rest: 0xAB)
        }
        let failure = HouseMessage.keyNotUnique(text, keys)
        #expect(failure.message.words.what[.en] == "\(words) \"\(text)\"")
    }

    @Test(arguments: [
        (SourcePlace(file: "a.csv", line: 3, column: 4), "a.csv:3:4"),
        (SourcePlace(file: "a.csv", line: 3), "a.csv:3"), (SourcePlace(file: "a.csv"), "a.csv"),
        (
            SourcePlace(file: "mono.json", line: 9, column: 1, path: "/17/amount"),
            "mono.json:/17/amount"
        ),
        (SourcePlace(file: "-", line: 2), "stdin:2"), (.program, "kopiyka"),
        (SourcePlace(file: "a\n\u{1B}[2Jb.csv"), "a\\u{A}\\u{1B}[2Jb.csv"),
    ])
    func `a place is where a person can go`(place: SourcePlace, text: String) {
        #expect(place.shown == text)
    }

    @Test func `as JSON an error is one object without the bank's text`() {
        let json = rejection().message.json(in: .uk)
        #expect(
            json == #"{"rejected":{"kind":"amount-not-a-number","file":"march.csv","line":18,"#
                + #""column":24,"field":"Сума","expected":"decimal comma"}}"# + "\n")
        let failure = ReadFailure(
            .layoutUnknown, at: SourcePlace(file: "x.csv"), details: ["monobank/csv"])
        #expect(
            failure.message.json(in: .en)
                == #"{"refused":{"kind":"layout-unknown","file":"x.csv","details":"monobank/csv","#
                + #""message":"no layout matches this header"}}"#
                + "\n")
        // What refuses nothing says so.
        var notice = failure.message
        notice.severity = .note
        #expect(notice.json(in: .en).hasPrefix(#"{"notice":{"kind":"layout-unknown""#))
    }

    @Test(arguments: [
        ("5168757312345678", "••••••••••••5678"), ("5168 7573 1234 5678", "•••• •••• •••• 5678"),
        ("UA213223130000026007233566001", "UA•••••••••••••••••••••••6001"),
        ("+38 (067) 123-45-67", "+•• (•••) •••-45-67"), ("380671234567", "••••••••4567"),
        ("3141592653", "••••••2653"), ("1234567", "1234567"),
        ("14.03.2025 18:22", "14.03.2025 18:22"),
        ("2025-03-14", "2025-03-14"), ("1234-56-78", "••••-56-78"), ("1 250,00", "1 250,00"),
        ("a12345678b", "a••••5678b"), ("٠١٢٣٤٥٦٧٨٩", "••••••٦٧٨٩"), ("", ""),
        ("12  345678", "••  ••5678"),
    ])
    func `long numbers keep their last four digits`(text: String, masked: String) {
        #expect(maskedNumbers(text) == masked)
    }

    @Test(arguments: RowRejection.Kind.allCases)
    func `no kind of rejection prints a card, in text or JSON`(kind: RowRejection.Kind) {
        let card = "4149 4993 1234 5678"
        let message = rejection(kind, found: card, field: card, expected: "").message
        let all = message.text(in: .en) + message.json(in: .en)
        #expect(!all.contains("4149") && all.contains("5678"))
    }

    @Test(arguments: [
        "\u{1B}]0;x\u{07}", "a\nb", "\u{202E}abc", "\u{9B}31m", "\u{2028}", "\u{200B}",
    ])
    func `text of files cannot steer the terminal`(hostile: String) {
        var message = rejection(found: hostile, field: hostile, expected: hostile).message
        message.place.file = hostile
        message.place.path = hostile
        for painted in [Style.plain, Style(hasColors: true)] {
            let text = message.text(in: .en, painted: painted)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 6, "\(text)")
            for scalar in hostile.unicodeScalars where !scalar.isASCII || scalar.value == 7 {
                #expect(!text.unicodeScalars.contains(scalar))
            }
            let escapes = text.unicodeScalars.count { $0 == "\u{1B}" }
            #expect(painted.hasColors || escapes == 0)
        }
    }

    @Test func `a long excerpt is cut`() {
        let text = rejection(found: String(repeating: "х", count: 500)).message.text(
            in: .en)
        #expect(
            text.contains("| " + String(repeating: "х", count: Limits.excerptScalarsMax) + "…\n"))
        #expect(
            text.contains("| ^" + String(repeating: "~", count: Limits.excerptScalarsMax) + "\n"))
    }

    @Test func `the underline is as wide as what it underlines`() {
        let text = rejection(found: "漢字🛒e\u{301}").message.text(in: .en)
        #expect(text.contains("     | ^~~~~~~\n"))
    }

    @Test func `only the first rejections of a file are shown in full`() {
        let errors = Recorder()
        let console = Console(
            output: Recorder(), errors: errors, language: .en, environment: Environment())
        console.report([RowRejection](repeating: rejection(), count: 25), total: 1025)
        #expect(errors.text.split(separator: "\n").count { $0.contains("error:") } == 20)
        #expect(errors.text.hasSuffix("march.csv: 1,005 more rows rejected\n"))
    }

    @Test(arguments: [true, false]) func `one reason of every row is said once`(isEveryRow: Bool) {
        let errors = Recorder()
        let console = Console(
            output: Recorder(), errors: errors, language: .en, environment: Environment())
        console.report(
            [RowRejection](repeating: rejection(), count: 20), total: 44, isEveryRow: isEveryRow)
        let shown = errors.text.split(separator: "\n").count { $0.contains("error:") }
        #expect(shown == (isEveryRow ? 1 : 20))
        #expect(errors.text.hasSuffix("march.csv: \(isEveryRow ? 43 : 24) more rows rejected\n"))
    }

    @Test func `saving and locking have their codes`() {
        let full = SavingError(operation: .write, path: "ledger.db", errno: ENOSPC)
        #expect(full.exitCode == .inputOutput)
        #expect(
            full.message.text(in: .en) == """
                ledger.db: error: cannot be written
                  why: the system says: No space left on device
                  fix: free some space and run the command again; nothing is half done

                """)
        #expect(LockFailure.failed(full).exitCode == .inputOutput)
        #expect(LockFailure.busy.exitCode == .busy)
        #expect(
            LockFailure.busy.message.text(in: .uk) == """
                kopiyka: помилка: сховище зайняте іншим процесом
                  чому: чекали 10 секунд
                  що робити: дочекайтеся його й запустіть команду ще раз

                """)
    }

    @Test func `sizes and limits are shown whole, numbers of the file are not`() {
        let place = SourcePlace(file: "x.csv", line: 2)
        let size = "1099511627776"
        for kind in [ReadFailure.Kind.tooLarge, .limitExceeded] {
            let failure = ReadFailure(kind, at: place, details: ["bytes \(size)"])
            for language in Language.allCases {
                let message = failure.message
                #expect(message.text(in: language).contains(size))
                #expect(message.json(in: language).contains(size))
            }
        }
        let other = ReadFailure(.malformed, at: place, details: [size]).message
        #expect(!other.text(in: .en).contains(size))
        #expect(!other.json(in: .en).contains(size))
    }

    @Test func `a header between rows is no change of the bank's columns`() {
        let failure = ReadFailure(
            .layoutDrifted, at: SourcePlace(file: "a.csv", line: 1),
            details: ["monobank/csv", "header"])
        let message = failure.message
        #expect(message.words.what[.en].contains("more than one table"))
        #expect(message.words.why[.en] == "the header belongs to layout monobank/csv")
        #expect(message.words.fix[.en].contains("divide the file"))
    }

    @Test func `a limit is named with its value`() {
        let failure = ReadFailure(
            .limitExceeded, at: SourcePlace(file: "x.csv", line: 2), details: ["record-bytes"])
        #expect(failure.message.words.why[.en] == "the limit: record-bytes = 1048576 bytes")
    }

    /// `KOPIYKA_GOLDEN=1 swift test` writes the golden texts anew; a person reads the difference.
    @Test(arguments: Language.allCases)
    func `every kind prints its golden text`(language: Language) {
        let text = goldenText(language)
        let golden = language == .uk ? goldenErrorsUkrainian : goldenErrorsEnglish
        #expect(text == golden)
        if unsafe getenv("KOPIYKA_GOLDEN") != nil { writeGolden() }
    }

    private func goldenText(_ language: Language) -> String {
        var text = ""
        for kind in RowRejection.Kind.allCases {
            text += rejection(kind, found: "abc", field: "field", expected: "the form")
                .message.text(in: language)
        }
        for kind in ReadFailure.Kind.allCases {
            let failure = ReadFailure(
                kind, at: SourcePlace(file: "x.csv", line: 2), details: ["this", "that"])
            text += failure.message.text(in: language)
        }
        for kind in QueueProblem.Kind.allCases {
            let problem = QueueProblem(kind: kind, line: 7, column: 3, member: "fact.amount")
            text += problem.message.text(in: language)
        }
        let workspace: [WorkspaceFailure] = [
            .notFound("/w"), .notEmpty("/w"), .busy(by: ""), .changedMeanwhile, .readOnly,
            .missing("ledger.db"),
            .damaged("words"), .ledger(.damaged("words")), .ledger(.foreign),
            .ledger(.fromDevelopment(version: 3)), .ledger(.fromFuture(version: 9)), .ledger(.busy),
            .ledger(.storage(code: 13, "full")),
            .ledger(.refused("words")),
        ]
        for failure in workspace { text += failure.message.text(in: language) }
        return text
    }

    @Test func `one error may stand for many lines`() {
        let errors = Recorder()
        let console = Console(
            output: Recorder(), errors: errors, language: .en, environment: Environment())
        let problem = QueueProblem(kind: .notJSON, line: 1, column: 1)
        console.report(WorkspaceFailure.queue([QueueProblem](repeating: problem, count: 23)))
        #expect(errors.text.split(separator: "\n").count { $0.contains("error: ") } == 20)
        #expect(errors.text.hasSuffix("and 3 more errors\n"))
    }

    @Test(arguments: [
        (WorkspaceFailure.notFound("x"), ExitCode.usage), (.busy(by: ""), .busy),
        (.readOnly, .inputOutput),
        (.missing("x"), .damaged), (.queue([]), .damaged), (.settings([]), .damaged),
        (.ledger(.storage(code: 13, "")), .inputOutput), (.ledger(.busy), .busy),
        (.ledger(.fromFuture(version: 2)), .damaged),
        (.ledger(.fromDevelopment(version: 5)), .damaged),
    ])
    func `failures of a workspace have their codes`(failure: WorkspaceFailure, code: ExitCode) {
        #expect(failure.exitCode == code)
    }

    private func writeGolden() {
        var source =
            "/// The full text of every kind of error. Written by `ErrorTests.writeGolden`.\n"
        for (name, language) in [("English", Language.en), ("Ukrainian", .uk)] {
            source += "let goldenErrors\(name) = #\"\"\"\n"
            for line in goldenText(language).split(
                separator: "\n", omittingEmptySubsequences: false)
            {
                source += line.isEmpty ? "\n" : "    \(line)\n"
            }
            source += "    \"\"\"#\n"
        }
        let path = #filePath.replacing("ErrorTests.swift", with: "GoldenErrors.swift")
        let bytes = Array(source.utf8)
        guard let file = unsafe fopen(path, "w") else { return }
        _ = unsafe fwrite(bytes, 1, bytes.count, file)
        _ = unsafe fclose(file)
    }
}
