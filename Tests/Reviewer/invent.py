"""An invented household: months of exports of one card, and the truth about every line. The same seed gives the same household."""
import csv
import datetime
import random

# Name on the statement, merchant code, category this household files it under, times a month, amount from and to (minus is spent).
MERCHANTS = [
    ("Сільпо", 5411, "groceries", 12, 120, 1500), ("АТБ-Маркет", 5411, "groceries", 9, 60, 700),
    ("Aroma Kava", 5814, "eating_out.coffee", 10, 45, 160), ("McDonald's", 5814, "eating_out.fast_food", 4, 90, 400),
    ("Bolt", 4121, "transport.taxi", 7, 60, 280), ("ОККО", 5541, "transport.fuel", 4, 700, 2200),
    ("Київський метрополітен", 4111, "transport.public", 8, 8, 40), ("Нова пошта", 4215, "services.post", 5, 60, 180),
    ("Аптека Подорожник", 5912, "health.pharmacy", 3, 80, 900), ("Київстар", 4814, "telecom.mobile", 2, 150, 300),
    ("Netflix", 4899, "subscriptions.media", 1, 250, 251), ("Rozetka", 5399, "home.household", 3, 200, 4000),
    ("Аврора", 5331, "groceries", 4, 50, 400), ("Glovo", 5812, "eating_out.delivery", 5, 180, 900),
    ("Марина Л.", 4829, "housing.rent", 1, 14000, 14001), ("Олена К.", 4829, "gifts", 2, 100, 1000),
    ("Комісія за обслуговування", 0, "finance.fees", 1, 20, 21), ("Спортлайф", 7997, "sport.fitness", 1, 1100, 1101),
    ("Епіцентр К", 5200, "home.improvement", 2, 200, 2500), ("Сінево", 8071, "health.lab", 1, 300, 900),
    ("Зарплата ТОВ «ПРИКЛАД»", 4829, "income.salary", 2, -21000, -20000),
]
# Seen once or twice, by nobody before: shops of all kinds, one drawn for each visit.
STRANGERS = [
    ("Квіти {}", 5992, "gifts"), ("Кав'ярня {}", 5814, "eating_out.coffee"), ("Ресторан {}", 5812, "eating_out.restaurants"),
    ("Перукарня {}", 7230, "personal_care.beauty"), ("Книгарня {}", 5942, "shopping.books"), ("Зоомагазин {}", 5995, "pets"),
    ("ФОП {} О.В.", 5999, "kids.goods"), ("Взуття {}", 5661, "shopping.clothing"), ("{} MARKET", 5411, "groceries"),
]
NAMES = ["Верба", "Лелека", "Маяк", "Тополя", "Мрія", "Оріон", "Гілка", "Ластівка", "Зерно", "Карпати"]


def household(folder, months=4, lines=100, seed=1):
    draw = random.Random(seed)
    truth = []
    balance = 5_000_000
    for month in range(months):
        first = datetime.datetime(2025, 1 + month, 1)
        days = (datetime.datetime(2025, 2 + month, 1) - first).days
        wanted = []
        for name, code, category, times, low, high in MERCHANTS:
            wanted += [(name, code, category, low, high)] * times
        while len(wanted) < lines:
            pattern, code, category = draw.choice(STRANGERS)
            wanted.append((pattern.format(draw.choice(NAMES)), code, category, 60, 2000))
        rows = []
        for name, code, category, low, high in draw.sample(wanted, len(wanted)):
            moment = first + datetime.timedelta(seconds=draw.randrange(days * 86_400))
            amount = -draw.randrange(100 * low, 100 * high)
            rows.append((moment, name, code, category, amount))
        rows.sort()
        printed = []
        label = first.strftime("%Y-%m")
        for moment, name, code, category, amount in rows:
            balance += amount
            printed.append([moment.strftime("%d.%m.%Y %H:%M:%S"), name, code or "", f"{amount / 100:.2f}",
                            f"{amount / 100:.2f}", "UAH", "—", "—", "—", f"{balance / 100:.2f}"])
            truth.append({"uid": len(truth), "month": label, "account": "mono", "datetime": moment.isoformat(" "),
                          "amount": f"{amount / 100:.2f}", "currency": "UAH", "descriptor": name, "bank_id": "",
                          "category": category, "files": ""})
        place = folder / "exports" / label
        place.mkdir(parents=True)
        with open(place / "mono.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["Дата i час операції", "Деталі операції", "MCC", "Сума в валюті картки (UAH)",
                             "Сума в валюті операції", "Валюта", "Курс", "Сума комісій (UAH)", "Сума кешбеку (UAH)",
                             "Залишок після операції"])
            writer.writerows(reversed(printed))
    with open(folder / "truth.csv", "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(truth[0]))
        writer.writeheader()
        writer.writerows(truth)
