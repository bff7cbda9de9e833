import Glibc

/// `make slow`, which sets `KOPIYKA_SLOW=1`: every proof tries all that it can. Else a run is one
/// that a contributor waits for, and proofs of many draws make the first few of the same draws.
package let isSlowRun = unsafe getenv("KOPIYKA_SLOW") != nil

/// How many draws a proof makes.
package func draws(_ count: Int, slow: Int) -> Int {
    isSlowRun ? slow : count
}

/// All elements in a slow run; else every so many-th, from the first on.
package func drawn<Elements: Sequence>(
    every step: Int, of elements: Elements
) -> [Elements.Element] {
    if isSlowRun { return Array(elements) }
    return elements.enumerated().filter { $0.offset % step == 0 }.map(\.element)
}
