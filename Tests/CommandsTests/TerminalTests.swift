@testable import Commands
import Facts
import Glibc
import Saving
import Scanning
import Screen
import Testing

@Suite struct `Tables` {
    private var sample: Table {
        var table = Table([
            .init(Phrase(same: "what"), cutTo: 6), .init(Phrase(same: "sum"), .number),
            .init(Phrase(same: "cur")), .init(Phrase(same: "sure"), .number),
        ])
        table.add([
            "Сільпо", .amount(Money(minorUnits: -123_450, currency: .uah)), "UAH", "97%",
        ])
        table.add([
            "漢字 дуже довга назва", .amount(Money(units: 5, scale: 0, currency: .uah)),
            "VND", "5,5%",
        ])
        table.addRule()
        table.add(["🛒", .amount(Money(units: 72, scale: 4, currency: .eur)), "EUR"])
        return table
    }

    @Test func `words stand left, numbers on their decimal mark`() {
        #expect(
            sample.text(in: .uk, width: nil)
                == """
                what                           sum  cur   sure
                Сільпо                 −1 234,50    UAH  97%
                漢字 дуже довга назва       5       VND   5,5%
                ──────────────────────────────────────────────
                🛒                          0,0072  EUR

                """.replacing("−1 234", with: "−1\u{A0}234"))
    }

    @Test(arguments: [40, 36, 30, 20])
    func `a table is cut to its window, amounts are not`(width: Int) {
        let text = sample.text(in: .uk, width: width)
        let widest = text.split(separator: "\n").map { displayColumns(String($0)) }.max() ?? 0
        // Without room for its shortest form the table keeps it.
        #expect(widest <= max(width, 33))
        #expect(text.contains("−1\u{A0}234,50") && text.contains("0,0072"))
    }

    @Test func `cells cannot steer the terminal`() {
        var table = Table([.init(Phrase(same: "a\u{1B}[2J")), .init(Phrase(same: "b"))])
        table.add(["x\u{1B}]0;\u{07}\ny", .text("\u{202E}", .bad)])
        let text = table.text(in: .uk, width: nil)
        #expect(text.split(separator: "\n").count == 2)
        #expect(
            !text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }

    @Test func `whole numbers with thousands stand under each other`() {
        var table = Table([.init(Phrase(same: "n"), .number)])
        table.add(["1,234"])
        table.add(["5"])
        #expect(table.text(in: .uk, width: nil) == "    n\n1,234\n    5\n")
    }

    @Test(arguments: [
        ("Сільпо", 6, "Сільпо"), ("Сільпо", 5, "Сіль…"), ("漢字漢字", 5, "漢字…"), ("漢字", 2, "…"),
        ("ab", 1, "…"),
        ("ab", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func `text is cut by columns`(text: String, width: Int, cut: String) {
        #expect(fitted(text, to: width) == cut)
    }

    @Test func `bars fit and never lie about something being there`() {
        #expect(bar(100, of: 100, width: 10) == "██████████")
        #expect(bar(-50, of: 100, width: 10) == "█████")
        #expect(bar(1, of: 1_000_000, width: 10) == "▏")
        #expect(bar(0, of: 100, width: 10) == "")
        #expect(bar(.min, of: .max, width: 80).unicodeScalars.count == 80)
        #expect(bar(55, of: 100, width: 10) == "█████▌")
    }
}

@Suite struct `Numbers for people` {
    @Test(arguments: [
        (
            Money(minorUnits: -123_456_789, currency: .uah), "−1\u{A0}234\u{A0}567,89",
            "−1,234,567.89"
        ),
        (Money(minorUnits: 5, currency: .uah), "0,05", "0.05"),
        (Money(units: 1500, scale: 0, currency: .uah), "1\u{A0}500", "1,500"),
        (
            Money(units: .max, scale: 18, currency: .uah), "9,223372036854775807",
            "9.223372036854775807"
        ),
    ])
    func `amounts`(amount: Money, uk: String, en: String) {
        #expect(peopleText(of: amount, in: .uk) == uk)
        #expect(peopleText(of: amount, in: .en) == en)
    }

    @Test func `days and confidence`() throws {
        let day = try #require(CalendarDate(text: "2025-03-04"))
        #expect(peopleText(of: day, in: .uk) == "04.03.2025")
        #expect(peopleText(of: day, in: .en) == "2025-03-04")
        #expect(peopleText(permille: 970, in: .en) == "97%")
        #expect(peopleText(permille: 995, in: .uk) == "99,5%")
    }
}

@Suite struct `Colours` {
    private func hasColors(
        _ choice: GlobalOptions.ColorChoice, _ variables: [String: String], isTerminal: Bool
    ) -> Bool {
        let environment = Environment(variables: variables, terminals: isTerminal ? [1] : [])
        return Style(choice, descriptor: 1, environment: environment).hasColors
    }

    @Test func `colours only where somebody sees them`() {
        #expect(hasColors(.auto, ["TERM": "xterm"], isTerminal: true))
        #expect(!hasColors(.auto, ["TERM": "xterm"], isTerminal: false))
        #expect(!hasColors(.auto, ["TERM": "dumb"], isTerminal: true))
        #expect(!hasColors(.auto, ["NO_COLOR": "1"], isTerminal: true))
        #expect(hasColors(.auto, ["NO_COLOR": ""], isTerminal: true))
        #expect(hasColors(.always, ["NO_COLOR": "1"], isTerminal: false))
        #expect(!hasColors(.never, ["TERM": "xterm"], isTerminal: true))
    }

    @Test func `a width comes from the window, then COLUMNS, then is 80`() {
        #expect(Environment(columns: 120).columns(of: 1) == 120)
        #expect(Environment(variables: ["COLUMNS": "100"]).columns(of: 1) == 100)
        #expect(Environment(variables: ["COLUMNS": "x"]).columns(of: 1) == 80)
        #expect(Environment(columns: 3).columns(of: 1) == 20)
        #expect(Environment.process.columns(of: 1) >= 20)
    }
}

@Suite struct `Output` {
    @Test func `a result that does not arrive ends with 74`() {
        let full = SavingError(operation: .write, path: "stdout", errno: ENOSPC)
        let errors = Recorder()
        let code = Program.run(
            ["limits"], output: Recorder(failing: full), errors: errors, environment: Environment())
        #expect(code == .inputOutput)
        #expect(errors.text.hasPrefix("stdout: error: cannot be written\n"))
    }

    @Test func `narration is silenced by --quiet, errors are not`() {
        let errors = Recorder()
        var options = GlobalOptions()
        options.isQuiet = true
        let console = Console(
            output: Recorder(), errors: errors, language: .en, environment: Environment(),
            options: options)
        console.narrate(.pendingEmpty)
        #expect(errors.text.isEmpty)
        console.report(LockFailure.busy)
        #expect(!errors.text.isEmpty)
    }

    @Test func `lines of results are escaped`() throws {
        let output = Recorder()
        let console = Console(
            output: output, errors: Recorder(), language: .en, environment: Environment())
        try console.line(.undone, ["what": "a\u{1B}[2J\nb"])
        #expect(output.text == "Undone: a\\u{1B}[2J\\u{A}b\n")
    }

    @Test(arguments: [true, false])
    func `tables for other programs are made safe on a terminal only`(isTerminal: Bool) throws {
        let output = Recorder()
        let console = Console(
            output: output, errors: Recorder(), language: .en,
            environment: Environment(
                terminals: isTerminal ? [Environment.standardOutput] : []))
        let table = "day,text\r\n1,a\u{1B}[2Jb\u{202E}\r\n"
        try console.export(Array(table.utf8))
        let safe = "day,text\r\n1,a\\u{1B}[2Jb\\u{202E}\r\n"
        #expect(output.text == (isTerminal ? safe : table))
    }

    @Test func `progress waits half a second, is cut to the window and goes away`() {
        let errors = Recorder()
        var time: UInt64 = 1000
        let progress = ProgressLine(sink: errors, width: 10, isShown: true, now: { time })
        progress.update("a")
        time += 499
        progress.update("b")
        #expect(errors.text.isEmpty)
        time += 1
        progress.update("1234567890\u{1B}")
        #expect(errors.text == "\r\u{1B}[K12345678…")
        time += 50
        progress.update("too soon")
        progress.clear()
        #expect(errors.text == "\r\u{1B}[K12345678…\r\u{1B}[K")
        progress.clear()
        #expect(errors.text.utf8.count == "\r\u{1B}[K12345678…\r\u{1B}[K".utf8.count)
    }

    @Test func `no progress where nobody looks`() {
        let errors = Recorder()
        let progress = ProgressLine(sink: errors, width: 80, isShown: false)
        progress.update("a")
        progress.update("b")
        progress.clear()
        #expect(errors.text.isEmpty)
    }
}

@Suite struct `Lines of input` {
    /// What the lines of these bytes are, written through a pipe in pieces.
    private func lines(_ pieces: [String]) throws -> [String] {
        var ends: [Int32] = [0, 0]
        let isOpen = unsafe pipe(&ends) == 0
        #expect(isOpen)
        for piece in pieces {
            let bytes = Array(piece.utf8)
            let written = unsafe write(ends[1], bytes, bytes.count)
            #expect(written == bytes.count)
        }
        close(ends[1])
        defer { close(ends[0]) }
        var input = LineInput(descriptor: ends[0])
        var lines: [String] = []
        while let line = try input.nextAnswer() { lines.append(line) }
        return lines
    }

    @Test func `lines end with any line end, the last one may have none`() throws {
        #expect(try lines(["a\nb\r\n", "\nc"]) == ["a", "b", "", "c"])
        #expect(try lines([]) == [])
        #expect(try lines(["\n"]) == [""])
        let long = String(repeating: "ж", count: 10_000)
        #expect(try lines([long + "\n", long]) == [long, long])
    }

    @Test func `a closed input is an error, not an end`() {
        var input = LineInput(descriptor: -1)
        var isEBADF = false
        do throws(SavingError) { _ = try input.next() } catch { isEBADF = error.errno == EBADF }
        #expect(isEBADF)
    }
}
