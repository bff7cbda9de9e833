import Facts
import Glibc
import Pipeline
import Saving
import Scanning
import Workspaces

/// What an import would do, as a file: what it depends on, the fate of every row, and a hash over all of it.
///
/// ```
/// {"plan":1,"kopiyka":"0.1.0","import":["--account","card","/home/o/money/inbox"]}
/// {"ledger":"12-310-2"}  {"queue":"9f…"}  {"settings":"…"}  {"rules":"…"}
/// {"input":{"file":"/home/o/money/inbox/march.csv","bytes":"4711","digest":"…"}}
/// {"row":{…}} …  {"file":…,"rows":…} …  {"content":"…"}
/// {"digest":"…"}
/// ```
/// The same run that commits writes the plan, with the commit withheld; `apply` runs it again and commits only when it
/// says the same to the byte. No description and no amount is in it.
struct ImportPlan {
    /// What the outcome depends on, a line each; the first names the run itself.
    private(set) var conditions: [String]
    private(set) var outcome: [UInt8]

    /// The conditions as they are now.
    init(of job: ImportJob) throws {
        let paths = job.access.workspace.paths
        let layouts = job.choices.values(of: .layout)
        var lines = [
            Self.line([
                ("plan", .number(String(Self.version))), ("kopiyka", .string(Program.version)),
                ("import", .array(job.arguments.map { .string($0) })),
            ])
        ]
        let rules = try yamlFiles(in: paths.rules) + yamlFiles(in: paths.layouts) + layouts
        for (name, mark) in [
            ("ledger", try job.access.workspace.ledgerMark()),
            ("queue", Self.mark(of: [paths.queue])),
            ("settings", Self.mark(of: [paths.settings])), ("rules", Self.mark(of: rules)),
        ] {
            lines.append(Self.line([(name, .string(mark))]))
        }
        for file in job.inputs.files {
            lines.append(
                Self.line([
                    (
                        "input",
                        .object([
                            ("file", .string(file.path)),
                            ("bytes", .string(String(file.sizeBytes))),
                            ("digest", .string(FileDigest(of: file)?.text ?? "")),
                        ])
                    )
                ]))
        }
        for problem in job.inputs.problems {
            lines.append(
                Self.line([("input", .object([("file", .string(problem.path))]))]))
        }
        conditions = lines
        outcome = []
    }

    /// Adds what the run came to.
    mutating func take(_ report: ImportReport) {
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
        plan.outcome = Array(bytes[start..<end])
        return plan
    }

    private init(conditions: [String], outcome: [UInt8]) {
        self.conditions = conditions
        self.outcome = outcome
    }

    /// The arguments of the import that was planned; nil when another version of the program wrote the plan.
    func arguments() -> [String]? {
        guard let head = try? JSONValue.parse(Array(conditions[0].utf8).span),
            head["kopiyka"]?.text == Program.version,
            case .number(String(Self.version))? = head["plan"],
            case .array(let words)? = head["import"]
        else { return nil }
        return words.compactMap(\.text)
    }

