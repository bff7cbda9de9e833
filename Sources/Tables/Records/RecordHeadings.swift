internal import Facts

/// The headings of the members of records, as a bank's table would have them.
///
/// The whole path (`creditorAccount.iban`) is looked up first, then the object's name if the
/// member's says nothing (`amount.value`), then the member's own. Names of money, currencies
/// and accounts count only whole or for the object: those of another object are not the account's.
struct RecordHeadings {
    private let words = HeadingWords.builtIn
    private var used: Set<String> = []

    /// Names that say nothing without the object's.
    private static let plainNames: Set<String> = ["value", "amount", "sum", "text", "content"]

    /// A heading that no other member has.
    ///
    /// - Parameters:
    ///   - isUnclear: the numbers may be in the smallest coin.
    ///   - isConverted: they are, and the table gets them in the currency.
    mutating func heading(of path: [UInt8], isUnclear: Bool, isConverted: Bool) -> String {
        let names = isConverted ? withoutUnit(path) : MemberPath.names(of: path)
        var heading = known(names) ?? names.joined(separator: " ")
        if isUnclear { heading += " (minor units)" }
        // The second member of one meaning has its path for a heading; both stay rivals.
        if !used.insert(heading).inserted { heading = names.joined(separator: ".") }
        used.insert(heading)
        return heading
    }

    /// Whether a path is money: an amount, a balance, a fee.
    func isMoney(_ path: [UInt8]) -> Bool {
        known(MemberPath.names(of: path)).map { roles(of: $0).contains(where: \.isMoney) } ?? false
    }

    /// Whether some object around a member is money, whatever the member is called:
    /// `amount.value.unscaledValue`.
    func isWithinMoney(_ path: [UInt8]) -> Bool {
        MemberPath.names(of: path).contains { roles(of: $0).contains(where: \.isMoney) }
    }

    /// The roles of a member's heading.
    func roles(ofPath path: [UInt8]) -> [HeadingRole] {
        known(MemberPath.names(of: path)).map(roles(of:)) ?? []
    }

    /// Whether the name says that the numbers are in the smallest coin: `amount.minorUnits`.
    func namesCoins(_ path: [UInt8]) -> Bool {
        let names = MemberPath.names(of: path).suffix(2)
        return [names.suffix(1), names].contains { part in
            words.meaning(of: part.joined(separator: " ")).unit == .coins
        }
    }

    /// `amount.minorUnits` → `amount`, `amount.valueInBaseUnits` → `amount.value`.
    private func withoutUnit(_ path: [UInt8]) -> [String] {
        var names = MemberPath.names(of: path)
        guard let last = names.popLast() else { return [] }
        if let rest = words.headingUnits.parted(last)?.rest {
            names.append(String(decoding: rest, as: UTF8.self))
        }
        return names
    }

    /// Whether the name is a moment's: `created`, `visibleTS`, `settled_at`.
    func namesInstant(_ path: [UInt8]) -> Bool {
        let isDay = roles(ofPath: path).contains { [.date, .made, .booked, .value].contains($0) }
        let name = MemberPath.names(of: path).last ?? ""
        return isDay || Self.instantEndings.contains(where: name.hasSuffix)
    }

    private static let instantEndings = [
        "TS", "Ts", "_ts", "At", "_at", "Date", "date", "Time", "time", "Timestamp", "timestamp",
        "created", "posted",
    ]

    private func known(_ names: [String]) -> String? {
        guard let last = names.last else { return nil }
        let whole = names.joined(separator: " ")
        if !roles(of: whole).isEmpty { return whole }
        guard names.count > 1 else { return nil }
        // `Balance.Amount.Amount`: the outermost object that is money, else the innermost known.
        let objects = names.dropLast()
        let object =
            objects.first { roles(of: $0).contains(where: \.isMoney) }
            ?? objects.last { !roles(of: $0).isEmpty } ?? objects[0]
        let ofObject = roles(of: object)
        if Self.plainNames.contains(last.lowercased()), !ofObject.isEmpty { return object }
        let own = roles(of: last)
        if own.contains(.currency) {
            if ofObject.contains(.amount) || ofObject.contains(.accountAmount) { return last }
            if ofObject.contains(.balance) { return "Balance currency" }
            if ofObject.contains(.originalAmount) { return "Original currency" }
            return nil
        }
        let isOwn = own.contains { $0.isMoney || $0 == .account || $0 == .id }
        return own.isEmpty || isOwn ? nil : last
    }

    private func roles(of heading: String) -> [HeadingRole] { words.meaning(of: heading).roles }
}
