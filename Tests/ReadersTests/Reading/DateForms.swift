/// Written days and times and the decision for each: what they say, or what they are refused as.
///
/// One form a line: the field between bars, the pattern of its column (or `excel…`), the decision.
/// Offsets are minutes.
enum DateForms {
    static let table = #"""
        |14.02.2026| dd.mm.yyyy 2026-02-14
        |1.2.2026| dd.mm.yyyy 2026-02-01
        |01.02.2026| dd.mm.yyyy 2026-02-01
        | 14.02.2026 | dd.mm.yyyy 2026-02-14
        |\u{A0}14.02.2026\u{202F}| dd.mm.yyyy 2026-02-14
        |\u{200E}14.02.2026\u{200E}| dd.mm.yyyy 2026-02-14
        |\u{FEFF}14.02.2026| dd.mm.yyyy 2026-02-14
        |14.02.2026\u{A}| dd.mm.yyyy 2026-02-14
        |14.\u{200B}02.2026| dd.mm.yyyy notADay
        |14.02.2026\u{0}| dd.mm.yyyy notADay
        |14\u{202E}.02.2026| dd.mm.yyyy notADay
        |\u{661}4.02.2026| dd.mm.yyyy notADay
        |\u{FF11}4.02.2026| dd.mm.yyyy notADay
        |1O.02.2026| dd.mm.yyyy notADay
        |29.02.2024| dd.mm.yyyy 2024-02-29
        |29.02.2000| dd.mm.yyyy 2000-02-29
        |29.02.2026| dd.mm.yyyy notADay
        |29.02.1900| dd.mm.yyyy notADay
        |29.02.2100| dd.mm.yyyy notADay
        |30.02.2024| dd.mm.yyyy notADay
        |31.04.2026| dd.mm.yyyy notADay
        |31.06.2026| dd.mm.yyyy notADay
        |31.12.2026| dd.mm.yyyy 2026-12-31
        |32.01.2026| dd.mm.yyyy notADay
        |00.01.2026| dd.mm.yyyy notADay
        |01.00.2026| dd.mm.yyyy notADay
        |01.13.2026| dd.mm.yyyy notADay
        |00.00.0000| dd.mm.yyyy notADay
        |14.02.26| dd.mm.yyyy notADay
        |14.02.02026| dd.mm.yyyy notADay
        |014.02.2026| dd.mm.yyyy notADay
        |14.02.1899| dd.mm.yyyy notADay
        |01.01.1900| dd.mm.yyyy 1900-01-01
        |31.12.2199| dd.mm.yyyy 2199-12-31
        |01.01.2200| dd.mm.yyyy notADay
        |14.02.0026| dd.mm.yyyy notADay
        |-14.02.2026| dd.mm.yyyy notADay
        |14.-02.2026| dd.mm.yyyy notADay
        |14,02,2026| dd.mm.yyyy notADay
        |14-02-2026| dd.mm.yyyy notADay
        |14/02/2026| dd.mm.yyyy notADay
        |14. 02. 2026| dd.mm.yyyy notADay
        |14. 02. 2026| dd. mm. yyyy 2026-02-14
        |14.02.2026.| dd.mm.yyyy notADay
        |14.02.2026.| dd.mm.yyyy. 2026-02-14
        |14.02| dd.mm.yyyy notADay
        |02.2026| dd.mm.yyyy notADay
        |2026| dd.mm.yyyy notADay
        |14.02.2026 10:00| dd.mm.yyyy notADay
        |14.02.2026 р.| dd.mm.yyyy notADay
        |14.02.2026 р.| dd.mm.yyyy р. 2026-02-14
        |14.02.2026x| dd.mm.yyyy notADay
        |14.02.202614.02.2026| dd.mm.yyyy notADay
        || dd.mm.yyyy empty
        |   | dd.mm.yyyy empty
        |\u{A0}| dd.mm.yyyy empty
        |—| dd.mm.yyyy notADay
        |n/a| dd.mm.yyyy notADay
        |0| dd.mm.yyyy notADay

