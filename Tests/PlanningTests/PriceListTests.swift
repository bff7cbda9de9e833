import Facts
import Testing

@testable import Planning

@Suite struct PriceListTests {
    private func read(_ text: String, in base: Currency? = nil) throws -> PriceList {
        try PriceList.read(Array(text.utf8), file: "list", base: base)
    }

    private func shown(_ list: PriceList) -> [String] {
        list.prices.map {
            "\($0.day.text) \($0.currency.code) \($0.rate.text()) \($0.base.code) "
                + "\($0.origin.source.word):\($0.origin.line)"
        }
    }

    @Test func `The national bank's list is per unit`() throws {
        let list = try read(
            """
            [
             {"exchangedate":"02.01.2019","r030":36,"cc":"AUD","txt":"Австралійський долар",
              "rate":1955.1077,"units":100,"rate_per_unit":19.551077,"group":"1"},
             {"exchangedate":"02.01.2019","r030":643,"cc":"RUB","rate":3.9827,"units":10,
              "rate_per_unit":0.39827},
             {"r030":840,"txt":"Долар США","rate":37.9824,"cc":"USD","exchangedate":"01.01.2024",
              "special":null}
            ]
            """)
        #expect(
            shown(list) == [
                "2019-01-02 AUD 19.551077 UAH NBU:2", "2019-01-02 RUB 0.39827 UAH NBU:4",
                "2024-01-01 USD 37.9824 UAH NBU:6",
            ])
        #expect(list.faults.isEmpty)
    }

    @Test func `Rates that contradict each other are refused`() throws {
        let list = try read(
            """
            [{"exchangedate":"02.01.2019","cc":"AUD","rate":1955.1077,"units":100,
              "rate_per_unit":1955.1077},
             {"exchangedate":"02.01.2019","cc":"XDR","rate":38.4,"units":0},
             {"exchangedate":"32.01.2019","cc":"USD","rate":27.6},
             {"exchangedate":"02.01.2019","cc":"USD","rate":0},
             {"exchangedate":"02.01.2019","cc":"EUR","rate":31.7}]
            """)
        #expect(shown(list) == ["2019-01-02 EUR 31.7 UAH NBU:6"])
        #expect(
            list.faults == [
                PriceFault(.ratesDiffer("1955.1077", "1955.1077"), line: 1),
                PriceFault(.unitsInvalid("0"), line: 3),
                PriceFault(.dayInvalid("32.01.2019"), line: 4),
                PriceFault(.rateInvalid("0"), line: 5),
            ])
    }

    private static let codes =
        "USD,JPY,BGN,CYP,CZK,DKK,EEK,GBP,HUF,LTL,LVL,MTL,PLN,ROL,RON,SEK,SIT,SKK,CHF,ISK,NOK"

    @Test(arguments: ["nominal", "unit", "Номінал", "Кількість одиниць", "quantity"])
    func `A table may have the price of many units`(_ name: String) throws {
        let list = try read("date,currency,\(name),rate,base\n2024-02-01,JPY,100,28.5,UAH\n")
        #expect(shown(list) == ["2024-02-01 JPY 0.285 UAH CSV:2"])
    }

    @Test func `The European Central Bank's list is of one euro`() throws {
        let list = try read(
            "Date,\(Self.codes),\r\n"
                + "2024-01-03,1.0919,155.69,N/A,\(String(repeating: "N/A,", count: 18))\r\n"
                + "2024-01-02,1.0956,x,1.9558,\(String(repeating: ",", count: 18))\r\n")
        #expect(
            shown(list) == [
                "2024-01-03 EUR 1.0919 USD ECB:2", "2024-01-03 EUR 155.69 JPY ECB:2",
                "2024-01-02 EUR 1.0956 USD ECB:3", "2024-01-02 EUR 1.9558 BGN ECB:3",
            ])
        #expect(list.faults == [PriceFault(.rateInvalid("x"), line: 3, column: 19)])
    }

    @Test func `The list of one day has a written month`() throws {
        let codes = Self.codes.split(separator: ",").joined(separator: ", ")
        let list = try read(
            "Date, \(codes), \n20 November 2026, 1.1, 160.5, \(String(repeating: ", ", count: 19))\n"
        )
        #expect(
            shown(list) == [
                "2026-11-20 EUR 1.1 USD ECB:2", "2026-11-20 EUR 160.5 JPY ECB:2",
            ])
    }

    private static let envelope = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
        xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
        <gesmes:subject>Reference rates</gesmes:subject>
        <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
        <Cube>

        """

    @Test func `The European Central Bank's XML is of one euro`() throws {
        let list = try read(
            Self.envelope + """
                <Cube time="2024-01-03"><Cube currency="USD" rate="1.0919"/>
                <Cube currency="JPY" rate="155.69"/></Cube>
                <Cube time='2009-01-05'><Cube currency='EEK' rate='15.6466'/></Cube>
                </Cube></gesmes:Envelope>
                """)
        #expect(
            shown(list) == [
                "2024-01-03 EUR 1.0919 USD ECB:6", "2024-01-03 EUR 155.69 JPY ECB:7",
                "2009-01-05 EUR 15.6466 EEK ECB:8",
            ])
        #expect(list.faults.isEmpty)
    }

    @Test func `A price of XML without its day, currency or rate is a fault at its place`() throws {
        let list = try read(
            Self.envelope + """
                <Cube time="2024-01-03"><Cube currency="USD" rate="1.0919"/></Cube>
                <Cube><Cube currency="JPY" rate="155.69"/></Cube>
                <Cube time="2024-13-03"><Cube currency="JPY" rate="155.69"/></Cube>
                <Cube time="2024-01-04">
                  <Cube currency="JPY"/><Cube currency="$" rate="1"/><Cube currency="GBP" rate="x"/>
                </Cube></Cube></gesmes:Envelope>
                """)
        #expect(shown(list) == ["2024-01-03 EUR 1.0919 USD ECB:6"])
        #expect(
            list.faults == [
                PriceFault(.dayInvalid(""), line: 7, column: 41),
                PriceFault(.dayInvalid("2024-13-03"), line: 8, column: 59),
                PriceFault(.rateInvalid(""), line: 10, column: 23),
                PriceFault(.currencyInvalid("$"), line: 10, column: 52),
                PriceFault(.rateInvalid("x"), line: 10, column: 83),
            ])
    }

    @Test func `The national bank's XML is as its JSON`() throws {
        let list = try read(
            """
            \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
            <exchange>
              <currency>
                <r030>36</r030><txt>Австралійський &amp; долар</txt><rate>1955.1077</rate>
                <cc>AUD</cc><units>100</units><rate_per_unit>19.551077</rate_per_unit>
                <exchangedate>02.01.2019</exchangedate>
              </currency>
              <currency><cc>USD</cc><rate> 37.9824
            </rate><exchangedate>01.01.2024</exchangedate></currency>
              <currency><cc>USD</cc><exchangedate>02.01.2024</exchangedate></currency>
            </exchange>
            """)
        #expect(
            shown(list) == [
                "2019-01-02 AUD 19.551077 UAH NBU:3", "2024-01-01 USD 37.9824 UAH NBU:8",
            ])
        #expect(list.faults == [PriceFault(.rateInvalid(""), line: 10)])
    }

    /// Cut, not well-formed, with entities, or something else.
    @Test func `Broken XML is refused with its place`() throws {
        func failure(_ text: String) throws -> String? {
            let error = #expect(throws: ReadFailure.self) { try read(text) }
            return error.map { "\($0.kind) \($0.place.line):\($0.place.column)" }
        }
        let day = "<Cube time='2024-01-03'><Cube currency='USD' rate='1'/>"
        #expect(try failure(Self.envelope + day)?.hasPrefix("truncated 6") == true)
        #expect(
            try failure(Self.envelope + day + "\n</Cub></gesmes:Envelope>")?.hasPrefix(
                "malformed 7")
                == true)
        #expect(
            try failure("<!DOCTYPE x [<!ENTITY a 'b'>]>\n<x>&a;</x>")?.hasPrefix("entityRefused")
                == true)
        #expect(throws: PriceFault(.notAList, line: 1)) { try read("<html><body/></html>") }
    }

    @Test func `A long list in XML is read in pieces`() throws {
        let days = (0..<3_000).map { CalendarDate(daysSince1970: 12_000 + $0).text }
        let list = try read(
            Self.envelope
                + days.map {
                    "<Cube time=\"\($0)\"><Cube currency=\"USD\" rate=\"1.1\"/></Cube>"
                }.joined() + "</Cube></gesmes:Envelope>")
        #expect(list.prices.map(\.day.text) == days && list.faults.isEmpty)
    }

    /// Its prices could be of the euro, or in hryvnias.
    @Test func `Another wide table is refused`() throws {
        #expect(throws: PriceFault(.columnMissing(.currency), line: 1)) {
            try read("date,USD,EUR\n2024-01-02,38.0,41.9\n")
        }
    }

    @Test func `Price directives of journals are read`() throws {
        let list = try read(
            """
            ; prices
            P 2024-01-02 USD 38.0018 UAH
            P 2024/1/3 00:00:00 € ₴41.9
            P 2024-01-03 VTI 230.1 USD
            2024-01-04 price EUR  1,095.50 UAH ; a comment
            2024-01-05 * Shop
                expenses:food  10 UAH
                assets:cash
            P 2024-01-06 USD
            P 2024-13-01 USD 1 UAH
            """)
        #expect(
            shown(list) == [
                "2024-01-02 USD 38.0018 UAH P:2", "2024-01-03 EUR 41.9 UAH P:3",
                "2024-01-04 EUR 1095.5 UAH P:5",
            ])
        #expect(list.passedOver == 1)
        #expect(list.faults.map(\.line) == [9, 10])
    }

    @Test func `A table of rates has its base in a column or from outside`() throws {
        let text =
            "Дата;Валюта;Курс;Кількість\n02.01.2024;USD;\"38,0018\";1\n03.01.2024;jpy;26,9;100\n"
        #expect(
            shown(try read(text, in: .uah)) == [
                "2024-01-02 USD 38.0018 UAH CSV:2", "2024-01-03 JPY 0.269 UAH CSV:3",
            ])
        #expect(try read(text).faults.map(\.kind) == [.baseMissing, .baseMissing])
        #expect(
            shown(try read("date,currency,rate,base\n2024-01-02,USD,3.67,AED\n", in: .uah))
                == ["2024-01-02 USD 3.67 AED CSV:2"])
    }

    @Test func `What is no list is refused with what it lacks`() {
        #expect(throws: PriceFault(.notAList, line: 1)) { try read("Кава,65\n") }
        #expect(throws: PriceFault(.notAList, line: 1)) { try read("") }
        #expect(throws: PriceFault(.notAList, line: 1)) { try read("[{\"a\": 1}]") }
        #expect(throws: PriceFault(.columnMissing(.rate), line: 1)) {
            try read("date,currency\n2024-01-02,USD\n")
        }
        #expect(throws: PriceFault(.json, line: 2, column: 2)) { try read("[\n }]") }
        #expect(throws: PriceFault(.notText, line: 1)) {
            try PriceList.read([0x50, 0x20, 0xFF], file: "")
        }
    }

    @Test func `What the workspace keeps is read back`() throws {
        let list = try read(
            "[{\"exchangedate\":\"02.01.2019\",\"cc\":\"AUD\",\"rate\":1955.1077,\"units\":100}]")
        let euros = try read(
            "Date,\(Self.codes)\n2009-01-05,1.36,126.6,1.9558,N/A,26.4,7.45,15.6466,"
                + String(repeating: "N/A,", count: 14) + "\n")
        for prices in [list.prices, euros.prices] {
            let kept = PriceFile.text(of: prices)
            let again = try PriceList.read(Array(kept.utf8), file: "prices.csv")
            #expect(again.prices == prices)
            #expect(again.faults.isEmpty)
        }
        // Kroons exist no more: in a table of one's own the code is a typing error.
        let own = try read("date,currency,rate,base\n2009-01-05,EEK,0.06,EUR\n")
        #expect(own.faults == [PriceFault(.currencyInvalid("EEK"), line: 2, column: 12)])
    }
}
