internal import Facts
internal import Reports

/// Prices as the workspace keeps them: a CSV that other programs and people can read and write.
///
/// `date,currency,rate,base,source,file,line`: one unit of the currency costs `rate` of the base.
package enum PriceFile {
    private static let heading = "date,currency,rate,base,source,file,line\n"

    /// - Parameter hasHeading: false for rows to append.
    package static func text(of prices: [Price], hasHeading: Bool = true) -> String {
        var text = hasHeading ? heading : ""
        for price in prices {
            // A list's rate is a decimal, per a power of ten of units.
            let rate = price.rate.text(digits: 18)
            text +=
                "\(price.day.text),\(price.currency.code),\(rate),\(price.base.code),"
                + "\(price.origin.source.word),\(CSVText.cell(price.origin.file)),"
                + "\(price.origin.line)\n"
        }
        return text
    }
}