        |14.02.26| dd.mm.yy 2026-02-14
        |14.02.00| dd.mm.yy 2000-02-14
        |14.02.99| dd.mm.yy 2099-02-14
        |29.02.24| dd.mm.yy 2024-02-29
        |29.02.26| dd.mm.yy notADay
        |14.02.2026| dd.mm.yy notADay
        |14.02.6| dd.mm.yy notADay
        |02/14/26| mm/dd/yy 2026-02-14
        |26-02-14| yy-mm-dd 2026-02-14
        |260214| yymmdd 2026-02-14
        |140226| ddmmyy 2026-02-14

        |20260214| yyyymmdd 2026-02-14
        |14022026| ddmmyyyy 2026-02-14
        |2026214| yyyymmdd notADay
        |202602140| yyyymmdd notADay
        |20260230| yyyymmdd notADay
        |20261302| yyyymmdd notADay
        |00000000| yyyymmdd notADay
        |2026-02-14| yyyy-mm-dd 2026-02-14
        |2026-2-14| yyyy-mm-dd 2026-02-14
        |26-02-14| yyyy-mm-dd notADay
        |2026-14-02| yyyy-mm-dd notADay
        |2026\u{2013}02\u{2013}14| yyyy-mm-dd notADay
        |2026\u{2212}02\u{2212}14| yyyy-mm-dd notADay
        |2026/02/14| yyyy/mm/dd 2026-02-14
        |2026.02.14| yyyy.mm.dd 2026-02-14
        |2026.02.14.| yyyy.mm.dd. 2026-02-14
        |02/14/2026| mm/dd/yyyy 2026-02-14
        |2/14/2026| mm/dd/yyyy 2026-02-14
        |14/02/2026| mm/dd/yyyy notADay
        |03/04/2026| mm/dd/yyyy 2026-03-04
        |03/04/2026| dd/mm/yyyy 2026-04-03
        |14/02/2026| dd/mm/yyyy 2026-02-14
        |14-02-2026| dd-mm-yyyy 2026-02-14

        |14.02.2026 21:05:33| dd.mm.yyyy HH:MM:SS 2026-02-14T21:05:33
        |14.02.2026 21:05:33.281| dd.mm.yyyy HH:MM:SS 2026-02-14T21:05:33
        |14.02.2026 21:05:33,281| dd.mm.yyyy HH:MM:SS 2026-02-14T21:05:33
        |14.02.2026 21:05:33.| dd.mm.yyyy HH:MM:SS notADay
        |14.02.2026 9:05:33| dd.mm.yyyy HH:MM:SS 2026-02-14T09:05:33
        |14.02.2026 21:5:33| dd.mm.yyyy HH:MM:SS notADay
        |14.02.2026 21:05| dd.mm.yyyy HH:MM 2026-02-14T21:05:00
        |14.02.2026 21:05| dd.mm.yyyy HH:MM:SS notADay
        |14.02.2026 00:00:00| dd.mm.yyyy HH:MM:SS 2026-02-14T00:00:00
        |14.02.2026 23:59:59| dd.mm.yyyy HH:MM:SS 2026-02-14T23:59:59
        |14.02.2026 24:00:00| dd.mm.yyyy HH:MM:SS notATime
        |14.02.2026 24:00| dd.mm.yyyy HH:MM notATime
        |14.02.2026 25:00:00| dd.mm.yyyy HH:MM:SS notATime
        |14.02.2026 23:60:00| dd.mm.yyyy HH:MM:SS notATime
        |14.02.2026 23:59:61| dd.mm.yyyy HH:MM:SS notATime
        |31.12.2016 23:59:60| dd.mm.yyyy HH:MM:SS 2016-12-31T24:00:00
        |31.12.2016 12:59:60| dd.mm.yyyy HH:MM:SS notATime
        |14.02.2026 21-05-33| dd.mm.yyyy HH:MM:SS notADay
        |14.02.2026 -1:05:33| dd.mm.yyyy HH:MM:SS notADay
        |14.02.2026\u{A0}21:05:33| dd.mm.yyyy HH:MM:SS 2026-02-14T21:05:33
        |14.02.2026\u{202F}21:05:33| dd.mm.yyyy HH:MM:SS 2026-02-14T21:05:33
        |14.02.2026  21:05:33| dd.mm.yyyy HH:MM:SS notADay
        |14.02.2026, 21:05| dd.mm.yyyy, HH:MM 2026-02-14T21:05:00
        |14.02.2026 21:05:33 x| dd.mm.yyyy HH:MM:SS notADay
        |14.02.202621:05:33| dd.mm.yyyyHH:MM:SS 2026-02-14T21:05:33
        |2026-02-14 21:05:33| yyyy-mm-dd HH:MM:SS 2026-02-14T21:05:33
        |2026-02-14 21:05:33.281000| yyyy-mm-dd HH:MM:SS 2026-02-14T21:05:33
        |2026-02-14T21:05:33| yyyy-mm-ddTHH:MM:SS 2026-02-14T21:05:33
        |20260214210533| yyyymmddHHMMSS 2026-02-14T21:05:33

