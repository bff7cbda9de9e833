import Categorizing
import Facts

/// Judgements of lines by rules and tables, by judgement number.
struct JudgementTable: Sendable {
    /// Ascending; in a batch as read they are consecutive.
    private var numbers: [Int] = []
    private var judgements: [Categorizer.Judgement] = []

    subscript(number: Int) -> Categorizer.Judgement? {
        let place = place(of: number)
        return place < numbers.count && numbers[place] == number ? judgements[place] : nil
    }

    mutating func set(_ judgement: Categorizer.Judgement, _ number: Int) {
        let place = place(of: number)
        assert(place == 0 || numbers[place - 1] < number, "numbers ascend")
        if place == numbers.count {
            numbers.append(number)
            judgements.append(judgement)
        } else if numbers[place] == number {
            judgements[place] = judgement
        } else {
            numbers.insert(number, at: place)
            judgements.insert(judgement, at: place)
        }
    }

    /// Calls `body` with the memory keys of each judgement from a number on, until it returns
    /// false.
    ///
    /// - Returns: the number after the last judgement.
    func forEachAsked(from number: Int, _ body: ([SubjectKey]) -> Bool) -> Int {
        for place in place(of: number)..<numbers.count {
            // Read in place: a copy retains a dozen texts.
            if !body(judgements[place].subjectsAsked) { return numbers[place] + 1 }
        }
        return max(number, (numbers.last ?? -1) + 1)
    }

    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        judgements.removeAll(keepingCapacity: true)
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
