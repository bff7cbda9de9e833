import Categorizing
import Facts
import TestKit
import Testing

@testable import Reviewing

/// `Tests/Tables/quick-sentences.tsv`: amount, sign, currency, day, accounts, category and payee of
/// sentences, or the words that a refusal names.
@Suite struct `Sentences read by a person first` {
    struct Row: Sendable {
        let line: Int
        let text: String
        let meant: String
        /// Any of these; empty for none. Of a refused sentence the words to name.
        let categories: [String]
        let named: String
        let payee: String
    }

    private static let path = "Tests/Tables/quick-sentences.tsv"
    private let phrases = `Phrases as people type them`()
    private let categorizer = Categorizer()
    private let names = CategoryNames(shownIn: .uk)

    private func rows() throws -> [Row] {
        let text = try #require(readText(ofFile: Self.path))
        var rows: [Row] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.hasPrefix("#") && !line.isEmpty
        {
            let fields = line.split(separator: "\t").map(String.init)
            let isRefused = fields[1] == "?"
            #expect(fields.count == (isRefused ? 3 : 4), "\(Self.path):\(number + 1)")
            rows.append(
                Row(
                    line: number + 1, text: fields[0], meant: fields[1],
                    categories: fields[2].split(separator: "|").map { $0 == "-" ? "" : String($0) },
                    named: fields[2], payee: fields.last == "-" ? "" : fields[fields.count - 1]))
        }
        return rows
    }

    private func category(_ entry: QuickEntry) -> String {
        switch entry.movement {
        case .exchanged: return "transfers.fx"
        case .toCash, .fromCash, .between: return "transfers.own"
        case .payment: break
        }
        let amount = entry.amount(in: entry.currency.isKnown ? entry.currency : .uah)
        return entry.filed(names) {
            categorizer.suggest(CategorizerQuery(text: $0, amount: amount))
        }.category
    }

    @Test func `nothing is read as what was not meant`() throws {
        let rows = try rows()
        #expect(rows.count >= 300)
        for row in rows {
            let place = "\(Self.path):\(row.line): \(row.text)"
            let (found, entry, fault) = phrases.reading(of: row.text)
            #expect(found == row.meant, "\(place) \(fault.map { "\($0)" } ?? "")")
            if let entry, row.meant != "?" {
                #expect(entry.payee == row.payee, "\(place)")
                let category = category(entry)
                #expect(row.categories.contains(category), "\(place): \(category)")
            } else if let fault {
                #expect("\(fault)".contains(row.named), "\(place): \(fault)")
            }
        }
    }
}
