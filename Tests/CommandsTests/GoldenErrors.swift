/// The full text of every kind of error. Written by `ErrorTests.writeGolden`.
let goldenErrorsEnglish = #"""
    march.csv:18:24: error: amount is missing, in "field"
      18 | abc
         | ^~~
      why: a row without an amount is not a transaction; expected: the form
      fix: compare the row with the bank; the other rows were read
    march.csv:18:24: error: amount is not a number, in "field"
      18 | abc
         | ^~~
      why: amounts are read as: the form
      fix: correct the number, or describe its style in the bank's layout, then import again; the other rows were read
    march.csv:18:24: error: amount can be read in two ways, in "field"
      18 | abc
         | ^~~
      why: the separator may mark decimals or thousands; we do not guess; expected: the form
      fix: set the decimal mark in the bank's layout
    march.csv:18:24: error: amount is too large, in "field"
      18 | abc
         | ^~~
      why: amounts are kept exactly, up to 18 digits; nothing is rounded; expected: the form
      fix: compare the row with the bank
    march.csv:18:24: error: both money in and money out are filled, in "field"
      18 | abc
         | ^~~
      why: a row has one side; expected: the form
      fix: compare the row with the bank; the other rows were read
    march.csv:18:24: error: the sign of the amount contradicts its side, in "field"
      18 | abc
         | ^~~
      why: the column or the direction gives the side; expected: the form
      fix: compare the row with the bank; the other rows were read
    march.csv:18:24: error: date is missing, in "field"
      18 | abc
         | ^~~
      why: without its day a line cannot be recognised in the next export; expected: the form
      fix: compare the row with the bank; the other rows were read
    march.csv:18:24: error: date is not a day, in "field"
      18 | abc
         | ^~~
      why: dates are read as: the form
      fix: correct the day, or its form in the bank's layout, then import again
    march.csv:18:24: error: date can be read in two ways, in "field"
      18 | abc
         | ^~~
      why: the file allows day-month and month-day; we do not guess; expected: the form
      fix: set the date order in the bank's layout
    march.csv:18:24: error: time is not a time of day, in "field"
      18 | abc
         | ^~~
      why: times are read as: the form
      fix: compare the row with the bank
    march.csv:18:24: error: currency is unknown, in "field"
      18 | abc
         | ^~~
      why: a currency is three letters or a number of ISO 4217; expected: the form
      fix: add the mapping to the bank's layout
    march.csv:18:24: error: another currency is given with the amount, in "field"
      18 | abc
         | ^~~
      why: the column or heading says: the form
      fix: check the row with the bank and correct one of the two in the file
    march.csv:18:24: error: cannot tell money in from money out, in "field"
      18 | abc
         | ^~~
      why: a sign is never guessed; expected: the form
      fix: add this word to the directions of the bank's layout
    march.csv:18:24: error: status is unknown, in "field"
      18 | abc
         | ^~~
      why: the payment may not have happened; without a known status the row is not imported; expected: the form
      fix: add this word to the statuses of the bank's layout
    march.csv:18:24: error: the row has too few columns, in "field"
      18 | abc
         | ^~~
      why: each row has the columns of the header; expected: the form
      fix: download the export again; the other rows were read
    march.csv:18:24: error: the row has too many columns, in "field"
      18 | abc
         | ^~~
      why: a text with a delimiter in it must be quoted; expected: the form
      fix: download the export again; the other rows were read
    march.csv:18:24: error: field is too long, in "field"
      18 | abc
         | ^~~
      why: the limit is field-bytes (kopiyka limits); expected: the form
      fix: usually a quote above is not closed
    march.csv:18:24: error: bytes are not text, in "field"
      18 | abc
         | ^~~
      why: the file is read as: the form
      fix: download the export again; the other rows were read
    march.csv:18:24: error: text has control characters, in "field"
      18 | abc
         | ^~~
      why: descriptions of banks are visible text; expected: the form
      fix: download the export again; the other rows were read
    march.csv:18:24: error: MCC is not a code, in "field"
      18 | abc
         | ^~~
      why: a merchant code has up to four digits; expected: the form
      fix: compare the row with the bank
    march.csv:18:24: error: value has the wrong type, in "field"
      18 | abc
         | ^~~
      why: this must be: the form
      fix: compare the file with what the bank gives
    march.csv:18:24: error: a required value is missing, in "field"
      18 | abc
         | ^~~
      why: without it the row is not a transaction; expected: the form
      fix: compare the file with what the bank gives
    march.csv:18:24: error: the record is incomplete, in "field"
      18 | abc
         | ^~~
      why: missing: the form
      fix: download the file again; what was read before this place is kept
    march.csv:18:24: error: the amounts do not sum, in "field"
      18 | abc
         | ^~~
      why: all amounts of the transaction together must be the form, and one at most may be left out
      fix: correct the amounts in the journal and import it again; `hledger check`, `ledger balance` or `bean-check` find such transactions
    march.csv:18:24: error: the row may be a total or a payment, in "field"
      18 | abc
         | ^~~
      why: it has a word for a total without the sum of the rows, or the sum without any word; expected: the form
      fix: kopiyka layout draft writes a layout; name a total under skip, leave a payment out
    march.csv:18:24: error: the bank takes back a line that it showed before, in "field"
      18 | abc
         | ^~~
      why: OFX: CORRECTACTION DELETE removes the line whose id CORRECTFITID names; expected: the form
      fix: remove that line: kopiyka dismiss or kopiyka delete with its key, if kopiyka list or kopiyka pending shows it
    march.csv:18:24: error: the file ends inside this row, in "field"
      18 | abc
         | ^~~
      why: the line end is missing and the last cell is incomplete; the other rows or the balance give: the form
      fix: download the export again; the other rows were read
    march.csv:18:24: error: a quoted field has no end, in "field"
      18 | abc
         | ^~~
      why: it ends with a quote before the next column; a quote within is written twice; expected: the form
      fix: download the export again; the other rows were read
    march.csv:18:24: error: too many rows share one account, day and amount, in "field"
      18 | abc
         | ^~~
      why: limit equal-amounts-a-day: the form
      fix: check that the file is genuine; kopiyka limits shows all limits
    x.csv:2: error: no such file
      why: this, that
      fix: check the path
    x.csv:2: error: not a regular file
      why: links, folders, pipes and devices are not read as statements; this, that
      fix: give the file itself
    x.csv:2: error: the file cannot be read
      why: the system says: this, that
      fix: check the permissions of the file
    x.csv:2: error: the file is empty
      why: this, that
      fix: download the export again
    x.csv:2: error: the file is too large
      why: kopiyka limits lists the limits; this, that
      fix: download the export for a shorter period
    x.csv:2: error: the file changed while it was read
      why: nothing of it was used; this, that
      fix: run the command again
    x.csv:2: error: the format is unknown
      why: the format is recognised by content; this one is not supported: this, that
      fix: download the statement as CSV, OFX or JSON; if the content is misjudged, give --format
    x.csv:2: error: the encoding is uncertain
      why: the file can be read in several: this, that
      fix: name one of them: --encoding NAME
    x.csv:2: error: no encoding has the name given
      why: these can be read: this, that
      fix: name one of them: --encoding NAME; most files need none
    x.csv:2: error: bytes do not fit the encoding
      why: the file was read as: this, that
      fix: download the export again; use --encoding only if the whole file is in another one
    x.csv:2: error: the bytes prove another encoding than the one named
      why: named and proved: this, that
      fix: leave --encoding out, or name the proved one
    x.csv:2: error: no layout matches this header
      why: closest: this, that
      fix: kopiyka layout draft x.csv writes a layout; put it into rules/banks
    x.csv:2: error: several layouts match this header
      why: these match: this, that
      fix: name one: --format
    x.csv:2: error: the columns differ from the known table of the bank
      why: different: this, that
      fix: kopiyka layout draft x.csv writes a layout; put it into rules/banks
    x.csv:2: error: the file names no currency
      why: a currency is never guessed; this, that
      fix: name the account: --account
    x.csv:2: error: the file is malformed
      why: this, that
      fix: download the export again
    x.csv:2: error: the file is cut short
      why: this, that
      fix: download the export again
    x.csv:2: error: a limit is exceeded
      why: the limit: this, that
      fix: kopiyka limits explains the limits
    x.csv:2: error: DTD and entities are refused
      why: statements do not need them, hostile files do; this, that
      fix: download the export again
    x.csv:2: error: the bank answered with an error instead of a statement
      why: this, that
      fix: download the export again
    x.csv:2: error: the file holds no statement
      why: this, that
      fix: check that this is the file you wanted
    x.csv:2: error: this is a web page, not a statement
      why: the bank gave a login or error page; this, that
      fix: sign in to the bank and download the export again
    x.csv:2: error: the statement's totals disagree with its rows
      why: the rows do not give the printed totals: this, that
      fix: compare the rows with the bank, or download another kind of statement
    x.csv:2: error: the program that opens such files is missing
      why: needed: this, that
      fix: install that package, or download the statement as CSV
    x.csv:2: error: the PDF holds no text
      why: its pages are images, and amounts are not read from images; this, that
      fix: download the statement from the bank as a file, not as a scan
    x.csv:2: error: the file is encrypted
      why: Kopiyka asks for no passwords; this, that
      fix: save it without a password, then import again
    x.csv:2: error: this is an archive in an archive
      why: archives are read one level deep; this, that
      fix: unpack the outer archive and import the inner one
    pending.jsonl:7:3: error: the line is not JSON, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the line is not UTF-8, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the last line is cut short, member fact.amount
      why: writing was interrupted, or the file was copied in part
      fix: kopiyka check shows what is whole
    pending.jsonl:7:3: error: the line is too long, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again
    pending.jsonl:7:3: error: a member occurs twice, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: a member is missing, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: a member is unknown, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the value has the wrong type, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: a later release wrote the line, member fact.amount
      why: this release does not know its members
      fix: update the program
    pending.jsonl:7:3: error: the version is unknown, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the key is malformed, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the key occurs twice, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the line is already approved or dismissed, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the line's key was changed, member fact.amount
      why: the key is computed from the line's facts and identifies it
      fix: the next command that writes restores it
    pending.jsonl:7:3: error: the state is unknown, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the decision is unknown, member fact.amount
      why: a decision is approve, dismiss or same
      fix: correct the line; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the level is unknown, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the source of the evidence is unknown, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: amount is not a number, member fact.amount
      why: an amount is an exact decimal in quotes: "-125.50"
      fix: correct the line; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: currency is not three letters, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: date is not a day, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: time is not a time of day, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: made_at contradicts date and time, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: MCC is not four digits, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the number is not valid, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: confidence is outside 0…1, member fact.amount
      why: every line of the queue is verified; nothing was changed
      fix: correct the line, then run the command again; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the splits do not sum to the line, member fact.amount
      why: splits together are exactly the amount of the line
      fix: correct the splits; kopiyka check --repair sets it aside and restores lines found in files of inbox
    pending.jsonl:7:3: error: the bank's facts were changed, member fact.amount
      why: bank facts never change; only decision may be edited
      fix: put the line back as it was; kopiyka check --repair sets it aside and restores lines found in files of inbox
    /w: error: no workspace here
      why: looked for kopiyka.yaml here and in the folders above
      fix: kopiyka init makes one; or give --workspace
    /w: error: the folder is not empty
      why: a workspace is made in an empty folder only
      fix: name a new folder
    kopiyka: error: another process holds the workspace
      why: waited 10 seconds
      fix: wait until it ends, then run the command again
    kopiyka: error: another command changed the queue or the ledger meanwhile
      why: the last answer was not saved; everything before it is
      fix: kopiyka review shows what waits now
    kopiyka: error: the workspace is read-only
      fix: check the permissions of the folder
    ledger.db: error: a file of the workspace is missing
      why: nothing was changed
      fix: kopiyka restore DIR brings back a backup (.kopiyka/backups); without one make a new workspace (kopiyka init DIR) and import the statements there
    kopiyka: error: the workspace contradicts itself
      why: words
      fix: kopiyka check
    ledger.db: error: the ledger is damaged
      why: words
      fix: nothing was changed; put a copy back and run kopiyka check
    ledger.db: error: this is a database of another program
      why: it was not changed
      fix: check --workspace
    ledger.db: error: the program wrote this ledger before its first release
      why: record version 3 is no longer supported
      fix: make a new workspace (kopiyka init DIR) and import the statements there
    ledger.db: error: a later release wrote the ledger
      why: record version: 9
      fix: update the program
    ledger.db: error: another program has locked the ledger
      fix: close it, then run the command again
    ledger.db: error: cannot be read or written
      why: SQLite says: full
      fix: free some space and run the command again; nothing is half done
    ledger.db: error: the ledger refused a change
      why: words
      fix: this is a bug in the program; nothing is half done

    """#
let goldenErrorsUkrainian = #"""
    march.csv:18:24: помилка: суми немає, у полі «field»
      18 | abc
         | ^~~
      чому: рядок без суми не є операцією; очікується: the form
      що робити: звірте рядок із банком; решту рядків прочитано
    march.csv:18:24: помилка: сума — не число, у полі «field»
      18 | abc
         | ^~~
      чому: сума читається як: the form
      що робити: виправте число або опишіть його вигляд у макеті банку й імпортуйте знову; решту прочитано
    march.csv:18:24: помилка: суму можна прочитати двояко, у полі «field»
      18 | abc
         | ^~~
      чому: роздільник може бути десятковим або тисячним; програма не вгадує; очікується: the form
      що робити: задайте десятковий знак у макеті банку
    march.csv:18:24: помилка: сума завелика, у полі «field»
      18 | abc
         | ^~~
      чому: суми зберігаються точно, до 18 цифр; нічого не округлюється; очікується: the form
      що робити: звірте рядок із банком
    march.csv:18:24: помилка: заповнено і надходження, і витрату, у полі «field»
      18 | abc
         | ^~~
      чому: рядок має один бік; очікується: the form
      що робити: звірте рядок із банком; решту рядків прочитано
    march.csv:18:24: помилка: знак суми суперечить її боку, у полі «field»
      18 | abc
         | ^~~
      чому: бік задають стовпець або напрям; очікується: the form
      що робити: звірте рядок із банком; решту рядків прочитано
    march.csv:18:24: помилка: дати немає, у полі «field»
      18 | abc
         | ^~~
      чому: без дня операцію не впізнати в наступній виписці; очікується: the form
      що робити: звірте рядок із банком; решту рядків прочитано
    march.csv:18:24: помилка: такого дня немає, у полі «field»
      18 | abc
         | ^~~
      чому: дати читаються як: the form
      що робити: виправте день або його вигляд у макеті банку й імпортуйте знову
    march.csv:18:24: помилка: дату можна прочитати двояко, у полі «field»
      18 | abc
         | ^~~
      чому: файл дозволяє і день-місяць, і місяць-день; програма не вгадує; очікується: the form
      що робити: задайте порядок дати в макеті банку
    march.csv:18:24: помилка: такого часу немає, у полі «field»
      18 | abc
         | ^~~
      чому: час читається як: the form
      що робити: звірте рядок із банком
    march.csv:18:24: помилка: невідома валюта, у полі «field»
      18 | abc
         | ^~~
      чому: валюта — це три літери або номер ISO 4217; очікується: the form
      що робити: додайте відповідність у макет банку
    march.csv:18:24: помилка: біля суми інша валюта, у полі «field»
      18 | abc
         | ^~~
      чому: стовпець чи заголовок каже: the form
      що робити: перевірте рядок у банку й виправте одну з двох валют у файлі
    march.csv:18:24: помилка: незрозуміло, надходження це чи витрата, у полі «field»
      18 | abc
         | ^~~
      чому: знак не вгадується; очікується: the form
      що робити: додайте це слово до напрямів у макеті банку
    march.csv:18:24: помилка: невідомий стан операції, у полі «field»
      18 | abc
         | ^~~
      чому: платіж міг не відбутися; без відомого стану рядок не береться; очікується: the form
      що робити: додайте це слово до станів у макеті банку
    march.csv:18:24: помилка: у рядку бракує стовпців, у полі «field»
      18 | abc
         | ^~~
      чому: кожен рядок має стовпці заголовка; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: у рядку зайві стовпці, у полі «field»
      18 | abc
         | ^~~
      чому: текст із роздільником має бути в лапках; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: поле задовге, у полі «field»
      18 | abc
         | ^~~
      чому: межа field-bytes (kopiyka limits); очікується: the form
      що робити: найчастіше це незакриті лапки вище
    march.csv:18:24: помилка: байти не є текстом, у полі «field»
      18 | abc
         | ^~~
      чому: файл читається як: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: у тексті є керівні символи, у полі «field»
      18 | abc
         | ^~~
      чому: описи банків — це видимий текст; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: MCC — не код, у полі «field»
      18 | abc
         | ^~~
      чому: код категорії крамниці має до чотирьох цифр; очікується: the form
      що робити: звірте рядок із банком
    march.csv:18:24: помилка: значення не того типу, у полі «field»
      18 | abc
         | ^~~
      чому: тут має бути: the form
      що робити: звірте файл із тим, що віддає банк
    march.csv:18:24: помилка: обовʼязкового значення немає, у полі «field»
      18 | abc
         | ^~~
      чому: без нього рядок не є операцією; очікується: the form
      що робити: звірте файл із тим, що віддає банк
    march.csv:18:24: помилка: запис обривається, у полі «field»
      18 | abc
         | ^~~
      чому: бракує: the form
      що робити: завантажте файл ще раз; прочитане до цього місця збережено
    march.csv:18:24: помилка: суми не сходяться, у полі «field»
      18 | abc
         | ^~~
      чому: разом усі суми запису мають дати the form, а пропущеною може бути щонайбільше одна
      що робити: виправте суми в журналі й імпортуйте його ще раз; такі записи знаходять `hledger check`, `ledger balance` або `bean-check`
    march.csv:18:24: помилка: рядок може бути підсумком або операцією, у полі «field»
      18 | abc
         | ^~~
      чому: він має слово для підсумку без суми рядків або суму рядків без жодного слова; очікується: the form
      що робити: kopiyka layout draft напише макет; підсумок вкажіть у skip, операцію лишіть
    march.csv:18:24: помилка: банк забирає рядок, який показав раніше, у полі «field»
      18 | abc
         | ^~~
      чому: OFX: CORRECTACTION DELETE вилучає рядок, номер якого стоїть у CORRECTFITID; очікується: the form
      що робити: приберіть той рядок: kopiyka dismiss або kopiyka delete з його ключем, якщо kopiyka list чи kopiyka pending його показує
    march.csv:18:24: помилка: файл обривається всередині цього рядка, у полі «field»
      18 | abc
         | ^~~
      чому: немає кінця рядка, і остання клітинка неповна; за рештою рядків чи залишком: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: поле в лапках не має кінця, у полі «field»
      18 | abc
         | ^~~
      чому: воно закінчується лапками перед наступним стовпцем, а лапки всередині пишуть двічі; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: забагато рядків з одним рахунком, днем і сумою, у полі «field»
      18 | abc
         | ^~~
      чому: межа equal-amounts-a-day: the form
      що робити: перевірте, чи файл справжній; межі покаже kopiyka limits
    x.csv:2: помилка: такого файлу немає
      чому: this, that
      що робити: перевірте шлях
    x.csv:2: помилка: це не звичайний файл
      чому: посилання, теки, канали й пристрої не читаються як виписки; this, that
      що робити: вкажіть сам файл
    x.csv:2: помилка: файл не читається
      чому: система каже: this, that
      що робити: перевірте права на файл
    x.csv:2: помилка: файл порожній
      чому: this, that
      що робити: завантажте виписку ще раз
    x.csv:2: помилка: файл завеликий
      чому: межі перелічено в kopiyka limits; this, that
      що робити: завантажте виписку за коротший час
    x.csv:2: помилка: файл змінився під час читання
      чому: з нього нічого не взято; this, that
      що робити: запустіть команду ще раз
    x.csv:2: помилка: формат невідомий
      чому: формат визначається за вмістом; цей не підтримується: this, that
      що робити: завантажте виписку як CSV, OFX чи JSON; якщо вміст визначено хибно, вкажіть --format
    x.csv:2: помилка: кодування не визначається
      чому: файл читається кількома: this, that
      що робити: вкажіть одне з них: --encoding НАЗВА
    x.csv:2: помилка: кодування з такою назвою немає
      чому: прочитати можна такі: this, that
      що робити: назвіть одне з них: --encoding НАЗВА; більшості файлів це не потрібно
    x.csv:2: помилка: байти не відповідають кодуванню
      чому: файл читався як: this, that
      що робити: завантажте виписку ще раз; --encoding лише для файлу, який весь в іншому кодуванні
    x.csv:2: помилка: байти доводять інше кодування, ніж названо
      чому: названо й доведено: this, that
      що робити: зніміть --encoding або вкажіть доведене
    x.csv:2: помилка: жоден макет не підходить до цього заголовка
      чому: найближчий: this, that
      що робити: kopiyka layout draft x.csv напише макет; покладіть його в rules/banks
    x.csv:2: помилка: до заголовка підходить кілька макетів
      чому: підходять: this, that
      що робити: вкажіть один: --format
    x.csv:2: помилка: стовпці інші, ніж у відомій таблиці банку
      чому: відрізняється: this, that
      що робити: kopiyka layout draft x.csv напише макет; покладіть його в rules/banks
    x.csv:2: помилка: файл не називає валюти
      чому: валюта не вгадується; this, that
      що робити: вкажіть рахунок: --account
    x.csv:2: помилка: будову файлу порушено
      чому: this, that
      що робити: завантажте виписку ще раз
    x.csv:2: помилка: файл обривається
      чому: this, that
      що робити: завантажте виписку ще раз
    x.csv:2: помилка: перевищено межу
      чому: межа: this, that
      що робити: kopiyka limits пояснює межі
    x.csv:2: помилка: DTD і сутності не читаються
      чому: виписки їх не потребують, а зловмисні файли — так; this, that
      що робити: завантажте виписку ще раз
    x.csv:2: помилка: банк відповів помилкою замість виписки
      чому: this, that
      що робити: завантажте виписку ще раз
    x.csv:2: помилка: у файлі немає виписки
      чому: this, that
      що робити: перевірте, чи той файл завантажено
    x.csv:2: помилка: це вебсторінка, а не виписка
      чому: банк віддав сторінку входу чи помилки; this, that
      що робити: увійдіть до банку й завантажте виписку ще раз
    x.csv:2: помилка: підсумки виписки не сходяться з рядками
      чому: рядки не дають надрукованих підсумків: this, that
      що робити: звірте рядки з банком або завантажте виписку іншого виду
    x.csv:2: помилка: бракує програми, яка відкриває такі файли
      чому: потрібно: this, that
      що робити: встановіть цей пакунок або завантажте виписку як CSV
    x.csv:2: помилка: у PDF немає тексту
      чому: це зображення сторінок, а з зображень суми не читаються; this, that
      що робити: завантажте виписку з банку як файл, а не як скан
    x.csv:2: помилка: файл зашифровано
      чому: паролів Kopiyka не питає; this, that
      що робити: збережіть його без пароля й імпортуйте знову
    x.csv:2: помилка: це архів в архіві
      чому: архіви читаються на один рівень углиб; this, that
      що робити: розпакуйте зовнішній архів і імпортуйте внутрішній
    pending.jsonl:7:3: помилка: рядок — не JSON, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: рядок — не UTF-8, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: останній рядок обірвано, поле fact.amount
      чому: запис перервано або файл скопійовано не весь
      що робити: kopiyka check покаже, що вціліло
    pending.jsonl:7:3: помилка: рядок задовгий, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз
    pending.jsonl:7:3: помилка: поле записане двічі, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: бракує поля, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: невідоме поле, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: значення не того типу, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: рядок записала новіша версія, поле fact.amount
      чому: нових полів ця версія не знає
      що робити: оновіть програму
    pending.jsonl:7:3: помилка: невідома версія запису, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: ключ неправильний, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: ключ трапляється двічі, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: рядок уже затверджено або відкинуто, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: ключ рядка змінено, поле fact.amount
      чому: ключ обчислено з фактів рядка, за ним рядок упізнають
      що робити: наступна команда, що пише, відновить його
    pending.jsonl:7:3: помилка: невідомий стан, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: невідоме рішення, поле fact.amount
      чому: рішення — це approve, dismiss або same
      що робити: виправте рядок; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: невідомий рівень, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: невідоме джерело доказу, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: сума — не число, поле fact.amount
      чому: сума — точне десяткове число в лапках: "-125.50"
      що робити: виправте рядок; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: валюта — не три літери, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: такого дня немає, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: такого часу немає, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: made_at суперечить date і time, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: MCC — не чотири цифри, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: число неправильне, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: певність поза межами 0…1, поле fact.amount
      чому: кожен рядок черги перевіряється; нічого не змінено
      що робити: виправте рядок і запустіть команду ще раз; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: частини не дають суми рядка, поле fact.amount
      чому: частини разом дають рівно суму рядка
      що робити: виправте частини; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    pending.jsonl:7:3: помилка: факти банку змінено, поле fact.amount
      чому: факти банку незмінні; правити можна лише decision
      що робити: поверніть рядок, як був; kopiyka check --repair відкладе його й поверне рядки з файлів inbox
    /w: помилка: тут немає сховища
      чому: шукали kopiyka.yaml тут і в теках вище
      що робити: kopiyka init створить його; або вкажіть --workspace
    /w: помилка: тека не порожня
      чому: сховище створюється лише в порожній теці
      що робити: вкажіть нову теку
    kopiyka: помилка: сховище зайняте іншим процесом
      чому: чекали 10 секунд
      що робити: дочекайтеся його й запустіть команду ще раз
    kopiyka: помилка: інша команда тим часом змінила чергу чи книгу
      чому: останню відповідь не збережено; усе до неї збережено
      що робити: kopiyka review покаже, що чекає тепер
    kopiyka: помилка: сховище лише для читання
      що робити: перевірте права на теку
    ledger.db: помилка: файлу сховища немає
      чому: нічого не змінено
      що робити: kopiyka restore ТЕКА поверне резервну копію (.kopiyka/backups); без неї створіть нове сховище (kopiyka init ТЕКА) й імпортуйте виписки туди
    kopiyka: помилка: сховище суперечить собі
      чому: words
      що робити: kopiyka check
    ledger.db: помилка: книгу пошкоджено
      чому: words
      що робити: нічого не змінено; поверніть копію й запустіть kopiyka check
    ledger.db: помилка: це база даних іншої програми
      чому: її не змінено
      що робити: перевірте --workspace
    ledger.db: помилка: книгу записала програма ще до першого випуску
      чому: версія записів 3 більше не підтримується
      що робити: створіть нове сховище (kopiyka init ТЕКА) й імпортуйте виписки туди
    ledger.db: помилка: книгу записала новіша версія програми
      чому: версія записів: 9
      що робити: оновіть програму
    ledger.db: помилка: книгу замкнула інша програма
      що робити: закрийте її й запустіть команду ще раз
    ledger.db: помилка: не вдалося прочитати чи записати
      чому: SQLite каже: full
      що робити: звільніть місце й запустіть команду ще раз; нічого не зроблено наполовину
    ledger.db: помилка: книга відмовилася від зміни
      чому: words
      що робити: це помилка програми; нічого не зроблено наполовину

    """#
