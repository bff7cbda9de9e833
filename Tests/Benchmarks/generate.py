#!/usr/bin/env python3
"""Writes deterministic bank exports for the benchmarks. Standard library only, memory independent of the row count.

    generate.py --format FORM -n ROWS [--skip ROWS] [--total ROWS] [--seed S] -o FILE        FORM: one of FORMATS below
    generate.py --format descriptors -n ROWS -o FILE       id,descriptor,mcc,amount,currency; every descriptor another one
    generate.py --format keywords -o FILE                  folded keyword, category, confidence; tab-separated

One stream of card payments, transfers and salaries, newest first as Monobank writes it: all formats of one seed hold
the same rows. Row 0 is the newest of --total rows; --skip leaves out the newest, so that `-n 1000 --total 101000` is the
month that follows `--skip 1000 -n 100000 --total 101000`, balances included. About 30,000 distinct descriptors of 2,400
merchants, frequencies after Zipf; 70 % of the rows have Cyrillic text.

Prints what was written as JSON: rows, the sum of amounts in kopiykas, bytes, and the share of Cyrillic rows.
"""
import argparse
import io
import itertools
import json
import random
import struct
import sys
import zipfile
from datetime import date, timedelta

NEWEST = 1_772_229_600          # 2026-02-27 22:00 UTC
SPAN_S = 8 * 365 * 86_400       # a million rows are eight years of a busy shop owner
SALARY_AT, SALARY_LEAVES = 9_500_000, 2_000_000
PICKS = 1 << 16

CYRILLIC_BRANDS = """Сільпо:5411:groceries АТБ-Маркет:5411:groceries Фора:5411:groceries Аврора:5331:home.household
Київстар:4814:telecom.mobile ОККО:5541:transport.fuel Нова пошта:4215:services.post Пузата Хата:5812:eating_out.restaurants
Аптека Доброго Дня:5912:health.pharmacy Львівські круасани:5814:eating_out.coffee Ашан:5411:groceries Епіцентр К:5211:home.improvement
Укрзалізниця:4112:travel.rail_bus Київводоканал:4900:utilities.water Нафтогаз України:4900:utilities.gas Варус:5411:groceries
Київський метрополітен:4111:transport.public Планета Кіно:7832:entertainment.events Аптека 9-1-1:5912:health.pharmacy
Повернись живим:8398:charity Укрпошта:4215:services.post Алло:5732:shopping.electronics Фокстрот:5732:shopping.electronics
Челентано:5812:eating_out.restaurants Книгарня Є:5942:shopping.books Аптека Подорожник:5912:health.pharmacy"""
LATIN_BRANDS = """Uklon:4121:transport.taxi Bolt:4121:transport.taxi ROZETKA:5311:shopping.marketplace Glovo:5812:eating_out.delivery
WOG:5541:transport.fuel Netflix.com:4899:subscriptions.media Spotify:5815:subscriptions.media McDonald's:5814:eating_out.fast_food
NOVUS:5411:groceries EVA:5977:personal_care.cosmetics Aroma Kava:5814:eating_out.coffee YASNO:4900:utilities.electricity
APPLE.COM/BILL:5818:subscriptions.software Steam:5816:entertainment.games Sport Life:7997:sport.fitness MasterZoo:5995:pets.supplies
Intertop:5661:shopping.clothing Zara:5651:shopping.clothing Booking.com:4722:travel.hotels AliExpress:5311:shopping.marketplace"""
CYRILLIC_KINDS = """Кафе:5812:eating_out.restaurants Кав'ярня:5814:eating_out.coffee Аптека:5912:health.pharmacy Продукти:5411:groceries
Перукарня:7230:personal_care.beauty Автосервіс:7538:transport.car_service Квіти:5992:gifts Пекарня:5462:groceries.specialty
Зоомагазин:5995:pets.supplies Стоматологія:8021:health.dental Меблі:5712:home.furniture Книжки:5942:shopping.books
Взуття:5661:shopping.clothing Будматеріали:5211:home.improvement М'ясний дім:5422:groceries.specialty Оптика:8043:health.optics"""
LATIN_KINDS = """Coffee:5814:eating_out.coffee Store:5311:shopping.marketplace Pharmacy:5912:health.pharmacy Bistro:5812:eating_out.restaurants
Hotel:7011:travel.hotels Books:5942:shopping.books Fitness:7997:sport.fitness Parking:7523:transport.parking_tolls"""
CYRILLIC_NAMES = """Акація Багаття Весна Гайок Джміль Ельф Єдність Жайвір Зоря Іскра Їжачок Йорж Квітень Лілея Маяк Новосад Обрій Промінь Райдуга
Світязь Троянда Ужик Фіалка Хвиля Цвіт Чайка Шафран Щедрик Юність Ягідка Віночок Гарбуз Дзвоник Затока Калитка Ліхтар Млин Ожина Пролісок
Ручай Скарб Терен Човник Шишка Яструб Бджілка Веретено Городина Дубок Журавель Зернятко Кошик Левада Місяць Накипіло Оберіг Паляниця"""
LATIN_NAMES = """Arbor Basalt Cinder Dahlia Ember Fable Gable Hazel Indigo Jasper Kestrel Lumen Marble Nectar Orbit Piper Quill Ripple Sable
Thicket Umber Vesper Willow Yarrow Zephyr Acorn Bramble Clover Drift Elm"""
CYRILLIC_TOWNS = "Київ Львів Одеса Харків Дніпро Полтава Луцьк Суми Рівне Черкаси".split()
LATIN_TOWNS = "Kyiv Lviv Odesa Warszawa Berlin London Praha Dublin".split()
PEOPLE = "Олена Тарас Ірина Богдан Наталія Юрій Оксана Марко Софія Андрій".split()


