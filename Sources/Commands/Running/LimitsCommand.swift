import Facts
import Scanning

/// `kopiyka limits`: the one table of limits.
enum LimitsCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.wantsJSON {
            for limit in Limits.all {
                try console.json(
                    .object([
                        ("name", .string(limit.name)), ("value", .number(String(limit.value))),
                        ("unit", .string(limit.unit)), ("reason", .string(limit.reason)),
                    ]))
            }
            return .done
        }
        var table = Table([
            .init(console.words(.columnLimit)), .init(console.words(.columnValue), .number),
            .init(""),
            .init(console.words(.columnReason), cutTo: 20),
        ])
        for limit in Limits.all {
            table.add([
                Table.Cell(limit.name),
                Table.Cell(groupedDigits(String(limit.value), in: console.language)),
                Table.Cell(limit.unit), Table.Cell(limit.reason),
            ])
        }
        try console.table(table)
        return .done
    }
}