        |2026-02-14T21:05:33Z| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T21:05:33+0
        |2026-02-14T21:05:33z| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T21:05:33+0
        |2026-02-14T21:05:33+02:00| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T21:05:33+120
        |2026-02-14T23:30:00-05:00| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T23:30:00-300
        |2026-02-14T00:30:00+14:00| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T00:30:00+840
        |2026-02-14T21:05:33.5-0330| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T21:05:33-210
        |2026-02-14T21:05:33+03| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T21:05:33+180
        |2026-02-14T21:05:33+3| yyyy-mm-ddTHH:MM:SSZ 2026-02-14T21:05:33+180
        |2026-02-14T21:05:33+15:00| yyyy-mm-ddTHH:MM:SSZ notADay
        |2026-02-14T21:05:33+14:30| yyyy-mm-ddTHH:MM:SSZ notADay
        |2026-02-14T21:05:33+02:60| yyyy-mm-ddTHH:MM:SSZ notADay
        |2026-02-14T21:05:33+02:0| yyyy-mm-ddTHH:MM:SSZ notADay
        |2026-02-14T21:05:33+| yyyy-mm-ddTHH:MM:SSZ notADay
        |2026-02-14T21:05:33| yyyy-mm-ddTHH:MM:SSZ notADay
        |14.02.2026 21:05:33 EET| dd.mm.yyyy HH:MM:SS Z 2026-02-14T21:05:33+120
        |14.07.2026 21:05:33 EEST| dd.mm.yyyy HH:MM:SS Z 2026-07-14T21:05:33+180
        |14.02.2026 21:05:33 MSK| dd.mm.yyyy HH:MM:SS Z 2026-02-14T21:05:33+180
        |14.02.2026 21:05:33 CET| dd.mm.yyyy HH:MM:SS Z 2026-02-14T21:05:33+60
        |14.02.2026 21:05:33 UTC| dd.mm.yyyy HH:MM:SS Z 2026-02-14T21:05:33+0
        |14.02.2026 21:05:33 GMT+2| dd.mm.yyyy HH:MM:SS Z 2026-02-14T21:05:33+120
        |14.02.2026 21:05:33 UTC+02:00| dd.mm.yyyy HH:MM:SS Z 2026-02-14T21:05:33+120
        |14.02.2026 21:05:33 UTC-5| dd.mm.yyyy HH:MM:SS Z 2026-02-14T21:05:33-300
        |14.02.2026 21:05:33 EET+1| dd.mm.yyyy HH:MM:SS Z notADay
        |14.02.2026 21:05:33 IST| dd.mm.yyyy HH:MM:SS Z notADay
        |14.02.2026 21:05:33 CST| dd.mm.yyyy HH:MM:SS Z notADay

