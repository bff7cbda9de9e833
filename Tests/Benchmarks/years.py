#!/usr/bin/env python3
"""Draw years of a household from months of one, for household.py.

    years.py FOLDER... --out DIR [--months 36] [--seed 1]

FOLDER is a household as household.py reads it; DIR/NAME becomes one of the same kind, longer. A seed always draws the same.

Who was seen in two months or more goes on at its pace, at amounts that waver about those seen and rise by a percent a month; a fixed
price is kept for a year and then raised. A fifth of these merchants comes later, a fifth ends. Each month brings strangers: a trade's
word with an invented name or a name from rules/brands.csv, some of them by season; four of ten are met again, one of ten is filed as
nobody could know. Two merchants a household change their meaning for good after the sixth month, one more is filed otherwise once.
Own transfers and money back, which need two lines, are left out.
"""
import argparse
import collections
import csv
import math
import pathlib
import random

ROOT = pathlib.Path(__file__).resolve().parents[2]
ODD = ("gifts", "entertainment", "services", "other", "shopping", "groceries", "home.household")
# Word on the door, category, merchant code where banks print one, months when people go there.
DOORS = {
    "UA": (("Кав’ярня", "eating_out.coffee", "5814", ""), ("Перукарня", "personal_care.beauty", "7230", ""),
           ("Аптека", "health.pharmacy", "5912", ""), ("Пекарня", "groceries.specialty", "5462", ""),
           ("Магазин", "groceries", "5411", ""), ("Продукти", "groceries", "5499", ""),
           ("Ветклініка", "pets.vet", "0742", ""), ("Стоматологія", "health.dental", "8021", ""),
           ("Автомийка", "transport.car_service", "7542", ""), ("Шиномонтаж", "transport.car_service", "7534", "3 4 10 11"),
           ("Квіти", "gifts", "5992", "2 3 5 9"), ("Книги", "shopping.books", "5942", "8 9 12"),
           ("Взуття", "shopping.clothing", "5661", "3 4 9 10"), ("Хімчистка", "services.repair", "7216", ""),
           ("Ресторан", "eating_out.restaurants", "5812", ""), ("Піцерія", "eating_out.fast_food", "5812", ""),
           ("Паб", "eating_out.bars", "5813", ""), ("Іграшки", "kids.goods", "5945", "11 12"),
           ("Готель", "travel.hotels", "7011", "6 7 8"), ("Оптика", "health.optics", "8043", ""),
           ("Клініка", "health.doctor", "8011", ""), ("Будматеріали", "home.improvement", "5211", "4 5 6 7"),
           ("Меблі", "home.furniture", "5712", ""), ("Садовий центр", "home.garden", "5261", "3 4 5 6"),
           ("ФОП", "", "", ""), ("FOP", "", "", "")),
    "EU": (("COFFEE", "eating_out.coffee", "", ""), ("RESTAURANT", "eating_out.restaurants", "", ""),
           ("PIZZERIA", "eating_out.fast_food", "", ""), ("APOTHEKE", "health.pharmacy", "", ""),
           ("HOTEL", "travel.hotels", "", "6 7 8 12"), ("MUSEUM", "entertainment.events", "", "5 6 7 8"),
           ("MARKET", "groceries", "", ""), ("BAKERY", "groceries.specialty", "", ""),
           ("BOOKS", "shopping.books", "", ""), ("PARKING", "transport.parking_tolls", "", ""),
           ("TAXI", "transport.taxi", "", ""), ("BAR", "eating_out.bars", "", ""),
           ("FASHION", "shopping.clothing", "", ""), ("SALON", "personal_care.beauty", "", ""),
           ("FLORIST", "gifts", "", "2 5 12"), ("SUMUP *", "", "", "")),
    "VN": (("NHA THUOC", "health.pharmacy", "", ""), ("CA PHE", "eating_out.coffee", "", ""),
           ("QUAN AN", "eating_out.restaurants", "", ""), ("TAP HOA", "groceries", "", ""),
           ("PHO", "eating_out.restaurants", "", ""), ("PHONG KHAM", "health.doctor", "", ""),
           ("NHA SACH", "shopping.books", "", "8 9"), ("SUA XE", "transport.car_service", "", ""),
           ("THOI TRANG", "shopping.clothing", "", "1 12"), ("SALON TOC", "personal_care.beauty", "", ""),
           ("TRAI CAY", "groceries.specialty", "", ""), ("HOA TUOI", "gifts", "", "2 3 10"),
           ("GIA DUNG", "home.household", "", ""), ("KHACH SAN", "travel.hotels", "", "4 6 7"), ("TT QR", "", "", "")),
}
NAMES = {
    "UA": "Сонечко Дубок Веселка Ромашка Смерека Дністер Калина Маяк Лагуна Оріон Вулик Глобус Мрія Лелека Каштан Явір Аметист "
          "Фаворит Атлант Персей Сокіл Буковина Десна Едельвейс Фенікс Орхідея Олімп Затишок Промінь Джерело".split(" "),
    "EU": "AURORA BELLA STELLA ROMA VITA DELTA LUNA FORTE PRIMA NOVA RIVA CENTRAL EUROPA ROYAL PICCOLO SOLE TERRA ALPINA "
          "VERDE".split(" "),
    "VN": "MINH ANH,HOANG LONG,PHAT TAI,THANH CONG,BAO NGOC,HUONG QUE,KIM LIEN,TAN PHAT,GIA BAO,NGOC MAI,VIET HUONG,SONG HAN,"
          "THIEN AN,DUC LOC,HAI YEN".split(","),
}
CHAIN_COUNTRIES = {"UA": {"UA"}, "EU": {"PL", "DE", "CZ"}, "VN": {"VN"}}
# What a typical purchase costs, in the money people of the region pay with.
TYPICAL = {"UAH": 270, "VND": 160_000}
STRANGERS_A_MONTH = 12
PRICE_GROWTH = 1.01


