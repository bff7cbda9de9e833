import Categorizing
import Facts
import Importing
import Pending
import Reading
import Saving
import Scanning
import Workspaces

/// `kopiyka pipe read|categorize|identify`: a filter without state for the engines that people run.
///
/// It ends with 0 when every line has its answer, and with 70 when it is broken and is to be run
/// again: an engine would run a task for ever that ends with 1 because of one row.
enum PipeCommand: Command {
    private enum Stage: String, CaseIterable { case read, categorize, identify }

    static let stages = Stage.allCases.map(\.rawValue)

    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        guard let word = invocation.operands.first, let stage = Stage(rawValue: word) else {
            preconditionFailure("the parser accepts these words only")
        }
        let columns = try columns(invocation, stage)
        if invocation.has(.rules), stage != .categorize {
            throw HouseMessage.usage("error.usage.pipe-option", ["option": .text("--rules")])
        }
        do {
            let knowledge = try Knowledge(invocation[.rules])
            if invocation.has(.tables) {
                try console.json([
                    "stage": .string(stage.rawValue), "version": .string(Program.version),
                    "tables": .string(knowledge.digest),
                ])
            } else {
                try run(stage, knowledge, columns, console)
            }
            try console.flush()
            return .done
        } catch let error as any HouseError {
            console.report(error)
            return .stageBroken
        }
    }

    private static func run(
        _ stage: Stage, _ knowledge: Knowledge, _ columns: [PipedCategories.Field],
        _ console: Console
    ) throws {
        switch stage {
        case .read:
            var files = PipedFiles(sentence: sentence)
            try run(&files, console)
        case .categorize:
            var categories = PipedCategories(
                Categorizer(
                    userRules: knowledge.rules,
                    categories: knowledge.ownCategories ?? .builtIn),
                columns: columns, sentence: sentence)
            try run(&categories, console)
        case .identify:
            var identities = PipedIdentities(sentence: sentence)
            try run(&identities, console)
        }
    }

    private static func run<Stage: PipedStage & ~Copyable>(
        _ stage: inout Stage, _ console: Console
    ) throws {
        var input = try standardInput()
        var cutter = LineCutter(lineBytesMax: Stage.lineBytesMax)
        var out = ByteWriter(capacity: 1 << 17)
        var chunk: [UInt8] = []
        do {
            while try read(&input, into: &chunk) {
                try cutter.feed(chunk.span) { line, isCut in
                    try stage.answer(line, isCut: isCut, to: &out)
                    if out.count > 1 << 16 { try write(&out, console) }
                }
                // A sender that waits for answers before it sends more lines gets them.
                try write(&out, console)
                try console.flush()
            }
            try cutter.finish { line, isCut in
                try stage.answer(line, isCut: isCut, to: &out)
            }
        } catch let refusal as PipedRefusal {
            throw refusal.message
        }
        stage.finish(to: &out)
        try write(&out, console)
    }

    private static func write(_ out: inout ByteWriter, _ console: Console) throws(SavingError) {
        try out.withBytes { (bytes) throws(SavingError) in try console.raw(bytes) }
        out.removeAll()
    }

    private static func standardInput() throws(ReadFailure) -> ByteSource {
        do throws(ByteSourceError) {
            return try .standardInputOnce()
        } catch {
            throw ReadFailure(error, path: "-")
        }
    }

    private static func read(
        _ input: inout ByteSource, into chunk: inout [UInt8]
    ) throws(ReadFailure) -> Bool {
        chunk.removeAll(keepingCapacity: true)
        do throws(ByteSourceError) {
            return try input.read(into: &chunk) > 0
        } catch {
            throw ReadFailure(error, path: "-")
        }
    }

    /// The columns of CSV; none for JSON Lines.
    private static func columns(
        _ invocation: Invocation, _ stage: Stage
    ) throws(HouseMessage) -> [PipedCategories.Field] {
        guard let text = invocation[.columns] else { return [] }
        guard stage == .categorize else {
            throw HouseMessage.usage("error.usage.pipe-option", ["option": .text("--columns")])
        }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let columns = names.compactMap { PipedCategories.Field(rawValue: $0) }
        guard columns.count == names.count, Set(columns).count == columns.count,
            columns.contains(.id), columns.contains(.descriptor)
        else {
            let known = PipedCategories.Field.allCases.map(\.rawValue).joined(separator: ",")
            throw HouseMessage.usage(
                "error.usage.pipe-columns", ["columns": .text(text), "known": .text(known)])
        }
        return columns
    }

    /// In English in every locale: the bytes of an answer depend on the line alone.
    private static func sentence(_ rejection: PipedRejection) -> String {
        let what: Phrase =
            switch rejection.reason {
            case .record(let kind): kind.words.what
            case .text(let kind): ErrorWords("rowRejection.\(kind.rawValue)").what
            case .file(let failure): failure.message.words.what
            }
        return escapedForTerminal(maskedNumbers(what[.en]))
    }
}

/// The knowledge that a stage decides by: the rules of a folder, and the tables of the program.
private struct Knowledge {
    private(set) var rules: [RuleFile] = []
    /// The workspace's; nil for the built-in ones, which take a while to read.
    private(set) var ownCategories: CategoryTable?
    /// The files of `--rules`, with their names.
    private let files: [[UInt8]]

    /// - Parameter folder: with files of rules, or a workspace, of which its rules, categories and
    ///   settings are read; nil for the tables alone.
    init(_ folder: String?) throws {
        var bytes: [[UInt8]] = []
        if let folder {
            let paths = WorkspacePaths(folder)
            // A folder that is not there would be one without rules.
            _ = try status(at: folder, followingLink: true)
            let isWorkspace = try fileStamp(paths.settings) != nil
            let place = isWorkspace ? paths.rules : folder
            let files = try yamlFiles(in: place)
            if isWorkspace {
                let categories = try categoryFile(of: paths).table
                ownCategories = categories
                rules = try ruleFiles(of: paths, categories, Settings(at: paths))
                bytes.append(try Workspace.contents(of: .categories, at: paths))
                bytes.append(try readFile(paths.settings, limit: Limits.settingsBytesMax))
            } else {
                rules = try ruleFiles(at: files, in: folder)
            }
            for file in files {
                bytes.append(Array(file.dropFirst(place.utf8.count).utf8))
                bytes.append(try readFile(file, limit: Limits.settingsBytesMax))
            }
        }
        files = bytes
    }

    /// Equal where the same lines get the same answers. It reads all tables, some 8 MB.
    var digest: String {
        var (high, low): (UInt64, UInt64) = (1, 2)
        func add(_ bytes: Span<UInt8>) {
            high = StableHash.combine(high, StableHash.hash(bytes, seed: 1))
            low = StableHash.combine(low, StableHash.hash(bytes, seed: 2))
        }
        add("\(Program.version) \(LineKey.version)".utf8.span)
        let embedded: [EmbeddedFile] = [
            .headings, .layouts, .merchants, .categories, .values, .words,
        ]
        for file in embedded { file.withSpan { add($0) } }
        for bytes in files { add(bytes.span) }
        var text = ByteWriter(capacity: 32)
        text.append(hex: high)
        text.append(hex: low)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}

extension PipedRefusal {
    fileprivate var message: HouseMessage {
        let key =
            switch kind {
            case .otherAccount: "error.pipe-order.account"
            case .earlierDay: "error.pipe-order.day"
            }
        return HouseMessage(
            at: SourcePlace(file: "-", line: line), key, exitCode: .stageBroken)
    }
}
