package import Facts
import Scanning
import Reading

/// Reads saved answers of Monobank's API: the array of items as received, or in an object of the
/// user.
///
/// Known shapes: `[item…]`, items one after another (JSON Lines), webhook calls
/// `{"type":"StatementItem","data":{"account":…,"statementItem":{…}}}` alone, in an array or one
/// after another, and `{"account" or "iban":…,"statement" or "transactions" or "items" or
/// "data":[…]}`. Keys have any order; unknown ones are skipped.
///
/// Items have the operation's currency, not the account's. The first item whose two amounts are
/// equal proves it; rows before it are held back (at most `heldRowsMax`), also those of earlier
/// wrappers of the account. Without such an item the currency stays unknown: a card in euros with
/// all purchases in dollars looks like one in hryvnias.
///
/// - Complexity: O(*n*); keeps the unfinished token, one item and the rows held back.
package final class MonobankJSONReader: StatementReader {
    package let layout = "monobank/json"
    // Read for each line: a getter of the text would copy it.
    package private(set) var accounts: [AccountClaim] = []

    private var text: MonobankText

    /// A call of the API returns at most 500 items.
    package static let heldRowsMax = 500

    /// - Parameter isTokenByToken: without the second engine (`MonobankItem.readMembers`), for
    ///   tests.
    package init(file: String, isTokenByToken: Bool = false) {
        text = MonobankText(file: file, isTokenByToken: isTokenByToken)
    }

    package func read(
        _ chunk: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) {
        defer { accounts = text.known.claims }
        try text.scanOn(chunk, final: final, into: &batch)
    }
}

/// The scanner's state; a struct, so that access to its fields needs no exclusivity checks.
private struct MonobankText: TokenScanner {
    private(set) var known = ClaimedAccounts()

    private let file: String
    private let isTokenByToken: Bool
    private var tokenizer = JSONTokenizer(allowsManyValues: true, depthMax: Limits.nestingMax)
    private var tracker = PositionTracker()
    var tail: [UInt8] = []

    private var frames: [Frame] = []
    /// Depth of the skipped value, 0 for none.
    private var skipped = 0
    private var key = Key.unknown
    private var hasValue = false

    private var item = MonobankItem()
    private var itemStart = TextPosition()
    /// The fast path waits for more bytes.
    private var awaitsMembers = false
    private var rowCount: UInt32 = 0
    /// The rows outside wrappers, and those of the current wrapper.
    private var outerGroup = Group(isWrapped: false)
    private var wrapperGroup = Group(isWrapped: true)
    private var isInWrapper = false
    private var provenCurrencies: [String: Currency] = [:]
    private var held = LineBatch()
    /// Rows of ended wrappers of accounts whose currency nothing has proved yet.
    private var waiting: [(group: Group, rows: LineBatch)] = []
    private var waitingCount = 0

    /// An open array or object around the item.
    private struct Frame {
        enum Kind {
            /// The outermost array: items or webhook calls.
            case outerList
            /// An array in a wrapper: items only.
            case items
            /// The outermost object: an item or a wrapper, depending on its keys.
            case either
            case wrapper
            case item
        }

        var kind: Kind
        /// Its key.
        var name = ""
        /// Elements begun so far.
        var count = 0
        /// Whether an `either` object is a wrapper.
        var hasRows = false
        var isClientInfo = false
        var refusal: String?

        var isList: Bool { kind == .outerList || kind == .items }
    }

    private enum Key {
        case unknown
        case field(MonobankItem.Field)
        case account
        /// Its value contains rows: an array of items, one item, or an object with either.
        case rows(String)
        case clientInfo
        case errorDescription
    }

    /// Rows of one account.
    private struct Group {
        var isWrapped: Bool
        var number = ""
        var iban = ""
        var currency: Currency?
        /// Index into `accounts` once settled.
        var account: Int32?
    }

    init(file: String, isTokenByToken: Bool) {
        self.file = file
        self.isTokenByToken = isTokenByToken
    }

    mutating func scan(
        _ bytes: Span<UInt8>, final: Bool, into batch: inout LineBatch
    ) throws(ReadFailure) -> Int {
        var offset = 0
        do throws(ReadFailure) {
            if awaitsMembers { passItems(of: bytes, at: &offset, final: final, into: &batch) }
            reading: while !awaitsMembers {
                let token = try next(bytes, at: &offset, final: final)
                // A switch, since `==` on a type of another module is a call through its witness
                // table.
                switch token.kind {
                case .needMore: break reading
                case .end:
                    try finish(into: &batch)
                    break reading
                default:
                    try feed(token, of: bytes, into: &batch)
                    if token.begins == .object {
                        passItems(of: bytes, at: &offset, final: final, into: &batch)
                    }
                }
            }
        } catch {
            abandonRow(into: &batch)
            try? settleWaiting(into: &batch)
            try? settle(force: true, into: &batch)
            throw error
        }
        tracker.rebase(consumed: offset, in: bytes)
        return offset
    }