def entries_of(text):
    """`name:mcc:category` entries; a name may hold blanks, the two fields after it do not."""
    found, name = [], []
    for word in text.split():
        name.append(word)
        if word.count(":") == 2:
            whole, mcc, category = " ".join(name).split(":")
            found.append((whole, int(mcc), category))
            name = []
    return found


def fold(text):
    """Lower case, apostrophes dropped, everything else that is no letter or digit a blank: as yardstick.c does it."""
    kept = "".join(c if c.isalnum() else " " for c in text.lower() if c not in "'’ʼ`")
    return " ".join(kept.split())


def merchants(dice, brands, kinds, names, towns, count):
    """`count` merchants, brands first: (name, mcc, category, usual amount in kopiykas)."""
    found = [entry + (dice.randrange(4000, 90000),) for entry in entries_of(brands)]
    names = names.split()
    taken = {entry[0] for entry in found}
    kinds = entries_of(kinds)
    while len(found) < count:
        kind, mcc, category = kinds[dice.randrange(len(kinds))]
        name = f"{kind} {names[dice.randrange(len(names))]}"
        if name in taken:
            name = f"{name} {names[dice.randrange(len(names))]}"
        if name in taken:
            name = f"{name} {towns[dice.randrange(len(towns))]}"
        if name not in taken:
            taken.add(name)
            found.append((name, mcc, category, dice.randrange(3000, 180000)))
    return found


def spellings(dice, name, towns, cyrillic):
    """Thirteen ways a terminal prints one merchant, the plain one six times out of eighteen."""
    town = lambda: towns[dice.randrange(len(towns))]
    number = lambda: dice.randrange(1, 2000)
    return [name] * 6 + [
        f"{name} {town()}", f"{name}, {town()}", f"{name} №{number()}", f"{name} {number():04d}", name.upper(),
        f"LIQPAY*{name}", f"WFP {name}", f'ТОВ "{name}"' if cyrillic else f'"{name}" Ltd', f"{name} {town()} {number()}",
        name.replace("'", "’") + (" оплата" if cyrillic else " online"), f"{name}  {town().upper()}", f"{name} T{number():05d}"]