    /// What is not as it was when this plan was made.
    func changes(to now: ImportPlan) -> [PlanRefused.Change] {
        var changes: [PlanRefused.Change] = []
        for (name, change) in [
            ("ledger", PlanRefused.Change.ledger), ("queue", .queue), ("settings", .settings),
            ("rules", .rules),
        ] {
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
        return changes.sorted { ($0.rank, $0.path) < ($1.rank, $1.path) }
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

    private static func isCondition(_ line: String) -> Bool {
        ["ledger", "queue", "settings", "rules", "input"].contains {
            line.hasPrefix("{\"" + $0 + "\":")
        }
    }

    private static func line(_ members: [(key: String, value: JSONValue)]) -> String {
        var writer = ByteWriter()
        JSONValue.object(members).append(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
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
        let digest = FileDigest(
            high: StableHash.hash(bytes.span, seed: 7), low: StableHash.hash(bytes.span, seed: 8))
        return Array("{\"digest\":\"\(digest.text)\"}\n".utf8)
    }

    /// A new file, an empty one or an earlier plan may have the name.
    private static func verifyReplaceable(_ path: String) throws {
        guard let found = try fileStamp(path), found.size > 0 else { return }
        var head = [UInt8](repeating: 0, count: beginning.count)
        let count = try RegularFile(path).read(into: &head, at: 0)
        guard head[..<count] == beginning[...] else { throw PlanRefused(path, .taken) }
    }
}

extension ImportJob {
    /// The command line of this import behind `import`, the same wherever it is said: paths are absolute.
    fileprivate var arguments: [String] {
        var words: [String] = []
        for option in [
            OptionName.account, .format, .encoding, .layout, .dateOrder, .decimalMark, .sign,
        ] {
            for value in choices.values(of: option) { words += ["--" + option.rawValue, value] }
        }
        return words + ["--"] + paths
    }
}

/// The path without links and dots from the root; of what is not there, as it would be below the current folder.
func absolutePath(_ path: String) -> String {
    if let whole = unsafe realpath(path, nil) {
        defer { unsafe free(whole) }
        return unsafe String(cString: whole)
    }
    return path.hasPrefix("/") ? path : absolutePath(".") + "/" + path
}

/// A plan that cannot be written or done.
struct PlanRefused: HouseError {
    enum Reason: Equatable {
        case notAPlan, damaged, taken
        /// Its place is among the files it is about.
        case amongInputs
        case otherVersion
        case changed([Change])
    }

    enum Change: Equatable {
        case ledger, queue, settings, rules
        case fileChanged(String), fileGone(String), fileNew(String)
        /// Everything looked the same, and yet the rows came out otherwise.
        case outcome
    }

    let path: String
    let reason: Reason

    init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }

    var exitCode: ExitCode {
        switch reason {
        case .notAPlan, .damaged: .damaged
        case .taken, .amongInputs: .usage
        case .otherVersion, .changed: .needsPerson
        }
    }

    func messages(in language: Language) -> [HouseMessage] {
        guard case .changed(let changes) = reason else { return [message(in: language)] }
        return changes.map { message($0, in: language) }
    }

    func message(in language: Language) -> HouseMessage {
        if case .changed(let changes) = reason {
            return message(changes.first ?? .outcome, in: language)
        }
        let (kind, words): (String, ErrorWords) =
            switch reason {
            case .notAPlan:
                (
                    "plan-not-a-plan",
                    ErrorWords(
                        what: ("це не план імпорту", "this is no plan of an import"),
                        fix: (
                            "kopiyka import --plan ФАЙЛ записує план",
                            "kopiyka import --plan FILE writes one"
                        ))
                )
            case .damaged:
                (
                    "plan-damaged",
                    ErrorWords(
                        what: ("план пошкоджено або змінено", "the plan is damaged or was edited"),
                        why: (
                            "його контрольна сума не сходиться; нічого не зроблено",
                            "its hash does not agree; nothing was done"
                        ), fix: Self.planAgain)
                )
            case .taken:
                (
                    "plan-would-overwrite",
                    ErrorWords(
                        what: (
                            "файл уже є, і це не план імпорту",
                            "the file is there and is no plan of an import"
                        ),
                        why: (
                            "замінюється лише те, що записав kopiyka import --plan",
                            "only what kopiyka import --plan has written is replaced"
                        ), fix: ("назвіть інший файл", "name another file"))
                )
            case .amongInputs:
                (
                    "plan-among-inputs",
                    ErrorWords(
                        what: (
                            "план лежав би серед файлів, які він описує",
                            "the plan would lie among the files it is about"
                        ),
                        why: (
                            "apply побачив би його як новий файл",
                            "apply would see it as a new file"
                        ),
                        fix: (
                            "назвіть місце поза цими теками", "name a place outside these folders"
                        ))
                )
            case .otherVersion:
                (
                    "plan-of-another-version",
                    ErrorWords(
                        what: (
                            "план записала інша версія програми",
                            "another version of the program wrote the plan"
                        ),
                        why: ("нічого не зроблено", "nothing was done"), fix: Self.planAgain)
                )
            case .changed:
                ("plan-out-of-date", ErrorWords(what: ("", "")))
            }
        return HouseMessage(
            at: SourcePlace(file: path), kind: kind, what: words.what[language],
            why: words.why[language], fix: words.fix[language])
    }

    private static let planAgain = (
        "складіть план ще раз: kopiyka import --plan ФАЙЛ",
        "make the plan again: kopiyka import --plan FILE"
    )

    private func message(_ change: Change, in language: Language) -> HouseMessage {
        HouseMessage(
            at: SourcePlace(file: change.path.isEmpty ? path : change.path),
            kind: "plan-out-of-date", what: change.words[language],
            why: Bilingual(
                uk: "план робиться точно або ніяк; нічого не зроблено",
                en: "a plan is done exactly or not at all; nothing was done")[language],
            fix: Bilingual(uk: Self.planAgain.0, en: Self.planAgain.1)[language])
    }
}

extension PlanRefused.Change {
    fileprivate var rank: Int {
        switch self {
        case .ledger: 0
        case .queue: 1
        case .settings: 2
        case .rules: 3
        case .fileChanged: 4
        case .fileGone: 5
        case .fileNew: 6
        case .outcome: 7
        }
    }

    fileprivate var path: String {
        switch self {
        case .fileChanged(let path), .fileGone(let path), .fileNew(let path): path
        case .ledger, .queue, .settings, .rules, .outcome: ""
        }
    }

    fileprivate var words: Bilingual {
        switch self {
        case .ledger:
            Bilingual(
                uk: "книга змінилася після того, як складено план",
                en: "the ledger changed since the plan was made")
        case .queue:
            Bilingual(
                uk: "черга змінилася після того, як складено план",
                en: "the queue changed since the plan was made")
        case .settings:
            Bilingual(
                uk: "kopiyka.yaml змінився після того, як складено план",
                en: "kopiyka.yaml changed since the plan was made")
        case .rules:
            Bilingual(
                uk: "правила чи макети змінилися після того, як складено план",
                en: "rules or layouts changed since the plan was made")
        case .fileChanged:
            Bilingual(
                uk: "файл змінився після того, як складено план",
                en: "the file changed since the plan was made")
        case .fileGone:
            Bilingual(
                uk: "файла з плану вже немає", en: "a file of the plan is gone")
        case .fileNew:
            Bilingual(
                uk: "з'явився файл, якого в плані немає",
                en: "there is a file that the plan does not know")
        case .outcome:
            Bilingual(
                uk: "рядки вийшли інакше, ніж у плані",
                en: "the rows came out otherwise than planned")
        }
    }
}