    /// Maximum bytes kept of a cut item for the fast path; a longer one is tokenized.
    private static let itemBytesAwaited = 4_096

    /// Reads the item that has just begun and the following ones of its list with the fast path, as
    /// long as they are plain.
    ///
    /// The last one is left open, so that its end is tokenized as usual.
    private mutating func passItems(
        of bytes: Span<UInt8>, at offset: inout Int, final: Bool, into batch: inout LineBatch
    ) {
        awaitsMembers = false
        guard !isTokenByToken, skipped == 0, let top = frames.indices.last, frames[top].count == 0,
            !frames[top].hasRows
        else { return }
        switch frames[top].kind {
        case .item, .either: break
        default: return
        }
        while true {
            guard let end = item.readMembers(bytes, from: offset, isReserved: Self.isReserved)
            else {
                awaitsMembers =
                    item.isCut && !final && bytes.count - offset <= Self.itemBytesAwaited
                item.reset()
                return
            }
            guard let next = nextItem(bytes, after: end, in: top) else {
                tokenizer.membersWereRead()
                offset = end
                return
            }
            closeItem(of: bytes, into: &batch)
            frames[top - 1].count += 1
            itemStart = tracker.position(of: next, in: bytes)
            item.reset()
            offset = next + 1
        }
    }

    /// The offset of the next item's opening brace, if closing this item needs no other action.
    private func nextItem(_ bytes: Span<UInt8>, after end: Int, in top: Int) -> Int? {
        guard top > 0, frames[top - 1].isList, item.hasShape,
            (isInWrapper ? wrapperGroup.account : outerGroup.account) != nil
        else { return nil }
        let comma = MonobankItem.afterBlanks(bytes, end + 1)
        guard comma < bytes.count, bytes[comma] == UInt8(ascii: ",") else { return nil }
        let brace = MonobankItem.afterBlanks(bytes, comma + 1)
        guard brace < bytes.count, bytes[brace] == UInt8(ascii: "{") else { return nil }
        return brace
    }

    private mutating func next(
        _ bytes: Span<UInt8>, at offset: inout Int, final: Bool
    ) throws(ReadFailure) -> JSONToken {
        do throws(JSONError) {
            return try tokenizer.next(bytes, at: &offset, final: final)
        } catch {
            throw ReadFailure(error, at: place(of: error.offset, in: bytes))
        }
    }

    // MARK: Walking

    private mutating func feed(
        _ token: JSONToken, of bytes: Span<UInt8>, into batch: inout LineBatch
    ) throws(ReadFailure) {
        if skipped > 0 {
            switch token.kind {
            case .beginArray, .beginObject: skipped += 1
            case .endArray, .endObject: skipped -= 1
            default: break
            }
            return
        }
        guard let top = frames.indices.last else {
            try beginTop(token, of: bytes)
            return
        }
        switch token.kind {
        case .key: key = Self.key(token, of: bytes, in: frames[top].kind, of: item)
        case .endObject, .endArray: try end(top, of: bytes, into: &batch)
        default:
            if frames[top].isList {
                try element(token, of: bytes, in: top, into: &batch)
            } else {
                try member(token, of: bytes, in: top, into: &batch)
            }
        }
    }

    private mutating func beginTop(_ token: JSONToken, of bytes: Span<UInt8>) throws(ReadFailure) {
        hasValue = true
        switch token.kind {
        case .beginArray: frames.append(Frame(kind: .outerList))
        case .beginObject: beginObject(Frame(kind: .either), at: token, of: bytes)
        default: throw ReadFailure(.formatUnknown, at: place(of: token.start, in: bytes))
        }
    }

    private mutating func beginObject(_ frame: Frame, at token: JSONToken, of bytes: Span<UInt8>) {
        frames.append(frame)
        itemStart = tracker.position(of: token.start, in: bytes)
        item.reset()
        if frame.kind == .either { wrapperGroup = Group(isWrapped: true) }
    }

