#!/usr/bin/env python3
"""Writes the sample exports of samples/: three months of one invented household in Kyiv.

    python3 samples/make.py            writes every file beside this script
    python3 samples/make.py --check    writes nothing; exit 1 when a committed file differs

The same bytes each time: no clock, no locale, no random source but the counter below. Nobody in
these files exists; shops and utilities are named as facts of everyday life, the amounts, cards,
IBANs, ids and people are made up. Standard library only.
"""
import hashlib
import io
import json
import os
import sys
import zipfile
from datetime import date, datetime, timedelta

import history

HERE = os.path.dirname(os.path.abspath(__file__))
MONTHS = (1, 2, 3)
YEAR = 2026
MONTH_NAMES = {12: "грудень", 1: "січень", 2: "лютий"}
SPRING_FORWARD = datetime(2026, 3, 29, 3, 0)     # 03:00 becomes 04:00 in Kyiv
EPOCH = datetime(1970, 1, 1)

MONO_CARD, PRIVAT_CARD, PRIVAT_PAYOUT_CARD, OLD_CARD = (
    "4441****2206", "5168 **** **** 4471", "4627 **** **** 8812", "4149 **** **** 0932")


class Dice:
    """Picks that depend on a name only, so that adding a row somewhere moves no other row."""

    def __init__(self, name):
        self.name, self.thrown = name, 0

    def below(self, n):
        self.thrown += 1
        digest = hashlib.sha256(f"{self.name}/{self.thrown}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n

    def between(self, low, high, step=1):
        return low + step * self.below((high - low) // step + 1)

    def pick(self, items):
        return items[self.below(len(items))]


def iban(bank, account):
    """A Ukrainian IBAN with right check digits over an invented account number."""
    body = f"{bank:06d}{account:019d}"
    check = 98 - int(body + "301000") % 97       # U = 30, A = 10
    return f"UA{check:02d}{body}"


FOP_IBAN = iban(305299, 26000000000001)
MONO_IBAN = iban(322001, 26200000000002)
PRIVAT_IBAN = iban(305299, 26200000000003)
PARTNER_IBAN = iban(399999, 26200000000004)      # 399999 belongs to no bank
CLIENT_IBAN = iban(399999, 26000000000005)
FOP_TAX_ID, CLIENT_TAX_ID, BANK_TAX_ID, TREASURY_TAX_ID = (
    "0000000017", "00000025", "14360570", "00000033")


def last_day(month):
    return (date(YEAR + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day


def at(month, day, clock):
    hour, minute, second = (list(map(int, clock.split(":"))) + [0])[:3]
    return datetime(YEAR, month, day, hour, minute, second)


def kyiv_epoch(local):
    offset_h = 3 if local >= SPRING_FORWARD else 2
    return int((local - EPOCH).total_seconds()) - offset_h * 3600


def plain(kopiykas, digits=2, mark="."):
    sign, units = ("-" if kopiykas < 0 else ""), abs(kopiykas)
    cents = f"{units % 100:02d}"
    if digits == 1 and cents[1] == "0":
        cents = cents[0]
    return f"{sign}{units // 100}{mark}{cents}"


def grouped(kopiykas, mark):
    whole, cents = plain(kopiykas, mark=mark).split(mark)
    sign, whole = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    return f"{sign}{int(whole):,}".replace(",", " ") + mark + cents


def with_balances(rows, opening):
    """Oldest first, each row with the balance after it; an overdrawn household would be a mistake here."""
    rows = sorted(rows, key=lambda r: r["at"])   # stable: twins keep their order
    balance = opening
    for row in rows:
        balance += row["amount"]
        row["balance"] = balance
        assert balance >= 0, (row["at"], row["text"], balance)
    return rows


# ------------------------------------------------------------------ monobank, black card, UAH

def mono_rows():
    rows = []

    def row(month, day, clock, text, mcc, amount, **more):
        rows.append(dict(at=at(month, day, clock), text=text, mcc=mcc, amount=amount, **more))

    def foreign(month, day, clock, text, mcc, cents, currency, rate):
        amount = (cents * rate + (5000 if cents > 0 else -5000)) // 10000
        row(month, day, clock, text, mcc, amount, original=(cents, currency), rate=rate)

    for m in MONTHS:
        dice = Dice(f"mono {m}")
        usd = {1: 431250, 2: 432623, 3: 434018}[m]
        eur = {1: 502140, 2: 503377, 3: 505902}[m]
        end = last_day(m)

        # Income, and money between own pockets.
        company = dict(name="ТОВ «ПРИКЛАД»", iban=CLIENT_IBAN, tax_id=CLIENT_TAX_ID)
        row(m, 15, "11:02:17", "Аванс від ТОВ «ПРИКЛАД»", 4829, 1800000, counter=company)
        row(m, end - 1, "16:40:03", "Зарплата від ТОВ «ПРИКЛАД»", 4829, 2450000, counter=company)
        row(m, 4, "09:12:44", f"Відсотки за {MONTH_NAMES[(m - 2) % 12 + 1]}", 4829,
            dice.between(310, 2450))
        own_privat = dict(name="Вигадана Марія", iban=PRIVAT_IBAN)
        row(m, 10, "19:31:08", "Переказ на картку ПриватБанку", 4829, -400000, counter=own_privat)
        row(m, 22, "20:05:51", "З картки ПриватБанку", 4829, 250000, counter=own_privat)
        row(m, 6, "12:00:04", "Від: Юрій Приклад", 4829, 600000,
            counter=dict(name="Приклад Юрій", iban=PARTNER_IBAN))
        row(m, 16, "08:00:02", "Регулярне поповнення «На відпустку»", 4829, -100000)
        row(m, 16 + m, "18:44:12", "Округлення балансу «На відпустку»", 4829,
            -dice.between(120, 990, 10))

        # Homes, phones, subscriptions: the same every month.
        row(m, 3, "10:00:31", "Київстар", 4814, -25000)
        row(m, 6, "12:20:09", "YASNO", 4900, -dice.between(61000, 98000))
        row(m, 6, "12:23:40", "Нафтогаз України", 4900, -dice.between(84000, 140000))
        row(m, 6, "12:26:15", "Київводоканал", 4900, -dice.between(31000, 45000))
        row(m, 7, "07:45:00", "Sport Life", 7997, -120000)
        foreign(m, 2, "06:11:27", "Spotify", 5815, -499, "USD", usd)
        foreign(m, 5, "12:00:41", "Netflix.com", 4899, -999, "USD", usd + 37)
        foreign(m, 12, "04:19:55", "OPENAI *CHATGPT SUBSCR", 5734, -2000, "USD", usd - 112)
        foreign(m, 24, "05:30:12", "APPLE.COM/BILL", 5818, -99, "USD", usd + 9)
        row(m, 9, "21:14:36", "Повернись живим", 8398, -20000)

        # A month of errands.
        for day in (2, 8, 13, 19, 25, 28):
            name = dice.pick(["Сільпо", "Сільпо", "АТБ-Маркет", "Фора", "NOVUS", "Аврора"])
            row(m, day, f"18:{dice.between(10, 59)}:{dice.between(10, 59)}", name,
                5331 if name == "Аврора" else 5411, -dice.between(9450, 184900, 5),
                cashback=dice.below(3) == 0)
        for day in (4, 11, 18, 24):
            row(m, day, f"13:{dice.between(10, 59)}:{dice.between(10, 59)}", "АТБ-Маркет", 5411,
                -dice.between(8120, 69990))
        for day in (5, 14, 26):
            row(m, day, f"08:{dice.between(10, 59)}:{dice.between(10, 59)}", "Aroma Kava", 5814,
                -dice.pick([7500, 8500, 9500]), cashback=True)
        for day in (7, 17, 23):
            name = dice.pick(["Uklon", "Bolt", "Uklon"])
            row(m, day, f"22:{dice.between(10, 59)}:{dice.between(10, 59)}", name, 4121,
                -dice.between(11000, 29500, 100))
        for day in (9, 20):
            row(m, day, f"08:{dice.between(10, 39)}:{dice.between(10, 59)}",
                "Київський метрополітен", 4111, -800)
        row(m, 11, "17:05:20", "Нова пошта", 4215, -dice.between(7000, 16500, 500))
        row(m, 21, "14:48:09", "OKKO", 5541, -dice.between(98000, 189000), cashback=True)
        row(m, 27, "20:31:47", dice.pick(["Glovo", "Пузата Хата", "McDonald's"]),
            5814, -dice.between(21900, 64500, 10))

    # January.
    row(1, 3, "15:40:12", "Планета Кіно", 7832, -44000)
    row(1, 10, "12:12:12", "Зняття готівки. Банкомат \"А-Банк\"", 6011, -102000,
        original=(-100000, "UAH"), fee=2000)
    row(1, 18, "16:02:33", "Тарас Б.", 4829, -65000, comment="за квитки")
    row(1, 23, "11:51:10", "Аптека Доброго Дня", 5912, -41870)
    row(1, 29, "19:20:01", "EVA", 5977, -38990, cashback=True)
    # February: a refund, twins, a settled debt.
    row(2, 9, "22:14:05", "ROZETKA", 5311, -189900)
    row(2, 13, "10:33:48", "Скасування. ROZETKA", 5311, 189900)
    row(2, 14, "19:47:22", "Квіти України", 5992, -95000)
    row(2, 17, "12:30:00", "Від: Тарас Б.", 4829, 65000, comment="дякую!",
        counter=dict(name="Тарас Б."))
    # Two coffees paid in one second: the same in every fact but the balance, and both are real.
    row(2, 20, "08:41:30", "Aroma Kava", 5814, -8500, cashback=True)
    row(2, 20, "08:41:30", "Aroma Kava", 5814, -8500, cashback=True)
    foreign(2, 21, "13:05:44", "Żabka Z4471 Kraków", 5411, -2599, "PLN", 118560)
    row(2, 26, "12:01:09", "Виведення кешбеку 164.40₴", 4829, 13235)
    # March: euros sold from the OFX account, and the night the clocks change.
    eur_in = (30000, "EUR")
    row(3, 5, "10:20:15", "Від: Марія Вигадана", 4829, 1511700, original=eur_in, rate=503900,
        counter=dict(name="Maria Vyhadana", iban="DE00999999990000000007"))
    row(3, 8, "15:15:15", "Intertop", 5661, -349900)
    row(3, 14, "16:45:00", "Укрзалізниця", 4112, -86340)
    row(3, 20, "18:08:18", "Prom.ua, \"Приклад Шоп\"", 5311, -47500)
    row(3, 29, "02:40:11", "Bolt", 4121, -23500)
    row(3, 29, "04:05:37", "Uklon", 4121, -19800)
    row(3, 30, "19:03:02", "Сільпо", 5411, -73415, hold=True)
    foreign(3, 31, "09:44:58", "Steam", 5816, -999, "USD", 434310)
    rows[-1]["hold"] = True
    row(3, 31, "21:16:40", "Glovo", 5814, -38750, hold=True)

    rows = with_balances(rows, opening=2_640_366)
    for number, r in enumerate(rows):
        digest = hashlib.sha256(f"mono id {number}".encode()).digest()
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        r["id"] = "".join(letters[b & 63] for b in digest[:16])
        receipt = digest[16:].hex().upper()
        r["receipt"] = "-".join(receipt[i:i + 4] for i in (0, 4, 8, 12))
        r["cashback_amount"] = -r["amount"] // 100 if r.get("cashback") else 0
    return rows


def mono_csv(rows, bom):
    """As the app writes it: text in quotes where it holds a blank, a comma or a quote; newest first."""
    def cell(text):
        return '"' + text.replace('"', '""') + '"' if any(c in text for c in ' ,"') else text

    header = ["Дата i час операції", "Деталі операції", "MCC", "Сума в валюті картки (UAH)",
              "Сума в валюті операції", "Валюта", "Курс", "Сума комісій (UAH)",
              "Сума кешбеку (UAH)", "Залишок після операції"]
    assert "i" in header[0], "the i of the real header is Latin"
    lines = [",".join(map(cell, header))]
    for r in reversed(rows):
        original, currency = r.get("original", (r["amount"], "UAH"))
        rate = f"{r['rate'] / 10000:.4f}" if "rate" in r else "—"
        fee = plain(r["fee"], 1) if "fee" in r else "—"
        cashback = plain(r["cashback_amount"], 1) if r["cashback_amount"] else "—"
        lines.append(",".join(map(cell, [
            r["at"].strftime("%d.%m.%Y %H:%M:%S"), r["text"], str(r["mcc"]), plain(r["amount"], 1),
            plain(original, 1), currency, rate, fee, cashback, plain(r["balance"], 1)])))
    return (("\ufeff" if bom else "") + "\n".join(lines) + "\n").encode()


def mono_json(rows, indent):
    numeric = {"UAH": 980, "USD": 840, "EUR": 978, "PLN": 985}
    items = []
    for r in reversed(rows):
        original, currency = r.get("original", (r["amount"], "UAH"))
        item = dict(id=r["id"], time=kyiv_epoch(r["at"]), description=r["text"], mcc=r["mcc"],
                    originalMcc=r["mcc"], hold=bool(r.get("hold")), amount=r["amount"],
                    operationAmount=original, currencyCode=numeric[currency],
                    commissionRate=r.get("fee", 0), cashbackAmount=r["cashback_amount"],
                    balance=r["balance"])
        if "comment" in r:
            item["comment"] = r["comment"]
        if r["mcc"] != 4829 and r["amount"] < 0:
            item["receiptId"] = r["receipt"]
        for key, name in (("tax_id", "counterEdrpou"), ("iban", "counterIban"), ("name", "counterName")):
            if key in r.get("counter", {}):
                item[name] = r["counter"][key]
        items.append(item)
    if indent:
        return (json.dumps(items, ensure_ascii=False, indent=1) + "\n").encode()
    return json.dumps(items, ensure_ascii=False, separators=(",", ":")).encode()


# ------------------------------------------------------------------ PrivatBank, Privat24 cards

def privat_rows():
    """Two cards of one person: the everyday one, and the one payments of the state come to."""
    daily, payout = [], []

    def row(rows, card, month, day, clock, category, text, amount, original=None):
        rows.append(dict(at=at(month, day, clock), card=card, category=category, text=text,
                         amount=amount, original=original or (amount, "UAH")))

    for m in MONTHS:
        dice = Dice(f"privat {m}")

        def everyday(day, clock, category, text, amount, original=None):
            row(daily, PRIVAT_CARD, m, day, clock, category, text, amount, original)

        everyday(10, "19:31:10", "Зарахування", f"Зарахування переказу з картки monobank {MONO_CARD}",
                 400000)
        everyday(22, "20:05:49", "Переказ на свою картку",
                 f"Переказ на картку monobank {MONO_CARD}", -250000)
        everyday(19, "13:20:30", "Зарахування", "Переказ власних коштів ФОП Вигадана М. І.", 1500000)
        everyday(2, "09:05:11", "Комунальні послуги", "ОСББ «Вигаданий двір», внески",
                 -dice.between(98000, 121000, 50))
        everyday(2, "09:07:02", "Комунальні послуги", "КИЇВТЕПЛОЕНЕРГО",
                 -dice.between(140000, 236000))
        everyday(2, "09:09:40", "Комунальні послуги", "ВОЛЯ Інтернет", -24000)
        everyday(5, "17:33:25", "Супермаркети та продукти", "Сільпо, Київ, просп. Вигаданий, 12",
                 -dice.between(21000, 96000))
        everyday(12, "10:48:59", "Супермаркети та продукти", "АТБ-маркет, Київ",
                 -dice.between(12000, 56000))
        everyday(13, "19:12:02", "Аптеки", "Аптека Подорожник; Київ", -dice.between(9900, 52000))
        everyday(17, "12:40:36", "Ресторани, кафе, бари", "Львівські круасани",
                 -dice.between(13500, 29000, 100))
        everyday(21, "15:01:44", "Поповнення мобільного", "Поповнення lifecell +38093*****14", -22000)
        everyday(25, "18:55:08", "Авто та АЗС", "WOG", -dice.between(85000, 160000))
        everyday(last_day(m), "23:45:14", "Послуги", "Комісія за обслуговування картки", -2000)
        row(payout, PRIVAT_PAYOUT_CARD, m, 8, "07:15:00", "Зарахування", "Допомога на дитину", 86000)
        row(payout, PRIVAT_PAYOUT_CARD, m, 9, "12:00:05", "Переказ на свою картку",
            "Переказ на свою картку 5168****4471", -86000)
        everyday(9, "12:00:05", "Зарахування", "Переказ зі своєї картки 4627****8812", 86000)

    row(daily, PRIVAT_CARD, 1, 20, "09:01:44", "Подорожі", "Booking.com; Amsterdam", -439425,
        original=(-8750, "EUR"))
    row(daily, PRIVAT_CARD, 1, 27, "14:31:00", "Зняття готівки",
        "Зняття готівки у банкоматі: Київ, вул. Вигадана, 1", -200000)
    row(daily, PRIVAT_CARD, 2, 12, "21:05:17", "Дитячі товари", "Будинок Іграшок", -67500)
    row(daily, PRIVAT_CARD, 2, 24, "12:10:10", "Медичні послуги", "Медичний центр «Вигадка»", -120000)
    row(daily, PRIVAT_CARD, 3, 16, "11:11:11", "Тварини", "MasterZoo", -84630)
    row(daily, PRIVAT_CARD, 3, 28, "16:20:45", "Перекази", "Переказ: Олена К.", -50000)
    rows = with_balances(daily, 1_518_244) + with_balances(payout, 12_050)
    return sorted(rows, key=lambda r: (r["at"], r["card"]))


def privat_csv(rows, first, last):
    def cell(text):
        return '"' + text.replace('"', '""') + '"' if any(c in text for c in ';"') else text

    title = f"Виписка з Ваших карток за період {first:%d.%m.%Y} - {last:%d.%m.%Y}"
    lines = [title + ";" * 9,
             "Дата;Категорія;Картка;Опис операції;Сума в валюті картки;Валюта картки;"
             "Сума в валюті транзакції;Валюта транзакції;Залишок на кінець періоду;Валюта залишку"]
    for r in reversed(rows):
        original, currency = r["original"]
        lines.append(";".join(map(cell, [
            r["at"].strftime("%d.%m.%Y %H:%M:%S"), r["category"], r["card"], r["text"],
            r.get("amount_text", plain(r["amount"], mark=",")), "UAH",
            plain(abs(original), mark=","), currency, plain(r["balance"], mark=","), "UAH"])))
    return ("\n".join(lines) + "\n").encode()


def broken_rows():
    """An old card with one row no reader may guess: its amount carries a unit."""
    rows = []
    for day, clock, category, text, amount in (
            (3, "10:15:00", "Зарахування", "Поповнення готівкою через термінал", 300000),
            (6, "18:22:41", "Супермаркети та продукти", "Фора, Київ", -41235),
            (9, "09:30:12", "Дім та ремонт", "Епіцентр К", -125000),
            (11, "19:02:55", "Транспорт", "Uklon", -14200),
            (15, "13:44:03", "Ресторани, кафе, бари", "Пузата Хата", -23860),
            (20, "08:05:30", "Ресторани, кафе, бари", "Aroma Kava", -7500),
            (26, "20:48:19", "Краса", "EVA", -33990)):
        rows.append(dict(at=at(2, day, clock), card=OLD_CARD, category=category, text=text,
                         amount=amount, original=(amount, "UAH")))
    rows = with_balances(rows, 50_000)
    rows[2]["amount_text"] = "-1 250,00 грн"
    return rows


# ------------------------------------------------------------------ PrivatBank, business account

def fop_csv():
    """The sole trader's statement: windows-1251, quotes without CSV meaning, a row that only carries over."""
    rows = []

    def row(month, day, number, account, tax_id, name, amount, text, bank=("305299", 'АТ КБ "ПРИВАТБАНК"')):
        rows.append(dict(at=at(month, day, "0:00"), number=number, account=account, tax_id=tax_id,
                         name=name, amount=amount, text=text, bank=bank))

    client_bank = ("399999", 'АТ "ПРИКЛАДБАНК"')
    for m in MONTHS:
        row(m, 12, f"{m}0451", CLIENT_IBAN, CLIENT_TAX_ID, 'ТОВ "ПРИКЛАД-СОФТ"', 6200000,
            f"Оплата за розробку ПЗ згідно рахунку № {m} від 05.{m:02d}.2026, без ПДВ", client_bank)
        row(m, 19, f"P{m}7", PRIVAT_IBAN, FOP_TAX_ID, "Вигадана Марія Іванівна", -1500000,
            "Переказ власних коштів")
        row(m, 28, f"K{m}28", iban(305299, 65100000000006), BANK_TAX_ID, 'АТ КБ "ПРИВАТБАНК"', -25000,
            f"Комісія за обслуговування рахунку за {m:02d}.2026")
    treasury = ("899998", "Казначейство України (ел. адм. подат.)")
    row(1, 16, "P11", iban(899998, 33100000000008), TREASURY_TAX_ID, "ГУК у м.Києві/Вигадан.р-н", -570900,
        "Єдиний внесок за IV квартал 2025", treasury)
    row(2, 17, "P21", iban(899998, 33100000000009), TREASURY_TAX_ID, "ГУК у м.Києві/Вигадан.р-н", -930000,
        "Єдиний податок за IV квартал 2025", treasury)
    row(3, 23, "P31", iban(399999, 26000000000010), "00000041", "ФОП Приклад Ганна Іллівна", -450000,
        "Бухгалтерські послуги, акт № 3, без ПДВ", client_bank)
    rows = with_balances(rows, 2_000_000)

    def line(r):
        return ";".join([FOP_TAX_ID, "305299", FOP_IBAN, "UAH", r["number"], f"{r['at']:%d.%m.%Y}",
                         r["bank"][0], r["bank"][1], r["account"], r["tax_id"], r["name"],
                         grouped(r["amount"], "."), r["text"]]) + ";"

    carried = dict(rows[0], at=at(1, 1, "0:00"), number="0", amount=2_000_000, account=FOP_IBAN,
                   tax_id=FOP_TAX_ID, name="ФОП Вигадана Марія Іванівна",
                   bank=("305299", 'АТ КБ "ПРИВАТБАНК"'), text="#ПЕРЕНЕСЕННЯ ЗАЛИШКУ")
    header = ("ЄДРПОУ;МФО;Рахунок;Валюта;Номер документу;Дата операції;МФО банку;Назва банку;"
              "Рахунок кореспондента;ЄДРПОУ кореспондента;Кореспондент;Сума;Призначення платежу;")
    lines = [header] + [line(r) for r in reversed(rows)] + [line(carried)]
    return ("\r\n".join(lines) + "\r\n").encode("windows-1251")


# ------------------------------------------------------------------ OFX

def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def ofx1():
    """The partner's account at a bank that does not exist. The header promises US-ASCII in code page
    1252; the bytes are UTF-8. Leaves are not closed, dates are days, ids belong to the account."""
    rows = []
    for m in MONTHS:
        dice = Dice(f"ofx1 {m}")
        rows += [
            (m, 5, "CREDIT", 2340000, "Заробітна плата", "ТОВ «Приклад Логістика», зарплата", None),
            (m, 6, "XFER", -600000, "Переказ Вигадана М.І.", "Переказ на картку monobank", None),
            (m, 8, "POS", -dice.between(35000, 99000), "АТБ-Маркет", "АТБ-Маркет Київ магазин 1142", 5411),
            (m, 11, "POS", -dice.between(20000, 90000), "Ашан Україна, ТРЦ «Вигадка» & партнери",
             "Ашан Україна, ТРЦ «Вигадка» & партнери, Київ", 5411),
            (m, 14, "POS", -85000, "Дитячий садок «Вигадайко»", "Дитячий садок «Вигадайко», харчування", 8351),
            (m, 18, "POS", -dice.between(9000, 33000), "Аптека 9-1-1", "Аптека 9-1-1 Київ", 5912),
            (m, 23, "POS", -dice.between(65000, 145000), "БРСМ-Нафта", "БРСМ-Нафта АЗС 17", 5541),
            (m, 27, "ATM", -150000, "Банкомат", "Зняття готівки, банкомат Вигадане метро", 6011),
        ]
    # Two tickets at the same window on the same day: only the bank's ids tell them apart.
    rows += [(2, 15, "POS", -12000, "Київський зоопарк", "Київський зоопарк, квиток", 7991)] * 2
    rows.sort(key=lambda r: r[:2])
    opening = 514_320
    lines = ["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "SECURITY:NONE", "ENCODING:USASCII",
             "CHARSET:1252", "COMPRESSION:NONE", "OLDFILEUID:NONE", "NEWFILEUID:NONE", "",
             "<OFX>", "<SIGNONMSGSRSV1>", "<SONRS>", "<STATUS>", "<CODE>0", "<SEVERITY>INFO", "</STATUS>",
             "<DTSERVER>20260401081500[+3:EEST]", "<LANGUAGE>UKR", "<FI>", "<ORG>ПРИКЛАДБАНК", "<FID>399999",
             "</FI>", "</SONRS>", "</SIGNONMSGSRSV1>", "<BANKMSGSRSV1>", "<STMTTRNRS>", "<TRNUID>1",
             "<STATUS>", "<CODE>0", "<SEVERITY>INFO", "</STATUS>", "<STMTRS>", "<CURDEF>UAH",
             "<BANKACCTFROM>", "<BANKID>399999", f"<ACCTID>{PARTNER_IBAN}", "<ACCTTYPE>CHECKING",
             "</BANKACCTFROM>", "<BANKTRANLIST>", "<DTSTART>20260101", "<DTEND>20260331"]
    balance = opening
    for number, (m, d, kind, amount, name, memo, sic) in enumerate(rows, 1):
        balance += amount
        lines += ["<STMTTRN>", f"<TRNTYPE>{kind}", f"<DTPOSTED>2026{m:02d}{d:02d}120000",
                  f"<TRNAMT>{plain(amount)}", f"<FITID>2026{m:02d}{d:02d}{number:05d}"]
        lines += [f"<SIC>{sic}"] if sic else []
        lines += [f"<NAME>{escaped(name[:32])}", f"<MEMO>{escaped(memo)}", "</STMTTRN>"]
    assert balance > 0
    lines += ["</BANKTRANLIST>", "<LEDGERBAL>", f"<BALAMT>{plain(balance)}", "<DTASOF>20260331235959[+3:EEST]",
              "</LEDGERBAL>", "</STMTRS>", "</STMTTRNRS>", "</BANKMSGSRSV1>", "</OFX>"]
    return ("\r\n".join(lines) + "\r\n").encode()


EURO_ROWS = [
    (1, 9, "CREDIT", 85000, "Beispiel GmbH", "Rechnung 2026-01, Beratung", None),
    (1, 11, "POS", -2345, "Lidl Berlin", "Lidl sagt Danke, Berlin", None),
    (1, 15, "DIRECTDEBIT", -1190, "Hetzner Online GmbH", "Server CX22, Kundennr. 000000", None),
    (1, 24, "POS", -610, "Żabka Z1234", "Żabka, Wrocław", ("PLN", "0.2347")),
    (2, 6, "CREDIT", 85000, "Beispiel GmbH", "Rechnung 2026-02, Beratung", None),
    (2, 10, "POS", -1840, "Bäckerei Müller & Söhne", "Bäckerei Müller & Söhne, Köln", None),
    (2, 15, "DIRECTDEBIT", -1190, "Hetzner Online GmbH", "Server CX22, Kundennr. 000000", None),
    (2, 18, "POS", -4490, "Deutsche Bahn", "DB Vertrieb, Köln - Berlin", None),
    (2, 27, "FEE", -300, "Kontoführung", "Kontoführung 02/2026", None),
    (3, 5, "XFER", -30000, "Maria Vyhadana", "На картку monobank", None),
    (3, 6, "CREDIT", 85000, "Beispiel GmbH", "Rechnung 2026-03, Beratung", None),
    (3, 12, "POS", -8999, "IKEA Deutschland", "IKEA Köln-Am Butzweilerhof", None),
    (3, 15, "DIRECTDEBIT", -1190, "Hetzner Online GmbH", "Server CX22, Kundennr. 000000", None),
    (3, 19, "CREDIT", 8999, "IKEA Deutschland", "Erstattung IKEA Köln", None),
    (3, 26, "POS", -1575, "Rossmann", "Rossmann Filiale 0042", None),
]
EURO_OPENING = 42_310
EURO_IBAN = "DE28999999990000000007"


def ofx2():
    """A euro account in an OFX 2.2 file: XML with a comment, an original currency, letters of four languages."""
    rows = EURO_ROWS
    balance = EURO_OPENING
    out = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
           '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
           "<OFX>", "  <SIGNONMSGSRSV1><SONRS>",
           "    <STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>",
           "    <DTSERVER>20260401090000.000[+2:CEST]</DTSERVER><LANGUAGE>GER</LANGUAGE>",
           "    <FI><ORG>BEISPIELBANK</ORG><FID>99999999</FID></FI>",
           "  </SONRS></SIGNONMSGSRSV1>", "  <BANKMSGSRSV1><STMTTRNRS>", "    <TRNUID>1</TRNUID>",
           "    <STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>", "    <STMTRS>",
           "      <CURDEF>EUR</CURDEF>",
           "      <BANKACCTFROM><BANKID>99999999</BANKID><ACCTID>0000000007</ACCTID>"
           "<ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>",
           "      <!-- an invented account: three months of 2026 -->",
           "      <BANKTRANLIST>", "        <DTSTART>20260101</DTSTART><DTEND>20260331</DTEND>"]
    for number, (m, d, kind, amount, name, memo, foreign) in enumerate(rows, 1):
        balance += amount
        zone = "[+2:CEST]" if (m, d) >= (3, 29) else "[+1:CET]"
        original = ""
        if foreign:
            currency, rate = foreign
            original = f"\n          <ORIGCURRENCY><CURRATE>{rate}</CURRATE><CURSYM>{currency}</CURSYM></ORIGCURRENCY>"
        out.append(
            f"        <STMTTRN>\n          <TRNTYPE>{kind}</TRNTYPE>"
            f"<DTPOSTED>2026{m:02d}{d:02d}103000.000{zone}</DTPOSTED><TRNAMT>{plain(amount)}</TRNAMT>"
            f"<FITID>EB-{m:02d}-{number:04d}</FITID>\n          <NAME>{escaped(name)}</NAME>"
            f"<MEMO>{escaped(memo)}</MEMO>{original}\n        </STMTTRN>")
    out += ["      </BANKTRANLIST>",
            f"      <LEDGERBAL><BALAMT>{plain(balance)}</BALAMT><DTASOF>20260331</DTASOF></LEDGERBAL>",
            "    </STMTRS>", "  </STMTTRNRS></BANKMSGSRSV1>", "</OFX>"]
    return ("\n".join(out) + "\n").encode()


# ------------------------------------------------------------------ the euro account again, as banks of other kinds print it

def euro_month(month):
    """The rows of a month with the balance before and after them."""
    opening = EURO_OPENING + sum(row[3] for row in EURO_ROWS if row[0] < month)
    rows = [row for row in EURO_ROWS if row[0] == month]
    return rows, opening, opening + sum(row[3] for row in rows)


def camt(month):
    """CAMT.053.001.08: prefixed names, balances around the entries, a foreign leg, a reversal, a pending entry."""
    rows, opening, closing = euro_month(month)

    def side(amount):
        return "CRDT" if amount >= 0 else "DBIT"

    def balance(code, amount, day):
        return (f"      <c:Bal><c:Tp><c:CdOrPrtry><c:Cd>{code}</c:Cd></c:CdOrPrtry></c:Tp>"
                f'<c:Amt Ccy="EUR">{plain(abs(amount))}</c:Amt><c:CdtDbtInd>{side(amount)}</c:CdtDbtInd>'
                f"<c:Dt><c:Dt>{day}</c:Dt></c:Dt></c:Bal>")

    out = ['<?xml version="1.0" encoding="UTF-8"?>',
           '<c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">', "  <c:BkToCstmrStmt>",
           "    <c:GrpHdr><c:MsgId>EB-1</c:MsgId><c:CreDtTm>2026-04-01T06:00:00+02:00</c:CreDtTm></c:GrpHdr>",
           "    <c:Stmt>", f"      <c:Id>2026-{month:02d}</c:Id>",
           f"      <c:Acct><c:Id><c:IBAN>{EURO_IBAN}</c:IBAN></c:Id><c:Ccy>EUR</c:Ccy></c:Acct>",
           balance("OPBD", opening, date(YEAR, month, 1)),
           balance("CLBD", closing, date(YEAR, month, last_day(month)))]
    for number, (m, d, kind, amount, name, memo, foreign) in enumerate(rows, 1):
        party = "Dbtr" if amount >= 0 else "Cdtr"
        reversal = "<c:RvslInd>true</c:RvslInd>" if memo.startswith("Erstattung") else ""
        leg = ""
        if foreign:
            currency, rate = foreign
            cents = round(abs(amount) / float(rate))
            leg = (f'<c:AmtDtls><c:InstdAmt><c:Amt Ccy="{currency}">{plain(cents)}</c:Amt></c:InstdAmt></c:AmtDtls>')
        out += [f'      <c:Ntry><c:Amt Ccy="EUR">{plain(abs(amount))}</c:Amt><c:CdtDbtInd>{side(amount)}</c:CdtDbtInd>'
                f"{reversal}<c:Sts><c:Cd>BOOK</c:Cd></c:Sts>",
                f"        <c:BookgDt><c:Dt>{date(YEAR, m, d)}</c:Dt></c:BookgDt>"
                f"<c:ValDt><c:Dt>{date(YEAR, m, d)}</c:Dt></c:ValDt>"
                f"<c:AcctSvcrRef>EB-{m:02d}-{number:02d}</c:AcctSvcrRef>",
                f"        <c:NtryDtls><c:TxDtls>{leg}<c:RltdPties><c:{party}><c:Pty><c:Nm>{escaped(name)}</c:Nm>"
                f"</c:Pty></c:{party}></c:RltdPties>",
                f"          <c:RmtInf><c:Ustrd>{escaped(memo)}</c:Ustrd></c:RmtInf></c:TxDtls></c:NtryDtls></c:Ntry>"]
    out += ['      <c:Ntry><c:Amt Ccy="EUR">12.00</c:Amt><c:CdtDbtInd>DBIT</c:CdtDbtInd><c:Sts><c:Cd>PDNG</c:Cd></c:Sts>',
            f"        <c:ValDt><c:Dt>{date(YEAR, month, last_day(month))}</c:Dt></c:ValDt>"
            "<c:AddtlNtryInf>Kartenzahlung, noch nicht gebucht</c:AddtlNtryInf></c:Ntry>",
            "    </c:Stmt>", "  </c:BkToCstmrStmt>", "</c:Document>"]
    return ("\n".join(out) + "\n").encode()


def mt940(months):
    """A statement a month in one file, CRLF, an envelope around each, structured :86: whose fields are cut at 27 characters."""
    latin = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ż": "Z", "Н": "N", "а": "a", "к": "k", "р": "r", "т": "t",
                           "у": "u", "ł": "l"})
    out = []
    for month in months:
        rows, opening, closing = euro_month(month)
        out += ["{1:F01BEISDEXXXXXX0000000000}{2:I940BEISDEXXXXXXN}{4:", f":20:EB2026{month:02d}",
                f":25:99999999/0000000007", f":28C:{month}/1",
                f":60F:C26{month:02d}01EUR{plain(opening, mark=',')}"]
        for number, (m, d, kind, amount, name, memo, foreign) in enumerate(rows, 1):
            mark = "C" if amount >= 0 else "D"
            memo, name = memo.translate(latin), name.translate(latin)
            pieces = "".join(f"?{20 + k}{memo[27 * k:27 * k + 27]}" for k in range((len(memo) + 26) // 27))
            out += [f":61:26{m:02d}{d:02d}{m:02d}{d:02d}{mark}{plain(abs(amount), mark=',')}NMSCNONREF//EB{m:02d}{number:02d}",
                    f":86:166?00{kind}{pieces}?32{name}"]
        out += [f":62F:C26{month:02d}{last_day(month):02d}EUR{plain(closing, mark=',')}", "-}"]
    return ("\r\n".join(out) + "\r\n").encode()


# ------------------------------------------------------------------ a cash book, and a workbook

def qif():
    """Cash and a savings box, days as `d.m'yy`, splits, a transfer between the two."""
    out = ["!Account", "NГотівка", "TCash", "^", "!Type:Cash"]
    for day, amount, payee, memo, rest in [
            ("27.1'26", 200000, "Банкомат", "Київ, вул. Вигадана, 1", []),
            ("28.1'26", -45050, "Ринок", "овочі й сир", ["LПродукти"]),
            (" 2.2'26", -120000, "Майстер", "", ["LДім", "SРобота", "$-900.00", "SДеталі", "$-300.00"]),
            ("14.2'26", -30000, "Скарбничка", "", ["L[Скарбничка]"])]:
        out += [f"D{day}", f"T{plain(amount)}", f"P{payee}"] + ([f"M{memo}"] if memo else []) + rest + ["^"]
    out += ["!Account", "NСкарбничка", "TCash", "^", "!Type:Cash", "D14.2'26", "T300.00", "PГотівка", "L[Готівка]", "^"]
    return ("\n".join(out) + "\n").encode()


def xlsx(rows, first, last):
    """The card history as a workbook: a title row, days as text, amounts as numbers, shared and inline texts."""
    heading = ["Дата", "Категорія", "Картка", "Опис операції", "Сума в валюті картки", "Валюта картки",
               "Сума в валюті транзакції", "Валюта транзакції", "Залишок на кінець періоду", "Валюта залишку"]
    shared = []

    def cell(column, line, value):
        place = f"{'ABCDEFGHIJ'[column]}{line}"
        if isinstance(value, int):
            text = plain(value).rstrip("0").rstrip(".")
            return f'<c r="{place}"><v>{text}</v></c>'
        if column == 3:
            return f'<c r="{place}" t="inlineStr"><is><t>{escaped(value)}</t></is></c>'
        if value not in shared:
            shared.append(value)
        return f'<c r="{place}" t="s"><v>{shared.index(value)}</v></c>'

    table = [[f"Історія операцій за період {first:%d.%m.%Y} - {last:%d.%m.%Y}"], heading]
    for r in reversed(rows):
        original, currency = r["original"]
        table.append([r["at"].strftime("%d.%m.%Y %H:%M:%S"), r["category"], r["card"], r["text"], r["amount"], "UAH",
                      abs(original), currency, r["balance"], "UAH"])
    sheet = "".join(f'<row r="{line}">' + "".join(cell(k, line, v) for k, v in enumerate(cells)) + "</row>"
                    for line, cells in enumerate(table, 1))
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        f'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/>'
        f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}.sharedStrings+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{links}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{links}"><sheets><sheet name="Виписки" sheetId="1" r:id="rId1"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{links}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" '
        f'Type="{links}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{sheet}</sheetData></worksheet>",
        "xl/sharedStrings.xml": f'<sst {main} uniqueCount="{len(shared)}">'
        + "".join(f"<si><t>{escaped(text)}</t></si>" for text in shared) + "</sst>",
    }
    out = io.BytesIO()
    # Stored, and one date for all: the bytes must not follow a compressor or a clock.
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as book:
        for name, text in parts.items():
            member = zipfile.ZipInfo(name, (2026, 4, 1, 9, 0, 0))
            member.create_system = 3
            book.writestr(member, (head + text).encode())
    return out.getvalue()


# ------------------------------------------------------------------ everything

def between(rows, first, last):
    return [r for r in rows if first <= r["at"].date() <= last]


def exports():
    """Every file of the folder: path -> bytes."""
    files = {}
    mono = mono_rows()
    for m in MONTHS:
        month = between(mono, date(YEAR, m, 1), date(YEAR, m, last_day(m)))
        files[f"monobank-csv/black-2026-{m:02d}.csv"] = mono_csv(month, bom=m == 1)
    # The API gives at most 31 days a call, so two files; they share a week with each other and
    # six weeks with the CSV files.
    files["monobank-json/black-2026-02-15.json"] = mono_json(
        between(mono, date(YEAR, 2, 15), date(YEAR, 3, 15)), indent=False)
    files["monobank-json/black-2026-03-08.json"] = mono_json(
        between(mono, date(YEAR, 3, 8), date(YEAR, 3, 31)), indent=True)
    privat = privat_rows()
    for first, last in ((date(YEAR, 1, 1), date(YEAR, 2, 20)), (date(YEAR, 2, 10), date(YEAR, 3, 31))):
        files[f"privatbank-csv/cards-{first:%Y-%m-%d}.csv"] = privat_csv(
            between(privat, first, last), first, last)
    files["privatbank-business-csv/fop-2026-q1.csv"] = fop_csv()
    files["ofx1/prykladbank-2026-q1.ofx"] = ofx1()
    files["ofx2/beispielbank-eur-2026-q1.ofx"] = ofx2()
    files["camt/beispielbank-eur-2026-03.xml"] = camt(3)
    files["camt/beispielbank-eur-2026-01.xml"] = camt(1)
    files["mt940/beispielbank-eur-2026-q1.sta"] = mt940(MONTHS)
    files["qif/cash-2026-q1.qif"] = qif()
    january = (date(YEAR, 1, 1), date(YEAR, 1, 31))
    files["xlsx/privat24-cards-2026-01.xlsx"] = xlsx(between(privat, *january), *january)
    for path, (content, _, _) in history.files().items():
        files[path] = content
    files["broken/old-card-2026-02.csv"] = privat_csv(
        broken_rows(), date(YEAR, 2, 1), date(YEAR, 2, 28))
    return files


def main():
    differing = []
    for path, content in exports().items():
        full = os.path.join(HERE, path)
        if "--check" in sys.argv[1:]:
            if not os.path.exists(full) or open(full, "rb").read() != content:
                differing.append(path)
            continue
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as out:
            out.write(content)
    for path in differing:
        print(f"samples/{path}: error: differs from what samples/make.py writes", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