        |Sep 27, 2026, 3:24:42 AM| Mon dd, yyyy, h:MM:SS AM 2026-09-27T03:24:42
        |Sep 27, 2026, 3:24:42\u{202F}PM| Mon dd, yyyy, h:MM:SS AM 2026-09-27T15:24:42
        |Sep 7, 2026, 12:24:30 PM| Mon dd, yyyy, h:MM:SS AM 2026-09-07T12:24:30
        |Sep 7, 2026, 12:24:30 am| Mon dd, yyyy, h:MM:SS AM 2026-09-07T00:24:30
        |Sep 7, 2026, 13:24:30 PM| Mon dd, yyyy, h:MM:SS AM notATime
        |Sep 7, 2026, 0:24:30 AM| Mon dd, yyyy, h:MM:SS AM notATime
        |Sep 7, 2026, 3:24:30 XM| Mon dd, yyyy, h:MM:SS AM notADay
        |September 7, 2026| Mon dd, yyyy 2026-09-07
        |Sept 7, 2026| Mon dd, yyyy 2026-09-07
        |Sept. 7, 2026| Mon dd, yyyy 2026-09-07
        |SEP 7, 2026| Mon dd, yyyy 2026-09-07
        |Septober 7, 2026| Mon dd, yyyy notADay
        |Marble 7, 2026| Mon dd, yyyy notADay
        |Sxp 7, 2026| Mon dd, yyyy notADay
        |Feb 30, 2026| Mon dd, yyyy notADay
        |07 JAN 2026| dd Mon yyyy 2026-01-07
        |7-Jan-2026| dd-Mon-yyyy 2026-01-07
        |07Jan26| ddMonyy 2026-01-07
        |26МАР19| ddMonyy 2019-03-26
        |26мар19| ddMonyy 2019-03-26
        |06ЯНВ20| ddMonyy 2020-01-06
        |31ДЕК19| ddMonyy 2019-12-31
        |26МАР| ddMonyy notADay
        |26МАА19| ddMonyy notADay
        |31ФЕВ19| ddMonyy notADay
        |13 марта 2026| dd Mon yyyy 2026-03-13
        |13 мая 2026| dd Mon yyyy 2026-05-13
        |13 август 2026| dd Mon yyyy 2026-08-13
        |13 янв. 2026| dd Mon yyyy 2026-01-13
        |13 березня 2026| dd Mon yyyy 2026-03-13
        |13 БЕРЕЗНЯ 2026| dd Mon yyyy 2026-03-13
        |13 березня 2026 р.| dd Mon yyyy р. 2026-03-13
        |13 січня 2026| dd Mon yyyy 2026-01-13
        |13 Сiчня 2026| dd Mon yyyy 2026-01-13
        |13 лип. 2026| dd Mon yyyy 2026-07-13
        |13 серп 2026| dd Mon yyyy 2026-08-13
        |13 листопада 2026| dd Mon yyyy 2026-11-13
        |13 груд 2026| dd Mon yyyy 2026-12-13
        |13 юни 2026| dd Mon yyyy 2026-06-13
        |13 қаңтар 2026| dd Mon yyyy 2026-01-13
        |13. März 2026| dd. Mon yyyy 2026-03-13
        |13. MÄRZ 2026| dd. Mon yyyy 2026-03-13
        |13. Mär. 2026| dd. Mon yyyy 2026-03-13
        |13. Okt 2026| dd. Mon yyyy 2026-10-13
        |13 Dez 2026| dd Mon yyyy 2026-12-13
        |13 févr. 2026| dd Mon yyyy 2026-02-13
        |13 août 2026| dd Mon yyyy 2026-08-13
        |13 ene 2026| dd Mon yyyy 2026-01-13
        |13 dic 2026| dd Mon yyyy 2026-12-13
        |13 mag 2026| dd Mon yyyy 2026-05-13
        |13 fev 2026| dd Mon yyyy 2026-02-13
        |13 października 2026| dd Mon yyyy 2026-10-13
        |13 lut 2026| dd Mon yyyy 2026-02-13
        |13 září 2026| dd Mon yyyy 2026-09-13
        |13 szept. 2026| dd Mon yyyy 2026-09-13
        |13 mrt 2026| dd Mon yyyy 2026-03-13
        |13 Ağu 2026| dd Mon yyyy 2026-08-13
        |13 lip 2026| dd Mon yyyy notADay
        |13 lis 2026| dd Mon yyyy notADay
        |13 srp 2026| dd Mon yyyy notADay
        |13 13 2026| dd Mon yyyy notADay
        |13  2026| dd Mon yyyy notADay

        |45292| excel1900 2024-01-01T00:00:00
        |45292.75| excel1900 2024-01-01T18:00:00
        |60| excel1900 notADay
        |0| excel1900 notADay
        |20240101| excel1900 notADay
        """#
}