    private mutating func element(
        _ token: JSONToken, of bytes: Span<UInt8>, in top: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        let isOuter = frames[top].kind == .outerList
        frames[top].count += 1
        if token.begins == .object {
            beginObject(Frame(kind: isOuter ? .either : .item), at: token, of: bytes)
            return
        }
        let place = place(of: token.start, in: bytes)
        if isOuter, rowCount == 0 { throw ReadFailure(.formatUnknown, at: place) }
        batch.rejections.append(
            RowRejection(
                kind: .valueOfWrongType, place: place, field: "",
                found: bytes.excerpt(token), expected: "object"))
        rowCount &+= 1
        if token.begins == .array { skipped = 1 }
    }

    private mutating func member(
        _ token: JSONToken, of bytes: Span<UInt8>, in top: Int, into batch: inout LineBatch
    ) throws(ReadFailure) {
        let isRow = frames[top].kind == .item || frames[top].kind == .either && !frames[top].hasRows
        switch key {
        case .field(let field) where isRow:
            if let problem = item.put(token, of: bytes, as: field), item.rejection == nil {
                let place = place(of: token.start, in: bytes)
                item.rejection = rejection(of: problem, at: place)
            }
        case .field(.currencyCode) where token.isInteger:
            setWrapperCurrency(bytes.extracting(token.start..<token.end))
        case .account where token.isString: setAccount(text(token, of: bytes))
        case .rows(let name) where token.begins != .nothing:
            try beginRows(token, of: bytes, named: name, in: top, into: &batch)
            return
        case .clientInfo: frames[top].isClientInfo = true
        case .errorDescription where token.isString:
            frames[top].refusal = text(token, of: bytes)
        default: break
        }
        if token.begins != .nothing { skipped = 1 }
    }

    /// Begins the value of a key that contains rows: its object is a wrapper.
    private mutating func beginRows(
        _ token: JSONToken, of bytes: Span<UInt8>, named name: String, in top: Int,
        into batch: inout LineBatch
    ) throws(ReadFailure) {
        if frames[top].kind == .either, !frames[top].hasRows {
            if !held.lines.isEmpty { try settle(force: true, into: &batch) }
            isInWrapper = true
            wrapperGroup.currency = item.currency
        }
        frames[top].hasRows = true
        if token.begins == .array {
            frames.append(Frame(kind: .items, name: name))
        } else {
            let kind: Frame.Kind = name == "statementItem" ? .item : .wrapper
            beginObject(Frame(kind: kind, name: name), at: token, of: bytes)
        }
    }

    private mutating func end(
        _ top: Int, of bytes: Span<UInt8>, into batch: inout LineBatch
    ) throws(ReadFailure) {
        let frame = frames[top]
        if frame.kind == .item || isRow(frame) { closeItem(of: bytes, into: &batch) }
        frames.removeLast()
        switch frame.kind {
        case .item: try settle(force: isHeldFull, into: &batch)
        case .either where frame.hasRows:
            if isUnproved {
                try wait(into: &batch)
            } else {
                try settle(force: true, into: &batch)
            }
            isInWrapper = false
        case .either:
            if isRow(frame) {
                try settle(force: isHeldFull, into: &batch)
            } else if let refusal = frame.refusal {
                throw ReadFailure(.bankRefusal, at: place(), found: refusal)
            } else {
                throw ReadFailure(frame.isClientInfo ? .notAStatement : .formatUnknown, at: place())
            }
        case .outerList, .items, .wrapper: break
        }
    }

    /// Whether the ending outermost object is an item: by its shape, or because items preceded it.
    private func isRow(_ frame: Frame) -> Bool {
        guard frame.kind == .either, !frame.hasRows else { return false }
        return item.hasShape || rowCount > 0 && frame.refusal == nil && !frame.isClientInfo
    }

    private mutating func finish(into batch: inout LineBatch) throws(ReadFailure) {
        if !hasValue { throw ReadFailure(.empty, at: SourcePlace(file: file)) }
        try settleWaiting(into: &batch)
        if !held.lines.isEmpty || known.claims.isEmpty { try settle(force: true, into: &batch) }
        if Int(rowCount) == MonobankJSONReader.heldRowsMax {
            batch.notices.append(ReadNotice(.fullPage, at: SourcePlace(file: file)))
        }
    }

    // MARK: Keys

    private static func key(
        _ token: JSONToken, of bytes: Span<UInt8>, in kind: Frame.Kind, of item: MonobankItem
    ) -> Key {
        if token.hasEscapes {
            var plain: [UInt8] = []
            try? JSONTokenizer.unescape(bytes.extracting(token.start..<token.end), into: &plain)
            return key(plain.indices, of: plain.span, in: kind, of: item)
        }
        return key(token.start..<token.end, of: bytes, in: kind, of: item)
    }

