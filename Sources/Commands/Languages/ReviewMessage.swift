/// The words of the review, in both languages: on the screen, in the line mode and in the editor's table.
package enum ReviewMessage: String, CaseIterable, Sendable {
    case header, headerDone, orderCost, orderDay, orderAmount, orderName, filterIs
    case rowOf, noSuggestion, seenFirst, because, others, earlier, around, inLedger, inQueue,
        transferTo
    case payeeIs, noteIs, tagsAre, partsAre, memoIs, counterpartyIs, sourceIs, saidBefore
    case vanishedAsks, balancesPassAsks, oneOfHoldsAsks, hypothesisVanished, hypothesisCharged
    case ambiguousAsks, conflictAsks, hypothesisSame, hypothesisByHand, hypothesisOther, settledBy,
        relatedIs
    case answerRows, sheetDoubt, sheetVanished, footerSheet, footerFurther
    case footerBrowse, footerRow, footerDoubt, footerVanished, footerChoose, footerChooseSide,
        footerType,
        footerAny,
        footerMore
    case askCategory, askRuleCategory, askTransfer, askPayee, askNote, askTags, askSplit
    case askFilter, askFind, askRule
    case ruleTouches, ruleChanges, splitLeft, splitHint, optionLeg, optionAccount, nothingFits
    case nearestAre
    case optionNoTransfer
    case faultEmpty, faultCategory, faultCategoryNear, faultAmount, faultTwoRests, faultSum
    case didFile, didFileOthers, didDismiss, didEdit, didMakeRule, wasRefused, wasUndone, wasRedone
    case noUndo, noRedo, notFound, nothingCertain, nothingShown, oneRowOnly, noOtherAccount
    case noCommonWords, saving, done, doneHint, readAnew, readAnewDone, readAnewLost
    case helpTitle, whyTitle, whyNothing, whyWithout, whyWithoutNothing
    case plainHelp, plainAsk, plainDoubt, plainVanished, plainByHand, plainTransfer
    case editIntro, editAgain, editLeftover, editLeftoverKept, editNothing, editUnchanged
    case editVerb, editNumber, editTwice, editFact, editField

    package var text: Bilingual {
        switch self {
        case .header:
            Bilingual(
                uk:
                    "{lines:рядок|рядки|рядків} у {groups:групі|групах|групах} · затверджено {approved}",
                en: "{lines:line|lines} in {groups:group|groups} · {approved} approved")
        case .headerDone:
            Bilingual(
                uk: "усе вирішено · затверджено {approved}", en: "all decided · {approved} approved"
            )
        case .orderCost: Bilingual(uk: "спершу сумнівне", en: "doubtful first")
        case .orderDay: Bilingual(uk: "за датою", en: "by date")
        case .orderAmount: Bilingual(uk: "за сумою", en: "by amount")
        case .orderName: Bilingual(uk: "за назвою", en: "by name")
        case .filterIs: Bilingual(uk: "лише «{text}»", en: "only \"{text}\"")
        case .rowOf: Bilingual(uk: "рядок {row} з {rows}", en: "row {row} of {rows}")
        case .noSuggestion:
            Bilingual(uk: "категорію має обрати людина", en: "a person has to choose the category")
        case .seenFirst: Bilingual(uk: "тут уперше", en: "first seen here")
        case .because: Bilingual(uk: "бо", en: "because")
        case .others: Bilingual(uk: "або", en: "or")
        case .earlier: Bilingual(uk: "раніше", en: "earlier")
        case .around: Bilingual(uk: "поруч", en: "around")
        case .inLedger: Bilingual(uk: "у книзі", en: "in the ledger")
        case .inQueue: Bilingual(uk: "у черзі", en: "in the queue")
        case .transferTo: Bilingual(uk: "другий рахунок: {account}", en: "other account: {account}")
        case .payeeIs: Bilingual(uk: "отримувач", en: "payee")
        case .noteIs: Bilingual(uk: "нотатка", en: "note")
        case .tagsAre: Bilingual(uk: "мітки", en: "tags")
        case .partsAre: Bilingual(uk: "частини", en: "parts")
        case .memoIs: Bilingual(uk: "призначення", en: "memo")
        case .counterpartyIs: Bilingual(uk: "інша сторона", en: "other side")
        case .sourceIs: Bilingual(uk: "звідки", en: "from")
        case .saidBefore: Bilingual(uk: "вписано людиною", en: "said by a person")
        case .vanishedAsks:
            Bilingual(
                uk: "Блокування зникло з виписки ({file}): прибрати?",
                en: "The hold is gone from the statement ({file}): take back?")
        case .balancesPassAsks:
            Bilingual(
                uk: "Залишки сходяться без цього блокування: прибрати?",
                en: "The balances close without this hold: take back?")
        case .oneOfHoldsAsks:
            Bilingual(
                uk: "Залишки сходяться без цього або іншого блокування: прибрати це?",
                en: "The balances close without this hold or another one: take this one back?")
        case .hypothesisVanished:
            Bilingual(
                uk: "d  прибрати: банк скасував платіж", en: "d  take back: the bank cancelled it")
        case .hypothesisCharged:
            Bilingual(
                uk: "Enter  лишити: гроші списано", en: "Enter  keep: the money was charged")
        case .ambiguousAsks:
            Bilingual(
                uk: "Чи це той самий платіж, побачений ще раз?",
                en: "Is this the same payment, seen once more?")
        case .conflictAsks:
            Bilingual(
                uk: "Банк дав той самий номер рядкам, що різняться. Чи це один платіж?",
                en: "The bank gave one id to lines that differ. Are they one payment?")
        case .hypothesisSame:
            Bilingual(
                uk: "d  той самий: рядок відкинути, і він не вернеться",
                en: "d  the same: dismiss this line, it will not come back")
        case .hypothesisByHand:
            Bilingual(
                uk: "d  той самий: рядок банку стане записом, ваші слова лишаться",
                en: "d  the same: the bank's line becomes the entry, your words stay")
        case .hypothesisOther:
            Bilingual(
                uk: "Enter  інший: затвердити й цей рядок",
                en: "Enter  another: approve this line too")
        case .settledBy:
            Bilingual(
                uk: "Вирішила б виписка з часом або залишком за цей день",
                en: "A statement with times or balances of that day would settle it")
        case .relatedIs: Bilingual(uk: "може бути", en: "may be")
        case .answerRows: Bilingual(uk: "рядки…", en: "rows…")
        case .sheetDoubt:
            Bilingual(
                uk: "той самий платіж ще раз? Esc покаже запитання",
                en: "the same payment once more? Esc shows the question")
        case .sheetVanished:
            Bilingual(
                uk: "зникло з виписки? Esc покаже запитання",
                en: "gone from the statement? Esc shows the question")
        case .footerSheet:
            Bilingual(
                uk: "літера: лише ця група  A–Z інші  Enter усе видиме  u назад  ? ще  Esc",
                en: "letter: that group only  A-Z others  Enter all shown  u undo  ? more  Esc")
        case .footerFurther:
            Bilingual(
                uk: "літера чи цифра: ця категорія · / шукати · Esc ні",
                en: "a letter or digit: that category · / search · Esc no")
        case .footerBrowse:
            Bilingual(
                uk:
                    "Enter так  1–9 c інша  A–Z до  v видимі  a певні  t поруч  u назад  ?  q вийти",
                en:
                    "Enter yes  1-9 c other  A-Z to  v shown  a sure  t answers  u undo  ?  q quit"
            )
        case .footerRow:
            Bilingual(
                uk: "Enter цей рядок  1–9 c інша  A–Z до нього  v решта  x поділити  ← група  ? ще",
                en: "Enter this row  1-9 c other  A-Z to it  v the rest  x split  ← group  ? more")
        case .footerDoubt:
            Bilingual(
                uk: "Enter інший платіж  d той самий  s далі  u назад  ? ще  q вийти",
                en: "Enter another payment  d the same  s skip  u undo  ? more  q quit")
        case .footerVanished:
            Bilingual(
                uk: "Enter лишити  d прибрати  s далі  u назад  ? ще  q вийти",
                en: "Enter keep  d take back  s skip  u undo  ? more  q quit")
        case .footerChoose:
            Bilingual(
                uk: "пишіть, щоб шукати · ↑↓ Enter або цифра · Esc ні",
                en: "type to search · ↑↓ Enter or a digit · Esc no")
        case .footerChooseSide:
            Bilingual(
                uk: "пишіть, щоб шукати · ↑↓ Enter · Esc ні",
                en: "type to search · ↑↓ Enter · Esc no")
        case .footerType:
            Bilingual(
                uk: "Enter зберегти · Ctrl-U стерти · Esc ні",
                en: "Enter save · Ctrl-U erase · Esc no")
        case .footerAny: Bilingual(uk: "будь-яка клавіша — назад", en: "any key goes back")
        case .footerMore:
            Bilingual(
                uk: "будь-яка клавіша — далі · Esc — назад", en: "any key goes on · Esc goes back")
        case .askCategory: Bilingual(uk: "категорія", en: "category")
        case .askRuleCategory: Bilingual(uk: "завжди під категорією", en: "always under")
        case .askTransfer: Bilingual(uk: "другий бік переказу", en: "other side of the transfer")
        case .askPayee: Bilingual(uk: "отримувач", en: "payee")
        case .askNote: Bilingual(uk: "нотатка", en: "note")
        case .askTags: Bilingual(uk: "мітки через кому", en: "tags, with commas")
        case .askSplit: Bilingual(uk: "частини", en: "parts")
        case .askFilter: Bilingual(uk: "показувати лише", en: "show only")
        case .askFind: Bilingual(uk: "знайти", en: "find")
        case .askRule:
            Bilingual(uk: "правило для слів", en: "rule for the words")
        case .ruleTouches:
            Bilingual(
                uk: "Правило торкнеться {count:рядка|рядків|рядків} у черзі:",
                en: "The rule takes {count:line|lines} of the queue:")
        case .ruleChanges:
            Bilingual(
                uk: "Ці рядки затвердяться під «{category}»; інші дістануть її й чекатимуть.",
                en: "The lines here are approved under {category}; others get it and wait.")
        case .splitLeft: Bilingual(uk: "лишилося {amount}", en: "{amount} left")
        case .splitHint:
            Bilingual(
                uk: "категорія сума; категорія 30%; категорія (решта)",
                en: "category amount; category 30%; category (the rest)")
        case .optionLeg: Bilingual(uk: "рядок черги", en: "line of the queue")
        case .optionNoTransfer:
            Bilingual(
                uk: "це не переказ між своїми рахунками", en: "no transfer between own accounts")
        case .optionAccount: Bilingual(uk: "рахунок", en: "account")
        case .nothingFits: Bilingual(uk: "нічого схожого", en: "nothing like it")
        case .nearestAre:
            Bilingual(
                uk: "такої категорії немає; найближчі:",
                en: "no category is called so; the nearest:")
        case .faultEmpty: Bilingual(uk: "бракує категорії", en: "a category is missing")
        case .faultCategory:
            Bilingual(uk: "немає категорії, схожої на «{text}»", en: "no category is like {text}")
        case .faultCategoryNear:
            Bilingual(
                uk: "немає однієї категорії «{text}»; близькі: {near}",
                en: "no one category is {text}; near it: {near}")
        case .faultAmount: Bilingual(uk: "це не сума: {text}", en: "this is no amount: {text}")
        case .faultTwoRests:
            Bilingual(
                uk: "без суми може бути лише одна частина", en: "only one part may have no amount")
        case .faultSum:
            Bilingual(
                uk: "частини не дають суми рядка: різниця {amount}",
                en: "the parts do not sum: off by {amount}")
        case .didFile:
            Bilingual(
                uk: "{title} → {category}: затверджено {count:рядок|рядки|рядків}",
                en: "{title} → {category}: {count:line|lines} approved")
        case .didFileOthers:
            Bilingual(
                uk:
                    "{title} → {category}: затверджено {count:рядок|рядки|рядків}; разом ще {others}: {titles}",
                en:
                    "{title} → {category}: {count:line|lines} approved; with it {others} more: {titles}"
            )
        case .didDismiss:
            Bilingual(
                uk: "відкинуто {count:рядок|рядки|рядків}", en: "{count:line|lines} dismissed")
        case .didEdit:
            Bilingual(
                uk: "записано до {count:рядка|рядків|рядків}", en: "{count:line|lines} edited")
        case .didMakeRule:
            Bilingual(
                uk: "правило записано в rules/{file}; затверджено {count:рядок|рядки|рядків}",
                en: "rule written to rules/{file}; {count:line|lines} approved")
        case .wasRefused:
            Bilingual(
                uk: "не пасує до {count:рядка|рядків|рядків}: лишилося як було",
                en: "does not fit {count:line|lines}: left as it was")
        case .readAnew:
            Bilingual(
                uk: "інша команда змінила чергу чи книгу; список прочитано наново",
                en: "another command changed the queue or the ledger; the list was read anew")
        case .readAnewDone:
            Bilingual(
                uk: "інша команда змінила чергу чи книгу; вашу відповідь збережено",
                en: "another command changed the queue or the ledger; your answer is saved")
        case .readAnewLost:
            Bilingual(
                uk:
                    "інша команда змінила чергу чи книгу; без вашої відповіді {count:рядок|рядки|рядків}: "
                    + "{day} {amount} {text}",
                en:
                    "another command changed the queue or the ledger; your answer was not given to {count:line|lines}: "
                    + "{day} {amount} {text}")
        case .wasUndone: Bilingual(uk: "скасовано", en: "undone")
        case .wasRedone: Bilingual(uk: "повторено", en: "done again")
        case .noUndo:
            Bilingual(uk: "тут ще нічого скасовувати", en: "nothing was done here yet")
        case .noRedo: Bilingual(uk: "нічого повторювати", en: "nothing to do again")
        case .notFound: Bilingual(uk: "немає «{text}»", en: "no \"{text}\"")
        case .nothingCertain: Bilingual(uk: "певних рядків немає", en: "nothing is certain")
        case .nothingShown:
            Bilingual(uk: "тут немає чого затвердити", en: "nothing here can be approved")
        case .oneRowOnly:
            Bilingual(
                uk: "це про один рядок: → відкриє групу",
                en: "this is about one row: → opens the group")
        case .noOtherAccount:
            Bilingual(uk: "іншого рахунку не видно", en: "no other account is in sight")
        case .noCommonWords:
            Bilingual(
                uk: "в описах немає спільних слів для правила",
                en: "the descriptions share no words for a rule")
        case .saving: Bilingual(uk: "зберігаю…", en: "saving…")
        case .done:
            Bilingual(uk: "Черга порожня: усе вирішено.", en: "The queue is empty: all is decided.")
        case .doneHint: Bilingual(uk: "u назад · q вийти", en: "u undo · q quit")
        case .helpTitle: Bilingual(uk: "Клавіші", en: "Keys")
        case .whyTitle: Bilingual(uk: "Чому", en: "Why")
        case .whyNothing:
            Bilingual(uk: "нічого не підказує категорії", en: "nothing speaks for a category")
        case .whyWithout: Bilingual(uk: "без «{reason}» було б", en: "without {reason}:")
        case .whyWithoutNothing: Bilingual(uk: "без категорії", en: "no category")
        case .plainHelp:
            Bilingual(
                uk:
                    "Enter затверджує всі рядки групи із запропонованою категорією; цифра бере іншу з названих; к шукає "
                    + "категорію (к кава); ч затверджує все певне; рядки відкриває групу, і далі йдеться про один "
                    + "рядок, група закриває її; отр, нот, мітки записують своє (нот обід); поділ ділить рядок (поділ "
                    + "продукти 60; тварини); рах називає другий рахунок переказу; завжди робить правило (завжди "
                    + "aroma kava); чому пояснює; лише показує частину (лише bolt), знайти шукає, лад міняє порядок; п "
                    + "лишає групу в черзі; в відкидає її назавжди; с скасовує останню відповідь, ще повторює; q "
                    + "виходить. Кожну відповідь збережено одразу.",
                en:
                    "Enter approves all lines of the group under the suggested category; a digit takes another of those "
                    + "named; c searches for one (c coffee); a approves all that is certain; rows opens the group, and "
                    + "one row is then meant, group closes it; payee, note, tags write what they say (note lunch); split "
                    + "divides a row (split groceries 60; pets); to names the other account of a transfer; always makes "
                    + "a rule (always aroma kava); why explains; only shows a part (only bolt), find searches, order "
                    + "changes the order; s leaves the group in the queue; d dismisses it for good; u takes the last "
                    + "answer back, redo does it again; q quits. Every answer is saved at once.")
        case .plainAsk:
            Bilingual(
                uk:
                    "[Enter] так  [1-9] інша  [к] категорія  [п] пропустити  [в] відкинути  [с] скасувати  [?] довідка  [q] вийти",
                en:
                    "[Enter] yes  [1-9] other  [c] category  [s] skip  [d] dismiss  [u] undo  [?] help  [q] quit"
            )
        case .plainTransfer:
            Bilingual(
                uk:
                    "[Enter] так  [н] це не переказ  [к] категорія  [п] пропустити  [в] відкинути  [с] скасувати  [?] довідка  [q] вийти",
                en:
                    "[Enter] yes  [n] no transfer  [c] category  [s] skip  [d] dismiss  [u] undo  [?] help  [q] quit"
            )
        case .plainByHand:
            Bilingual(
                uk: "Якщо той самий, рядок банку стане записом, а ваші слова лишаться",
                en: "If it is the same, the bank's line becomes the entry and your words stay")
        case .plainDoubt:
            Bilingual(
                uk: "[Enter] інший платіж  [в] той самий  [п] пропустити  [?] довідка  [q] вийти",
                en: "[Enter] another payment  [d] the same  [s] skip  [?] help  [q] quit")
        case .plainVanished:
            Bilingual(
                uk: "[Enter] лишити  [в] прибрати  [п] пропустити  [?] довідка  [q] вийти",
                en: "[Enter] keep  [d] take back  [s] skip  [?] help  [q] quit")
        case .editIntro:
            Bilingual(
                uk:
                    "Черга перегляду. Перше слово рядка — рішення:\n  ok затвердити, drop відкинути, wait лишити в черзі (як і "
                    + "рядок без змін чи видалений),\n  same той самий платіж, що вже є (для [ambiguous] і [conflict]); блокування, що зникло з виписки, — [vanished].\nДалі — номер і категорія: її можна змінити (ключ або назва "
                    + "будь-якою мовою).\nДата, сума, рахунок і опис — дані банку, їх не міняють. Після опису можна "
                    + "дописати:\n  | payee: Назва | note: нотатка | tags: одна, друга | split: groceries 60%; pets | to: "
                    + "інший рахунок\nЗбережене перевіряється разом: з помилкою не робиться нічого.",
                en:
                    "The review queue. The first word of a line is the decision:\n  ok to approve, drop to dismiss, wait to leave "
                    + "it in the queue (as a line unchanged or deleted),\n  same for a payment that is there already (of "
                    + "[ambiguous] and [conflict] lines); a hold gone from the statement is [vanished].\nThen its number and category, which may be "
                    + "changed (a key, or a name in any language).\nDate, amount, account and description are the "
                    + "bank's and stay. Behind the description may stand:\n  | payee: Name | note: a note | tags: one, two "
                    + "| split: groceries 60%; pets | to: other account\nWhat is saved is checked as a whole: with an error "
                    + "nothing is done.")
        case .editVerb:
            Bilingual(
                uk: "рядок починають ok, drop, same або wait, а не «{text}»",
                en: "a line begins with ok, drop, same or wait, not \"{text}\"")
        case .editNumber:
            Bilingual(
                uk: "рядка з номером «{text}» не було", en: "there was no line of number \"{text}\""
            )
        case .editTwice:
            Bilingual(uk: "рядок {text} стоїть двічі", en: "line {text} is there twice")
        case .editFact:
            Bilingual(
                uk: "дані банку між рисками | змінено: поверніть їх, як були",
                en: "the bank's facts between the bars | were changed: put them back")
        case .editField:
            Bilingual(
                uk: "після опису пишуть payee, note, tags, split або to, а не «{text}»",
                en: "behind the description stand payee, note, tags, split or to, not \"{text}\"")
        case .editAgain:
            Bilingual(
                uk: "[Enter] виправити в редакторі  [q] нічого не робити",
                en: "[Enter] correct it in the editor  [q] do nothing")
        case .editLeftover:
            Bilingual(
                uk:
                    "лишилися відповіді перерваного перегляду: {file}\n"
                    + "[Enter] продовжити з ними  [d] прибрати їх  [q] почати без них",
                en:
                    "answers of a review that was cut off are left: {file}\n"
                    + "[Enter] go on with them  [d] remove them  [q] begin without them")
        case .editLeftoverKept:
            Bilingual(
                uk: "{file}: відповіді перерваного перегляду лишаються там",
                en: "{file}: answers of a review that was cut off stay there")
        case .editNothing:
            Bilingual(
                uk: "рішень немає: нічого не змінено", en: "no decisions: nothing was changed")
        case .editUnchanged:
            Bilingual(
                uk: "помилки лишилися: нічого не змінено", en: "errors remain: nothing was changed")
        }
    }
}

