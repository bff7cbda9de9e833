internal import Facts

/// Words beside the amount that leave it open: «понад 500», «500 з чимось», «поділили 840», «кава
/// 65, 2 рази».
extension QuickReader {
    func refuseOpen(_ amount: QuickNumber) throws(Fault) {
        if let words = boundBefore(amount.words) ?? restBehind(amount.words) {
            throw .amountUnclear(text(of: words))
        }
        // «1,5 к чаю»: thousands, or for it.
        if amount.number.scale == 1, has(.scaleLetter, amount.words.upperBound + 1) {
            throw .amountUnclear(text(of: amount.words.lowerBound...(amount.words.upperBound + 1)))
        }
        if let shared = firstFree(.shared) {
            let all = min(shared, amount.words.lowerBound)...max(shared, amount.words.upperBound)
            throw .amountUnclear(text(of: all))
        }
        if let times = timesApart(from: amount.words) {
            let all =
                min(
                    times.lowerBound, amount.words.lowerBound)...max(
                    times.upperBound, amount.words.upperBound)
            throw .amountUnclear(text(of: all))
        }
        if amount.isSpelled, let more = numberJoined(to: amount.words) {
            throw .notUnderstood(text(of: amount.words.lowerBound...more))
        }
    }

    /// «понад», «більше ніж», `up to`, «до».
    private func boundBefore(_ amount: ClosedRange<Int>) -> ClosedRange<Int>? {
        var first = amount.lowerBound - 1
        if key(first) == "до" || key(first) == "to" && key(first - 1) == "up" {
            return (key(first) == "до" ? first : first - 1)...amount.upperBound
        }
        if ["ніж", "чем", "than", "за", "як", "на"].contains(key(first)), has(.bound, first - 1) {
            first -= 1
        }
        return has(.bound, first) ? first...amount.upperBound : nil
    }

    /// «з чимось», «с копейками», `and change`.
    private func restBehind(_ amount: ClosedRange<Int>) -> ClosedRange<Int>? {
        let link = amount.upperBound + 1
        let isLink = place(link) == .from || has(.joining, link)
        return isLink && has(.rest, link + 1) ? amount.lowerBound...(link + 1) : nil
    }

    /// «2 рази», which may or may not multiply the amount; «3 рази на тиждень» is how often.
    private func timesApart(from amount: ClosedRange<Int>) -> ClosedRange<Int>? {
        // «2 рази по 120»
        if has(.by, amount.lowerBound - 1) || amount.contains(where: { has(.by, $0) }) {
            return nil
        }
        for index in free where has(.timesOf, index) && !amount.contains(index) {
            let count = index - 1
            guard isCountOfTimes(count), !amount.contains(count), place(index + 1) == nil else {
                continue
            }
            return count...index
        }
        return nil
    }

    private func isCountOfTimes(_ index: Int) -> Bool {
        if let digits = Int(plain(index)) { return digits > 1 }
        return lexicon.number(.number, key(index)).map { $0 > 1 } ?? false
    }

    /// «сто двадцять і п'ять».
    private func numberJoined(to amount: ClosedRange<Int>) -> Int? {
        let link = amount.upperBound + 1
        guard has(.joining, link), has(.number, link + 1) else { return nil }
        let next = link + 2
        let isCounted =
            words.indices.contains(next) && !words[next].isTaken && words[next].isWord
            && place(next) == nil && !has(.price, next)
        return isCounted ? nil : link + 1
    }
}