    private static func key(
        _ name: Range<Int>, of bytes: Span<UInt8>, in kind: Frame.Kind, of item: MonobankItem
    ) -> Key {
        if let field = item.field(key: name, in: bytes) { return .field(field) }
        return kind == .item ? .unknown : wrapperKey(bytes.extracting(name))
    }

    private static func isReserved(_ name: Span<UInt8>) -> Bool {
        if case .unknown = wrapperKey(name) { false } else { true }
    }

    /// Keys of values that may contain items.
    private static func wrapperKey(_ name: Span<UInt8>) -> Key {
        switch name.count {
        case 4:
            if name.equals("iban") { return .account }
            if name.equals("data") { return .rows("data") }
            if name.equals("jars") { return .clientInfo }
        case 5: if name.equals("items") { return .rows("items") }
        case 7: if name.equals("account") { return .account }
        case 8:
            if name.equals("accounts") || name.equals("clientId") { return .clientInfo }
        case 9: if name.equals("statement") { return .rows("statement") }
        case 12: if name.equals("transactions") { return .rows("transactions") }
        case 13: if name.equals("statementItem") { return .rows("statementItem") }
        case 16: if name.equals("errorDescription") { return .errorDescription }
        default: break
        }
        return .unknown
    }

    private func text(_ token: JSONToken, of bytes: Span<UInt8>) -> String {
        var plain: [UInt8] = []
        try? JSONTokenizer.unescape(bytes.extracting(token.start..<token.end), into: &plain)
        return String(decoding: plain, as: UTF8.self)
    }

    private mutating func setAccount(_ text: String) {
        if let iban = IBAN.proved(text) {
            wrapperGroup.iban = iban
            wrapperGroup.number = iban
        } else if wrapperGroup.number.isEmpty {
            wrapperGroup.number = text
        }
    }

    private mutating func setWrapperCurrency(_ digits: Span<UInt8>) {
        guard digits.count == 3 else { return }
        var number = 0
        for index in digits.indices { number = number * 10 + Int(digits[index] &- 0x30) }
        if let currency = Currency(numeric: number) { wrapperGroup.currency = currency }
    }

    // MARK: Rows

    private mutating func closeItem(of bytes: Span<UInt8>, into batch: inout LineBatch) {
        let index = rowCount
        rowCount &+= 1
        if let rejection = item.rejection {
            batch.rejections.append(rejection)
            return
        }
        do throws(MonobankItem.Problem) {
            if let account = isInWrapper ? wrapperGroup.account : outerGroup.account {
                var line = try item.line(
                    in: known.claims[Int(account)].currency, sourceLine: itemStart.line, of: bytes,
                    batch: &batch)
                line.account = account
                line.sourceIndex = index
                batch.lines.append(line)
            } else {
                var line = try item.line(
                    in: .unknown, sourceLine: itemStart.line, of: bytes, batch: &held)
                line.sourceIndex = index
                held.lines.append(line)
                learnCurrency()
            }
        } catch {
            batch.rejections.append(rejection(of: error, at: place()))
        }
    }

    /// - Parameter place: of the value, or of the item if only the whole is wrong.
    private func rejection(of problem: MonobankItem.Problem, at place: SourcePlace) -> RowRejection
    {
        RowRejection(
            kind: problem.kind, place: place.inside("\(problem.field)"),
            field: "\(problem.field)", found: problem.found, expected: problem.expected)
    }

    /// Rejects the row at the file's end or before an error.
    private mutating func abandonRow(into batch: inout LineBatch) {
        guard let frame = frames.last, !item.isEmpty,
            frame.kind == .item || frame.kind == .either && !frame.hasRows
        else { return }
        batch.rejections.append(
            RowRejection(kind: .recordIncomplete, place: place(), field: "", expected: "}"))
        rowCount &+= 1
    }

    private var isHeldFull: Bool {
        held.lines.count >= MonobankJSONReader.heldRowsMax
            || held.arena.count >= Limits.recordBytesMax
    }

    // MARK: Accounts

    private var group: Group {
        get { isInWrapper ? wrapperGroup : outerGroup }
        set {
            if isInWrapper { wrapperGroup = newValue } else { outerGroup = newValue }
        }
    }

    private mutating func learnCurrency() {
        if group.currency == nil, let currency = item.provenCurrency {
            group.currency = currency
            if !group.number.isEmpty { provenCurrencies[group.number] = currency }
        }
    }

