/// A natural number of any size: an exact annuity needs some ten thousand binary digits, a mean of
/// shares some hundred.
struct WideNatural: Comparable {
    /// The least significant first; the last one is not zero.
    private var limbs: [UInt64]

    init(_ value: UInt64) { limbs = value == 0 ? [] : [value] }

    func times(_ factor: UInt64) -> WideNatural {
        var product = WideNatural(0)
        if factor == 0 { return product }
        product.limbs.reserveCapacity(limbs.count + 1)
        var carry: UInt64 = 0
        for limb in limbs {
            let (high, low) = limb.multipliedFullWidth(by: factor)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            product.limbs.append(sum)
            // The high half of a product is at most 2^64 − 2.
            carry = high + (overflow ? 1 : 0)
        }
        if carry > 0 { product.limbs.append(carry) }
        return product
    }

    static func + (a: WideNatural, b: WideNatural) -> WideNatural {
        let (longer, shorter) = a.limbs.count < b.limbs.count ? (b, a) : (a, b)
        var sum = longer
        var carry: UInt64 = 0
        for index in sum.limbs.indices {
            let added = index < shorter.limbs.count ? shorter.limbs[index] : 0
            let (first, one) = sum.limbs[index].addingReportingOverflow(added)
            let (second, two) = first.addingReportingOverflow(carry)
            sum.limbs[index] = second
            carry = one || two ? 1 : 0
        }
        if carry > 0 { sum.limbs.append(carry) }
        return sum
    }

    /// `b` is not larger than `a`.
    static func - (a: WideNatural, b: WideNatural) -> WideNatural {
        precondition(b <= a, "caller takes more than there is")
        var rest = a
        var borrow: UInt64 = 0
        for index in rest.limbs.indices {
            let taken = index < b.limbs.count ? b.limbs[index] : 0
            let (first, one) = rest.limbs[index].subtractingReportingOverflow(taken)
            let (second, two) = first.subtractingReportingOverflow(borrow)
            rest.limbs[index] = second
            borrow = one || two ? 1 : 0
        }
        while rest.limbs.last == 0 { rest.limbs.removeLast() }
        return rest
    }

    static func * (a: WideNatural, b: WideNatural) -> WideNatural {
        var product = WideNatural(0)
        for limb in b.limbs.reversed() {
            if !product.isZero { product.limbs.insert(0, at: 0) }
            product = product + a.times(limb)
        }
        return product
    }

    var isZero: Bool { limbs.isEmpty }

    static func < (a: WideNatural, b: WideNatural) -> Bool {
        if a.limbs.count != b.limbs.count { return a.limbs.count < b.limbs.count }
        for index in a.limbs.indices.reversed() where a.limbs[index] != b.limbs[index] {
            return a.limbs[index] < b.limbs[index]
        }
        return false
    }
}
