import Facts
import Planning
import Scanning

extension PriceFaults: HouseError {
    package var message: HouseMessage {
        messages.first
            ?? HouseMessage(
                kind: "price-refused", words: ErrorWords("priceFault.not-a-list"),
                exitCode: .damaged)
    }

    package var messages: [HouseMessage] {
        faults.map { fault in
            var words = ErrorWords("priceFault.\(fault.name)")
            words.what = words.what.with(fault.values)
            return HouseMessage(
                place: SourcePlace(file: file, line: fault.line, column: fault.column),
                kind: "price-refused", words: words, exitCode: .damaged)
        }
    }
}

extension PriceFault {
    /// The last part of the key of its sentence.
    fileprivate var name: String {
        switch kind {
        case .notAList: "not-a-list"
        case .notText: "not-text"
        case .json: "json"
        case .columnMissing: "column-missing"
        case .dayInvalid: "day"
        case .currencyInvalid: "currency"
        case .rateInvalid: "rate"
        case .unitsInvalid: "units"
        case .currencyOfItself: "itself"
        case .ratesDiffer: "differ"
        case .priceInvalid: "directive"
        case .baseMissing: "base"
        }
    }

    fileprivate var values: [String: Template.Value] {
        switch kind {
        case .columnMissing(let column): ["found": .text(column.rawValue)]
        case .dayInvalid(let found), .currencyInvalid(let found), .rateInvalid(let found),
            .unitsInvalid(let found), .currencyOfItself(let found):
            ["found": .text(found)]
        case .ratesDiffer(let rate, let perUnit):
            ["found": .text(rate), "other": .text(perUnit)]
        case .notAList, .notText, .json, .priceInvalid, .baseMissing: [:]
        }
    }
}