extension ReviewMessage {
    /// Every key of the screen and what it does.
    static let keys: [(keys: String, does: Bilingual)] = [
        (
            "Enter", Bilingual(uk: "затвердити групу або рядок", en: "approve the group or row")
        ),
        (
            "1 – 9",
            Bilingual(uk: "затвердити під іншою категорією", en: "approve under another category")
        ),
        (
            "c",
            Bilingual(uk: "ще категорії й пошук", en: "more categories, and search")
        ),
        ("a", Bilingual(uk: "затвердити все певне", en: "approve all that is certain")),
        (
            "v",
            Bilingual(
                uk: "затвердити видиме звідси вниз", en: "approve what is shown from here down")
        ),
        (
            "A – Z",
            Bilingual(
                uk: "затвердити звідси до групи чи рядка з літерою",
                en: "approve from here to before a lettered group or row")
        ),
        ("d", Bilingual(uk: "відкинути назавжди", en: "dismiss for good")),
        ("s ␣ ↓ / b ↑", Bilingual(uk: "далі / назад", en: "skip / back")),
        ("→ ←", Bilingual(uk: "рядки групи / уся група", en: "rows of the group / whole group")),
        ("p n k", Bilingual(uk: "отримувач, нотатка, мітки", en: "payee, note, tags")),
        ("x", Bilingual(uk: "поділити на частини", en: "split into parts")),
        ("m", Bilingual(uk: "переказ між своїми рахунками", en: "transfer between own accounts")),
        ("w", Bilingual(uk: "завжди так: зробити правило", en: "always so: make a rule")),
        ("e", Bilingual(uk: "пояснити", en: "explain")),
        ("u r", Bilingual(uk: "скасувати, повторити", en: "undo, redo")),
        (
            "f / o",
            Bilingual(
                uk: "показувати лише, знайти, інший порядок", en: "show only, find, another order")
        ),
        (
            "t",
            Bilingual(
                uk: "відповіді поруч: клавіша на кожну", en: "answers in sight, a key for each")
        ),
        ("q", Bilingual(uk: "вийти: усе збережено", en: "quit: all is saved")),
    ]

    /// Those while answers stand beside the groups.
    static let sheetKeys: [(keys: String, does: Bilingual)] = [
        (
            "b – z, 0 – 9",
            Bilingual(
                uk: "ця категорія для цієї групи й жодної іншої",
                en: "that category for that group and no other")
        ),
        (
            "A – Z",
            Bilingual(
                uk: "інші категорії групи з цією літерою", en: "other categories of that group")
        ),
        ("Enter", Bilingual(uk: "затвердити все видиме", en: "approve all that is in sight")),
        ("a", Bilingual(uk: "затвердити все певне", en: "approve all that is certain")),
        ("↓ ↑", Bilingual(uk: "лишити першу групу / назад", en: "skip the first group / back")),
        ("→ ←", Bilingual(uk: "її рядки окремо / разом", en: "its rows one by one / together")),
        ("u", Bilingual(uk: "скасувати останню клавішу", en: "undo the last key")),
        ("Esc", Bilingual(uk: "назад до списку", en: "back to the list")),
        ("q", Bilingual(uk: "вийти: усе збережено", en: "quit: all is saved")),
    ]
}

extension Console {
    package func say(_ message: ReviewMessage, _ values: [String: Template.Value] = [:]) -> String {
        message.text.filled(language, values)
    }
}