class Stream:
    """The rows of one seed. Iterate with `rows(total, skip, count)`."""

    has_transfers = True

    def __init__(self, seed):
        self.seed = seed
        dice = random.Random(f"merchants {seed}")
        self.cyrillic = merchants(dice, CYRILLIC_BRANDS, CYRILLIC_KINDS, CYRILLIC_NAMES, CYRILLIC_TOWNS, 1680)
        self.latin = merchants(dice, LATIN_BRANDS, LATIN_KINDS, LATIN_NAMES, LATIN_TOWNS, 720)
        self.descriptors = []                            # (text, mcc, usual amount)
        cyrillic_picks = self.picks(dice, self.cyrillic, CYRILLIC_TOWNS, True)
        latin_picks = self.picks(dice, self.latin, LATIN_TOWNS, False)
        # Bits 0-7 of a row's number choose the alphabet (70 %), the next 16 the descriptor.
        self.tables = [cyrillic_picks if k < 180 else latin_picks for k in range(256)]
        self.transfers = [f"{way} {a} {b[0]}." for a in PEOPLE for b in PEOPLE for way in ("Від:", "Переказ:")]
        self.factors = [max(1, int(1000 * dice.lognormvariate(-0.3, 0.8))) for _ in range(4096)]

    def picks(self, dice, merchants_, towns, cyrillic):
        weights = [1 / (rank + 3) for rank in range(len(merchants_))]
        scale = (PICKS - 18 * len(merchants_)) / sum(weights)    # each spelling of each merchant once, the rest by Zipf
        found = []
        for (name, mcc, _, usual), weight in zip(merchants_, weights):
            first = len(self.descriptors)
            ways = spellings(dice, name, towns, cyrillic)
            self.descriptors += [(way, mcc, usual) for way in ways]
            found += range(first, first + len(ways))
            found += [first + dice.randrange(len(ways)) for _ in range(int(weight * scale))]
        dice.shuffle(found)
        while len(found) < PICKS:
            found.append(found[dice.randrange(len(found))])
        return found[:PICKS]

    def rows(self, total, skip, count):
        """(number, epoch, bits, descriptor index or -1, text or None, amount, original, currency, balance after),
        newest first. Amounts in kopiykas, `original` in cents of `currency`."""
        draw = random.Random(f"rows {self.seed}").getrandbits
        descriptors, tables, factors, transfers = self.descriptors, self.tables, self.factors, self.transfers
        currencies = (("USD", 4250), ("EUR", 4980), ("PLN", 1170), ("GBP", 5610))
        step = max(2, min(20_000, SPAN_S // max(1, total)))
        time, balance, low = NEWEST, 5_000_000, max(1, step // 2)
        for number in range(skip + count):
            bits = draw(64)
            time -= low + (bits >> 52) % step
            index, text, currency = -1, None, "UAH"
            if balance > SALARY_AT:                       # walking back in time: what was there before the salary
                amount = original = balance - SALARY_LEAVES
                text = "Зарплата від ТОВ «ПРИКЛАД»"
            elif (bits >> 24) & 15 == 0 and self.has_transfers:
                text = transfers[(bits >> 28) % len(transfers)]
                amount = original = (1 if text[0] == "В" and balance > 400_000 else -1) * 5000 * (1 + (bits >> 40) % 60)
            else:
                index = tables[bits & 255][(bits >> 8) & 65535]
                amount = original = -max(100, descriptors[index][2] * factors[(bits >> 28) & 4095] // 1000)
                kind = (bits >> 40) & 63
                if kind < 2:
                    currency, rate = currencies[(bits >> 46) & 3]
                    original = -max(1, -amount * 100 // rate)
                    amount = -(-original * rate // 100)
                elif kind < 24:
                    amount = original = -(-amount // 100 * 100)
            if number >= skip:
                yield number, time, bits, index, text, amount, original, currency, balance
            balance -= amount


# ------------------------------------------------------------------ writing

def kyiv_offset_table():
    """Changes of Kyiv's clock, newest first: (epoch from which it holds, offset in seconds)."""
    changes = []
    for year in range(2030, 1995, -1):
        for month, offset_s in ((10, 7200), (3, 10800)):
            last = date(year, month, 31)
            sunday = last - timedelta(days=(last.weekday() + 1) % 7)
            changes.append(((sunday - date(1970, 1, 1)).days * 86_400 + 3600, offset_s))
    return changes + [(-1 << 62, 7200)]


class Clock:
    """Epoch to Kyiv's wall clock for times that only go back."""

    def __init__(self):
        self.changes = iter(kyiv_offset_table())
        self.holds_from, self.offset_s = next(self.changes)
        self.day, self.date = None, None

    def local(self, epoch):
        while epoch < self.holds_from:
            self.holds_from, self.offset_s = next(self.changes)
        day, second = divmod(epoch + self.offset_s, 86_400)
        if day != self.day:
            self.day, self.date = day, date(1970, 1, 1) + timedelta(days=day)
        return self.date, second


def decimal(kopiykas):
    return f"-{-kopiykas // 100}.{-kopiykas % 100:02d}" if kopiykas < 0 else f"{kopiykas // 100}.{kopiykas % 100:02d}"


def short(kopiykas):
    """As Monobank prints: -847.5, 1500.0, -432.19."""
    text = decimal(kopiykas)
    return text[:-1] if text[-1] == "0" else text


def csv_cell(text):
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ' ,"') else text


def xml_text(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


CLOCKS = [f"{s // 3600:02d}:{s // 60 % 60:02d}:{s % 60:02d}" for s in range(86_400)]
NUMERIC = {"UAH": 980, "USD": 840, "EUR": 978, "PLN": 985, "GBP": 826}


def mono_csv(stream, rows):
    yield ('"Дата i час операції","Деталі операції",MCC,"Сума в валюті картки (UAH)","Сума в валюті операції",Валюта,'
           'Курс,"Сума комісій (UAH)","Сума кешбеку (UAH)","Залишок після операції"\n')
    cells = [(csv_cell(text), mcc) for text, mcc, _ in stream.descriptors]
    local, day, shown = Clock().local, None, ""
    for _, time, bits, index, text, amount, original, currency, balance in rows:
        on, second = local(time)
        if on is not day:
            day, shown = on, on.strftime("%d.%m.%Y")
        cell, mcc = cells[index] if index >= 0 else (csv_cell(text), 4829)
        rate = "—" if currency == "UAH" else f"{amount / original:.4f}"
        cashback = short(-amount // 100) if index >= 0 and bits >> 60 == 0 else "—"
        yield (f'"{shown} {CLOCKS[second]}",{cell},{mcc},{short(amount)},{short(original)},{currency},{rate},—,'
               f'{cashback},{short(balance)}\n')


def mono_json(stream, rows):
    texts = [(json.dumps(text, ensure_ascii=False), mcc) for text, mcc, _ in stream.descriptors]
    before = "["
    for number, time, bits, index, text, amount, original, currency, balance in rows:
        cell, mcc = texts[index] if index >= 0 else (json.dumps(text, ensure_ascii=False), 4829)
        cashback = -amount // 100 if index >= 0 and bits >> 60 == 0 else 0
        tail = (f',"receiptId":"{bits >> 48:04X}-{bits >> 32 & 65535:04X}-{bits >> 16 & 65535:04X}-{bits & 65535:04X}"'
                if index >= 0 else f',"counterName":{cell}')
        yield (f'{before}{{"id":"{bits & 0xFFFFFFFFFFFF:012x}{number:08x}","time":{time},"description":{cell},"mcc":{mcc},'
               f'"originalMcc":{mcc},"hold":false,"amount":{amount},"operationAmount":{original},'
               f'"currencyCode":{NUMERIC[currency]},"commissionRate":0,"cashbackAmount":{cashback},"balance":{balance}{tail}}}')
        before = ","
    yield "[]" if before == "[" else "]"


STATEMENT = (("CURDEF", "UAH"), ("BANKID", "399999"), ("ACCTID", "26200000000011"), ("ACCTTYPE", "CHECKING"))


def ofx_rows(stream, rows, escape):
    """What both OFX versions say of a row: type, day and time, zone, amount, id, code, name, memo."""
    texts = [(escape(text[:32].strip()), escape(text), mcc) for text, mcc, _ in stream.descriptors]
    clock, day, shown = Clock(), None, ""
    for number, time, bits, index, text, amount, _, _, _ in rows:
        on, second = clock.local(time)
        if on is not day:
            day, shown = on, on.strftime("%Y%m%d")
        name, memo, mcc = texts[index] if index >= 0 else (escape(text[:32].strip()), escape(text), 4829)
        kind = "POS" if index >= 0 else "CREDIT" if amount > 0 else "DEBIT"
        zone = "[+3:EEST]" if clock.offset_s == 10_800 else "[+2:EET]"
        yield (kind, f"{shown}{CLOCKS[second].replace(':', '')}{zone}", decimal(amount),
               f"{bits & 0xFFFFFFFFFFFF:012X}{number:08d}", mcc, name, memo)


def ofx1(stream, rows):
    fields = dict(STATEMENT)
    yield ("OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:UTF-8\r\nCHARSET:NONE\r\n"
           "COMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n<OFX>\r\n<SIGNONMSGSRSV1>\r\n<SONRS>\r\n<STATUS>\r\n"
           "<CODE>0\r\n<SEVERITY>INFO\r\n</STATUS>\r\n<DTSERVER>20260301\r\n<LANGUAGE>UKR\r\n</SONRS>\r\n</SIGNONMSGSRSV1>\r\n"
           "<BANKMSGSRSV1>\r\n<STMTTRNRS>\r\n<TRNUID>1\r\n<STATUS>\r\n<CODE>0\r\n<SEVERITY>INFO\r\n</STATUS>\r\n<STMTRS>\r\n"
           f"<CURDEF>{fields['CURDEF']}\r\n<BANKACCTFROM>\r\n<BANKID>{fields['BANKID']}\r\n<ACCTID>{fields['ACCTID']}\r\n"
           f"<ACCTTYPE>{fields['ACCTTYPE']}\r\n</BANKACCTFROM>\r\n<BANKTRANLIST>\r\n<DTSTART>20000101\r\n<DTEND>20260301\r\n")
    for kind, at, amount, fitid, sic, name, memo in ofx_rows(stream, rows, xml_text):
        yield (f"<STMTTRN>\r\n<TRNTYPE>{kind}\r\n<DTPOSTED>{at}\r\n<TRNAMT>{amount}\r\n<FITID>{fitid}\r\n<SIC>{sic}\r\n"
               f"<NAME>{name}\r\n<MEMO>{memo}\r\n</STMTTRN>\r\n")
    yield ("</BANKTRANLIST>\r\n<LEDGERBAL>\r\n<BALAMT>50000.00\r\n<DTASOF>20260301\r\n</LEDGERBAL>\r\n</STMTRS>\r\n"
           "</STMTTRNRS>\r\n</BANKMSGSRSV1>\r\n</OFX>\r\n")


def ofx2(stream, rows):
    fields = dict(STATEMENT)
    status = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"
    yield ('<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
           '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n'
           f"<OFX><SIGNONMSGSRSV1><SONRS>{status}<DTSERVER>20260301</DTSERVER><LANGUAGE>UKR</LANGUAGE></SONRS></SIGNONMSGSRSV1>\n"
           f"<BANKMSGSRSV1><STMTTRNRS><TRNUID>1</TRNUID>{status}<STMTRS><CURDEF>{fields['CURDEF']}</CURDEF><BANKACCTFROM>"
           f"<BANKID>{fields['BANKID']}</BANKID><ACCTID>{fields['ACCTID']}</ACCTID><ACCTTYPE>{fields['ACCTTYPE']}</ACCTTYPE>"
           "</BANKACCTFROM><BANKTRANLIST><DTSTART>20000101</DTSTART><DTEND>20260301</DTEND>\n")
    for kind, at, amount, fitid, sic, name, memo in ofx_rows(stream, rows, xml_text):
        yield (f"<STMTTRN><TRNTYPE>{kind}</TRNTYPE><DTPOSTED>{at}</DTPOSTED><TRNAMT>{amount}</TRNAMT><FITID>{fitid}</FITID>"
               f"<SIC>{sic}</SIC><NAME>{name}</NAME><MEMO>{memo}</MEMO></STMTTRN>\n")
    yield ("</BANKTRANLIST><LEDGERBAL><BALAMT>50000.00</BALAMT><DTASOF>20260301</DTASOF></LEDGERBAL></STMTRS></STMTTRNRS>"
           "</BANKMSGSRSV1></OFX>\n")


def camt(stream, rows):
    """CAMT.053.001.08 of one account, without balances: they would have to be known before the first row."""
    fields = dict(STATEMENT)
    yield ('<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">'
           "<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-03-01T00:00:00</CreDtTm></GrpHdr><Stmt><Id>1</Id><Acct><Id><Othr>"
           f"<Id>{fields['ACCTID']}</Id></Othr></Id><Ccy>{fields['CURDEF']}</Ccy></Acct>\n")
    for kind, at, amount, fitid, mcc, name, memo in ofx_rows(stream, rows, xml_text):
        day, side = f"{at[:4]}-{at[4:6]}-{at[6:8]}", "DBIT" if amount[0] == "-" else "CRDT"
        party = "Cdtr" if side == "DBIT" else "Dbtr"
        yield (f'<Ntry><Amt Ccy="{fields["CURDEF"]}">{amount.lstrip("-")}</Amt><CdtDbtInd>{side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>'
               f"<BookgDt><Dt>{day}</Dt></BookgDt><ValDt><Dt>{day}</Dt></ValDt><AcctSvcrRef>{fitid}</AcctSvcrRef><NtryDtls><TxDtls>"
               f"<RltdPties><{party}><Pty><Nm>{name}</Nm></Pty></{party}></RltdPties><RmtInf><Ustrd>{memo}</Ustrd></RmtInf></TxDtls>"
               "</NtryDtls></Ntry>\n")
    yield "</Stmt></BkToCstmrStmt></Document>\n"


def mt940(stream, rows):
    """MT940 of one account in one statement. Its balances are zeros: nobody knows the last one before the rows are written."""
    fields = dict(STATEMENT)
    yield (f":20:1\r\n:25:{fields['BANKID']}/{fields['ACCTID']}\r\n:28C:1/1\r\n:60F:C000101{fields['CURDEF']}0,00\r\n")
    for kind, at, amount, fitid, mcc, name, memo in ofx_rows(stream, rows, lambda text: text):
        mark = "D" if amount[0] == "-" else "C"
        yield (f":61:{at[2:8]}{at[4:8]}{mark}{amount.lstrip('-').replace('.', ',')}NMSCNONREF//{fitid[:16]}\r\n"
               f":86:166?00{kind}?20{memo[:27]}?21{memo[27:54]}?32{name[:27]}\r\n")
    yield f":62F:C260301{fields['CURDEF']}0,00\r\n-\r\n"


def qif(stream, rows):
    """QIF of one account, days as dd.mm.yyyy."""
    yield "!Type:Bank\n"
    for kind, at, amount, fitid, mcc, name, memo in ofx_rows(stream, rows, lambda text: text):
        yield f"D{at[6:8]}.{at[4:6]}.{at[:4]}\nT{amount}\nP{name}\nM{memo}\n^\n"


# ------------------------------------------------------------------ other layouts and formats: what the gate measures besides

OWN_IBAN, OTHER_IBAN = "UA493052990000026000000000001", "UA913052990000065100000000006"


def plain_rows(stream, rows):
    """What most exports say of a row: number, day, clock, bits, text, code, amount, original amount, its currency, balance."""
    texts = [(text, mcc) for text, mcc, _ in stream.descriptors]
    local = Clock().local
    for number, time, bits, index, text, amount, original, currency, balance in rows:
        on, second = local(time)
        text, mcc = texts[index] if index >= 0 else (text, 4829)
        yield number, on, CLOCKS[second], bits, text, mcc, amount, original, currency, balance


def comma(kopiykas):
    return decimal(kopiykas).replace(".", ",")


def quoted(text, delimiter):
    return '"' + text.replace('"', '""') + '"' if delimiter in text or '"' in text else text


def privat_csv(stream, rows):
    """PrivatBank's cards: a title, semicolons, decimal commas, the original amount without a sign."""
    yield "Виписка з Ваших карток за період 01.01.2000 - 01.03.2026;;;;;;;;;\n"
    yield ("Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;Сума в валюті транзакції;Валюта транзакції;"
           "Залишок на кінець періоду;Валюта залишку\n")
    for _, on, clock, _, text, _, amount, original, currency, balance in plain_rows(stream, rows):
        yield (f"{on:%d.%m.%Y} {clock};Супермаркети;5168 **** **** 2795;{quoted(text, ';')};{comma(amount)};UAH;{comma(abs(original))};"
               f"{currency};{comma(balance)};UAH\n")


def fop_csv(stream, rows):
    """PrivatBank's business account: windows-1251, CRLF, grouped amounts, the other side with its IBAN."""
    yield ("ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операції;МФО банку;Назва банку;Рахунок кореспондента;ЄДРПОУ кореспондента;"
           "Кореспондент;Сума;Призначення платежу;\r\n")
    for number, on, _, _, text, _, amount, _, _, _ in plain_rows(stream, rows):
        grouped = f"{amount / 100:,.2f}".replace(",", " ")
        yield (f'0000000017;305299;{OWN_IBAN};UAH;K{number};{on:%d.%m.%Y};305299;АТ КБ "ПРИВАТБАНК";{OTHER_IBAN};14360570;'
               f'ТОВ "ПРИКЛАД";{grouped};{quoted(text, ";")};\r\n')


def table_csv(stream, rows):
    """A table that no layout knows: its columns must be inferred, and the balances prove them."""
    yield "Запис;Коли проведено;Що саме;Скільки;Лишилося\n"
    for number, on, _, _, text, _, amount, _, _, balance in plain_rows(stream, rows):
        yield f"{number};{on:%d.%m.%Y};{quoted(text, ';')};{decimal(amount)};{decimal(balance)}\n"


def one_c(stream, rows):
    """The exchange format of 1C: windows-1251, a section for each document."""
    yield (f"1CClientBankExchange\r\nВерсияФормата=1.02\r\nКодировка=Windows\r\nДатаНачала=01.01.2000\r\nДатаКонца=01.03.2026\r\n"
           f"РасчСчет={OWN_IBAN}\r\n")
    for number, on, _, _, text, _, amount, _, _, _ in plain_rows(stream, rows):
        payer, payee, way = (OTHER_IBAN, OWN_IBAN, "Поступило") if amount > 0 else (OWN_IBAN, OTHER_IBAN, "Списано")
        yield (f"СекцияДокумент=Платежное поручение\r\nНомер={number}\r\nДата={on:%d.%m.%Y}\r\nСумма={decimal(abs(amount))}\r\n"
               f"ПлательщикСчет={payer}\r\nДата{way}={on:%d.%m.%Y}\r\nПлательщик1=ТОВ Приклад\r\nПолучательСчет={payee}\r\n"
               f"Получатель1=ФОП Вигадана\r\nНазначениеПлатежа={text}\r\nКонецДокумента\r\n")
    yield "КонецФайла\r\n"


def client_bank(stream, rows):
    """The client-bank text of Belarus: windows-1251, a field a line, totals that must agree at the end."""
    yield ("***** ^Type=3^ ^Acc=BY70TESTAB30120000010102620001^  -  Выписка\r\n[IN_PARAM]\r\n^Date=08.01.2026^\r\n^CurrCode=933^\r\n"
           "[OUT_PARAM]\r\n^Time=22.06.2026 16:22:56^\r\n^Header5=ТОВ ПРИКЛАД^\r\n^DateIn=08/01/2026^\r\n")
    spent = received = 0
    for number, on, clock, _, text, _, amount, _, _, _ in plain_rows(stream, rows):
        spent, received = spent + max(0, -amount), received + max(0, amount)
        yield (f"^DocDate={on:%d.%m.%Y}^\r\n^DocTime={clock}^\r\n^Num={number}^\r\n^KorName=ТОВ ПРИКЛАД^\r\n^UNNRec=190000021^\r\n"
               f"^Cod=ALFABY2X^\r\n^Acc=BY24TESTAB00000000000000001234^\r\n^Db={decimal(max(0, -amount))}^\r\n"
               f"^Credit={decimal(max(0, amount))}^\r\n^Opr=1^\r\n^Nazn={text}^\r\n")
    yield f"^DB={decimal(spent)}^\r\n^CR={decimal(received)}^\r\n^DateOut=08/01/2026^\r\n{'#' * 51}\r\n"


def autoclient_json(stream, rows):
    """PrivatBank's Autoclient: objects read by a layout, twenty members of which half is asked for."""
    before = '{"status":"SUCCESS","type":"transactions","exist_next_page":false,"transactions":['
    for number, on, clock, bits, text, _, amount, _, _, _ in plain_rows(stream, rows):
        way, day = ("D" if amount < 0 else "C"), f"{on:%d.%m.%Y}"
        yield (f'{before}{{"AUT_MY_CRF":"3112345678","AUT_MY_MFO":"305299","AUT_MY_ACC":"{OWN_IBAN}","AUT_MY_NAM":"ФОП ВИГАДАНА",'
               f'"AUT_CNTR_CRF":"12345678","AUT_CNTR_MFO":"322001","AUT_CNTR_ACC":"{OTHER_IBAN}","AUT_CNTR_NAM":"ТОВ «ПРИКЛАД»",'
               f'"CCY":"UAH","FL_REAL":"r","PR_PR":"r","DOC_TYP":"p","NUM_DOC":"{number}","DAT_KL":"{day}","DAT_OD":"{day}",'
               f'"OSND":{json.dumps(text, ensure_ascii=False)},"SUM":"{decimal(abs(amount))}","SUM_E":"{decimal(abs(amount))}",'
               f'"REF":"HS{bits:016X}","REFN":"P","TIM_P":"{clock[:5]}","DATE_TIME_DAT_OD_TIM_P":"{day} {clock}","ID":"{number}",'
               f'"TRANTYPE":"{way}","TECHNICAL_TRANSACTION_ID":"{number}_online"}}')
        before = ","
    yield "]}"


def merchant_xml(stream, rows):
    """PrivatBank's merchant statement: attributes of XML read by a layout."""
    yield ('<?xml version="1.0" encoding="UTF-8"?><response version="1.0"><data><oper>cmt</oper><info>\n'
           '<statements status="excellent">\n')
    for number, on, clock, _, text, _, amount, original, currency, balance in plain_rows(stream, rows):
        yield (f'<statement card="5363000000004722" appcode="{number:06d}" trandate="{on:%Y-%m-%d}" trantime="{clock}" '
               f'amount="{decimal(abs(original))} {currency}" cardamount="{decimal(amount)} UAH" rest="{decimal(balance)} UAH" terminal="" '
               f'description="{xml_text(text).replace(chr(34), "&quot;")}"/>\n')
    yield "</statements></info></data></response>\n"


def html(stream, rows):
    """A page with a table, as banks name `.xls`: windows-1251."""
    yield ('<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head><body><table border="1">\n'
           "<tr><th>Дата</th><th>Опис</th><th>Сума</th><th>Валюта</th></tr>\n")
    for _, on, _, _, text, _, amount, _, _, _ in plain_rows(stream, rows):
        yield f"<tr><td>{on:%d.%m.%Y}</td><td>{xml_text(text)}</td><td>{comma(amount)}</td><td>UAH</td></tr>\n"
    yield "</table></body></html>\n"


def sheet_cells(stream, rows):
    """PrivatBank's cards as rows of a workbook: texts, and numbers as int."""
    yield ["Історія операцій за період 01.01.2000 - 01.03.2026"]
    yield ["Дата", "Категорія", "Картка", "Опис операції", "Сума в валюті картки", "Валюта картки", "Сума в валюті транзакції",
           "Валюта транзакції", "Залишок на кінець періоду", "Валюта залишку"]
    for _, on, clock, _, text, _, amount, original, currency, balance in plain_rows(stream, rows):
        yield [f"{on:%d.%m.%Y} {clock}", "Супермаркети", "5168 **** **** 2795", text, amount, "UAH", abs(original), currency, balance, "UAH"]


def xlsx(stream, rows):
    """A workbook with shared texts; the one form that is made in memory."""
    shared, cells = {}, []
    for line, row in enumerate(sheet_cells(stream, rows), 1):
        cells.append(f'<row r="{line}">')
        for column, value in zip("ABCDEFGHIJ", row):
            place = f"{column}{line}"
            if isinstance(value, int):
                cells.append(f'<c r="{place}"><v>{short(value)}</v></c>')
            else:
                cells.append(f'<c r="{place}" t="s"><v>{shared.setdefault(value, len(shared))}</v></c>')
        cells.append("</row>")
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    sheet_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{sheet_type}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" Type="{links}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{links}"><sheets><sheet name="Виписки" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" Type="{links}/worksheet" '
        f'Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{links}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet {main}><sheetData>{"".join(cells)}</sheetData></worksheet>',
        "xl/sharedStrings.xml": f'<sst {main} uniqueCount="{len(shared)}">'
        + "".join(f"<si><t>{xml_text(text)}</t></si>" for text in shared) + "</sst>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as book:
        for name, text in parts.items():
            member = zipfile.ZipInfo(name, (2026, 3, 1, 9, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            book.writestr(member, ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + text).encode())
    yield out.getvalue()


def sheet_xml(stream, rows):
    """The same workbook as XML Spreadsheet 2003."""
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    yield (f'<?xml version="1.0" encoding="UTF-8"?>\n<Workbook xmlns="{space}" xmlns:ss="{space}"><Worksheet ss:Name="Виписки"><Table>\n')
    for row in sheet_cells(stream, rows):
        yield "<Row>" + "".join(
            f'<Cell><Data ss:Type="Number">{short(value)}</Data></Cell>' if isinstance(value, int)
            else f'<Cell><Data ss:Type="String">{xml_text(value)}</Data></Cell>' for value in row) + "</Row>\n"
    yield "</Table></Worksheet></Workbook>\n"


def biff_record(number, data):
    return struct.pack("<HH", number, len(data)) + data


def compound_file(name, stream):
    """An OLE2 file with one stream, in sectors of 512 bytes."""
    stream += bytes(-len(stream) % 512)
    sectors, none, end = len(stream) // 512, 0xFFFF_FFFF, 0xFFFF_FFFE
    tables = 1
    while tables * 128 < tables + 1 + sectors:
        tables += 1
    # The table of sectors comes first, then the directory, then the stream.
    chain = [0xFFFF_FFFD] * tables + [end] + [tables + 2 + n for n in range(sectors - 1)] + [end]
    chain += [none] * (tables * 128 - len(chain))

    def entry(name, kind, start, size):
        letters = name.encode("utf-16-le")
        return (letters.ljust(64, b"\0") + struct.pack("<HBBIII", len(letters) + 2, kind, 1, none, none, 1) + bytes(36)
                + struct.pack("<IQ", start, size))

    header = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(10)
              + struct.pack("<IIIIIIII", tables, tables, 0, 4096, end, 0, end, 0)
              + struct.pack("<109I", *range(tables), *[none] * (109 - tables)))
    directory = entry("Root Entry", 5, end, 0) + entry(name, 2, tables + 1, len(stream)) + bytes(256)
    return header + struct.pack(f"<{len(chain)}I", *chain) + directory + stream


def xls(stream, rows):
    """The same workbook as Excel 97 wrote it; made in memory."""
    shared, cells, count = {}, [], 0
    for line, row in enumerate(sheet_cells(stream, rows)):
        for column, value in enumerate(row):
            place = struct.pack("<HHH", line, column, 0)
            if isinstance(value, int):
                cells.append(biff_record(0x0203, place + struct.pack("<d", float(short(value)))))
            else:
                count += 1
                cells.append(biff_record(0x00FD, place + struct.pack("<I", shared.setdefault(value, len(shared)))))
    # Texts go on in another record before one grows too long.
    texts, data = [], struct.pack("<II", count, len(shared))
    for text in shared:
        letters = text.encode("utf-16-le")
        text = struct.pack("<HB", len(letters) // 2, 1) + letters
        if len(data) + len(text) > 8224:
            texts.append(data)
            data = b""
        data += text
    texts.append(data)
    texts = b"".join(biff_record(0x003C if number else 0x00FC, data) for number, data in enumerate(texts))
    begin = biff_record(0x0809, struct.pack("<HH", 0x0600, 5))
    name = "Виписки".encode("utf-16-le")
    size = len(begin) + 4 + 8 + len(name) + len(texts) + 4
    sheet = biff_record(0x0085, struct.pack("<IBBBB", size, 0, 0, len(name) // 2, 1) + name)
    end = biff_record(0x000A, b"")
    body = biff_record(0x0809, struct.pack("<HH", 0x0600, 0x10)) + b"".join(cells) + end
    yield compound_file("Workbook", begin + sheet + texts + end + body)


def sberbank_text(stream, rows):
    """A printed report of a card, with columns of blanks: windows-1251."""
    months = "ЯНВ ФЕВ МАР АПР МАЙ ИЮН ИЮЛ АВГ СЕН ОКТ НОЯ ДЕК".split()
    ruler = "--------------------+-----+-----+-------+--------------------------+---------------+--------------\n"
    yield ("                                   С Б Е Р Б А Н К  Р О С С И И\n                                       ОТЧЕТ ПО СЧЕТУ КАРТЫ\n\n"
           f"ЛИМИТ ОВЕРДРАФТА:{'0.00':>24}{'ВАЛЮТА СЧЕТА':>56}\n{'RUR':>97}\n\n"
           "ОТЧЕТ СОСТАВЛЕН ЗА ПЕРИОД               ДАТА СОСТАВЛЕНИЯ ОТЧЕТА       СТРАНИЦА        КОЛ.СТРАНИЦ\n"
           "        01ЯНВ00 - 01МАР26                             01МАР26              001                001\n\n")
    opening, lines = None, []
    for number, on, _, _, text, _, amount, _, _, balance in plain_rows(stream, rows):
        opening, closing = balance - amount, balance if opening is None else closing
        day = f"{on.day:02d}{months[on.month - 1]}"
        sum_ = decimal(abs(amount))
        # What the code page of the report has no letter for.
        text = text.encode("cp1251", "replace").decode("cp1251")[:22].ljust(22)
        lines.append(f"{'':20}{day} {day}{on:%y} {number % 1_000_000:06d} {text} RUR {sum_:>15} {sum_:>12}{'CR' if amount > 0 else ''}\n"
                     f"{'':44}MOSCOW       RUS\n")
    yield f"ОСТАТОК НА НАЧАЛО ПЕРИОДА: {decimal(opening):>67}\n" + ruler
    yield ("     ТИП КАРТЫ,     |ДАТА |ДАТА |   №   |            ВИД,          |          СУММА|        СУММА\n"
           "      № КАРТЫ       |ОПЕР.|ОБРА-| ОПЕРА-|     МЕСТО СОВЕРШЕНИЯ,    |       В ВАЛЮТЕ|     В ВАЛЮТЕ\n"
           "                    |     |БОТКИ| ЦИИ   |      ВАЛЮТА ОПЕРАЦИИ     |       ОПЕРАЦИИ|        СЧЕТА\n") + ruler
    yield from lines
    yield ruler + f"ОСТАТОК НА КОНЕЦ ПЕРИОДА: {decimal(closing):>68}\n"


def pdf_text(stream, rows):
    """The text layer of Kaspi's statement, as pdftotext gives it."""
    lines, received, spent, opening = [], 0, 0, None
    for _, on, _, _, text, _, amount, _, _, balance in plain_rows(stream, rows):
        opening, closing = balance - amount, balance if opening is None else closing
        received, spent = received + max(0, amount), spent + max(0, -amount)
        kind = "Пополнение" if amount > 0 else "Покупка"
        lines.append(f"{on:%d.%m.%y}{'+' if amount > 0 else '-'} {tenge(abs(amount))}   {kind}      {text}\n")
    yield ("АО «Kaspi Bank», БИК CASPKZKA, www.kaspi.kz\nВЫПИСКА\nпо Kaspi Gold за период с 01.01.00 по 01.03.26\n"
           "LastnameНомер карты:*0475\nFirstnameНомер счета:KZ111111\n"
           f"Доступно на 01.03.26:{tenge(closing)}Валюта счета:тенге\nКраткое содержание операций по карте:\n"
           f"Доступно на 01.01.00{tenge(opening)}\n  Пополнения+ {tenge(received)}\n  Покупки- {tenge(spent)}\n"
           f"Доступно на 01.03.26{tenge(closing)}\nДатаСуммаОперация       Детали\n")
    yield from lines


def tenge(hundredths):
    return f"{hundredths // 100:,}".replace(",", " ") + f",{hundredths % 100:02d} ₸"


FORMATS = {"mono-csv": mono_csv, "mono-json": mono_json, "ofx1": ofx1, "ofx2": ofx2, "camt": camt, "mt940": mt940, "qif": qif,
           "privat-csv": privat_csv, "fop-csv": fop_csv, "table-csv": table_csv, "1c": one_c, "client-bank": client_bank,
           "autoclient-json": autoclient_json, "merchant-xml": merchant_xml, "html": html, "xlsx": xlsx, "sheet-xml": sheet_xml,
           "xls": xls, "sberbank-text": sberbank_text, "pdf-text": pdf_text}
ENCODINGS = {"fop-csv": "cp1251", "1c": "cp1251", "client-bank": "cp1251", "html": "cp1251",
             "sberbank-text": "cp1251"}


def descriptors(stream, count):
    """Every descriptor another one: spellings first, then spellings with a terminal number."""
    yield "id,descriptor,mcc,amount,currency\n"
    distinct = list(dict.fromkeys(stream.descriptors))
    dice = random.Random(f"descriptors {stream.seed}")
    dice.shuffle(distinct)
    seen, texts = 0, set()
    for lap in itertools.count():
        for text, mcc, usual in distinct:
            if seen == count:
                return
            text = f"{text} {lap:03d}{mcc}" if lap else text
            if text in texts:
                continue
            texts.add(text)
            seen += 1
            yield f"{seen},{csv_cell(text)},{mcc},{decimal(-usual)},UAH\n"


def keywords(stream):
    """3,000 keywords: the merchants of the stream, and names that never occur."""
    known = {fold(name): category for name, _, category, _ in stream.cyrillic + stream.latin}
    dice = random.Random(f"keywords {stream.seed}")
    while len(known) < 3000:
        kind, _, category = dice.choice(entries_of(CYRILLIC_KINDS))
        known.setdefault(fold(f"{kind} {dice.choice(PEOPLE)} {dice.choice(CYRILLIC_TOWNS)} {dice.randrange(90)}"), category)
    for keyword, category in known.items():
        yield f"{keyword}\t{category}\t0.95\n"


def write(pieces, path, encoding="utf-8"):
    """Writes text pieces in blocks, or bytes as they are; returns bytes written."""
    written = 0
    with open(path, "wb", buffering=0) as out:
        while block := list(itertools.islice(pieces, 8192)):
            encoded = block[0] if isinstance(block[0], bytes) else "".join(block).encode(encoding)
            out.write(encoded)
            written += len(encoded)
    return written


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--format", required=True, choices=[*FORMATS, "descriptors", "keywords"])
    options.add_argument("-n", type=int, default=1000, metavar="ROWS")
    options.add_argument("--skip", type=int, default=0, metavar="ROWS")
    options.add_argument("--total", type=int, default=0, metavar="ROWS", help="default: skip + n; sets the pace in time")
    options.add_argument("--seed", type=int, default=2026)
    options.add_argument("-o", required=True, metavar="FILE")
    chosen = options.parse_args()

    stream = Stream(chosen.seed)
    facts = {"rows": chosen.n, "sum": 0, "cyrillic": 0.0}
    if chosen.format == "keywords":
        facts["bytes"] = write(keywords(stream), chosen.o)
    elif chosen.format == "descriptors":
        facts["bytes"] = write(descriptors(stream, chosen.n), chosen.o)
    else:
        cyrillic = [any("\u0400" <= c <= "\u04ff" for c in text) for text, _, _ in stream.descriptors] + [True]

        def counted():
            total, with_cyrillic = 0, 0
            for row in stream.rows(chosen.total or chosen.skip + chosen.n, chosen.skip, chosen.n):
                total += row[5]
                with_cyrillic += cyrillic[row[3]]
                yield row
            facts.update(sum=total, cyrillic=round(with_cyrillic / max(1, chosen.n), 3))

        facts["bytes"] = write(FORMATS[chosen.format](stream, counted()), chosen.o, ENCODINGS.get(chosen.format, "utf-8"))
    print(json.dumps(facts))


if __name__ == "__main__":
    sys.exit(main())
