import Facts
import Pending
import Scanning

extension SuggestionJSON {
    /// What an import keeps for every line of one description; empty for no suggestion at all.
    static func bytes(of suggestion: Suggestion) -> [UInt8] {
        if suggestion == .none { return [] }
        var out = ByteWriter()
        append(suggestion, to: &out)
        return out.bytes
    }
}
