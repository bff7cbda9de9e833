import Glibc
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

    @Test func `one work behind the other is done by few threads`() {
        let ids = Mutex<Set<UInt>>([])
        for _ in 0..<200 {
            let begun = WorkThread { ids.withLock { _ = $0.insert(UInt(pthread_self())) } }
            guard let thread = begun else {
                Issue.record("no thread")
                return
            }
            thread.join()
        }
        // Other tests keep threads busy meanwhile.
        #expect(ids.withLock(\.count) < 100)
    }

    @Test func `a thread that was begun does what it was begun with`() throws {
        let isDone = Handover([Int]())
        #expect(WorkThread.begin { isDone.hand(7) })
        #expect(isDone.next() == 7)
    }

    @Test func `a thread apart shares no processor with its maker until it is joined`() throws {
        let before = try processors()
        let own = Mutex("")
        let handover = Handover([0])
        let begun = WorkThread(apart: true) {
            own.withLock { $0 = (try? processors()) ?? "" }
            while handover.empty() != nil { handover.hand(1) }
        }
        guard let thread = begun else {
            Issue.record("no thread")
            return
        }
        _ = handover.next()
        let maker = try processors()
        handover.giveBack(0)
        handover.stop()
        thread.join()
        #expect(try processors() == before)
        let other = own.withLock(\.self)
        if before.contains(where: { $0 == "-" || $0 == "," }) {
            #expect(maker != before && other != before && maker != other)
            #expect(members(maker).isDisjoint(with: members(other)))
            #expect(members(maker).union(members(other)) == members(before))
        } else {
            #expect(maker == before && other == before)
        }
    }
}

/// Those that the calling thread may run on, as the system writes them: "0-1,4".
private func processors() throws -> String {
    let descriptor = unsafe open("/proc/thread-self/status", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 1 << 14)
    let count = unsafe read(descriptor, &text, text.count)
    let line = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("Cpus_allowed_list:") }
    return String(try #require(line).split(separator: "\t")[1])
}

private func members(_ list: String) -> Set<Int> {
    Set(
        list.split(separator: ",").flatMap { range in
            let ends = range.split(separator: "-").compactMap { Int($0) }
            return Array((ends.first ?? 0)...(ends.last ?? 0))
        })
}
