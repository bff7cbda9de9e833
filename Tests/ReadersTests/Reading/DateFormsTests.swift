import Facts
import Testing
import Reading

@Suite struct `Written days` {
    @Test(arguments: WrittenForm.table(DateForms.table))
    func `each form has its decision`(form: WrittenForm) throws {
        #expect(try decision(form) == form.decision)
    }

    @Test func `the table holds at least a hundred and fifty forms`() {
        #expect(WrittenForm.table(DateForms.table).count >= 200)
    }

    @Test func `each month of each language is known in both cases`() throws {
        let format = try #require(DateFormat(pattern: "dd Mon yyyy"))
        let months = [
            "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
            "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
            "яну фев март април май юни юли август септември октомври ноември декември",
            "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
            "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
            "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października - grudnia",
            "ledna února března dubna května června července srpna září října listopadu prosince",
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
            "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        ]
        for language in months {
            for (index, word) in language.split(separator: " ").enumerated() where word != "-" {
                for written in [String(word), word.uppercased(), word.lowercased()] {
                    let bytes = Array("05 \(written) 2026".utf8)
                    let day = try DateText.parse(bytes.span, format: format).day
                    #expect(day.parts.month == index + 1, "\(written)")
                }
            }
        }
    }

    private func decision(_ form: WrittenForm) throws -> String {
        let pattern = form.words.joined(separator: " ")
        do throws(DateProblem) {
            switch pattern {
            case "excel1900":
                guard let serial = try? AmountText.parse(form.field.span, style: .point) else {
                    return "no number"
                }
                return text(try ExcelSerial.moment(serial))
            default:
                guard let format = DateFormat(pattern: pattern) else { return "no pattern" }
                return text(try DateText.parse(form.field.span, format: format))
            }
        } catch {
            return "\(error)"
        }
    }

    private func text(_ moment: CivilMoment) -> String {
        guard moment.hasTime else { return moment.day.text }
        let offset =
            moment.hasOffset
            ? (moment.offsetMinutes < 0 ? "" : "+") + "\(moment.offsetMinutes)" : ""
        return moment.day.text + "T" + clock(moment.second) + offset
    }

    private func clock(_ second: Int32) -> String {
        [second / 3_600, second / 60 % 60, second % 60]
            .map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }
}
