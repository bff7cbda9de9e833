/// The words of one bank of the invented statements.
struct TableLanguage {
    let headings: [String: [String]]
    let moneyIn: String
    let moneyOut: String
    let total: String
    let title: String
    let textsIn: [String]
    let textsOut: [String]
    let payments: [String]

    /// English, Spanish and French are written in America too.
    var mayWriteMonthFirst: Bool {
        headings["day"]?.contains { $0.hasPrefix("Date") || $0.hasPrefix("Fecha") } ?? false
    }

    func heading(_ key: String, _ numbers: inout SeededNumbers) -> String {
        numbers.pick(headings[key] ?? [key])
    }

    func text(isIncoming: Bool, isCard: Bool, _ numbers: inout SeededNumbers) -> String {
        if isCard, isIncoming { return numbers.pick(payments) }
        return numbers.pick(isIncoming ? textsIn : textsOut)
    }

    static let all: [TableLanguage] = [
        TableLanguage(
            headings: [
                "day": ["Date", "Transaction Date", "TransactionDate"],
                "booked": ["Posting Date", "Value Date"],
                "amount": ["Amount", "Transaction Amount"],
                "debit": ["Debit", "Paid out", "Withdrawals"],
                "credit": ["Credit", "Paid in", "Deposits"], "word": ["Type", "Debit/Credit"],
                "balance": ["Balance", "Running Balance"], "currency": ["Currency"],
                "account": ["Account"],
                "text": ["Description", "Details"], "id": ["Transaction ID"],
                "category": ["Category"],
                "rate": ["Exchange rate", "Wobble"], "reference": ["Reference number", "Slip"],
                "fee": ["Fee"],
            ], moneyIn: "CREDIT", moneyOut: "DEBIT", total: "Total", title: "Statement",
            textsIn: ["Salary ACME", "Transfer from Ann", "Refund shop", "Interest"],
            textsOut: [
                "Coffee, bar", "Card payment TESCO", "Rent March", "Total Energies Paris",
                "Uber trip",
            ],
            payments: ["PAYMENT RECEIVED", "MOBILE PAYMENT - THANK YOU", "Autopay"]),
        TableLanguage(
            headings: [
                "day": ["Дата", "Дата операції", "Дата i час операції"],
                "booked": ["Дата обробки", "Дата валютування"],
                "amount": ["Сума", "Сума операції"], "debit": ["Дебет", "Витрати"],
                "credit": ["Кредит", "Надходження"],
                "word": ["Тип операції", "Дебет/Кредит"],
                "balance": ["Залишок", "Залишок після операції"],
                "currency": ["Валюта"], "account": ["Рахунок", "Картка"],
                "text": ["Опис", "Призначення платежу"],
                "id": ["Номер операції"], "category": ["Категорія"], "rate": ["Курс", "Хвиля"],
                "reference": ["Номер документа", "Код"], "fee": ["Комісія"],
            ], moneyIn: "Кредит", moneyOut: "Дебет", total: "Разом", title: "Виписка за рахунком",
            textsIn: ["Зарплата", "Від: Олена Т.", "Повернення коштів", "Відсотки"],
            textsOut: [
                "Сільпо", "Оплата послуг", "Кава на винос", "Bolt", "Зняття готівки, банкомат",
            ],
            payments: ["Поповнення картки", "Погашення заборгованості"]),
        TableLanguage(
            headings: [
                "day": ["Buchungstag", "Datum"], "booked": ["Wertstellung", "Valuta"],
                "amount": ["Betrag", "Umsatz"],
                "debit": ["Soll", "Belastung"], "credit": ["Haben", "Gutschrift"],
                "word": ["Soll/Haben", "S/H"],
                "balance": ["Saldo", "Kontostand"], "currency": ["Währung"],
                "account": ["Auftragskonto"],
                "text": ["Verwendungszweck", "Buchungstext"], "id": ["Umsatz-ID"],
                "category": ["Kategorie"],
                "rate": ["Wechselkurs", "Welle"], "reference": ["Mandatsreferenz", "Zettel"],
                "fee": ["Gebühr"],
            ], moneyIn: "H", moneyOut: "S", total: "Summe", title: "Umsatzanzeige",
            textsIn: ["Gehalt März", "Überweisung Anna", "Erstattung"],
            textsOut: ["REWE SAGT DANKE", "Miete", "Kartenzahlung DM", "Bäckerei"],
            payments: ["Zahlung erhalten, Gutschrift", "Lastschrifteinzug"]),
        TableLanguage(
            headings: [
                "day": ["Data operacji", "Data transakcji"],
                "booked": ["Data księgowania", "Data waluty"],
                "amount": ["Kwota", "Kwota operacji"], "debit": ["Obciążenia", "Wydatki"],
                "credit": ["Uznania", "Wpływy"],
                "word": ["Strona", "Typ operacji"], "balance": ["Saldo po operacji", "Saldo"],
                "currency": ["Waluta"],
                "account": ["Rachunek"], "text": ["Opis operacji", "Tytuł"],
                "id": ["Nr transakcji"],
                "category": ["Kategoria"], "rate": ["Kurs", "Fala"], "reference": ["Kwit"],
                "fee": ["Prowizja"],
            ], moneyIn: "Uznanie", moneyOut: "Obciążenie", total: "Razem",
            title: "Historia rachunku",
            textsIn: ["Wynagrodzenie", "Przelew od Anny", "Zwrot"],
            textsOut: ["Zakup BIEDRONKA", "Płatność kartą", "Żabka"],
            payments: ["Wpłata", "Spłata karty"]),
        TableLanguage(
            headings: [
                "day": ["Date opération", "Date"], "booked": ["Date de valeur"],
                "amount": ["Montant"],
                "debit": ["Débit", "Dépense"], "credit": ["Crédit", "Recette"],
                "word": ["Sens", "Débit/Crédit"],
                "balance": ["Solde"], "currency": ["Devise"], "account": ["Compte"],
                "text": ["Libellé", "Détail"],
                "id": ["Identifiant"], "category": ["Catégorie"],
                "rate": ["Taux de change", "Vague"],
                "reference": ["Bordereau"], "fee": ["Frais"],
            ], moneyIn: "Crédit", moneyOut: "Débit", total: "Total", title: "Relevé de compte",
            textsIn: ["Salaire", "Virement de Anne", "Remboursement"],
            textsOut: ["Achat CB", "TOTAL ACCESS", "Loyer", "Boulangerie"],
            payments: ["Règlement carte"]),
        TableLanguage(
            headings: [
                "day": ["Fecha operación", "Fecha"], "booked": ["Fecha valor"],
                "amount": ["Importe"],
                "debit": ["Cargo", "Debe"], "credit": ["Abono", "Haber"],
                "word": ["Signo", "Cargo/Abono"],
                "balance": ["Saldo"], "currency": ["Divisa"], "account": ["Cuenta"],
                "text": ["Concepto"],
                "id": ["Número de operación"], "category": ["Categoría"],
                "rate": ["Tipo de cambio", "Ola"],
                "reference": ["Resguardo"], "fee": ["Comisión"],
            ], moneyIn: "Abono", moneyOut: "Cargo", total: "Total", title: "Extracto",
            textsIn: ["Nómina", "Transferencia de Ana"],
            textsOut: ["Compra MERCADONA", "Recibo luz", "Bar"],
            payments: ["Pago recibido"]),
        TableLanguage(
            headings: [
                "day": ["Дата операции", "Дата и время"], "booked": ["Дата обработки"],
                "amount": ["Сумма"],
                "debit": ["Расход", "Списание"], "credit": ["Приход", "Зачисление"],
                "word": ["Тип операции"],
                "balance": ["Остаток"], "currency": ["Валюта счета"], "account": ["Номер карты"],
                "text": ["Описание", "Назначение платежа"], "id": ["Идентификатор"],
                "category": ["Категория"],
                "rate": ["Курс", "Волна"], "reference": ["Код"], "fee": ["Комиссия"],
            ], moneyIn: "Приход", moneyOut: "Расход", total: "Итого", title: "Выписка",
            textsIn: ["Заработная плата", "Перевод от Анны", "Возврат"],
            textsOut: ["Покупка ПЯТЕРОЧКА", "Такси", "Снятие наличных"],
            payments: ["Погашение", "Пополнение"]),
        TableLanguage(
            headings: [
                "day": ["Ngày giao dịch"], "booked": ["Ngày hạch toán"], "amount": ["Số tiền"],
                "debit": ["Ghi nợ"], "credit": ["Ghi có"], "word": ["Nợ/Có"], "balance": ["Số dư"],
                "currency": ["Loại tiền"], "account": ["Số tài khoản"],
                "text": ["Diễn giải", "Nội dung"],
                "id": ["Mã giao dịch"], "category": ["Danh mục"], "rate": ["Tỷ giá", "Sóng"],
                "reference": ["Phiếu"], "fee": ["Phí"],
            ], moneyIn: "Có", moneyOut: "Nợ", total: "Tổng cộng", title: "Sao kê",
            textsIn: ["Lương tháng 3", "Chuyển tiền từ An"], textsOut: ["Mua hàng", "Cà phê"],
            payments: ["Trả nợ thẻ"]),
        TableLanguage(
            headings: [
                "day": ["თარიღი"], "booked": ["ვალუტირების თარიღი"], "amount": ["თანხა"],
                "debit": ["გასული თანხა"], "credit": ["შემოსული თანხა"], "word": ["ტიპი"],
                "balance": ["ნაშთი"],
                "currency": ["ვალუტა"], "account": ["ანგარიში"], "text": ["დანიშნულება"],
                "id": ["ტრანზაქციის ID"],
                "category": ["კატეგორია"], "rate": ["ტალღა"], "reference": ["ქვითარი"],
                "fee": ["საკომისიო"],
            ], moneyIn: "კრედიტი", moneyOut: "დებეტი", total: "სულ", title: "ამონაწერი",
            textsIn: ["ხელფასი"], textsOut: ["შეძენა", "ყავა"], payments: ["გადახდა ბარათზე"]),
        // A language missing from the table of headings.
        TableLanguage(
            headings: [
                "day": ["Ημερομηνία"], "booked": ["Ημερομηνία αξίας"], "amount": ["Ποσό"],
                "debit": ["Χρέωση"],
                "credit": ["Πίστωση"], "word": ["Είδος"], "balance": ["Υπόλοιπο"],
                "currency": ["Νόμισμα"],
                "account": ["Λογαριασμός"], "text": ["Περιγραφή"], "id": ["Κωδικός"],
                "category": ["Κατηγορία"],
                "rate": ["Ισοτιμία"], "reference": ["Απόδειξη"], "fee": ["Προμήθεια"],
            ], moneyIn: "Πίστωση", moneyOut: "Χρέωση", total: "Σύνολο", title: "Κίνηση",
            textsIn: ["Μισθός"], textsOut: ["Αγορά", "Καφές, σνακ"], payments: ["Πληρωμή κάρτας"]),
    ]
}
