import Synchronization
import Testing

@testable import Scanning

struct WorkThreadTests {
    @Test func `its maker waits for the end of the work, and no longer holds what it needed`() {
        final class Count: Sendable { let value = Atomic(0) }
        weak var released: Count?
        do {
            let count = Count()
            released = count
            let begun = WorkThread { for _ in 0..<1_000 { count.value.add(1, ordering: .relaxed) } }
            guard let thread = begun else {
                Issue.record("no thread")
                return
            }
            thread.join()
            #expect(count.value.load(ordering: .relaxed) == 1_000)
        }
        #expect(released == nil)
    }
}
