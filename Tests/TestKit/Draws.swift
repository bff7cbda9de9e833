import Glibc

/// `make slow` sets `KOPIYKA_SLOW=1`: every test runs all its cases. Otherwise a run is short
/// enough for contributors, and random tests take only the first draws of the same sequence.
package let isSlowRun = unsafe getenv("KOPIYKA_SLOW") != nil

/// The number of draws of a test.
package func draws(_ count: Int, slow: Int) -> Int {
    isSlowRun ? slow : count
}

/// All elements in a slow run; otherwise every `step`-th, from the first.
package func drawn<Elements: Sequence>(
    every step: Int, of elements: Elements
) -> [Elements.Element] {
    if isSlowRun { return Array(elements) }
    return elements.enumerated().filter { $0.offset % step == 0 }.map(\.element)
}
