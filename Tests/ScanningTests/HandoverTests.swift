import Testing

@testable import Scanning

struct HandoverTests {
    @Test(arguments: [1, 2, 3])
    func `values arrive in the order they were handed over`(_ underWay: Int) {
        let handover = Handover(Array(repeating: [Int](), count: underWay))
        let thread = WorkThread {
            for number in 0..<1_000 {
                guard var value = handover.empty() else { return }
                value.append(number)
                handover.hand(value)
            }
        }
        guard let worker = thread else {
            Issue.record("no thread")
            return
        }
        var seen: [Int] = []
        for _ in 0..<1_000 {
            var value = handover.next()
            seen += value
            value.removeAll()
            handover.giveBack(value)
        }
        worker.join()
        #expect(seen == Array(0..<1_000))
    }

    @Test func `a taker that stops ends the maker, and another may begin`() {
        let handover = Handover([0, 0])
        for round in 1...3 {
            let thread = WorkThread {
                while handover.empty() != nil { handover.hand(round) }
            }
            guard let worker = thread else {
                Issue.record("no thread")
                return
            }
            let first = handover.next()
            handover.giveBack(first)
            handover.stop()
            worker.join()
            handover.restart()
            #expect(first == round)
        }
    }
}
