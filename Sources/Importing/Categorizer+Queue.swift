import Categorizing
import Facts

extension Categorizer {
    /// The suggestion of a line as the queue keeps it: where a rule of the user's is written is
    /// said, the places in built-in tables are left to `explain`.
    func suggestionForQueue(
        of line: StatementLine, in batch: LineBatch, account: String, country: String,
        memory: Memory? = nil
    ) -> Suggestion {
        suggest(
            line: line, arena: batch.arena.span, account: account, country: country,
            memory: memory, saysOrigins: false)
    }

    /// The half of it that asks no memory.
    func judgementForQueue(
        of line: StatementLine, arena: Span<UInt8>, account: String, country: String,
        namesSubjects: Bool
    ) -> Judgement {
        judge(
            line: line, arena: arena, account: account, country: country, saysOrigins: false,
            namesSubjects: namesSubjects)
    }
}
