import Categorizing
import Facts

extension Categorizer {
    /// The suggestion of a line in the queue's form: with the places of the user's rules, without
    /// those of built-in tables, which `explain` shows.
    func suggestionForQueue(
        of line: StatementLine, in batch: LineBatch, account: String, country: String,
        memory: Memory? = nil
    ) -> Suggestion {
        suggest(
            line: line, arena: batch.arena.span, account: account, country: country,
            memory: memory, includesOrigins: false)
    }

    /// The part that needs no memory.
    func judgementForQueue(
        of line: StatementLine, arena: Span<UInt8>, account: String, country: String,
        namesSubjects: Bool
    ) -> Judgement {
        judge(
            line: line, arena: arena, account: account, country: country, includesOrigins: false,
            namesSubjects: namesSubjects)
    }
}
