/// Written numbers and the decision for each: the exact value, or what they are refused as.
///
/// One form a line: the field between bars, the style of its column, the decision. `\u{…}` is a
/// scalar by its number. Styles: the decimal mark, then `unit` where the column may print
/// currencies, `sides` where letters tell debit from credit.
enum NumberForms {
    static let table = #"""
        |0| point 0
        |-0| point 0
        |1| point 1
        |007| point 7
        |0000012,50| comma 12.50
        |12.5| point 12.5
        |-12.50| point -12.50
        |100000| point 100000
        |-805.88| point -805.88
        |-19.0000| point -19.0000
        |0.0072| point 0.0072
        |0.000000000000000001| point 0.000000000000000001
        |0.0000000000000000001| point overflow
        |9223372036854775807| point 9223372036854775807
        |9223372036854775808| point overflow
        |-9223372036854775808| point overflow
        |99999999999999999999| comma overflow
        |999 999 999 999 999 999 999,00| comma overflow
        |1| comma 1
        |1,5| comma 1.5
        |1,50| point notANumber
        |1.50| comma notANumber
        |5.5| comma notANumber
        |5,5| point notANumber
        |,01| comma 0.01
        |-,01| comma -0.01
        |.23| point 0.23
        |-.23| point -0.23
        |0,| comma 0
        |5.| point 5
        |5,| comma 5
        |1.234,| comma 1234
        |+1,00| comma 1.00
        |+5| point 5
        |\u{FF0B}5| point 5
        |5+| point 5
        |5,00 +| comma 5.00
        | 7 | point 7
        |\u{A0}7\u{A0}| point 7
        |\u{9}7\u{D}\u{A}| point 7
        |\u{3000}7| point 7

