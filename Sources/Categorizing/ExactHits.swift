/// Exact matches in a text.
extension DescriptorReading {
    /// Something indicates what was bought, weakly or strongly.
    var hasHit: Bool { merchant != nil || phrase != nil || keywordCount > 0 }

    /// Only a nearly matching name or word was found.
    var isBent: Bool { reach == .cut || reach == .near }

    /// Whether all hits are within the tokens, and the tokens are more than any hit.
    func isPart(of tokens: Range<Int>) -> Bool {
        func isPart(_ hit: Hit?) -> Bool { hit.map { $0.isPart(of: tokens) } ?? true }
        return isPart(merchant) && isPart(phrase)
            && (0..<keywordCount).allSatisfy { isPart(keyword($0)) }
    }
}
