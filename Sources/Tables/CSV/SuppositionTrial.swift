internal import Facts
internal import Scanning
internal import Reading

/// Reads a whole file by one supposition.
final class SuppositionTrial {
    private let supposition: Supposition
    private let file: String
    private let layouts: LayoutSet
    private let isSheet: Bool
    private let surveyor: CSVSurveyor
    /// A second tokenizer, for the cells of the supposed column.
    private var rows: CSVRows
    private var cells = SupposedCells()
    private(set) var settled: SettledColumns?
    private var reader: CSVReader?
    private(set) var isRefuted = false
    private var lines = 0
    private var chain = BalanceChain()
    /// Rows whose operation amount equals the account's amount; and rows where it differs.
    private var sameAmounts = 0
    private var otherAmounts = 0

    init(_ supposition: Supposition, file: String, layouts: LayoutSet, isSheet: Bool) {
        self.supposition = supposition
        self.file = file
        self.layouts = layouts
        self.isSheet = isSheet
        let table = supposition.table
        surveyor = CSVSurveyor(
            file: file, layouts: layouts, isSheet: isSheet, supposed: table)
        rows = CSVRows(file: file, layouts: layouts, settled: table, isSheet: isSheet)
    }

    func survey(_ chunk: Span<UInt8>, final: Bool) {
        do throws(ReadFailure) {
            try surveyor.read(chunk, final: final)
            guard try rows.append(chunk, final: final) else { return }
        } catch {
            isRefuted = true
            return
        }
        while !isRefuted {
            switch rows.next(final: final) {
            case .row:
                let fields = rows.tokenizer.fields
                guard supposition.column >= 0, fields.count > 1 else { continue }
                guard supposition.column < fields.count else {
                    cells.skip()
                    continue
                }
                let range = rows.tokenizer.range(of: fields[supposition.column])
                cells.feed(rows.tokenizer.bytes.span.extracting(range))
            case .broken, .gaveUp: isRefuted = true
            case .needsMore: return
            }
        }
    }

    func settle(_ options: ReadOptions) {
        // Without a header only the formats identify the bank.
        if supposition.column < 0, surveyor.isResaved {
            isRefuted = true
            return
        }
        do throws(ReadFailure) {
            let settled = try surveyor.settle(options)
            self.settled = settled
            reader = CSVReader(file: file, layouts: layouts, settled: settled, isSheet: isSheet)
        } catch {
            isRefuted = true
        }
    }

    func read(_ chunk: Span<UInt8>, final: Bool) {
        var batch = LineBatch()
        do throws(ReadFailure) {
            try reader?.read(chunk, final: final, into: &batch)
        } catch {
            isRefuted = true
        }
        if !batch.rejections.isEmpty { isRefuted = true }
        lines += batch.lines.count
        for line in batch.lines { follow(line) }
    }

    private func follow(_ line: StatementLine) {
        let key = (0..<4).map { UInt8(truncatingIfNeeded: line.account >> (8 * $0)) }
        chain.feed(
            key: key, amount: Self.units(line.amount), balance: line.balance.map(Self.units))
        guard let original = line.originalAmount, original.currency == line.amount.currency else {
            return
        }
        if Self.units(original).magnitude == Self.units(line.amount).magnitude {
            sameAmounts += 1
        } else {
            otherAmounts += 1
        }
    }

    /// In the smallest unit of any currency, so that amounts of several scales compare.
    private static func units(_ money: Money) -> Int128 {
        var units = Int128(money.units)
        for _ in money.scale..<max(money.scale, 9) { units *= 10 }
        return units
    }

    // MARK: proof

    var isProved: Bool {
        guard !isRefuted, lines > 0 else { return false }
        if supposition.column < 0 { return isChained }
        let columns = supposition.table.columns
        let fields = LayoutField.allCases.filter {
            columns[$0] == supposition.column
                || columns.others[$0.rawValue].contains(supposition.column)
        }
        return fields.isEmpty ? isHeaderBanks : fields.allSatisfy(isProved)
    }

    /// Balances follow from the amounts throughout the file.
    private var isChained: Bool {
        chain.isUnbroken && (supposition.isInPlace || chain.isStrong)
    }

    private var isHeaderBanks: Bool { supposition.isInPlace && !supposition.namesMoney }

    private func isProved(_ field: LayoutField) -> Bool {
        let isAlone = isHeaderBanks || isChained
        switch field {
        case .made, .booked, .value:
            return !supposition.namesMoney && cells.days > 0 && cells.days == cells.filled
        case .amount:
            return isChained
                || isHeaderBanks && sameAmounts >= 2 && otherAmounts == 0
        case .debit, .credit, .balance, .fee: return isChained
        case .currency, .originalCurrency, .balanceCurrency:
            return !supposition.namesMoney && otherAmounts == 0
                && cells.filled > 0 && cells.currencies == cells.filled
                && (supposition.isInPlace || cells.filled == cells.count)
        case .description, .payerName, .counterpartyName:
            return isHeaderBanks && cells.filled == cells.count && cells.texts * 2 > cells.count
        case .account:
            return cells.filled == cells.count
                && (cells.ibans == cells.count || isHeaderBanks && cells.numbers == cells.count)
        case .direction:
            guard supposition.table.layout.direction?.otherwise == .reject else { return isChained }
            return isAlone
        case .status:
            return isHeaderBanks && supposition.table.layout.status?.isDoneOtherwise == false
        case .product: return isHeaderBanks && cells.filled == cells.count && isMainProductThere
        case .originalAmount: return isHeaderBanks && sameAmounts >= 2 && otherAmounts == 0
        default: return isHeaderBanks
        }
    }

    private var isMainProductThere: Bool {
        supposition.table.layout.mainProducts.contains { cells.words.contains($0) }
    }
}
