internal import Facts
internal import Reading
internal import Scanning

/// Lists in XML: the European Central Bank's `eurofxref`, and the National Bank of Ukraine's
/// `exchange`, whose elements are the members of its JSON.
///
/// ```xml
/// <Cube time="2024-01-02"><Cube currency="USD" rate="1.0956"/></Cube>
/// <currency><cc>USD</cc><rate>38.0018</rate><exchangedate>02.01.2024</exchangedate></currency>
/// ```
/// Memory follows the prices, not the tags.
extension PriceList {
    mutating func readXML(_ bytes: ArraySlice<UInt8>) throws {
        let parser = try XMLPush(at: SourcePlace(file: file))
        let listener = PriceListener(self, parser)
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = min(start + Limits.chunkBytes, bytes.endIndex)
            try parser.read(bytes[start..<end].span, to: listener)
            start = end
        }
        try parser.finish(to: listener)
        self = listener.list
        if prices.isEmpty, faults.isEmpty { throw PriceFault(.notAList, line: 1) }
    }
}

private final class PriceListener: XMLListener {
    private(set) var list: PriceList
    private let parser: XMLPush
    /// The day of each open `Cube`, as written.
    private var days: [String] = []
    private var item: PriceList.Item?
    private var text: [UInt8] = []

    init(_ list: PriceList, _ parser: XMLPush) {
        self.list = list
        self.parser = parser
    }

    func open(_ name: Span<UInt8>, _ attributes: borrowing XMLAttributes) {
        text.removeAll(keepingCapacity: true)
        if name.equals("Cube") {
            days.append(attributes["time"].map(Self.text) ?? days.last ?? "")
            if let code = attributes["currency"] {
                addEuro(in: Self.text(code), attributes["rate"].map(Self.text) ?? "")
            }
        } else if name.equals("currency") {
            item = PriceList.Item(line: parser.position.line)
        }
    }

    func characters(_ bytes: Span<UInt8>) {
        guard item != nil else { return }
        text.append(bytes)
        if text.count > Limits.fieldBytesMax {
            let (line, column) = (parser.position.line, parser.position.column)
            parser.stop(
                ReadFailure(
                    .limitExceeded, at: SourcePlace(file: list.file, line: line, column: column),
                    details: ["field-bytes", "\(Limits.fieldBytesMax)"]))
        }
    }

    func close(_ name: Span<UInt8>) {
        if name.equals("Cube") {
            _ = days.popLast()
        } else if name.equals("currency") {
            if let item { list.addItem(item) }
            item = nil
        } else {
            item?.set(Self.text(Array(name)), Self.text(text))
        }
        text.removeAll(keepingCapacity: true)
    }

    /// Adds the price of one euro.
    private func addEuro(in code: String, _ written: String) {
        let place = parser.position
        func fault(_ kind: PriceFault.Kind) {
            list.add(PriceFault(kind, line: place.line, column: place.column))
        }
        let day = days.last ?? ""
        guard let day = CalendarDate(listed: day) else { return fault(.dayInvalid(day)) }
        guard let currency = Currency(code: code) else { return fault(.currencyInvalid(code)) }
        guard let rate = ExchangeRate(text: written) else { return fault(.rateInvalid(written)) }
        list.add(.europeanCentralBank, day, .eur, in: currency, rate, line: place.line)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let blanks = { (byte: UInt8) in byte <= 0x20 }
        return String(
            decoding: bytes.drop(while: blanks).reversed().drop(while: blanks).reversed(),
            as: UTF8.self)
    }
}
