import Saving
import Testing

@testable import Importing

@Suite struct `A file that was written` {
    @Test func `is whole once it was left alone for some seconds, by a clock that can be right`()
        throws
    {
        let household = try Household()
        let path = household.write("Date,Amount\n", to: "in/a.csv")
        let file = try #require(InputList(paths: [path]).files.first)
        let mark = try #require(file.mark)
        let written = mark.touchedSeconds
        for (later, isWhole) in [(0, false), (2, false), (3, true), (60, true), (-1, true)] {
            #expect(file.isWritten(now: written + later, quietSeconds: 3) == isWhole, "\(later)")
        }
    }
}