def chains(region):
    """(name, category) of merchants of the region alone the tables know by name, and need no second witness for."""
    with open(ROOT / "rules" / "brands.csv", newline="", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file)
                if r["countries"] in CHAIN_COUNTRIES[region] and r["role"] == "merchant" and r["weak"] == "0"
                and not r["category"].startswith(("transfers", "income", "finance", "other"))]
    return sorted({(r["brand"], r["category"]) for r in rows})


class Draw:
    def __init__(self, folder, months, seed):
        self.random = random.Random(f"{seed} {folder.name}")
        self.months = months
        with open(folder / "truth.csv", newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        self.first = min(r["month"] for r in rows)
        self.rows = [r for r in rows if not r["pair"] and not r["refund_of"] and r["state"] == "ok"
                     and r["category"] not in ("transfers.own", "income.refund")]
        self.currency, self.account = collections.Counter(
            (r["currency"], r["account"]) for r in self.rows).most_common(1)[0][0]
        self.regions = ["VN"] if self.currency == "VND" else ["UA"] if self.currency == "UAH" else ["EU", "UA"]
        self.chains = {region: chains(region) for region in self.regions}
        self.out = []
        self.used = set()

    def poisson(self, mean):
        bound, count, product = math.exp(-mean), 0, self.random.random()
        while product > bound:
            count += 1
            product *= self.random.random()
        return count

    def wavering(self, amount, spread, currency):
        value = amount * math.exp(self.random.gauss(0, spread))
        return round(value, -3) if currency == "VND" else round(value, self.random.choice((0, 2)))

    def put(self, month, like, amount, category, descriptor, merchant):
        number = int(self.first[5:]) - 1 + month
        name = f"{int(self.first[:4]) + number // 12}-{number % 12 + 1:02}"
        amount = f"{amount:.0f}" if like["currency"] == "VND" else f"{amount:.2f}"
        self.out.append({
            "uid": f"y{len(self.out)}", "month": name, "account": like["account"],
            "datetime": f"{name}-{self.random.randrange(1, 28):02} 12:00:00", "amount": amount,
            "currency": like["currency"], "descriptor": descriptor, "mcc": like["mcc"], "bank_id": "",
            "category": category, "files": "", "merchant": merchant})

    def acquaintances(self):
        by = collections.defaultdict(list)
        for row in self.rows:
            by[row["merchant"]].append(row)
        seen = len({r["month"] for r in self.rows})
        found = []
        for merchant, rows in sorted(by.items()):
            active = len({r["month"] for r in rows})
            if active < 2:
                continue
            rate = len(rows) / active * min(1, active / max(1, seen - 1))
            late = self.random.random() < .2
            short = self.random.random() < .2
            found.append({
                "rows": rows, "rate": rate, "monthly": bool(rows[0]["recurring"]),
                "fixed": len(rows) > 1 and len({r["amount"] for r in rows}) == 1,
                "begin": self.random.randrange(1, self.months // 2) if late else 0,
                "end": self.random.randrange(self.months // 3, self.months) if short else self.months,
                "raise": self.random.randrange(12), "drift": None, "slip": None})
        pure = [m for m in found if len({r["category"] for r in m["rows"]}) == 1 and not m["monthly"]]
        changing = self.random.sample(pure, min(3, len(pure)))
        for number, merchant in enumerate(changing):
            when = self.random.randrange(6, self.months)
            merchant["slip" if number == 2 else "drift"] = (when, self.random.choice(ODD))
        return found

    def visit(self, merchant, month):
        if not merchant["begin"] <= month < merchant["end"]:
            return
        count = self.poisson(merchant["rate"])
        if merchant["monthly"]:
            count = int(self.random.random() < min(1, merchant["rate"]))
        for _ in range(count):
            row = self.random.choice(merchant["rows"])
            amount = float(row["amount"])
            if merchant["fixed"]:
                amount = round(amount * 1.12 ** ((month + merchant["raise"]) // 12), 0 if row["currency"] == "VND" else 2)
            else:
                amount = math.copysign(self.wavering(
                    abs(amount) * PRICE_GROWTH ** month, .08, row["currency"]), amount)
            category = row["category"]
            if merchant["drift"] and month >= merchant["drift"][0]:
                category = merchant["drift"][1]
            if merchant["slip"] and month >= merchant["slip"][0]:
                category = merchant["slip"][1]
                merchant["slip"] = None
            self.put(month, row, amount, category, row["descriptor"], row["merchant"])

    def stranger(self, month):
        region = self.random.choice(self.regions)
        calendar = (int(self.first[5:]) - 1 + month) % 12 + 1
        mcc = ""
        if self.random.random() < .2:
            name, category = self.random.choice(self.chains[region])
        else:
            doors = [d for d in DOORS[region] if not d[3] or str(calendar) in d[3].split()]
            word, category, mcc, _ = self.random.choice(doors)
            name = f"{word} {self.random.choice(NAMES[region])}".replace("* ", "*")
            if not category:
                name += f" {self.random.choice('АБВГКЛМ')}.{self.random.choice('ВОІП')}." if region == "UA" else ""
                category = self.random.choice(ODD + ("eating_out", "personal_care.beauty"))
        if self.random.random() < .1:
            category = self.random.choice(ODD)
        if name.upper() in self.used:
            return None
        self.used.add(name.upper())
        if self.random.random() < .3:
            name = name.upper()
        like = {"account": self.account, "currency": self.currency, "mcc": mcc if self.regions == ["UA"] else ""}
        typical = TYPICAL.get(self.currency, 14) * math.exp(self.random.gauss(0, .8))
        return {"name": name, "category": category, "like": like, "typical": typical,
                "again": self.random.random() < .4}

    def draw(self):
        acquaintances = self.acquaintances()
        strangers = []
        for month in range(self.months):
            for merchant in acquaintances:
                self.visit(merchant, month)
            new = [s for s in (self.stranger(month) for _ in range(self.poisson(STRANGERS_A_MONTH))) if s]
            again = [s for s in strangers if s["again"] and self.random.random() < .12]
            for s in new + again:
                amount = -self.wavering(s["typical"] * PRICE_GROWTH ** month, .3, self.currency)
                self.put(month, s["like"], amount, s["category"], s["name"], "stranger " + s["name"])
            strangers += new
        return self.out


def write(rows, folder):
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "truth.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    balances = collections.defaultdict(lambda: 1_000_000.0)
    by = collections.defaultdict(list)
    for row in rows:
        by[(row["month"], row["account"])].append(row)
    for (month, account), mine in sorted(by.items()):
        place = folder / "exports" / month
        place.mkdir(parents=True, exist_ok=True)
        # Marked as UTF-8: a lone letter with an accent proves no encoding.
        with open(place / f"{account}.csv", "w", newline="", encoding="utf-8-sig") as file:
            writer = csv.writer(file)
            writer.writerow(["Date", "Description", "Amount", "Currency", "Balance", "MCC"])
            for row in sorted(mine, key=lambda r: r["datetime"]):
                balances[account] = round(balances[account] + float(row["amount"]), 2)
                writer.writerow([row["datetime"][:10], row["descriptor"], row["amount"], row["currency"],
                                 f"{balances[account]:.2f}", row["mcc"]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--months", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for folder in options.folders:
        rows = Draw(folder, options.months, options.seed).draw()
        write(rows, options.out / folder.name)
        print(f"{folder.name}: {len(rows)} lines in {options.months} months")


if __name__ == "__main__":
    main()
