import Categorizing
import Facts
import Pending
import Scanning

/// What rules and tables say of lines, by the number of the judgement.
struct JudgementTable: Sendable {
    /// Ascending; of a batch as it was read none is missing between.
    private var numbers: [Int] = []
    /// Nil for what is left to another thread.
    private var judgements: [Categorizer.Judgement?] = []
    /// What the queue has of the evidence of the first of them, and where each ends in it.
    private(set) var evidence: [UInt8] = []
    private var evidenceEnds: [Int] = []

    subscript(number: Int) -> Categorizer.Judgement? {
        get {
            let place = place(of: number)
            return place < numbers.count && numbers[place] == number ? judgements[place] : nil
        }
        set {
            let place = place(of: number)
            assert(place == 0 || numbers[place - 1] < number, "numbers ascend")
            if place == numbers.count {
                numbers.append(number)
                judgements.append(newValue)
            } else if numbers[place] == number {
                judgements[place] = newValue
            } else {
                numbers.insert(number, at: place)
                judgements.insert(newValue, at: place)
                removeEvidence()
            }
        }
    }

    /// Calls with what a memory is asked about each judgement from a number on, until that says no.
    ///
    /// - Returns: the number of the judgement behind the last one.
    func forEachAsked(from number: Int, _ body: ([SubjectKey]) -> Bool) -> Int {
        for place in place(of: number)..<numbers.count {
            // Looked at in its place: a copy retains a dozen texts.
            if let subjects = judgements[place]?.subjectsAsked, !body(subjects) {
                return numbers[place] + 1
            }
        }
        return max(number, (numbers.last ?? -1) + 1)
    }

    /// Writes the evidence of all judgements as the queue has it.
    ///
    /// - Parameter writer: what it holds is lost; it is only handed on so that its room is.
    mutating func writeEvidence(by writer: inout ByteWriter) {
        removeEvidence()
        writer.removeAll()
        evidenceEnds.reserveCapacity(judgements.count)
        for place in judgements.indices {
            judgements[place]?.withSuggestion {
                SuggestionJSON.appendEvidence(of: $0, to: &writer)
            }
            evidenceEnds.append(writer.count)
        }
        evidence = writer.bytes
        assert(evidenceEnds.count == numbers.count, "each judgement has its evidence")
    }

    /// Where in ``evidence`` that of a judgement is; empty where it was not written.
    func evidenceRange(of number: Int) -> Range<Int> {
        let place = place(of: number)
        guard place < evidenceEnds.count, numbers[place] == number else { return 0..<0 }
        return (place == 0 ? 0 : evidenceEnds[place - 1])..<evidenceEnds[place]
    }

    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        judgements.removeAll(keepingCapacity: true)
        removeEvidence()
    }

    private mutating func removeEvidence() {
        evidence = []
        evidenceEnds.removeAll(keepingCapacity: true)
    }

    private func place(of number: Int) -> Int {
        guard let first = numbers.first, let last = numbers.last, number <= last else {
            return numbers.count
        }
        let near = number - first
        if near >= 0, near < numbers.count, numbers[near] == number { return near }
        return numbers.partitionPoint { $0 >= number }
    }
}