        |-5| point -5
        |- 5| point -5
        |-\u{A0}5,00| comma -5.00
        |\u{2212}3,5| comma -3.5
        |\u{2212} 3,5| comma -3.5
        |\u{2010}3,5| comma -3.5
        |\u{2011}3,5| comma -3.5
        |\u{2012}3,5| comma -3.5
        |\u{2013}3,5| comma -3.5
        |\u{2014}3,5| comma -3.5
        |\u{2015}3,5| comma notANumber
        |\u{FE63}3,5| comma -3.5
        |\u{FF0D}3,5| comma -3.5
        |\u{AD}3,5| comma notANumber
        |~3,5| comma notANumber
        |_3,5| comma notANumber
        |3,5-| comma -3.5
        |3,5 -| comma -3.5
        |3,5\u{2212}| comma -3.5
        |1 234,56-| comma -1234.56
        |3,5\u{2013}| comma notANumber
        |3,5\u{2014}| comma notANumber
        |5-| point -5
        |5,-| comma ambiguous
        |5.-| point ambiguous
        |5.\u{2013}| point ambiguous
        |5.--| point ambiguous
        |5, -| comma ambiguous
        |(12.34)| point -12.34
        |( 12.34 )| point -12.34
        |(0.00)| point 0.00
        |(1,234.56)| point -1234.56
        |(1 234,56)| comma -1234.56
        |(5| point notANumber
        |5)| point notANumber
        |)5(| point notANumber
        |((5))| point notANumber
        |(5)(6)| point notANumber
        |()| point notANumber
        |(-5)| point notANumber
        |(+5)| point notANumber
        |-(5)| point notANumber
        |+(5)| point notANumber
        |(5)-| point notANumber
        |(5-)| point notANumber
        |[5]| point notANumber
        |<5>| point notANumber
        |\u{FF08}5\u{FF09}| point notANumber
        |--5| point notANumber
        |++5| point notANumber
        |+-5| point notANumber
        |-+5| point notANumber
        |-\u{2212}5| point notANumber
        |-5-| point notANumber
        |-5+| point notANumber
        |\u{B1}5| point notANumber
        |5 -5| point notANumber
        |5-5| point notANumber
        |5+5| point notANumber
        |.-5| point notANumber
        |-.| point notANumber
        |.| point empty
        |,| comma notANumber
        |+| point notANumber

        |1,234.56| point 1234.56
        |1.234,56| comma 1234.56
        |1,234,567.89| point 1234567.89
        |1.234.567,89| comma 1234567.89
        |1 234,56| comma 1234.56
        |1 234.56| point 1234.56
        |1 234 567| point 1234567
        |-1 234 567,89| comma -1234567.89
        |1\u{A0}234,56| comma 1234.56
        |1\u{A0}234\u{A0}567,89| comma 1234567.89
        |1\u{202F}234,56| comma 1234.56
        |1\u{2009}234,56| comma 1234.56
        |1\u{2007}234,56| comma 1234.56
        |1\u{2008}234,56| comma 1234.56
        |1\u{200A}234,56| comma 1234.56
        |1\u{205F}234,56| comma 1234.56
        |1\u{9}234,56| comma notANumber
        |1\u{A}234,56| comma notANumber
        |1  234,56| comma notANumber
        |1 \u{A0}234,56| comma notANumber
        |1'234.56| point 1234.56
        |1'234'567.89| point 1234567.89
        |1\u{2019}234.56| point 1234.56
        |1\u{2BC}234,56| comma 1234.56
        |1\u{2018}234.56| point notANumber
        |1`234.56| point notANumber
        |1\u{B4}234.56| point notANumber
        |1"234.56| point notANumber
        |1_000| point notANumber
        |1:234| point notANumber
        |1;234| point notANumber
        |1\u{B7}234| point notANumber
        |12\u{B7}50| point notANumber
        |1.500| comma 1500
        |1.500| point 1.500
        |1,500| point 1500
        |1,500| comma 1.500
        |1.500,000| comma 1500.000
        |1.2.3| point notANumber
        |1.2.3| comma notANumber
        |1.2.3| either notANumber
        |1,2,3| comma notANumber
        |1..5| point notANumber
        |1,,5| comma notANumber
        |1.,5| either notANumber
        |1,.5| either notANumber
        |12 34| point notANumber
        |5 5| point notANumber
        |1 2345| point notANumber
        |1234 567| point notANumber
        |1234,567.89| point notANumber
        |12345,678| point notANumber
        |1,23.45| point notANumber
        |1,2345.67| point notANumber
        |,234.56| point notANumber
        |1,234,56| comma notANumber
        |1.234.5| comma notANumber
        |1.234.56| either notANumber
        |12.34.567| comma notANumber
        |12 34 567| point notANumber
        |1 234'567| point notANumber
        |1,234 567.89| point notANumber
        |1.234.567.89| either notANumber
        |1 234 .56| point notANumber
        |1 234. 56| point notANumber
        |1 ,5| comma notANumber
        |1, 5| comma notANumber
        |0.000 001| point notANumber
        |1.234 567| point notANumber
        |12,34,567| point 1234567
        |12,34,567.89| point 1234567.89
        |1,23,456.7| point 123456.7
        |1,00,00,000.00| point 10000000.00
        |12,34,567| either 1234567
        |12,34,567.50| either 1234567.50
        |123,45,678| point notANumber
        |12,34,56| point notANumber
        |1,23,4567| point notANumber
        |1,234,56,789| point notANumber

        |1500| either 1500
        |1,50| either 1.50
        |1.50| either 1.50
        |1,5| either 1.5
        |1.500| either ambiguous
        |1,500| either ambiguous
        |-12.345| either ambiguous
        |123,456| either ambiguous
        |(1.500)| either ambiguous
        |0.500| either 0.500
        |0,500| either 0.500
        |.500| either 0.500
        |1.2345| either 1.2345
        |1234.567| either 1234.567
        |1234,567| either 1234.567
        |1,234.56| either 1234.56
        |1.234,56| either 1234.56
        |1.234,567| either 1234.567
        |1.234.567| either 1234567
        |1,234,567| either 1234567
        |1,234,567.8| either 1234567.8
        |1.234.567,8| either 1234567.8
        |1 234.567| either 1234.567
        |1 234,567| either 1234.567
        |1'234.567| either 1234.567
        |1 234 567| either 1234567
        |1 234,567.8| either notANumber

        |1E3| point 1000
        |1.0E7| point 10000000
        |1.23456789E7| point 12345678.9
        |1,5E1| comma 15
        |1.5e-2| point 0.015
        |1.5E-02| point 0.015
        |-1E-05| point -0.00001
        |1.5E0| point 1.5
        |1.25E+2| point 125
        |1.2345678E+07| point 12345678
        |1.23457E+11| point notANumber
        |1E+3| point notANumber
        |1E| point notANumber
        |E5| point notANumber
        |1E5.5| point notANumber
        |1E-| point notANumber
        |1 E3| point notANumber
        |1,234E3| point notANumber
        |1.5E-2| comma notANumber
        |1E30| point overflow
        |1E-30| point overflow
        |1E999999999999| point overflow
        |1e5x| point notANumber
        |0x10| point notANumber
        |1d5| point notANumber

        || point empty
        | | point empty
        |\u{A0}| point empty
        |\u{202F}\u{2007}| point empty
        |\u{FEFF}| point empty
        |-| point empty
        |--| point empty
        |---| point empty
        |----| point notANumber
        |\u{2013}| comma empty
        |\u{2014}| comma empty
        |\u{2212}| comma empty
        |\u{2015}| comma empty
        | \u{2014} | comma empty
        |n/a| point empty
        |N/A| point empty
        |#N/A| point empty
        |x/a| point notANumber
        |NaN| point notANumber
        |null| point notANumber
        |inf| point notANumber
        |нет| comma notANumber

        |'-12.50| point -12.50
        |'12.50'| point 12.50
        |'| point notANumber
        |''5| point notANumber
        |5'| point notANumber
        |="12.50"| point notANumber
        |"5"| point notANumber
        |\u{200E}-12,50| comma -12.50
        |12,50\u{200F}| comma 12.50
        |\u{FEFF}12,50\u{200B}| comma 12.50
        |\u{2060}12,50| comma 12.50
        |12\u{200B},50| comma notANumber
        |1\u{200B}2| point notANumber
        |-\u{200E}12| point notANumber
        |\u{202E}21-| point notANumber
        |\u{2066}12\u{2069}| point notANumber
        |1\u{202E}2| point notANumber
        |12\u{0}| point notANumber
        |\u{0}12| point notANumber
        |1\u{0}2| point notANumber
        |12\u{1B}[1D| point notANumber
        |1\u{7F}2| point notANumber
        |\u{FF11}\u{FF12}| point notANumber
        |\u{661}\u{662}\u{66B}\u{665}| point notANumber
        |\u{6F1}\u{6F2}| point notANumber
        |\u{967}\u{968}| point notANumber
        |\u{2460}| point notANumber
        |1\u{B2}| point notANumber
        |\u{BD}| point notANumber
        |5\u{BD}| point notANumber
        |1\u{66B}5| point notANumber
        |1\u{66C}234| point notANumber
        |1\u{FF0C}5| comma notANumber
        |О| comma notANumber
        |1О| comma notANumber
        |1O0| point notANumber
        |l2| point notANumber
        |З0,00| comma notANumber
        |12abc| point notANumber
        |abc| point notANumber
        |1/2| point notANumber
        |5%| point notANumber
        |#5| point notANumber
        |№5| point notANumber
        |5:30| point notANumber
        |01.02.2026| point notANumber
        |2026-02-01| point notANumber
        |+380501234567| point 380501234567

        |5,00 грн| comma notANumber
        |$5| point notANumber
        |$1,234.50| point unit 1234.50
        |-$76.00| point unit -76.00
        |$-76.00| point unit -76.00
        |- $220.00| point unit -220.00
        |$ -5.00| point unit -5.00
        |$(76.00)| point unit -76.00
        |($76.00)| point unit -76.00
        |(76.00) USD| point unit -76.00
        |(76.00 USD)| point unit -76.00
        |$.23| point unit 0.23
        |$ -| point unit empty
        |$ - | point unit empty
        |-$| point unit empty
        |$| point unit notANumber
        |UAH| comma unit notANumber
        |£12.00| point unit 12.00
        |€ 1.500,00| either unit 1500.00
        |1.500,00 €| comma unit 1500.00
        |1500€| comma unit 1500
        |₴100| point unit 100
        |100,50₴| comma unit 100.50
        |-1 641,95 ₴| comma unit -1641.95
        |\u{2212}1\u{A0}641,95\u{A0}₴| comma unit -1641.95
        |-638,90 UAH| comma unit -638.90
        |-638,90UAH| comma unit -638.90
        |638,90- UAH| comma unit -638.90
        |638,90 UAH-| comma unit -638.90
        |UAH -638,90| comma unit -638.90
        |-UAH 638,90| comma unit -638.90
        |-638,90 UAH-| comma unit notANumber
        |EUR0,| comma unit 0
        |EUR 0,-| comma unit ambiguous
        |USD5.00| point unit 5.00
        |5.00 USD| point unit 5.00
        |$5.00 USD| point unit 5.00
        |US$5.00| point unit 5.00
        |US$ 5.00| point unit 5.00
        |R$ 5.326,43| comma unit 5326.43
        |HK$5.00| point unit 5.00
        |XY$5.00| point unit notANumber
        |1 250,00 грн| comma unit 1250.00
        |1 250,00 грн.| comma unit 1250.00
        |1 250,00грн.| comma unit 1250.00
        |1 250,00 ГРН| comma unit 1250.00
        |1 250,00 гривень| comma unit 1250.00
        |1 250,00 руб.| comma unit 1250.00
        |1 250,00 р.| comma unit 1250.00
        |1 250,00 Р| comma unit 1250.00
        |1 250,00 ₽| comma unit 1250.00
        |1 250,00 ₸| comma unit 1250.00
        |1 250,00 тг| comma unit 1250.00
        |1 250,00 ₾| comma unit 1250.00
        |1 250,00 сум| comma unit 1250.00
        |1 250,00 лв.| comma unit 1250.00
        |1 250,00 zł| comma unit 1250.00
        |1 250,00 PLN| comma unit 1250.00
        |1 250,00 Kč| comma unit 1250.00
        |1 250 Ft| comma unit 1250
        |1.250,00 kr.| comma unit 1250.00
        |1'250.00 CHF| point unit 1250.00
        |CHF 1'250.00| point unit 1250.00
        |1.250,00 дин.| comma unit 1250.00
        |1.250.000 ₫| comma unit 1250000
        |¥1,250| point unit 1250
        |1,250円| point unit 1250
        |₹12,34,567.00| point unit 1234567.00
        |Rs. 5| point unit 5
        |Rs.5| point unit notANumber
        |р. 5| comma unit 5
        |р.5| comma unit notANumber
        |5,00 долл. США| comma unit 5.00
        |5 грн 50 коп| comma unit notANumber
        |50 коп| comma unit notANumber
        |5 тис| comma unit notANumber
        |5 тис. грн| comma unit notANumber
        |1,5 млн| comma unit notANumber
        |5k| point unit notANumber
        |1.5M| point unit notANumber
        |5% | point unit notANumber
        |5 abc| point unit notANumber
        |abc 5| point unit notANumber
        |5 XYZ| point unit notANumber
        |50¢| point unit notANumber
        |50p| point unit notANumber
        |5 USD 6| point unit notANumber
        |5 $ 6| point unit notANumber
        |1E3 USD| point unit 1000

        |5.00 CR| point sides 5.00
        |5.00CR| point sides 5.00
        |5.00 Cr.| point sides 5.00
        |5.00 DR| point sides -5.00
        |5.00Dr| point sides -5.00
        |5.00 DB| point sides -5.00
        |DR 5.00| point sides -5.00
        |CR5.00| point sides 5.00
        |5,00 D| comma sides -5.00
        |5,00 C| comma sides 5.00
        |D5,00| comma sides -5.00
        |5,00 Дт| comma sides -5.00
        |5,00 Кт| comma sides 5.00
        |1,234.56 Dr| point sides -1234.56
        |0.00| point sides 0.00
        |5.00| point sides ambiguous
        |-5.00| point sides -5.00
        |(5.00)| point sides -5.00
        |-5.00 DR| point sides notANumber
        |-5.00 CR| point sides notANumber
        |(5.00) CR| point sides notANumber
        |5.00 DR CR| point sides notANumber
        |5.00 XR| point sides notANumber
        |5.00 CR| point notANumber
        |5.00 CR| point unit notANumber
        |5.00 DR| point unit notANumber
        |5.00 D| point unit notANumber
        """#
}
