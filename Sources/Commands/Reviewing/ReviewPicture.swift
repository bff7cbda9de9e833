import Categorizing
import Facts
import Pending
package import Reviewing
import Scanning
package import Screen
import Workspaces

/// The picture of a review: a pure function of its state, the language and the window's size.
///
/// ```
/// header                 what waits, order, filter
/// groups                 one a row, the cursor among them
/// ── title ──
/// detail                 bank's text, suggestion, reasons, other choices, earlier decisions, neighbours in time
/// notice                 what happened last
/// keys
/// ```
package struct ReviewPicture {
    private let state: ReviewState
    private let language: Language
    private let rows: Int
    private let columns: Int
    private var grid: Grid

    /// Rows of a window other than groups.
    private static let detailRows = 11
    private static let frameRows = 4

    /// How many groups fit a window with this many rows.
    package static func groupsShown(rows: Int) -> Int {
        let rest = rows - frameRows
        return max(1, max(rest - detailRows * max(1, rest / 28), rest / 3))
    }

    /// The space of a window for groups with answers beside them.
    package static func sheetRoom(rows: Int, columns: Int) -> AnswerSheet.Room {
        AnswerSheet.Room(rows: max(0, rows - 3), columns: max(0, columns))
    }

    /// How many pages of help a window of this size needs.
    package static func helpPages(
        of state: ReviewState, in language: Language, rows: Int, columns: Int
    ) -> Int {
        ReviewPicture(state, language, rows, columns).helpPages.count
    }

    package static func grid(
        of state: ReviewState, in language: Language, rows: Int, columns: Int,
        isSaving: Bool = false
    ) -> Grid {
        var picture = ReviewPicture(state, language, rows, columns)
        picture.draw(isSaving: isSaving)
        return picture.grid
    }

    private init(_ state: ReviewState, _ language: Language, _ rows: Int, _ columns: Int) {
        self.state = state
        self.language = language
        self.rows = rows
        self.columns = columns
        grid = Grid(rows: rows, columns: columns)
    }

    private func words(_ message: ReviewMessage, _ values: [String: Template.Value] = [:]) -> String
    {
        message.text.filled(language, values)
    }

    private func words(_ message: Message, _ values: [String: Template.Value] = [:]) -> String {
        message.text.filled(language, values)
    }

    private func name(_ category: String) -> String {
        category.isEmpty ? "—" : state.search.name(of: category)
    }

    private mutating func draw(isSaving: Bool) {
        drawHeader()
        switch state.mode {
        case .helping(let page): drawHelp(page)
        case .explaining: drawExplanation()
        case .choosing(let chooser) where chooser.item != nil: drawFurther(chooser)
        case .browsing where state.sheet != nil && !state.isEmpty: drawSheet()
        default:
            drawGroups()
            drawDetail(top: 1 + listRows)
        }
        drawNotice(isSaving: isSaving)
        drawKeys()
    }

    // MARK: Frame

    private mutating func drawHeader() {
        grid.fill(row: 0, style: .reverse)
        let counts: [String: Template.Value] = [
            "lines": .count(state.linesWaiting), "groups": .count(state.groups.count),
            "approved": .text(groupedDigits(String(state.approved), in: language)),
        ]
        var right = Phrase("order.\(state.order.rawValue)")[language]
        if !state.filter.isEmpty {
            right = words(.filterIs, ["text": .text(state.filter)]) + " · " + right
        }
        let width = columns - displayColumns(right) - 4
        grid.put(
            "Kopiyka · " + words(state.isEmpty ? .headerDone : .header, counts), row: 0, column: 1,
            width: max(10, width), style: CellStyle(bold: true, reverse: true))
        grid.put(right, row: 0, endingAt: columns - 1, style: .reverse)
    }

    private mutating func drawKeys() {
        grid.fill(row: rows - 1, style: .reverse)
        let message: ReviewMessage =
            switch state.mode {
            case .browsing where state.sheet != nil && !state.isEmpty: .footerSheet
            case .browsing:
                state.isEmpty
                    ? .doneHint
                    : state.current?.weakest.vanished != nil
                        ? .footerVanished
                        : state.current?.state != .new
                            ? .footerDoubt : state.row == nil ? .footerBrowse : .footerRow
            // Digits are typed text there, as accounts have them in their names.
            case .choosing(let chooser) where chooser.isLettered: .footerFurther
            case .choosing(let chooser):
                chooser.subject == .transfer ? .footerChooseSide : .footerChoose
            case .typing(let prompt): prompt.hasScopes ? .footerRule : .footerType
            case .helping(let page) where page + 1 < state.helpPages: .footerMore
            case .explaining, .helping: .footerAny
            }
        grid.put(words(message), row: rows - 1, column: 1, width: columns - 2, style: .reverse)
    }

    private mutating func drawNotice(isSaving: Bool) {
        let row = rows - 2
        if case .typing(let prompt) = state.mode { return drawPrompt(prompt, row: row) }
        if case .choosing(let chooser) = state.mode, !chooser.isLettered {
            let question: ReviewMessage =
                switch chooser.subject {
                case .category: .askCategory
                case .rule: .askRuleCategory
                case .transfer: .askTransfer
                }
            return drawField(words(question), chooser.typed, row: row)
        }
        if isSaving {
            grid.put(words(.saving), row: row, column: 1, style: .dim)
        } else if let notice = state.notice {
            grid.put(
                noticeWords(notice, name)[language], row: row, column: 1, width: columns - 2,
                style: .bold)
        }
    }

    private mutating func drawPrompt(_ prompt: ReviewState.Prompt, row: Int) {
        let question: ReviewMessage =
            switch prompt.question {
            case .payee: .askPayee
            case .note: .askNote
            case .tags: .askTags
            case .split: .askSplit
            case .filter: .askFilter
            case .find: .askFind
            case .rule(let draft): ruleQuestion(draft.scope)
            }
        drawField(words(question), prompt.text, row: row)
    }

    /// A question and the typed text, its end always visible.
    private mutating func drawField(_ question: String, _ typed: String, row: Int) {
        let column = grid.put(
            question + ": ", row: row, column: 1, width: max(4, columns / 2), style: .bold)
        var shown = escapedForTerminal(typed)
        while displayColumns(shown) > max(1, columns - column - 2) { shown.removeFirst() }
        let end = grid.put(shown, row: row, column: column)
        if row >= 0, columns > 0 {
            grid.cursor = Grid.Place(row: row, column: min(max(0, end), columns - 1))
        }
    }

    // MARK: Groups

    /// A group's title gets this many columns before anything else.
    private static let titleMin = 11

    private var listRows: Int { min(state.groupsShown, max(0, rows - Self.frameRows)) }

    private mutating func drawGroups() {
        if state.isEmpty {
            grid.put(words(.done), row: 2, column: 2, style: .bold)
            return
        }
        for (offset, place) in state.shown.enumerated() where offset < listRows {
            let hasLabel =
                state.row == nil && state.mode == .browsing && place > state.cursor
            let label = hasLabel ? state.capitals[state.groups[place].keys[0]] : nil
            draw(
                state.groups[place], isCurrent: place == state.cursor, label: label, row: 1 + offset
            )
        }
    }

    private mutating func draw(
        _ group: ReviewGroup, isCurrent: Bool, label: Character?, isPart: Bool = false, row: Int
    ) {
        let style =
            isCurrent
            ? CellStyle(bold: true, reverse: true)
            : group.level < .high ? CellStyle(color: .yellow) : .plain
        if isCurrent { grid.fill(row: row, style: style) }
        if isCurrent {
            grid.put("›", row: row, column: 0, style: style)
        } else {
            grid.put(label.map { String($0) } ?? " ", row: row, column: 0, style: .dim)
        }
        let percentColumn = columns - 7
        let categoryWidth = max(10, columns / 4)
        let categoryColumn = percentColumn - categoryWidth - 1
        let amountEnd = categoryColumn - 2
        let dayColumn = amountEnd - 27
        let total = total(of: group)
        // If the row is too narrow, days are left out first, then the sum.
        let hasDays = dayColumn - 3 >= Self.titleMin
        let hasTotal = hasDays || amountEnd - displayColumns(total) - 3 >= Self.titleMin
        let titleEnd =
            hasDays
            ? dayColumn : hasTotal ? amountEnd - displayColumns(total) : categoryColumn
        let doubt = (isPart ? "· " : "") + (group.state == .new ? "" : "? ")
        let count = group.items.count > 1 ? " ×\(group.items.count)" : ""
        let width = max(0, titleEnd - 3 - displayColumns(count))
        let end = grid.put(
            doubt + (isPart ? state.title(ofRow: group) : state.title(of: group)), row: row,
            column: 2, width: width, style: style)
        grid.put(count, row: row, column: end, style: style)
        if hasDays {
            grid.put(days(of: group), row: row, column: dayColumn, width: 12, style: style)
        }
        if hasTotal { grid.put(total, row: row, endingAt: amountEnd, style: style) }
        grid.put(
            name(group.category), row: row, column: categoryColumn, width: categoryWidth,
            style: style)
        if !group.category.isEmpty {
            grid.put(
                peopleText(permille: group.weakest.permille, in: language), row: row,
                endingAt: columns - 1, style: style)
        }
    }

    /// `05.02`, or `05.02–20.02`: the year is in the detail. `2023–2026` of several years.
    private func days(of group: ReviewGroup) -> String {
        let first = group.items[0].line.fact.made.day
        guard group.items.count > 1, let last = group.items.last?.line.fact.made.day,
            first != last
        else { return shortDay(first) }
        let years = (first.text.dropLast(6), last.text.dropLast(6))
        return years.0 == years.1
            ? "\(shortDay(first))–\(shortDay(last))" : "\(years.0)–\(years.1)"
    }

    private func shortDay(_ day: CalendarDate) -> String { shortText(of: day, in: language) }

    private func total(of group: ReviewGroup) -> String {
        let totals = group.totals
        guard let first = totals.first else { return "" }
        let sum = first.sum.map { peopleText(of: $0, in: language) } ?? "?"
        return "\(sum) \(first.currency.code)" + (totals.count > 1 ? "…" : "")
    }

    // MARK: Answers beside groups

    /// Rows below a sheet from which its first group gets a detail.
    private static let sheetDetailMin = 6

    private mutating func drawSheet() {
        var row = 1
        for item in state.sheet?.items ?? [] where row < rows - 2 {
            let isQuestion = item.group.state != .new
            draw(
                item.group, isCurrent: false,
                label: isQuestion ? nil : item.label, isPart: item.isRow, row: row)
            row += 1
            if !item.wordings.isEmpty, row < rows - 2 {
                grid.put(
                    item.wordings.joined(separator: " · "), row: row, column: AnswerSheet.indent,
                    width: columns - AnswerSheet.indent - 1, style: .dim)
                row += 1
            }
            if isQuestion {
                grid.put(
                    words(item.group.weakest.vanished == nil ? .sheetDoubt : .sheetVanished),
                    row: row, column: AnswerSheet.indent,
                    width: columns - AnswerSheet.indent - 1, style: .dim)
                row += 1
            }
            for line in item.answers where row < rows - 2 {
                draw(line, row: row)
                row += 1
            }
        }
        if rows - 2 - row >= Self.sheetDetailMin { drawDetail(top: row) }
    }

    private mutating func draw(_ answers: [AnswerSheet.Answer], row: Int) {
        var column = AnswerSheet.indent
        for answer in answers {
            grid.put(String(answer.key), row: row, column: column, style: .bold)
            let text =
                switch answer.meaning {
                case .category(let key): fitted(name(key), to: state.sheetRoom.nameColumns)
                case .rows: words(.answerRows)
                }
            let end = grid.put(
                text, row: row, column: column + 2, style: CellStyle(color: .cyan))
            column = end + 2
        }
    }

    /// Further categories of an item of the sheet, side by side, or search results.
    private mutating func drawFurther(_ chooser: ReviewState.Chooser) {
        guard let items = state.sheet?.items, let place = chooser.item,
            items.indices.contains(place)
        else { return }
        let group = items[place].group
        draw(group, isCurrent: false, label: nil, isPart: items[place].isRow, row: 1)
        var pen = Pen(row: 2, end: rows - 2, column: 1, width: columns - 2)
        write(sentence(of: group.items[0].line.fact), &pen)
        guard chooser.isLettered else { return drawOptions(chooser, &pen) }
        let width = state.sheetRoom.furtherColumns
        let height = max(1, pen.left)
        for (number, option) in chooser.options.prefix(state.sheetRoom.furtherMax).enumerated() {
            guard case .category(let key) = option else { continue }
            let row = pen.row + number % height
            let column = 1 + number / height * width
            grid.put(
                String(AnswerSheet.furtherKeys[number]), row: row, column: column, style: .bold)
            grid.put(
                name(key), row: row, column: column + 2, width: width - 4,
                style: CellStyle(color: .cyan))
        }
    }

    // MARK: Detail

    private mutating func drawDetail(top: Int) {
        guard let group = state.current, let first = state.subject.first else { return }
        let end = rows - 2
        grid.put(
            String(repeating: "─", count: columns), row: top, column: 0, style: .dim)
        var title = state.title(of: group)
        if let row = state.row {
            title +=
                " · "
                + words(
                    .rowOf,
                    ["row": "\(row + 1)", "rows": "\(group.items.count)"])
        }
        grid.put(" \(title) ", row: top, column: 2, width: columns - 4, style: .bold)
        var pen = Pen(row: top + 1, end: end, column: 1, width: columns - 2)
        switch state.mode {
        case .choosing(let chooser): return drawOptions(chooser, &pen)
        case .typing(let prompt):
            if drawPreview(of: prompt, &pen) { return }
        default: break
        }
        drawLines(of: group, &pen)
        if group.state != .new, state.sheet == nil { drawQuestion(of: first, &pen) }
        drawSuggestion(of: first, &pen)
        drawSaid(about: first, &pen)
        drawMore(about: first, &pen)
        drawAround(first, &pen)
    }

    /// Position of the next detail line; beyond the end it does nothing.
    private struct Pen {
        var row: Int
        let end: Int
        let column: Int
        let width: Int
        var isFull: Bool { row >= end }
        var left: Int { max(0, end - row) }
    }

    private mutating func write(
        _ text: String, _ pen: inout Pen, style: CellStyle = .plain, indent: Int = 0
    ) {
        if pen.isFull { return }
        grid.put(
            text, row: pen.row, column: pen.column + indent, width: pen.width - indent,
            style: style)
        pen.row += 1
    }

    private mutating func writeWrapped(
        _ text: String, _ pen: inout Pen, lines: Int, style: CellStyle = .plain
    ) {
        let broken = wrapped(escapedForTerminal(text), to: pen.width)
        for (number, line) in broken.prefix(lines).enumerated() {
            let isCut = number == lines - 1 && broken.count > lines
            write(isCut ? fitted(line + " …", to: pen.width) : line, &pen, style: style)
        }
    }

    private mutating func drawLines(of group: ReviewGroup, _ pen: inout Pen) {
        let first = state.row ?? 0
        // An open group shows more rows.
        let most = columns >= 120 ? 12 : state.row == nil ? 3 : 5
        let room = max(1, min(pen.left - (state.row == nil ? 6 : 5), most))
        let from = max(0, min(first, group.items.count - room))
        let items =
            state.row == nil ? group.telling(room) : Array(group.items.dropFirst(from).prefix(room))
        for (place, item) in zip(from..., items) {
            let isChosen = state.row == place
            let label = state.row.flatMap { place > $0 ? state.capitals[item.key] : nil }
            write(
                (isChosen ? "›" : label.map { String($0) } ?? " ") + " "
                    + sentence(of: item.line.fact), &pen,
                style: isChosen ? .bold : .plain)
        }
        let rest = group.items.count - from - room
        if rest > 0 { write("  " + words(.reviewMore, ["count": .count(rest)]), &pen, style: .dim) }
    }

    /// Day, time, amount, the bank's text and the account.
    private func sentence(of fact: StatementFact) -> String {
        var text = peopleText(of: fact.made.day, in: language)
        if fact.made.second >= 0 {
            let minutes = Int(fact.made.second) / 60
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            text += " \(two(minutes / 60 % 24)):\(two(minutes % 60))"
        }
        text += "  \(peopleText(of: fact.amount, in: language)) \(fact.amount.currency.code)"
        if let original = fact.originalAmount, original.currency != fact.amount.currency {
            text += " (\(peopleText(of: original, in: language)) \(original.currency.code))"
        }
        return text + "  \(fact.description)  · \(state.shownName(of: fact.account))"
    }

    private mutating func drawSuggestion(of item: ReviewItem, _ pen: inout Pen) {
        let suggestion = item.line.suggestion
        if item.isDismissal {
            write(
                "→ " + Message.explainDismissal.text[language], &pen,
                style: CellStyle(bold: true, color: .green))
        } else if item.category.isEmpty {
            write("→ " + words(.noSuggestion), &pen, style: CellStyle(bold: true, color: .yellow))
        } else {
            var text = "→ \(name(item.category)) · \(item.category) · "
            text +=
                item.line.decision?.category != nil
                ? words(.saidBefore)
                : item.level.text[language] + " "
                    + peopleText(permille: item.permille, in: language)
            let transfer = item.line.decision?.transferTo ?? suggestion.transferTo
            if !transfer.isEmpty {
                text +=
                    " · "
                    + words(.transferTo, ["account": .text(state.shownName(of: transfer))])
            }
            write(
                text, &pen,
                style: CellStyle(bold: true, color: item.level < .high ? .yellow : .green))
        }
        let reasons = suggestion.evidence.map {
            evidenceWords($0, of: item.line.fact.description, in: language, name)
        }
        if !reasons.isEmpty {
            writeWrapped(
                words(.because) + " " + reasons.joined(separator: ", "), &pen, lines: 1)
        }
        if let expected = state.context?.expected, state.context?.subject == item.key {
            write(expectedWords(expected)[language], &pen)
        }
        // Answers show their keys beside the group.
        if state.sheet != nil { return }
        let choices = state.choices.enumerated().map { "\($0 + 1) \(name($1))" }
        if item.line.state == .new, !choices.isEmpty {
            writeWrapped(
                words(.others) + " " + choices.joined(separator: " · "), &pen,
                lines: pen.left > 4 ? 3 : 2, style: CellStyle(color: .cyan))
        }
    }

    private mutating func drawSaid(about item: ReviewItem, _ pen: inout Pen) {
        let decision = item.line.decision ?? Decision()
        var said: [String] = []
        if let payee = decision.payee { said.append("\(words(.payeeIs)): \(payee)") }
        if let note = decision.note, !note.isEmpty { said.append("\(words(.noteIs)): \(note)") }
        if let tags = decision.tags, !tags.isEmpty {
            said.append("\(words(.tagsAre)): \(tags.joined(separator: ", "))")
        }
        let splits = decision.splits ?? item.line.suggestion.splits
        if !splits.isEmpty {
            said.append("\(words(.partsAre)): " + words(of: splits))
        }
        if !said.isEmpty { write(said.joined(separator: " · "), &pen) }
    }

    private func words(of splits: [Decision.Split]) -> String {
        splits.map { "\(name($0.category)) \(peopleText(of: $0.amount, in: language))" }
            .joined(separator: " + ")
    }

    private mutating func drawMore(about item: ReviewItem, _ pen: inout Pen) {
        let fact = item.line.fact
        var more: [String] = []
        if !fact.memo.isEmpty { more.append("\(words(.memoIs)): \(fact.memo)") }
        if !fact.counterpartyName.isEmpty || !fact.counterpartyIBAN.isEmpty {
            let other = [fact.counterpartyName, fact.counterpartyIBAN].filter { !$0.isEmpty }
            more.append("\(words(.counterpartyIs)): \(other.joined(separator: " "))")
        }
        if fact.mcc != 0 { more.append("MCC \(fact.mcc)") }
        if let source = item.line.sources.first {
            more.append("\(words(.sourceIs)): \(source.file):\(source.line)")
        }
        if !more.isEmpty { write(more.joined(separator: " · "), &pen, style: .dim) }
    }

    private mutating func drawAround(_ item: ReviewItem, _ pen: inout Pen) {
        guard let context = state.context, context.subject == item.key else { return }
        let isOut = item.line.fact.amount.isNegative
        let earlier = context.history.suffix(6).reversed().map { past in
            let amount = item.line.fact.amount
            let units = Int64(clamping: past.units)
            let money = Money(
                units: isOut ? -units : units, scale: amount.scale, currency: amount.currency)
            return "\(name(past.category)) \(peopleText(of: money, in: language))"
        }
        if !earlier.isEmpty {
            write(words(.earlier) + "  " + earlier.joined(separator: ", "), &pen)
        }
        for (number, neighbour) in context.neighbours.enumerated() {
            let fact = neighbour.fact
            let lead = number == 0 ? words(.around) : ""
            let place = neighbour.isWaiting ? words(.inQueue) : words(.inLedger)
            let pad = String(repeating: " ", count: max(0, 7 - displayColumns(lead)))
            write(
                "\(lead)\(pad) \(shortDay(fact.made.day))  "
                    + "\(peopleText(of: fact.amount, in: language)) \(fact.amount.currency.code)  "
                    + "\(fact.description) → \(name(neighbour.category)) (\(place))",
                &pen, style: .dim)
        }
    }

    /// The question of an ambiguous or conflicting line.
    private mutating func drawQuestion(of item: ReviewItem, _ pen: inout Pen) {
        if let witness = item.vanished {
            write(
                vanishedWords(witness)[language], &pen,
                style: CellStyle(bold: true, color: .yellow))
            write("  " + words(.hypothesisVanished), &pen)
            return write("  " + words(.hypothesisCharged), &pen)
        }
        write(
            words(item.line.state == .ambiguous ? .ambiguousAsks : .conflictAsks), &pen,
            style: CellStyle(bold: true, color: .yellow))
        for other in (state.context?.related ?? []).prefix(2) {
            let place = other.isWaiting ? words(.inQueue) : words(.inLedger)
            let source = other.sources.first.map { " · \($0.file):\($0.line)" } ?? ""
            write("  \(words(.relatedIs)): \(sentence(of: other.fact)) (\(place))\(source)", &pen)
        }
        let isByHand = state.context?.asksAboutEntryByHand ?? false
        write("  " + words(isByHand ? .hypothesisByHand : .hypothesisSame), &pen)
        write("  " + words(.hypothesisOther), &pen)
        if item.line.state == .conflict {
            write("  " + words(.hypothesisInstead), &pen, style: .dim)
        }
        write("  " + words(.settledBy), &pen, style: .dim)
    }

    // MARK: Choosing and typing

    private mutating func drawOptions(_ chooser: ReviewState.Chooser, _ pen: inout Pen) {
        if chooser.options.isEmpty { return write(words(.nothingFits), &pen, style: .dim) }
        if chooser.isGuess { write(words(.nearestAre), &pen, style: .dim) }
        let room = max(1, pen.left)
        let first = max(0, chooser.selection - room + 1)
        for (place, option) in chooser.options.enumerated().dropFirst(first).prefix(room) {
            let digit = place < 9 && chooser.subject != .transfer ? "\(place + 1)" : " "
            let isChosen = place == chooser.selection
            write(
                "\(isChosen ? "›" : " ") \(digit) \(words(of: option))", &pen,
                style: isChosen ? CellStyle(bold: true, reverse: true) : .plain)
        }
    }

    private func words(of option: ReviewState.Option) -> String {
        switch option {
        case .category(let key):
            let group = state.search.table.category(key)?.parent ?? ""
            return name(key) + (group.isEmpty ? "" : " · " + name(group)) + " · " + key
        case .account(let account):
            return "\(words(.optionAccount)) \(state.shownName(of: account))"
        case .noTransfer: return words(.optionNoTransfer)
        case .leg(let key):
            guard let fact = state.item(key)?.line.fact else { return words(.optionLeg) }
            return "\(words(.optionLeg)) \(sentence(of: fact))"
        }
    }

    /// The effect of the typed text; false when the line itself is more useful.
    private mutating func drawPreview(of prompt: ReviewState.Prompt, _ pen: inout Pen) -> Bool {
        switch prompt.question {
        case .rule(let draft):
            let touched = state.touched(by: draft)
            write(words(.ruleTouches, ["count": .count(touched.count)]), &pen, style: .bold)
            write(words(.ruleChanges, ["category": .text(name(draft.category))]), &pen)
            if let amount = draft.amount {
                write(words(.ruleOfAmount, ["amount": .text(sizeWords(amount, language))]), &pen)
            }
            for item in touched.prefix(pen.left) {
                write(
                    sentence(of: item.line.fact) + " → " + name(item.category), &pen, indent: 2)
            }
            return true
        case .split:
            guard let line = state.subject.first?.line else { return false }
            write(sentence(of: line.fact), &pen)
            write(words(.splitHint), &pen, style: .dim)
            do throws(SplitText.Fault) {
                for part in try state.parts(of: prompt.text) {
                    write(
                        "\(name(part.category)) · \(part.category)  "
                            + peopleText(of: part.amount, in: language), &pen, indent: 2)
                }
            } catch {
                let isSure = prompt.fault != nil
                write(
                    faultWords(error)[language], &pen,
                    style: isSure ? CellStyle(bold: true, color: .red) : .dim)
            }
            return true
        default: return false
        }
    }

    // MARK: Whole pages

    private mutating func drawHelp(_ page: Int) {
        var pen = Pen(row: 2, end: rows - 2, column: 2, width: columns - 4)
        let pages = helpPages
        let shown = min(page, pages.count - 1)
        let number = pages.count > 1 ? "  \(shown + 1)/\(pages.count)" : ""
        write(words(.helpTitle) + number, &pen, style: .bold)
        for line in pages[shown] {
            if pen.isFull { break }
            grid.put(line.keys, row: pen.row, column: 2, width: 12, style: .bold)
            write(line.text, &pen, indent: 14)
        }
    }

    private typealias HelpLine = (keys: String, text: String)

    /// The help keys, wrapped to the window's width and height. In a window too small for pages all
    /// are on one page.
    private var helpPages: [ArraySlice<HelpLine>] {
        let keys = state.sheet == nil ? ReviewMessage.keys : ReviewMessage.sheetKeys
        let lines = keys.flatMap { key in
            wrapped(key.does[language], to: columns - 18).enumerated().map { number, text in
                HelpLine(keys: number == 0 ? key.keys : "", text: text)
            }
        }
        let room = rows > 5 ? rows - 5 : lines.count
        return stride(from: 0, to: lines.count, by: room).map {
            lines[$0..<min($0 + room, lines.count)]
        }
    }

    private mutating func drawExplanation() {
        guard let item = state.subject.first else { return }
        var pen = Pen(row: 2, end: rows - 2, column: 2, width: columns - 4)
        let suggestion = item.line.suggestion
        write(words(.whyTitle), &pen, style: .bold)
        write(sentence(of: item.line.fact), &pen)
        pen.row += 1
        if suggestion.category.isEmpty { return write(words(.whyNothing), &pen) }
        write(
            "→ \(name(suggestion.category)) · \(suggestion.level.text[language]) "
                + peopleText(permille: suggestion.permille, in: language), &pen, style: .bold)
        for evidence in suggestion.evidence {
            var text = evidenceWords(evidence, of: item.line.fact.description, in: language, name)
            if !evidence.category.isEmpty { text += "  → " + name(evidence.category) }
            if evidence.isWeak { text += " " + words(Message.explainWeak) }
            if !evidence.origin.isEmpty { text += "  (\(evidence.origin))" }
            write(text, &pen, indent: 2)
        }
        for rest in state.context?.counterfactuals ?? [] {
            let reason = evidenceWords(
                rest.missing, of: item.line.fact.description, in: language, name)
            let outcome =
                rest.category.isEmpty
                ? words(ReviewMessage.whyWithoutNothing)
                : name(rest.category) + " " + peopleText(permille: rest.permille, in: language)
            write(
                words(ReviewMessage.whyWithout, ["reason": .text(reason)]) + " " + outcome,
                &pen, style: .dim, indent: 2)
        }
        pen.row += 1
        drawAround(item, &pen)
    }
}
