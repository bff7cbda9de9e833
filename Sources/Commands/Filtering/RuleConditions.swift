import Categorizing
import Facts
import Reports
import Scanning
import Workspaces

/// Gives the filters of rules (`where:`) their meaning: the same words as those of `list`.
///
/// A rule is evaluated before its line has a category, so `category:` is the one that another
/// program or the bank recorded, and `tag:` its tags.
struct RuleConditions {
    private let categories: CategoryTable
    private let names: CategoryNames
    private let reader: FilterReader
    private let meansAccount: @Sendable (String, String) -> Bool

    init(_ categories: CategoryTable, _ settings: Settings) {
        self.categories = categories
        let names = CategoryNames(categories)
        self.names = names
        reader = FilterReader(
            today: CalendarDate(daysSince1970: 0), tree: categories.tree, saved: settings.reports,
            // An account may be one that comes later.
            accounts: { [$0] },
            category: { typed in
                do throws(CategoryUnknown) {
                    return try names.key(of: typed)
                } catch {
                    throw HouseMessage.categoryUnknown(error)
                }
            }, stream: { StreamChoice($0, []) }, isOfRule: true)
        meansAccount = settings.means
    }

    func meaning(
        of written: UserRule.Filter, in file: String
    ) throws -> UserRule.Filter.Meaning {
        var filter = try reader.filter(written, file: file)
        filter.setMeaning(ofAccounts: meansAccount)
        let ofTexts = filter.ofTexts
        let (categories, names) = (categories, names)
        return UserRule.Filter.Meaning(
            text: ListArguments.canonical(filter), dependsOnMore: filter.dependsOnMore,
            accepts: { [filter] line, arena, account in
                var row = Self.row(of: line, arena, account)
                if !row.category.isEmpty {
                    row.category =
                        categories.recorded(TextFolder().fold(row.category))
                        ?? names.exact(row.category) ?? row.category
                }
                return filter.accepts(row)
            },
            acceptsText: { description in
                var row = Self.row(of: StatementLine(), [UInt8]().span, "")
                row.description = description
                return ofTexts.accepts(row)
            })
    }

    /// The line with the recorded category as it is written.
    private static func row(
        of line: StatementLine, _ arena: Span<UInt8>, _ account: String
    ) -> ReportRow {
        func text(_ ref: TextRef) -> String {
            ref.isEmpty || ref.range.upperBound > arena.count
                ? "" : String(utf8: arena.extracting(ref.range))
        }
        var row = ReportRow(
            key: LineKey(account: 0, day: line.made.day, rest: 0), account: account,
            day: line.made.day, amount: line.amount, description: text(line.description))
        row.memo = text(line.memo)
        row.counterparty = text(line.counterpartyName)
        row.tags = text(line[.recordedTags]).split(separator: ",").map {
            String($0.drop(while: { $0 == " " }))
        }
        row.category = text(line.bankCategory)
        return row
    }
}

extension Settings {
    /// Whether a typed name is one of the names of the account with this id.
    @Sendable
    func means(_ typed: String, account id: String) -> Bool {
        let own = accounts.first { $0.name == id }
        return ([id, own?.shown ?? ""] + (own?.aliases ?? [])).contains {
            WorkspaceAccess.means(typed, $0)
        }
    }
}

extension LineFilter {
    fileprivate mutating func setMeaning(
        ofAccounts means: @escaping @Sendable (String, String) -> Bool
    ) {
        meansAccount = means
        for index in excluded.indices { excluded[index].setMeaning(ofAccounts: means) }
        for index in alternatives.indices {
            for other in alternatives[index].indices {
                alternatives[index][other].setMeaning(ofAccounts: means)
            }
        }
    }

    /// Lines of one text, account apart, may differ.
    fileprivate var dependsOnMore: Bool {
        contains {
            $0.from != nil || $0.to != nil || !$0.accounts.isEmpty || $0.currency != nil
                || !$0.bounds.isEmpty
        }
    }

    /// No condition is about anything but texts.
    private var isOfTexts: Bool {
        !dependsOnMore && !contains { $0.isIn != nil || !$0.tags.isEmpty || !$0.categories.isEmpty }
    }

    /// A filter of texts alone that accepts all lines that this one does.
    fileprivate var ofTexts: LineFilter {
        var filter = LineFilter(tree)
        filter.texts = texts
        filter.payees = payees
        filter.excluded = excluded.filter(\.isOfTexts)
        filter.alternatives = alternatives.map { $0.map(\.ofTexts) }
        return filter
    }
}
