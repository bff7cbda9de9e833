import Facts
import Importing
import Saving
import Scanning
import Workspaces

/// An import's outcome as a file: its conditions, the fate of every row, and a hash over all of it.
///
/// ```
/// {"plan":1,"kopiyka":"0.1.0","import":["--account","card","/home/o/money/inbox"]}
/// {"ledger":"12-310-2"}  {"queue":"9f…"}  {"settings":"…"}  {"rules":"…"}
/// {"input":{"file":"/home/o/money/inbox/march.csv","bytes":"4711","digest":"…"}}
/// {"row":{…}} …  {"file":…,"rows":…} …  {"content":"…"}
/// {"digest":"…"}
/// ```
/// The same run that commits writes the plan, with the commit withheld; `apply` runs it again and
/// commits only when it says the same to the byte. No description and no amount is in it.
struct ImportPlan {
    /// The conditions that the outcome depends on, a line each; the first names the run itself.
    private(set) var conditions: [String]
    private(set) var outcome: [UInt8]
}

extension ImportPlan {
    /// The conditions as they are now.
    init(of session: ImportSession) throws {
        let paths = session.access.workspace.paths
        let layouts = session.choices.values(of: .layout)
        let rules = try yamlFiles(in: paths.rules) + yamlFiles(in: paths.layouts) + layouts
        var lines: [JSONValue] = [
            [
                "plan": .count(Self.version), "kopiyka": .string(Program.version),
                "import": .texts(session.arguments),
            ],
            ["ledger": .string(try session.access.workspace.ledgerMark())],
            ["queue": .string(Self.mark(of: [paths.queue]))],
            ["settings": .string(Self.mark(of: [paths.settings]))],
            ["rules": .string(Self.mark(of: rules))],
        ]
        lines += session.job.inputs.files.map { file in
            [
                "input": [
                    "file": .string(file.path), "bytes": .string(String(file.sizeBytes)),
                    "digest": .string(FileDigest(of: file)?.text ?? ""),
                ]
            ]
        }
        lines += session.job.inputs.problems.map { ["input": ["file": .string($0.path)]] }
        conditions = lines.map { String($0.line.dropLast()) }
        outcome = []
    }

    /// Adds what the run came to.
    mutating func add(_ report: ImportReport) {
        var writer = ByteWriter(capacity: 4_096)
        report.writeRows { writer.append($0) }
        for file in report.files {
            file.json.append(to: &writer)
            writer.append("\n")
        }
        writer.append("{\"content\":\"")
        writer.append(hex: report.contentHash)
        writer.append("\"}\n")
        outcome = writer.bytes
    }

    // MARK: the file

    private static let version = 1
    private static let beginning = Array("{\"plan\":".utf8)

    func write(to path: String) throws {
        try Self.verifyReplaceable(path)
        let bytes = conditions.joined(separator: "\n").utf8 + [UInt8(ascii: "\n")] + outcome
        var file = try ReplacingFile(replacing: path)
        try file.write(bytes)
        try file.write(Self.seal(of: bytes))
        try file.commit()
    }

    /// Reads a plan and proves its hash.
    static func read(_ path: String) throws -> ImportPlan {
        let bytes = try readFile(path, limit: Limits.fileBytesMax)
        let sealBytes = seal(of: []).count
        guard bytes.starts(with: beginning) else { throw PlanRefused(path, .notAPlan) }
        guard bytes.count > sealBytes, case let end = bytes.count - sealBytes,
            seal(of: Array(bytes[..<end])) == Array(bytes[end...])
        else { throw PlanRefused(path, .damaged) }
        var plan = ImportPlan(conditions: [], outcome: [])
        var start = 0
        while let feed = bytes[start..<end].firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = String(validating: bytes[start..<feed], as: UTF8.self) else {
                throw PlanRefused(path, .damaged)
            }
            if !plan.conditions.isEmpty, !isCondition(line) { break }
            plan.conditions.append(line)
            start = feed + 1
        }
        if plan.conditions.isEmpty { throw PlanRefused(path, .damaged) }
        plan.outcome = Array(bytes[start..<end])
        return plan
    }

    /// The arguments of the import that was planned; nil when another version of the program wrote
    /// the plan.
    func arguments() -> [String]? {
        guard let head = try? JSONValue.parse(Array(conditions[0].utf8).span),
            head["kopiyka"]?.text == Program.version,
            case .number(String(Self.version))? = head["plan"],
            case .array(let words)? = head["import"]
        else { return nil }
        return words.compactMap(\.text)
    }

    /// The conditions that changed after this plan was made.
    func changes(to now: ImportPlan) -> [PlanRefused.Change] {
        var changes: [PlanRefused.Change] = []
        for (name, change) in Self.marks {
            let mark = "{\"" + name + "\":"
            if conditions.first(where: { $0.hasPrefix(mark) })
                != now.conditions.first(where: { $0.hasPrefix(mark) })
            {
                changes.append(change)
            }
        }
        let planned = inputs()
        let found = now.inputs()
        for (path, line) in planned where found[path] != line {
            changes.append(found[path] == nil ? .fileGone(path) : .fileChanged(path))
        }
        for path in found.keys where planned[path] == nil { changes.append(.fileNew(path)) }
        return changes.sorted()
    }

    private func inputs() -> [String: String] {
        var result: [String: String] = [:]
        for line in conditions where line.hasPrefix("{\"input\":") {
            guard let value = try? JSONValue.parse(Array(line.utf8).span),
                let path = value["input"]?["file"]?.text
            else { continue }
            result[path] = line
        }
        return result
    }

    /// Conditions beside the input files, and what is said when one is another.
    private static let marks: [(name: String, change: PlanRefused.Change)] = [
        ("ledger", .ledger), ("queue", .queue), ("settings", .settings), ("rules", .rules),
    ]

    private static func isCondition(_ line: String) -> Bool {
        (marks.map(\.name) + ["input"]).contains { line.hasPrefix("{\"" + $0 + "\":") }
    }

    /// One hash for the names and contents of files.
    private static func mark(of paths: [String]) -> String {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for path in paths {
            let digest = FileDigest(ofFile: path)
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            high = StableHash.combine(high, StableHash.hash(name.utf8.span, seed: 6))
            high = StableHash.combine(high, digest?.high ?? 1)
            low = StableHash.combine(low, StableHash.hash(name.utf8.span, seed: 9))
            low = StableHash.combine(low, digest?.low ?? 1)
        }
        return FileDigest(high: high, low: low).text
    }

    private static func seal(of bytes: [UInt8]) -> [UInt8] {
        let digest = FileDigest(of: bytes.span, seed: 7)
        return Array("{\"digest\":\"\(digest.text)\"}\n".utf8)
    }

    /// Refuses a path with a file that is neither empty nor a whole plan.
    private static func verifyReplaceable(_ path: String) throws {
        guard let found = try fileStamp(path), found.size > 0 else { return }
        do {
            _ = try read(path)
        } catch is PlanRefused {
            throw PlanRefused(path, .taken)
        }
    }
}

extension ImportSession {
    /// The arguments after `import`, with absolute paths, so that `apply` works in any folder.
    fileprivate var arguments: [String] {
        var words: [String] = []
        for option in OptionDeclaration.reading.map(\.name) {
            for value in choices.values(of: option) { words += ["--" + option.rawValue, value] }
        }
        return words + ["--"] + job.paths
    }
}

/// The path without links and dots from the root; of what is not there, as it would be below the
/// current folder.
func absolutePath(_ path: String) -> String {
    if let whole = InputList.resolved(path) { return whole }
    return path.hasPrefix("/") ? path : absolutePath(".") + "/" + path
}
