import Facts
import Scanning

/// `kopiyka limits`: the one table of limits.
enum LimitsCommand: Command {
    static func run(_ invocation: Invocation, _ console: Console) throws -> ExitCode {
        if invocation.wantsJSON {
            for limit in Limits.all {
                try console.json([
                    "name": .string(limit.name), "value": .count(limit.value),
                    "unit": .string(limit.unit), "reason": .string(limit.reason),
                ])
            }
            return .done
        }
        var table = Table([
            .init(.columnLimit), .init(.columnValue, .number), .blank,
            .init(.columnReason, cutTo: 20),
        ])
        for limit in Limits.all {
            table.add([
                .text(limit.name), .count(limit.value), .text(limit.unit), .text(limit.reason),
            ])
        }
        try console.table(table)
        return .done
    }
}