    /// Decides the account of the group's rows once it is known or forced, and releases the rows
    /// held back.
    private mutating func settle(force: Bool, into batch: inout LineBatch) throws(ReadFailure) {
        if group.account != nil { return }
        if !force, group.currency == nil || group.isWrapped && group.number.isEmpty { return }
        let currency = group.currency ?? provenCurrencies[group.number] ?? .unknown
        let account = try account(of: group, in: currency)
        group.account = account
        if currency.isKnown, let place = waitingPlace {
            let rows = waiting.remove(at: place).rows
            waitingCount -= rows.lines.count
            release(rows, on: account, currency, into: &batch)
        }
        release(held, on: account, currency, into: &batch)
        held.removeAll()
    }

    private mutating func account(
        of group: Group, in currency: Currency
    ) throws(ReadFailure) -> Int32 {
        try known.index(
            of: AccountClaim(
                bank: "monobank", number: group.number, iban: group.iban, currency: currency,
                zone: "Europe/Kyiv"), at: place())
    }

    private func release(
        _ rows: LineBatch, on account: Int32, _ currency: Currency, into batch: inout LineBatch
    ) {
        let base = UInt32(truncatingIfNeeded: batch.arena.count)
        batch.arena.append(contentsOf: rows.arena)
        for line in rows.lines {
            batch.lines.append(line.settled(on: account, currency, textsAfter: base))
        }
    }

    /// Whether the wrapper's rows may have the currency that a later row of the account proves.
    private var isUnproved: Bool {
        group.account == nil && group.currency == nil && !group.number.isEmpty
            && provenCurrencies[group.number] == nil && !held.lines.isEmpty
    }

    private var waitingPlace: Int? {
        group.number.isEmpty ? nil : waiting.firstIndex { $0.group.number == group.number }
    }

    /// Keeps the rows of the ended wrapper for a later one of the account.
    private mutating func wait(into batch: inout LineBatch) throws(ReadFailure) {
        let place = waitingPlace ?? waiting.count
        if place == waiting.count { waiting.append((group, LineBatch())) }
        for line in held.lines {
            let copied = waiting[place].rows.copy(of: line, from: held)
            waiting[place].rows.lines.append(copied)
        }
        waitingCount += held.lines.count
        held.removeAll()
        if waitingCount >= MonobankJSONReader.heldRowsMax { try settleWaiting(into: &batch) }
    }

    /// Releases the waiting rows without a currency.
    private mutating func settleWaiting(into batch: inout LineBatch) throws(ReadFailure) {
        for (group, rows) in waiting {
            let currency = provenCurrencies[group.number] ?? .unknown
            release(rows, on: try account(of: group, in: currency), currency, into: &batch)
        }
        waiting = []
        waitingCount = 0
    }

    // MARK: Places

    /// The place of the current object.
    private func place() -> SourcePlace {
        SourcePlace(file: file, line: itemStart.line, column: itemStart.column, path: path)
    }

    private mutating func place(of offset: Int, in bytes: Span<UInt8>) -> SourcePlace {
        let position = tracker.position(of: offset, in: bytes)
        return SourcePlace(
            file: file, line: position.line, column: position.column, path: path)
    }

    /// `/17`, `/data/statementItem`: the current element or object.
    private var path: String {
        var path = ""
        for frame in frames {
            if !frame.name.isEmpty { path += "/" + frame.name }
            if frame.isList, frame.count > 0 { path += "/\(frame.count - 1)" }
        }
        return path
    }
}

extension JSONToken {
    fileprivate enum Beginning { case object, array, nothing }

    /// The container that the token opens.
    fileprivate var begins: Beginning {
        switch kind {
        case .beginObject: .object
        case .beginArray: .array
        default: .nothing
        }
    }

    fileprivate var isString: Bool {
        if case .string = kind { true } else { false }
    }

    fileprivate var isInteger: Bool {
        if case .integer = kind { true } else { false }
    }
}

extension StatementLine {
    /// The line with its known account; before that its amounts had no currency and its texts a
    /// separate arena.
    fileprivate func settled(
        on account: Int32, _ currency: Currency, textsAfter base: UInt32
    ) -> StatementLine {
        func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: currency) }
        var line = self
        line.account = account
        line.amount = money(amount.units)
        line.balance = balance.map { money($0.units) }
        line.fee = fee.map { money($0.units) }
        if originalAmount?.currency == currency { line.originalAmount = nil }
        for field in FactText.allCases where !line[field].isEmpty {
            let text = line[field]
            line[field] = TextRef(offset: text.offset &+ base, count: text.count)
        }
        return line
    }
}
