/// The elements a content knows, found by their names' addresses: libxml2 keeps one copy of each name as long as its parser lives.
struct XMLNames<Element: BitwiseCopyable> {
    private var addresses = [UInt](repeating: 0, count: slots)
    private var elements: [Element]
    private static var slots: Int { 256 }

    init(other: Element) {
        elements = [Element](repeating: other, count: Self.slots)
    }

    /// The element of this name, looked up in `find` when its address was not met lately.
    mutating func element(
        _ name: Span<UInt8>, at address: UInt, find: (Span<UInt8>) -> Element
    ) -> Element {
        let slot = Int(truncatingIfNeeded: (address >> 3) % UInt(Self.slots))
        if addresses[slot] == address { return elements[slot] }
        let element = find(name)
        addresses[slot] = address
        elements[slot] = element
        return element
    }
}
