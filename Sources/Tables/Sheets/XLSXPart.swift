internal import Facts
internal import Scanning
internal import Reading

/// The ZIP archive of a workbook, with its parts by name.
package final class XLSXPackage {
    let file: String
    private var source: ByteSource
    /// By names in the form of `folded`.
    private var members: [String: ZipMember] = [:]

    private static let pieceBytes = 64 * 1024

    init(_ source: consuming ByteSource, _ directory: ZipDirectory) {
        file = source.path
        self.source = source
        // The first of two parts with one name counts, as for the programs that write them.
        for member in directory.members where members[Self.folded(member.name)] == nil {
            members[Self.folded(member.name)] = member
        }
    }

    /// Part names ignore case, and some programs write a leading slash.
    package static func folded(_ name: String) -> String {
        var bytes = Array(name.utf8)
        for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) {
            bytes[index] |= 0x20
        }
        return String(decoding: bytes.drop { $0 == 0x2F }, as: UTF8.self)
    }

    func has(_ name: String) -> Bool { members[Self.folded(name)] != nil }
    var isUnchanged: Bool { source.unchangedSinceOpening() }

    func member(_ name: String) throws(ReadFailure) -> ZipMember? {
        guard let member = members[Self.folded(name)] else { return nil }
        if member.isEncrypted { throw failure(.archive(.encrypted), name) }
        if member.hasUnknownMethod { throw failure(.archive(.method), name) }
        return member
    }

    /// Parses a whole part; does nothing if the package lacks it.
    func read(_ name: String, by handler: any XMLListener) throws(ReadFailure) {
        guard let member = try member(name) else { return }
        let xml = try XMLPush(sheetAt: place(name))
        var stream = PackedStream(member.run)
        var piece: [UInt8] = []
        while try next(&stream, into: &piece, part: name) { try xml.read(piece.span, to: handler) }
        try xml.finish(to: handler)
    }

    /// Replaces `piece` by the next decompressed bytes of a part; false at its end.
    func next(
        _ stream: inout PackedStream, into piece: inout [UInt8], part: String
    ) throws(ReadFailure) -> Bool {
        piece.removeAll(keepingCapacity: true)
        do throws(ByteSourceError) {
            return try stream.read(into: &piece, max: Self.pieceBytes, from: &source) > 0
        } catch {
            throw failure(error, part)
        }
    }

    func place(_ part: String) -> SourcePlace { SourcePlace(file: file, path: part) }

    private func failure(_ error: ByteSourceError, _ part: String) -> ReadFailure {
        var failure = ReadFailure(error, path: file)
        failure.place.path = part
        return failure
    }
}

/// The targets of a part's relationships.
final class XLSXRelations: XMLListener {
    struct Relation {
        let type: String
        let target: String
    }

    private(set) var byID: [String: Relation] = [:]

    private let folder: String

    /// - Parameter part: the source part, `xl/workbook.xml`; empty for the package.
    init(of part: String) {
        folder = part.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// The name of the part with a part's relationships.
    static func part(of part: String) -> String {
        let names = part.split(separator: "/")
        return (names.dropLast() + ["_rels", "\(names.last ?? "").rels"]).joined(separator: "/")
    }

    /// The first target of a kind, by the last word of the relationship's type, which is the same
    /// in both editions of the standard.
    func target(ofType word: String) -> String? {
        byID.values.filter { $0.type.hasSuffix("/" + word) }.map(\.target).min()
    }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        guard name.equals("Relationship"), let id = attributes["Id"],
            let target = attributes["Target"], byID.count < 10_000
        else { return }
        // External targets are never read.
        if let mode = attributes["TargetMode"], mode.elementsEqual("External".utf8) { return }
        byID[String(decoding: id, as: UTF8.self)] = Relation(
            type: String(decoding: attributes["Type"] ?? [], as: UTF8.self),
            target: resolved(String(decoding: target, as: UTF8.self)))
    }

    func close(_ name: Span<UInt8>) {}
    func characters(_ bytes: Span<UInt8>) {}

    private func resolved(_ target: String) -> String {
        var names: [Substring] = []
        let whole = target.hasPrefix("/") || folder.isEmpty ? target : folder + "/" + target
        for name in whole.split(separator: "/") {
            if name == ".." {
                _ = names.popLast()
            } else if name != "." {
                names.append(name)
            }
        }
        return names.joined(separator: "/")
    }
}
