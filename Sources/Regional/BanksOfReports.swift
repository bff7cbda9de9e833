/// The banks whose texts this room reads.
package enum BanksOfReports {
    package static let all = PDFStatementShape.known.map(\.bank) + [SberbankReport.bank]
}
