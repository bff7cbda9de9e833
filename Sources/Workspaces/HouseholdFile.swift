internal import Facts

/// A file in which a household writes what statements do not say, by hand or by commands.
///
/// Another one is a line in ``all``: backups, undo and recovery follow.
package struct HouseholdFile: Sendable, Hashable {
    /// In the workspace's folder.
    package let name: String
    /// The name without its ending, in which a folder's slash is a dash.
    var stem: String { String(name.prefix { $0 != "." }).replacing("/", with: "-") }
    /// A larger file is refused.
    let bytesMax: Int

    private init(_ name: String, bytesMax: Int = Limits.settingsBytesMax) {
        self.name = name
        self.bytesMax = bytesMax
    }

    /// Nil for names that are none of ``all``.
    init?(named name: some StringProtocol) {
        guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
        self = known
    }

    /// The household's own categories, and changes of the built-in ones.
    package static let categories = HouseholdFile("categories.yaml")
    /// The household's words about payments that come again.
    package static let recurring = HouseholdFile("recurring.yaml")
    package static let budget = HouseholdFile("budget.yaml")
    package static let holdings = HouseholdFile("holdings.yaml")
    /// The cards that the household does not want to see again.
    package static let insights = HouseholdFile("insights.yaml")

    /// The prices that `prices import` took in; the household's own lists are in `prices/`.
    package static let prices = HouseholdFile("prices.csv", bytesMax: Limits.pricesBytesMax)

    /// The rules that a review made; people write theirs beside it.
    package static let madeRules = HouseholdFile(
        "\(WorkspacePaths.rulesName)/\(Workspace.madeRulesFile)")

    package static let all = [categories, recurring, budget, holdings, insights, prices, madeRules]
}

/// A file before and after a command, as the command's undo record stores them; a missing file is
/// as an empty one.
///
/// ```
/// LENGTH NAME\n   LENGTH bytes before   the bytes after
/// ```
/// Without a name it is `categories.yaml`: earlier releases changed no other one.
struct FileChange: Equatable {
    let file: HouseholdFile
    let before: [UInt8]
    let after: [UInt8]

    init(_ file: HouseholdFile, before: [UInt8], after: [UInt8]) {
        self.file = file
        self.before = before
        self.after = after
    }

    var bytes: [UInt8] { Array("\(before.count) \(file.name)\n".utf8) + before + after }

    /// Nil for bytes of a later release.
    init?(_ bytes: [UInt8]) {
        guard let feed = bytes.firstIndex(of: 0x0A) else { return nil }
        let head = String(decoding: bytes[..<feed], as: UTF8.self).split(
            separator: " ", maxSplits: 1)
        guard let count = head.first.flatMap({ Int($0) }), count >= 0,
            count < bytes.count - feed,
            let file = head.count == 1 ? .categories : HouseholdFile(named: head[1])
        else { return nil }
        self.file = file
        before = Array(bytes[(feed + 1)...].prefix(count))
        after = Array(bytes[(feed + 1)...].dropFirst(count))
    }

    /// The bytes as undo records, which are limited: a large change has several, numbered in their
    /// first lines, `+0`, `+1` ….
    var records: [[UInt8]] {
        let bytes = bytes
        if bytes.count <= Self.recordBytesMax { return [bytes] }
        return stride(from: 0, to: bytes.count, by: Self.recordBytesMax).enumerated().map {
            let end = min($1 + Self.recordBytesMax, bytes.count)
            return Array("+\($0)\n".utf8) + bytes[$1..<end]
        }
    }

    private static let recordBytesMax = Limits.queueLineBytesMax / 2

    /// The changes of a command's records, in any order; nil where one is missing. At most one
    /// change of a command has several records.
    static func all(in records: [[UInt8]]) -> [FileChange]? {
        var changes: [FileChange] = []
        var pieces: [Int: ArraySlice<UInt8>] = [:]
        for record in records {
            guard record.first == UInt8(ascii: "+") else {
                guard let change = FileChange(record) else { return nil }
                changes.append(change)
                continue
            }
            guard let feed = record.firstIndex(of: 0x0A),
                let number = Int(String(decoding: record[1..<feed], as: UTF8.self))
            else { return nil }
            pieces[number] = record[(feed + 1)...]
        }
        if pieces.isEmpty { return changes }
        var whole: [UInt8] = []
        for number in 0..<pieces.count {
            guard let piece = pieces[number] else { return nil }
            whole += piece
        }
        guard let change = FileChange(whole) else { return nil }
        return changes + [change]
    }

    var reversed: FileChange { FileChange(file, before: after, after: before) }
}
