import Facts
import Importing
import Planning
import Reading
import Reports
import Saving
import Scanning
import Workspaces

/// `kopiyka prices import FILE…`: keeps the new prices of lists in `prices.csv`.
///
/// A price that is known already is left out, so a longer list of the same bank adds only what is
/// new; one that differs from the known one replaces it.
enum PricesImport {
    static func run(
        _ paths: [String], _ invocation: Invocation, _ console: Console
    ) throws -> ExitCode {
        let access = try WorkspaceAccess.open(.writing, console)
        let inputs = InputList(paths: paths)
        for problem in inputs.problems { console.report(problem) }
        for path in inputs.passedOver { console.narrate(.inputPassedOver, ["file": .text(path)]) }
        var isClean = inputs.problems.isEmpty
        var new = NewPrices(beside: PriceTable(lists: try access.listedPrices()))
        for input in inputs.files {
            guard let list = read(input, access, invocation, console) else {
                isClean = false
                continue
            }
            isClean = isClean && list.faults.isEmpty
            try show(list, new: new.add(list.prices), input, invocation, console)
        }
        if !new.prices.isEmpty, !invocation.isDryRun {
            let before = try access.workspace.contents(of: .prices)
            let rows = PriceFile.text(of: new.prices, hasHeading: before.isEmpty)
            try access.workspace.replace(
                .prices, with: before + rows.utf8, insteadOf: before, command: "prices import")
        }
        if invocation.isDryRun { console.narrate(.dryRunNothingChanged) }
        return isClean ? .done : .needsPerson
    }

    /// Nil, after reporting why, for a file that is no list.
    private static func read(
        _ input: InputFile, _ access: WorkspaceAccess, _ invocation: Invocation,
        _ console: Console
    ) -> PriceList? {
        do {
            let list = try PriceList.read(
                try input.contents(limit: Limits.pricesBytesMax), file: input.name,
                base: try access.base(invocation.currency(.base)))
            if !list.faults.isEmpty {
                let faults = PriceFaults(file: input.path, faults: list.faults)
                for message in faults.messages.prefix(Limits.rejectionsShownMax) {
                    var row = message
                    row.exitCode = .needsPerson
                    console.report(row)
                }
                let more = list.faults.count - Limits.rejectionsShownMax
                if more > 0 { console.narrate(.moreErrors, ["count": .count(more)]) }
            }
            return list
        } catch let fault as PriceFault {
            console.report(PriceFaults(file: input.path, faults: [fault]))
        } catch var failure as ReadFailure {
            failure.place.file = input.path
            console.report(failure)
        } catch let error as any HouseError {
            console.report(error)
        } catch {
            assertionFailure("errors of lists have messages")
        }
        return nil
    }

    private static func show(
        _ list: PriceList, new: Int, _ input: InputFile, _ invocation: Invocation,
        _ console: Console
    ) throws {
        let days = list.prices.map(\.day)
        if invocation.wantsJSON {
            return try console.json([
                "file": .string(input.name), "prices": .count(list.prices.count),
                "new": .count(new), "rejected": .count(list.faults.count),
                "from": days.min().map { .day($0) }, "to": days.max().map { .day($0) },
            ])
        }
        guard let first = days.min(), let last = days.max() else { return }
        try console.line(
            .pricesImported,
            [
                "file": .text(input.name), "count": .count(list.prices.count),
                "new": .count(new), "first": .day(first), "last": .day(last),
            ])
        if list.passedOver > 0 {
            console.narrate(.pricesPassedOver, ["count": .count(list.passedOver)])
        }
    }
}
