internal import Facts
internal import Reports
internal import Scanning

/// Reads a list of maps that a person wrote, and collects all its faults.
struct PlanReader {
    let file: String
    private(set) var faults: [PlanFault] = []

    init(file: String) { self.file = file }

    /// The entries of the file; none if it is empty or no list.
    mutating func entries(_ bytes: [UInt8]) -> [YAMLNode] {
        do throws(YAMLError) {
            guard let root = try YAMLNode.parse(bytes) else { return [] }
            guard case .sequence(let items) = root.content else {
                fault(.notAList, root)
                return []
            }
            return items.filter { isMapping($0) }
        } catch {
            let place = SourcePlace(file: file, line: error.line, column: error.column)
            var fault = PlanFault(.notYAML, at: place)
            fault.syntax = error.problem
            faults.append(fault)
            return []
        }
    }

    /// - Throws: the faults found, if any.
    func verify() throws(PlanFaults) {
        if !faults.isEmpty { throw PlanFaults(faults) }
    }

    mutating func isMapping(_ node: YAMLNode) -> Bool {
        if case .mapping = node.content { return true }
        fault(.notAMapping, node)
        return false
    }

    /// Refuses keys of an entry that are not among these.
    mutating func verifyKeys(of node: YAMLNode, _ known: [String]) {
        for pair in node.pairs where !known.contains(pair.key) {
            fault(
                .unknownKey, pair.keyNode, found: pair.key,
                near: nearest(to: pair.key, among: known))
        }
    }

    /// The value of a key that the entry must have.
    mutating func required(_ key: String, of node: YAMLNode) -> YAMLNode? {
        if let value = node[key] { return value }
        fault(.keyMissing, node, found: key)
        return nil
    }

    mutating func text(_ node: YAMLNode) -> String? {
        if let text = node.text, !text.isEmpty { return text }
        let isEmpty = node.isNull || node.text != nil
        fault(isEmpty ? .emptyValue : .notAText, node)
        return nil
    }

    mutating func answer(_ node: YAMLNode, yes: String = "true", no: String = "false") -> Bool? {
        if let answer = node.boolean { return answer }
        if let text = node.text, text == yes || text == no { return text == yes }
        fault(.notAnAnswer, node, found: node.text ?? "", near: [yes, no])
        return nil
    }

    mutating func choice<Choice: RawRepresentable>(
        _ node: YAMLNode, of all: [Choice]
    ) -> Choice? where Choice.RawValue == String {
        choice(node, of: all.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
    }

    mutating func choice(_ node: YAMLNode, of words: [String]) -> String? {
        guard let text = text(node) else { return nil }
        if words.contains(text) { return text }
        fault(.notAChoice, node, found: text, near: words)
        return nil
    }

    mutating func currency(_ node: YAMLNode) -> Currency? {
        guard let text = text(node) else { return nil }
        if let currency = Currency(code: text), currency.isListed { return currency }
        fault(.currencyUnknown, node, found: text)
        return nil
    }

    mutating func day(_ node: YAMLNode) -> CalendarDate? {
        guard let text = text(node) else { return nil }
        if let day = CalendarDate(text: text) { return day }
        fault(.notADay, node, found: text)
        return nil
    }

    /// A number from 1 to the limit.
    mutating func count(
        _ node: YAMLNode, upTo most: Int, else kind: PlanFault.Kind = .notACount
    ) -> Int? {
        if let number = node.integer, (1...most).contains(number) { return number }
        fault(kind, node, found: node.text ?? "", upTo: most)
        return nil
    }

    /// Whole coins of the currency.
    ///
    /// - Parameter isSigned: may be negative, and zero; otherwise it is positive.
    mutating func amount(
        _ node: YAMLNode, _ currency: Currency, isSigned: Bool = false
    ) -> Money? {
        text(node).flatMap { amount($0, node, currency, isSigned: isSigned) }
    }

    mutating func amount(
        _ text: String, _ node: YAMLNode, _ currency: Currency, isSigned: Bool = false
    ) -> Money? {
        guard let amount = Money(text: text, currency: currency),
            amount.scale == currency.exponent
        else {
            fault(.notAnAmount, node, found: text)
            return nil
        }
        if isSigned || !(amount.isNegative || amount.isZero) { return amount }
        fault(.amountNotPositive, node, found: text)
        return nil
    }

    /// The same as coins, up to a limit; not zero.
    mutating func units(
        _ node: YAMLNode, in currency: Currency, isSigned: Bool = false, upTo most: Int
    ) -> Int64? {
        guard let money = amount(node, currency, isSigned: isSigned) else { return nil }
        if !money.isZero, money.units.magnitude <= UInt64(most) { return money.units }
        fault(.notAnAmount, node, found: node.text ?? "")
        return nil
    }

    /// Millionths of a percent.
    mutating func rate(_ node: YAMLNode, upTo most: Int) -> Int64? {
        guard let text = text(node) else { return nil }
        if let number = Decimal18(text: text), !number.isNegative, number.scale <= 6 {
            var millionths = Int128(number.units)
            for _ in number.scale..<6 { millionths *= 10 }
            if millionths <= Int128(most) * 1_000_000 { return Int64(millionths) }
        }
        fault(.notARate, node, found: text)
        return nil
    }

    /// The values of rows `[DAY, VALUE]` or longer ones, in the order of their days.
    ///
    /// - Parameters:
    ///   - first: the day that all of them follow.
    ///   - mayRepeat: several rows may have one day.
    ///   - value: of the cells after the day; nil after a fault.
    mutating func dated<Value>(
        _ node: YAMLNode, cells: ClosedRange<Int> = 1...1, after first: CalendarDate? = nil,
        mayRepeat: Bool = false,
        _ value: (inout PlanReader, CalendarDate, [YAMLNode]) -> Value?
    ) -> [Value] {
        if node.items.isEmpty {
            fault(node.isNull ? .emptyValue : .notDated, node, found: node.text ?? "")
        }
        var values: [Value] = []
        var previous: CalendarDate?
        for row in node.items {
            guard cells.contains(row.items.count - 1) else {
                fault(.notDated, row, found: row.text ?? "")
                continue
            }
            guard let day = day(row.items[0]) else { continue }
            let isEarly = first.map { day <= $0 } ?? false
            if isEarly || previous.map({ mayRepeat ? day < $0 : day <= $0 }) ?? false {
                fault(.notInOrder, row.items[0], found: day.text)
            }
            previous = day
            if let value = value(&self, day, Array(row.items[1...])) { values.append(value) }
        }
        return values
    }

    func place(of node: YAMLNode) -> SourcePlace {
        SourcePlace(file: file, line: node.line, column: node.column)
    }

    mutating func fault(
        _ kind: PlanFault.Kind, _ node: YAMLNode, found: String = "", near: [String] = [],
        upTo limit: Int = 0
    ) {
        var fault = PlanFault(kind, at: place(of: node), found: found)
        fault.near = near
        fault.limit = limit
        faults.append(fault)
    }
}
