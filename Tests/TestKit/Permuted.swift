/// The `number`-th order of the elements.
package func permuted<Element>(_ elements: [Element], _ number: Int) -> [Element] {
    var (left, number) = (elements, number)
    var result: [Element] = []
    while !left.isEmpty {
        result.append(left.remove(at: number % left.count))
        number /= left.count + 1
    }
    return result
}
