/// The full text of every kind of error. Written by `ErrorTests.writeGolden`.
let goldenErrorsEnglish = #"""
    march.csv:18:24: error: amount is missing, in "field"
      18 | abc
         | ^~~
      why: a row without an amount is no transaction; expected: the form
      fix: compare the row with the bank; the other rows were read
    march.csv:18:24: error: amount is not a number, in "field"
      18 | abc
         | ^~~
      why: amounts are read as: the form
      fix: describe this number style in the bank's layout, then import again; the other rows were read
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
    march.csv:18:24: error: date is missing, in "field"
      18 | abc
         | ^~~
      why: without its day a line cannot be recognised in the next export; expected: the form
      fix: compare the row with the bank; the other rows were read
    march.csv:18:24: error: date is not a day, in "field"
      18 | abc
         | ^~~
      why: dates are read as: the form
      fix: correct the date form in the bank's layout, then import again
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
    march.csv:18:24: error: cannot tell money in from money out, in "field"
      18 | abc
         | ^~~
      why: a sign is never guessed; expected: the form
      fix: add this word to the directions of the bank's layout
    march.csv:18:24: error: status is unknown, in "field"
      18 | abc
         | ^~~
      why: the row may not have happened; it is not taken without a known status; expected: the form
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
      fix: most often a quote is not closed above
    march.csv:18:24: error: bytes are not text, in "field"
      18 | abc
         | ^~~
      why: the file is read as: the form
      fix: import with --encoding
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
    march.csv:18:24: error: value is of another type, in "field"
      18 | abc
         | ^~~
      why: this must be: the form
      fix: compare the file with what the bank gives
    march.csv:18:24: error: a required value is missing, in "field"
      18 | abc
         | ^~~
      why: without it the row is no transaction; expected: the form
      fix: compare the file with what the bank gives
    march.csv:18:24: error: the record is incomplete, in "field"
      18 | abc
         | ^~~
      why: missing: the form
      fix: download the file again; what was read before this place is kept
    march.csv:18:24: error: a quote is not closed, in "field"
      18 | abc
         | ^~~
      why: a quoted field goes on to the next quote; expected: the form
      fix: download the export again; the other rows were read
    march.csv:18:24: error: this bank id is already known with other facts, in "field"
      18 | abc
         | ^~~
      why: bank facts are never overwritten; expected: the form
      fix: kopiyka review shows both lines
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
      why: nothing of it was taken; this, that
      fix: run the command again
    x.csv:2: error: the format is unknown
      why: the format is told from the content, and this content is like no statement; this, that
      fix: if it is a statement, name its format: --format
    x.csv:2: error: the encoding is uncertain
      why: the file can be read in several: this, that
      fix: import with --encoding
    x.csv:2: error: bytes do not fit the encoding
      why: the file was read as: this, that
      fix: import with another --encoding
    x.csv:2: error: no layout matches this header
      why: closest: this, that
      fix: kopiyka layout draft x.csv
    x.csv:2: error: several layouts match this header
      why: these match: this, that
      fix: name one: --format
    x.csv:2: error: the bank has changed its columns
      why: different: this, that
      fix: kopiyka layout draft x.csv
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

    """#
let goldenErrorsUkrainian = #"""
    march.csv:18:24: помилка: суми немає, у полі "field"
      18 | abc
         | ^~~
      чому: рядок без суми не є операцією; очікується: the form
      що робити: звірте рядок із банком; решту рядків прочитано
    march.csv:18:24: помилка: сума — не число, у полі "field"
      18 | abc
         | ^~~
      чому: сума читається як: the form
      що робити: опишіть цей вигляд чисел у макеті банку й імпортуйте знову; решту прочитано
    march.csv:18:24: помилка: суму можна прочитати двояко, у полі "field"
      18 | abc
         | ^~~
      чому: роздільник може бути десятковим або тисячним; не вгадуємо; очікується: the form
      що робити: задайте десятковий знак у макеті банку
    march.csv:18:24: помилка: сума завелика, у полі "field"
      18 | abc
         | ^~~
      чому: суми зберігаються точно, до 18 цифр; нічого не округлюється; очікується: the form
      що робити: звірте рядок із банком
    march.csv:18:24: помилка: заповнено і надходження, і витрату, у полі "field"
      18 | abc
         | ^~~
      чому: рядок має один бік; очікується: the form
      що робити: звірте рядок із банком; решту рядків прочитано
    march.csv:18:24: помилка: дати немає, у полі "field"
      18 | abc
         | ^~~
      чому: без дня операцію не впізнати в наступній виписці; очікується: the form
      що робити: звірте рядок із банком; решту рядків прочитано
    march.csv:18:24: помилка: такого дня немає, у полі "field"
      18 | abc
         | ^~~
      чому: дати читаються як: the form
      що робити: виправте вигляд дати в макеті банку й імпортуйте знову
    march.csv:18:24: помилка: дату можна прочитати двояко, у полі "field"
      18 | abc
         | ^~~
      чому: файл дозволяє і день-місяць, і місяць-день; не вгадуємо; очікується: the form
      що робити: задайте порядок дати в макеті банку
    march.csv:18:24: помилка: такого часу немає, у полі "field"
      18 | abc
         | ^~~
      чому: час читається як: the form
      що робити: звірте рядок із банком
    march.csv:18:24: помилка: невідома валюта, у полі "field"
      18 | abc
         | ^~~
      чому: валюта — це три літери або номер ISO 4217; очікується: the form
      що робити: додайте відповідність у макет банку
    march.csv:18:24: помилка: незрозуміло, надходження це чи витрата, у полі "field"
      18 | abc
         | ^~~
      чому: знак не вгадується; очікується: the form
      що робити: додайте це слово до напрямків у макеті банку
    march.csv:18:24: помилка: невідомий стан операції, у полі "field"
      18 | abc
         | ^~~
      чому: рядок міг не відбутися; без відомого стану його не беремо; очікується: the form
      що робити: додайте це слово до станів у макеті банку
    march.csv:18:24: помилка: у рядку бракує стовпчиків, у полі "field"
      18 | abc
         | ^~~
      чому: кожен рядок має стовпчики заголовка; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: у рядку зайві стовпчики, у полі "field"
      18 | abc
         | ^~~
      чому: текст із роздільником має бути в лапках; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: поле задовге, у полі "field"
      18 | abc
         | ^~~
      чому: межа field-bytes (kopiyka limits); очікується: the form
      що робити: найчастіше це незакриті лапки вище
    march.csv:18:24: помилка: байти не є текстом, у полі "field"
      18 | abc
         | ^~~
      чому: файл читається як: the form
      що робити: імпортуйте з --encoding
    march.csv:18:24: помилка: у тексті є керівні символи, у полі "field"
      18 | abc
         | ^~~
      чому: описи банків — це видимий текст; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: MCC — не код, у полі "field"
      18 | abc
         | ^~~
      чому: код торговця має до чотирьох цифр; очікується: the form
      що робити: звірте рядок із банком
    march.csv:18:24: помилка: значення не того типу, у полі "field"
      18 | abc
         | ^~~
      чому: тут має бути: the form
      що робити: звірте файл із тим, що віддає банк
    march.csv:18:24: помилка: обов'язкового значення немає, у полі "field"
      18 | abc
         | ^~~
      чому: без нього рядок не є операцією; очікується: the form
      що робити: звірте файл із тим, що віддає банк
    march.csv:18:24: помилка: запис обривається, у полі "field"
      18 | abc
         | ^~~
      чому: бракує: the form
      що робити: завантажте файл ще раз; прочитане до цього місця збережено
    march.csv:18:24: помилка: лапки не закрито, у полі "field"
      18 | abc
         | ^~~
      чому: поле в лапках тягнеться до наступних лапок; очікується: the form
      що робити: завантажте виписку ще раз; решту рядків прочитано
    march.csv:18:24: помилка: цей номер операції вже відомий з іншими даними, у полі "field"
      18 | abc
         | ^~~
      чому: факти банку ніколи не перезаписуються; очікується: the form
      що робити: kopiyka review покаже обидва рядки
    x.csv:2: помилка: такого файлу немає
      чому: this, that
      що робити: перевірте шлях
    x.csv:2: помилка: це не звичайний файл
      чому: посилання, теки, канали й пристрої не читаються як виписки; this, that
      що робити: дайте сам файл
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
      чому: формат визначається за вмістом, а цей вміст не схожий на виписку; this, that
      що робити: якщо це виписка, назвіть формат: --format
    x.csv:2: помилка: кодування не визначається
      чому: файл читається кількома: this, that
      що робити: імпортуйте з --encoding
    x.csv:2: помилка: байти не відповідають кодуванню
      чому: файл читався як: this, that
      що робити: імпортуйте з іншим --encoding
    x.csv:2: помилка: жоден макет не підходить до цього заголовка
      чому: найближчий: this, that
      що робити: kopiyka layout draft x.csv
    x.csv:2: помилка: до заголовка підходить кілька макетів
      чому: підходять: this, that
      що робити: назвіть один: --format
    x.csv:2: помилка: банк змінив стовпчики
      чому: відрізняється: this, that
      що робити: kopiyka layout draft x.csv
    x.csv:2: помилка: файл не називає валюти
      чому: валюта не вгадується; this, that
      що робити: назвіть рахунок: --account
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

    """#
