/// Every sentence of the program that is not an error, a help text or a name of data, in both languages.
///
/// Placeholders are explained at ``Template``. A test compares the placeholders of the two languages.
package enum Message: String, CaseIterable, Sendable {
    case moreRejected, moreErrors
    case nothingToDo, dryRunNothingChanged, nextCommand
    case workspaceMade, workspaceExists
    case importFile, importTotals, importQueue, importNothingNew, progressReading
    case pendingEmpty, pendingNoneSuch, pendingSummary
    case approved, approvedTotal, dismissedTotal, undone, nothingToUndo, redone, nothingToRedo
    case backupMade, restoreDone, restoreReplaced, restoreUnverified
    case ledgerEmpty, linesShown, linesCut
    case checkPassed, checkFailed
    case exportWritten, exportLeftover, layoutWritten
    case rulesTested, rulesLinted, rulesNone, replayRule, replayNoRule, replayTotals, replayDone
    case replayLeftAlone, replayNothing
    case reviewSaved, reviewUnknownAnswer
    case importDetails, importSkipped, importKnownDetails, holdsVanished, stateVanished,
        statusVanished
    case balanceExplained, balanceDismissed, balanceDiffers
    case checkPassedButHolds, checkPassedButBalances, checkPassedButUndecided
    case checkPassedButTransfers
    case checkPassedButDivided, checkPassedButPerhapsOne, checkPassedButCurrency
    case checkPassedButUnnamedCurrency
    case linesMoved, linesMovedAsked, entriesPerhapsTwice, linesForgotten, accountStillNamed,
        accountGiven, nextFilesElsewhere, accountTakenBack, accountCutInTwo, ibanMistyped
    case linesUnpaired, entriesUnpaired, transfersWithinAccount
    case forgottenStillThere, balanceDiffersUnexplained, balanceDiffersByEntries
    case importAccountMade, importKeptAccount, importRevised, importUndivided, importReturned
    case importTransfers, importTransfer
    case repairSetAside, repairWouldSetAside, repairCountedIn
    case repairMadeQueue, repairWouldMakeQueue
    case repairLost, repairLostKeys, repairAccepted, repairMayAccept
    case planWritten, importUnwritten, inputPassedOver
    case watchBegan, watchEnded, watchPolls, watchWithoutKernel
    case columnFiles, columnGaps, columnOverlaps, columnProof
    case coverageNoBalances, coverageBroken, coverageComplete, coverageProvedPart
    case coverageGapClosed, coverageGapBroken, coverageGapUnknown, coverageBreak, coverageBreakBy
    case coverageFile, coverageOverlap, coverageDoubtful, coverageLeftOut
    case rowNew, rowKnown, rowRepeated, rowSettled, rowRevised, rowConflict, rowAmbiguous,
        rowRejected
    case rowSkipped, rowInQueue, rowInLedger, rowDismissed
    case noticeMorePages, noticeFullPage, noticeHeaderSupposed, noticeStatementsApart
    case readLeftOut
    case reviewLines, reviewMore, reviewCategory, reviewChoose, reviewNoCategory
    case columnFile, columnFormat, columnRows, columnNew, columnKnown, columnAmbiguous
    case columnRejected, columnSkipped, columnDay, columnAccount, columnAmount, columnCurrency
    case columnCategory, columnConfidence, columnDescription, columnPayee, columnKey, columnTotal
    case columnBalance, columnBankSays, columnEntries, columnLimit, columnValue, columnReason
    case columnName, columnState, columnConflicts, columnEncoding, columnRead
    case columnNumber, columnCommand
    case levelCertain, levelHigh, levelMedium, levelLow, levelUnknown
    case stateNew, stateAmbiguous, stateConflict
    case moneyIn, moneyOut, moneyNet, balanceChange, total, uncategorized
    case explainDismissal, explainFiled, explainFiledByPerson, explainNothing, explainWeak,
        explainWithout, explainWithoutNothing, explainSellsMany, explainOtherAmount,
        explainAskedAgain
    case evalRows, evalRight, evalRightGroup, evalAnswered, evalCoverage95, evalCoverage99, evalECE
    case evalBrier, evalMean, evalKept, columnMonth
    case evidenceRule, evidenceMemory, evidenceHabit, evidenceWords,
        evidenceExperience, evidenceCounterparty,
        evidenceBrand, evidencePhrase
    case evidenceProcessor, evidenceKeyword, evidenceMCC, evidenceBankCategory, evidenceSign
    case evidenceShape, evidenceTransfer, evidenceStatement
    case yes, no
    case columnIn, columnOut, columnNet, columnSum, columnDifference, columnOn, columnPending
    case columnFirst, columnLast
    case listTotals, noCurrency, reportExpenses, reportIncome, reportTransfers
    case reportUnsortedIn, reportUnsortedOut, reportUnsorted
    case reportEmpty, reportMonthsCut, reportYearsCut
    case balancePending, accountsEmpty
    case statusWorkspace, statusLedger, statusLedgerValue, statusImport, statusImportValue
    case balanceProved, balanceSums, balanceBreak, balanceBreakRejected, balanceMore, balanceNone
    case totalsProved, totalsTurnover, totalsBreak, totalsGaps, totalsClosing, totalsMore
    case totalsReceived, totalsSpent, totalsClosingName, totalsSum
    case balanceOrderFile, balanceOrderReversed, balanceOrderTime, importBreaks
    case accountChanged, accountHidden
    case accountAsked, accountUnproved, accountNew, accountLater, accountWhich, accountWhichGuess,
        accountNewName,
        accountNewNameGuess,
        accountKeep
    case entryWritten, entryUnsorted, entriesDismissed, categoryTaken
    case statusNever, statusQueue, statusQueueValue, statusDecided, statusProblems

    package var text: Bilingual {
        switch self {
        case .moreRejected:
            Bilingual(
                uk: "{file}: ще {count:рядок відхилено|рядки відхилено|рядків відхилено}",
                en: "{file}: {count:more row|more rows} rejected")
        case .moreErrors:
            Bilingual(
                uk: "і ще {count:помилка|помилки|помилок}", en: "and {count:more error|more errors}"
            )
        case .accountChanged:
            Bilingual(uk: "Рахунок змінено: {account}", en: "Account changed: {account}")
        case .accountHidden: Bilingual(uk: "(приховано)", en: "(hidden)")
        case .accountAsked:
            Bilingual(
                uk:
                    "{file}: {count:новий рядок|нові рядки|нових рядків}, і ніщо не каже, з якого рахунка",
                en: "{file}: {count:new line|new lines}, and nothing says of which account")
        case .accountUnproved:
            Bilingual(
                uk:
                    "{file}: {count:новий рядок|нові рядки|нових рядків}; залишки не продовжують рахунка {account}: "
                    + "між ними бракує рядків, або це інший рахунок",
                en:
                    "{file}: {count:new line|new lines}; the balances do not continue account {account}: "
                    + "rows between are missing, or it is another account")
        case .accountNew: Bilingual(uk: "новий рахунок", en: "a new account")
        case .accountLater:
            Bilingual(uk: "не зараз: лишити файл", en: "not now: leave the file out")
        case .accountWhich:
            Bilingual(
                uk: "який рахунок? (Enter: {account}, окремий) >",
                en: "which account? (Enter: {account}, one of its own) >")
        case .accountWhichGuess:
            Bilingual(
                uk: "який рахунок? (Enter: {account}) >",
                en: "which account? (Enter: {account}) >")
        case .accountNewName: Bilingual(uk: "його назва >", en: "its name >")
        case .accountNewNameGuess:
            Bilingual(uk: "його назва (Enter: {name}) >", en: "its name (Enter: {name}) >")
        case .accountKeep:
            Bilingual(
                uk: "надалі файли зі словами «{words}» у назві — {account}? [т/н] >",
                en: "are files named \"{words}\" of {account} from now on? [y/n] >")
        case .entryWritten:
            Bilingual(
                uk: "{day} · {amount} {currency} · {payee} → {category} · {account}",
                en: "{day} · {amount} {currency} · {payee} → {category} · {account}")
        case .entryUnsorted:
            Bilingual(
                uk: "{day} · {amount} {currency} · {payee} → без категорії · {account}",
                en: "{day} · {amount} {currency} · {payee} → no category · {account}")
        case .categoryTaken:
            Bilingual(uk: "\"{typed}\": {category}", en: "\"{typed}\": {category}")
        case .entriesDismissed:
            Bilingual(
                uk:
                    "{count:рядок банку відкинуто|рядки банку відкинуто|рядків банку відкинуто}: повторний імпорт цього не поверне.",
                en:
                    "{count:line of a bank was dismissed|lines of a bank were dismissed}: importing again brings nothing of it back."
            )
        case .nothingToDo: Bilingual(uk: "робити нічого", en: "nothing to do")
        case .dryRunNothingChanged:
            Bilingual(uk: "Пробний запуск: нічого не змінено.", en: "Dry run: nothing was changed.")
        case .nextCommand: Bilingual(uk: "Далі: {command}", en: "Next: {command}")
        case .workspaceMade:
            Bilingual(uk: "Сховище створено: {folder}", en: "Workspace made: {folder}")
        case .workspaceExists:
            Bilingual(uk: "Сховище вже є: {folder}", en: "Workspace is already there: {folder}")
        case .noticeMorePages:
            Bilingual(
                uk: "{file}: виписка неповна: банк має ще сторінку",
                en: "{file}: incomplete: the bank has another page")
        case .noticeFullPage:
            Bilingual(
                uk: "{file}: рядків стільки, скільки банк віддає за раз; виписку могло обрізати",
                en: "{file}: exactly as many rows as the bank gives at once; it may be cut")
        case .noticeHeaderSupposed:
            Bilingual(
                uk: "{file}: заголовки не такі, як у банку; що в якій колонці, доводять рядки",
                en: "{file}: the header is not the bank's; its rows prove which column is which")
        case .readLeftOut:
            Bilingual(
                uk: "{file}: пропущено {count:рядок|рядки|рядків} як {reason}, у файлі: {lines}",
                en: "{file}: {count:row|rows} left out as {reason}, in the file at: {lines}")
        case .noticeStatementsApart:
            Bilingual(
                uk: "{file}:{line}: виписки не називають рахунка, а залишок цієї не продовжує "
                    + "попередньої: можливо, це кілька рахунків; тоді розділіть файл",
                en: "{file}:{line}: the statements name no account, and this one's opening balance "
                    + "is not the closing of the one before: they may be several accounts'; if so, "
                    + "divide the file")
        case .importFile:
            Bilingual(
                uk: "{file}: {count:рядок|рядки|рядків}, нових {new}, відомих {known}",
                en: "{file}: {count:row|rows}, {new} new, {known} known")
        case .importTotals:
            Bilingual(
                uk: "{files:файл|файли|файлів}: {rows:рядок|рядки|рядків}, нових {new}, відомих "
                    + "{known}, неоднозначних {ambiguous}, відхилено {rejected}, пропущено {skipped}",
                en: "{files:file|files}: {rows:row|rows}, {new} new, {known} known, {ambiguous} "
                    + "ambiguous, {rejected} rejected, {skipped} skipped")
        case .importQueue:
            Bilingual(
                uk: "У черзі {count}: впевнених {confident}, переглянути {look}.",
                en: "{count} in the queue: {confident} confident, {look} to look at.")
        case .importNothingNew: Bilingual(uk: "Нового немає.", en: "Nothing new.")
        case .progressReading:
            Bilingual(
                uk: "читаю {file}: {count:рядок|рядки|рядків}",
                en: "reading {file}: {count:row|rows}")
        case .pendingEmpty: Bilingual(uk: "Черга порожня.", en: "The queue is empty.")
        case .pendingNoneSuch:
            Bilingual(uk: "У черзі немає таких рядків.", en: "The queue has no such lines.")
        case .pendingSummary:
            Bilingual(
                uk: "{count:рядок чекає|рядки чекають|рядків чекають}",
                en: "{count:line waits|lines wait}")
        case .approved: Bilingual(same: "approved {key}")
        case .approvedTotal:
            Bilingual(
                uk: "Затверджено: {count:рядок|рядки|рядків}.", en: "{count:line|lines} approved.")
        case .dismissedTotal:
            Bilingual(
                uk: "Відкинуто: {count:рядок|рядки|рядків}.", en: "{count:line|lines} dismissed.")
        case .undone: Bilingual(uk: "Скасовано: {what}", en: "Undone: {what}")
        case .nothingToUndo: Bilingual(uk: "Скасовувати нічого.", en: "Nothing to undo.")
        case .backupMade:
            Bilingual(
                uk: "Копія: {folder} ({entries:запис|записи|записів} у книзі, {lines} у черзі)",
                en: "Backup: {folder} ({entries:entry|entries} in the ledger, {lines} in the queue)"
            )
        case .restoreDone:
            Bilingual(
                uk: "Відновлено: {entries:запис|записи|записів} у книзі, {lines} у черзі.",
                en: "Restored: {entries:entry|entries} in the ledger, {lines} in the queue.")
        case .restoreReplaced:
            Bilingual(
                uk: "Те, що було, лежить у {folder}", en: "What was there lies in {folder}")
        case .restoreUnverified:
            Bilingual(
                uk:
                    "Копія не має списку своїх файлів (її зробила давня версія, команда писала "
                    + "в неї, або це відкладене відновленням): чи вона така, як була, не перевірити.",
                en:
                    "The backup has no list of its files (an older version made it, a command "
                    + "wrote into it, or a restore put it aside): that it is as it was cannot be "
                    + "verified."
            )
        case .redone: Bilingual(uk: "Повторено: {what}", en: "Done again: {what}")
        case .nothingToRedo: Bilingual(uk: "Повторювати нічого.", en: "Nothing to do again.")
        case .ledgerEmpty:
            Bilingual(uk: "У книзі немає таких записів.", en: "The ledger has no such entries.")
        case .linesShown: Bilingual(uk: "{count:запис|записи|записів}", en: "{count:entry|entries}")
        case .linesCut:
            Bilingual(
                uk: "Показано {shown} з {count}; більше — з --limit.",
                en: "{shown} of {count} shown; --limit shows more.")
        case .checkPassed:
            Bilingual(
                uk: "Усе гаразд: {entries:запис|записи|записів} у книзі, у черзі {queued}.",
                en: "All is well: {entries:entry|entries} in the ledger, {queued} in the queue.")
        case .checkPassedButHolds:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "Блокування, що зникли з виписок, чекають на рішення.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "Holds gone from the statements wait for a decision.")
        case .checkPassedButBalances:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "Залишки не сходяться.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "The balances do not agree.")
        case .checkPassedButDivided:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "Один рахунок розділено на кілька.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "One account is divided into several.")
        case .checkPassedButPerhapsOne:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "Два рахунки — можливо, один.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "Two accounts may be one.")
        case .checkPassedButUnnamedCurrency:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "У рахунку є рядки без валюти.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "Some lines of an account have no currency.")
        case .checkPassedButCurrency:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "У рахунку є рядки в іншій валюті.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "An account has lines in another currency.")
        case .checkPassedButTransfers:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "Є перекази всередині одного рахунку.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "There are transfers within one account.")
        case .checkPassedButUndecided:
            Bilingual(
                uk:
                    "Сховище ціле: {entries:запис|записи|записів} у книзі, {queued:рядок|рядки|рядків} у черзі. "
                    + "З них {count} — можливо, те, що вже є: kopiyka review.",
                en:
                    "The workspace is whole: {entries:entry|entries} in the ledger, {queued} in the queue. "
                    + "{count} of them may be there already: kopiyka review.")
        case .checkFailed:
            Bilingual(
                uk: "Перевірка знайшла {count:помилку|помилки|помилок}.",
                en: "The check found {count:problem|problems}.")
        case .exportLeftover:
            Bilingual(
                uk:
                    "{file}: прибрано {count:недописаний файл|недописані файли|недописаних файлів} "
                    + "перерваного експорту",
                en:
                    "{file}: removed {count:half-written file|half-written files} of an export that was cut off"
            )
        case .exportWritten:
            Bilingual(
                uk: "Записано {count:запис|записи|записів} у {file}.",
                en: "{count:entry|entries} written to {file}.")
        case .layoutWritten:
            Bilingual(
                uk:
                    "Чернетку макета записано в {file}. Спробувати: kopiyka read --layout {file} ФАЙЛ",
                en: "Draft of a layout written to {file}. Try: kopiyka read --layout {file} FILE")
        case .rulesTested:
            Bilingual(
                uk:
                    "{rules:правило|правила|правил}, {examples:приклад|приклади|прикладів}, не сходиться {failed}.",
                en: "{rules:rule|rules}, {examples:example|examples}, {failed} failed.")
        case .rulesLinted:
            Bilingual(
                uk: "{rules:правило|правила|правил}, зауважень {count}.",
                en: "{rules:rule|rules}, {count:finding|findings}.")
        case .rulesNone:
            Bilingual(
                uk: "Правил немає; їхнє місце — rules/*.yaml у сховищі.",
                en: "There are no rules; their place is rules/*.yaml of the workspace.")
        case .replayRule: Bilingual(same: "{rule} · {origin}")
        case .replayNoRule: Bilingual(uk: "правила більше немає", en: "a rule that is gone")
        case .replayTotals:
            Bilingual(
                uk:
                    "Змінилося б: {entries:запис|записи|записів} книги, {lines:рядок|рядки|рядків} черги.",
                en:
                    "Would change: {entries:entry|entries} of the ledger, {lines:line|lines} of the queue."
            )
        case .replayDone:
            Bilingual(
                uk:
                    "Змінено: {entries:запис|записи|записів} книги, {lines:рядок|рядки|рядків} черги.",
                en:
                    "Changed: {entries:entry|entries} of the ledger, {lines:line|lines} of the queue."
            )
        case .replayLeftAlone:
            Bilingual(
                uk: "Рішення людини лишаються: {count:рядок|рядки|рядків}.",
                en: "Decided by a person and left alone: {count:line|lines}.")
        case .replayNothing:
            Bilingual(uk: "Правила нічого не змінили б.", en: "The rules would change nothing.")
        case .reviewSaved:
            Bilingual(
                uk: "Збережено: затверджено {approved}, відкинуто {dismissed}, лишилося {left}.",
                en: "Saved: {approved} approved, {dismissed} dismissed, {left} left.")
        case .reviewUnknownAnswer:
            Bilingual(
                uk: "Не розумію «{answer}». ? — довідка", en: "No such answer: {answer}. ? for help"
            )
        case .explainDismissal:
            Bilingual(uk: "відкинути: так каже правило", en: "dismiss: a rule says so")
        case .explainFiled:
            Bilingual(
                uk: "у книзі: {category}, з певністю {confidence}; сьогодні було б:",
                en: "in the ledger: {category}, by a confidence of {confidence}; today it would be:"
            )
        case .explainFiledByPerson:
            Bilingual(
                uk: "у книзі: {category}, як сказала людина; сьогодні було б:",
                en: "in the ledger: {category}, as a person said; today it would be:")
        case .explainNothing:
            Bilingual(
                uk: "нічого певного: категорію доведеться обрати людині",
                en: "nothing to go by: a person has to choose the category")
        case .explainWithout:
            Bilingual(uk: "без «{reason}» було б:", en: "without “{reason}” it would be:")
        case .explainWithoutNothing: Bilingual(uk: "нічого", en: "nothing")
        case .evalRows: Bilingual(uk: "рядків", en: "rows")
        case .evalRight: Bilingual(uk: "правильно", en: "right")
        case .evalRightGroup: Bilingual(uk: "правильна група", en: "right group")
        case .evalAnswered: Bilingual(uk: "з відповіддю", en: "answered")
        case .evalCoverage95:
            Bilingual(uk: "найбільше з точністю 95%", en: "most rows at 95% precision")
        case .evalCoverage99:
            Bilingual(uk: "найбільше з точністю 99%", en: "most rows at 99% precision")
        case .evalECE: Bilingual(uk: "похибка певності (ECE)", en: "calibration error (ECE)")
        case .evalBrier: Bilingual(uk: "оцінка Браєра", en: "Brier score")
        case .evalMean: Bilingual(uk: "у середньому", en: "mean")
        case .evalKept: Bilingual(uk: "з них правильно", en: "of them right")
        case .columnMonth: Bilingual(uk: "місяць", en: "month")
        case .explainWeak: Bilingual(uk: "(слабко)", en: "(weak)")
        case .explainSellsMany: Bilingual(uk: "продає різне", en: "sells many kinds")
        case .explainOtherAmount: Bilingual(uk: "інша сума", en: "another amount")
        case .explainAskedAgain:
            Bilingual(uk: "давно ніхто не перевіряв", en: "nobody has looked for long")
        case .evidenceRule: Bilingual(uk: "ваше правило", en: "your rule")
        case .evidenceMemory: Bilingual(uk: "рішення раніше", en: "decided before")
        case .evidenceExperience: Bilingual(uk: "ваші відповіді", en: "your answers")
        case .evidenceHabit: Bilingual(uk: "ваша звичка", en: "your habit")
        case .evidenceWords: Bilingual(uk: "такі самі слова", en: "the same words")
        case .evidenceCounterparty: Bilingual(uk: "контрагент", en: "counterparty")
        case .evidenceBrand: Bilingual(uk: "бренд", en: "brand")
        case .evidencePhrase: Bilingual(uk: "вислів банку", en: "bank's wording")
        case .evidenceProcessor: Bilingual(uk: "платіжний сервіс", en: "payment processor")
        case .evidenceKeyword: Bilingual(uk: "слово", en: "keyword")
        case .evidenceMCC: Bilingual(uk: "код MCC", en: "MCC")
        case .evidenceBankCategory: Bilingual(uk: "категорія банку", en: "bank's category")
        case .evidenceSign: Bilingual(uk: "напрям", en: "direction")
        case .evidenceShape: Bilingual(uk: "вигляд тексту", en: "form of the text")
        case .evidenceTransfer: Bilingual(uk: "переказ", en: "transfer")
        case .evidenceStatement: Bilingual(uk: "зникло з виписки", en: "gone from the statement")
        case .importTransfers:
            Bilingual(
                uk:
                    "Схоже на {count:переказ|перекази|переказів} між своїми рахунками; покаже kopiyka pending",
                en:
                    "{count:pair of lines looks like a transfer|pairs of lines look like transfers} between own accounts; see kopiyka pending"
            )
        case .importTransfer:
            Bilingual(
                uk: "  {from} → {to}: {confidence}: {why}",
                en: "  {from} → {to}: {confidence}: {why}")
        case .importDetails:
            Bilingual(
                uk: "{file}: кодування {encoding}; рахунки: {accounts}",
                en: "{file}: encoding {encoding}; accounts: {accounts}")
        case .importSkipped:
            Bilingual(
                uk: "  {count:рядок пропущено|рядки пропущено|рядків пропущено}: {reason}",
                en: "  {count:row|rows} skipped: {reason}")
        case .importKnownDetails:
            Bilingual(
                uk:
                    "  серед відомих: повторених у файлі {repeated}, проведених після блокування {settled}",
                en:
                    "  among the known: {repeated} repeated in the file, {settled} booked after a hold"
            )
        case .planWritten:
            Bilingual(
                uk: "План записано, нічого не змінено. Виконати: kopiyka apply {file}",
                en: "Plan written, nothing changed. To do it: kopiyka apply {file}")
        case .importUnwritten:
            Bilingual(
                uk: "{file}: файл саме пишуть; його прочитає наступний import",
                en: "{file}: somebody is writing it; the next import will read it")
        case .inputPassedOver:
            Bilingual(
                uk: "{file}: пропущено, виписок такі файли не містять",
                en: "{file}: passed over, such files hold no statement")
        case .watchBegan:
            Bilingual(
                uk: "Стежу за {folder}; Ctrl-C закінчить.", en: "Watching {folder}; Ctrl-C ends it."
            )
        case .watchEnded: Bilingual(uk: "Стеження закінчено.", en: "Watching ended.")
        case .watchPolls:
            Bilingual(
                uk: "Дивлюся що {count:секунду|секунди|секунд}.",
                en: "Looking every {count:second|seconds}.")
        case .watchWithoutKernel:
            Bilingual(
                uk: "Ядро не повідомляє про нові файли (inotify, errno {errno}): дивлюся що "
                    + "{count:секунду|секунди|секунд}.",
                en: "The kernel does not tell of new files (inotify, errno {errno}): looking every "
                    + "{count:second|seconds}.")
        case .columnFiles: Bilingual(uk: "файлів", en: "files")
        case .columnGaps: Bilingual(uk: "прогалин", en: "gaps")
        case .columnOverlaps: Bilingual(uk: "перекриттів", en: "overlaps")
        case .columnProof: Bilingual(uk: "залишки", en: "balances")
        case .coverageNoBalances: Bilingual(uk: "у рядках немає", en: "none in rows")
        case .coverageBroken:
            Bilingual(
                uk: "{count:розрив|розриви|розривів}", en: "{count:break|breaks}")
        case .coverageComplete: Bilingual(uk: "доводять повноту", en: "prove it complete")
        case .coverageProvedPart:
            Bilingual(uk: "доводять {first} – {last}", en: "prove {first} – {last}")
        case .coverageGapClosed:
            Bilingual(
                uk: "{account}: {first} – {last} ({count:день|дні|днів}) без виписки; за залишками "
                    + "нічого не бракує",
                en: "{account}: no statement for {first} – {last} ({count:day|days}); by the "
                    + "balances nothing is missing")
        case .coverageGapBroken:
            Bilingual(
                uk: "{account}: {first} – {last} ({count:день|дні|днів}) без виписки; залишки не "
                    + "сходяться: рядків бракує, або один із файлів — іншого рахунка",
                en: "{account}: no statement for {first} – {last} ({count:day|days}); the balances "
                    + "do not meet: lines are missing, or a file is another account's")
        case .coverageGapUnknown:
            Bilingual(
                uk: "{account}: {first} – {last} ({count:день|дні|днів}) без виписки",
                en: "{account}: no statement for {first} – {last} ({count:day|days})")
        case .coverageBreak:
            Bilingual(
                uk: "{account}: {on} не випливає з {after}: залишки не сходяться",
                en: "{account}: {on} does not follow from {after}: the balances do not meet")
        case .coverageBreakBy:
            Bilingual(
                uk: "{account}: {on} не випливає з {after}: залишки різняться на {difference}",
                en:
                    "{account}: {on} does not follow from {after}: the balances are off by {difference}"
            )
        case .coverageFile:
            Bilingual(
                uk: "{account}: {file}: {first} – {last}, {count:рядок|рядки|рядків}",
                en: "{account}: {file}: {first} – {last}, {count:line|lines}")
        case .coverageOverlap:
            Bilingual(
                uk: "{account}: {first} – {last} перекривають {files}",
                en: "{account}: {first} – {last} is covered by {files}")
        case .coverageDoubtful:
            Bilingual(
                uk: "{account}: {count:рядок чекає|рядки чекають|рядків чекають} на рішення, поза "
                    + "доказом",
                en:
                    "{account}: {count:line waits|lines wait} for a decision, outside the proof"
            )
        case .coverageLeftOut:
            Bilingual(
                uk:
                    "{account}: {count:рядок банку|рядки банку|рядків банку} ви відкинули, у книзі їх немає: "
                    + "kopiyka balance",
                en:
                    "{account}: you dismissed {count:line|lines} of the bank, which the ledger lacks: "
                    + "kopiyka balance")
        case .rowNew:
            Bilingual(uk: "{file}:{line}: новий {key}", en: "{file}:{line}: new {key}")
        case .rowKnown:
            Bilingual(
                uk: "{file}:{line}: відомий: {other} {place}, доказ: {reason}",
                en: "{file}:{line}: known: {other} {place}, by {reason}")
        case .rowRepeated:
            Bilingual(
                uk: "{file}:{line}: повтор рядка цього файлу, доказ: {reason}",
                en: "{file}:{line}: repeats a row of this file, by {reason}")
        case .rowSettled:
            Bilingual(
                uk: "{file}:{line}: проводить блокування {other} {place}",
                en: "{file}:{line}: books the hold {other} {place}")
        case .rowRevised:
            Bilingual(
                uk: "{file}:{line}: відомий: проводить блокування {other} {place}, сума інша",
                en: "{file}:{line}: known: books the hold {other} {place}, with another amount")
        case .rowConflict:
            Bilingual(
                uk: "{file}:{line}: суперечить {other}: {reason}; у черзі як {key}",
                en: "{file}:{line}: contradicts {other}: {reason}; queued as {key}")
        case .rowAmbiguous:
            Bilingual(
                uk: "{file}:{line}: неоднозначний: може бути {other}; у черзі як {key}",
                en: "{file}:{line}: ambiguous: may be {other}; queued as {key}")
        case .rowRejected:
            Bilingual(
                uk: "{file}:{line}: відхилено: {reason}", en: "{file}:{line}: rejected: {reason}")
        case .rowSkipped:
            Bilingual(
                uk: "{file}:{line}: пропущено: {reason}", en: "{file}:{line}: skipped: {reason}")
        case .rowInQueue: Bilingual(uk: "у черзі", en: "in the queue")
        case .rowInLedger: Bilingual(uk: "у книзі", en: "in the ledger")
        case .rowDismissed: Bilingual(uk: "серед відкинутих", en: "among the dismissed")
        case .importRevised:
            Bilingual(
                uk: "{file}: затверджене блокування {key} проведено на {now} замість {earlier}",
                en: "{file}: the approved hold {key} was booked with {now} instead of {earlier}")
        case .importUndivided:
            Bilingual(
                uk:
                    "банк провів іншу суму, тож частини {count:рядка|рядків|рядків} слід зробити наново "
                    + "(kopiyka split): {keys}",
                en:
                    "the bank booked another amount: the parts of {count:line|lines} are to be made anew "
                    + "(kopiyka split): {keys}")
        case .linesMoved:
            Bilingual(
                uk:
                    "{count:рядок|рядки|рядків} перенесено в рахунок {account}; із них {joined} там уже були",
                en:
                    "{count:line|lines} moved to account {account}; {joined} of them were there already"
            )
        case .linesMovedAsked:
            Bilingual(
                uk:
                    "{count:рядок, можливо,|рядки, можливо,|рядків, можливо,} там уже були в інших словах: "
                    + "вирішіть у kopiyka review",
                en:
                    "{count:line|lines} may have been there in other words: decide in kopiyka review"
            )
        case .entriesPerhapsTwice:
            Bilingual(
                uk:
                    "затверджені рядки, які, можливо, є двічі: {keys}; зайвий вилучає kopiyka delete КЛЮЧ",
                en:
                    "approved lines that may be there twice: {keys}; kopiyka delete KEY takes one out"
            )
        case .linesForgotten:
            Bilingual(
                uk: "{count:рядок|рядки|рядків} забуто, {kept} лишилося: їх показали й інші файли",
                en: "{count:line|lines} forgotten, {kept} kept: other files showed them too")
        case .accountStillNamed:
            Bilingual(
                uk:
                    "kopiyka.yaml ще має рахунок {account}: перенесіть його номери до {other}, щоб нові файли йшли туди",
                en:
                    "kopiyka.yaml still has account {account}: give its numbers to {other}, so that new files go there"
            )
        case .accountGiven:
            Bilingual(
                uk: "Файли рахунка {account} відтепер потраплятимуть у {other} (kopiyka.yaml).",
                en: "Files of account {account} go to {other} from now on (kopiyka.yaml).")
        case .nextFilesElsewhere:
            Bilingual(
                uk: "Нові файли рахунка {account} й далі йтимуть у {account}; щоб ішли в {other}: "
                    + "{command}",
                en: "New files of account {account} go to {account} as before; to have them in "
                    + "{other}: {command}")
        case .accountTakenBack:
            Bilingual(
                uk: "Файли рахунка {account} знову потраплятимуть у нього (kopiyka.yaml).",
                en: "Files of account {account} go to it again (kopiyka.yaml).")
        case .accountCutInTwo:
            Bilingual(
                uk:
                    "рахунок {account} знову має рядки, а kopiyka.yaml веде його файли в {other}; "
                    + "приберіть {account} з його is:, якщо це два рахунки",
                en:
                    "account {account} has lines again, and kopiyka.yaml leads its files to {other}; "
                    + "take {account} out of its is: if they are two accounts")
        case .linesUnpaired:
            Bilingual(
                uk:
                    "{count:рядок|рядки|рядків} більше не сторона переказу: інша сторона теж у рахунку {account}",
                en:
                    "{count:line is|lines are} no side of a transfer any more: the other side is in account {account} too"
            )
        case .entriesUnpaired:
            Bilingual(
                uk: "із них у книзі, з новою категорією або без неї: {keys} (kopiyka edit КЛЮЧ)",
                en: "in the ledger, with another category or none: {keys} (kopiyka edit KEY)")
        case .transfersWithinAccount:
            Bilingual(
                uk:
                    "{count:запис|записи|записів} книги названо переказом у межах одного рахунка: {keys} (kopiyka edit КЛЮЧ)",
                en:
                    "{count:entry is|entries are} called a transfer within one account: {keys} (kopiyka edit KEY)"
            )
        case .forgottenStillThere:
            Bilingual(
                uk: "{file} лежить на місці: наступний імпорт знову візьме його, якщо не прибрати",
                en:
                    "{file} still lies there: the next import takes it again unless it is moved away"
            )
        case .balanceDiffersUnexplained:
            Bilingual(
                uk:
                    "{account}: книга й банк розходяться на {amount} {currency} станом на {day}: бракує виписки "
                    + "або є зайві рядки; де саме: kopiyka coverage",
                en:
                    "{account}: ledger and bank differ by {amount} {currency} on {day}: a statement is missing "
                    + "or a line is too many; where: kopiyka coverage")
        case .balanceDiffersByEntries:
            Bilingual(
                uk:
                    "{account}: книга й банк розходяться на {amount} {currency} станом на {day}, "
                    + "а виписки повні: запис, зроблений самому, зайвий, або рядок є двічі",
                en:
                    "{account}: ledger and bank differ by {amount} {currency} on {day}, and no "
                    + "statement is missing: an entry by hand is too many, or a line is there twice"
            )
        case .ibanMistyped:
            Bilingual(
                uk:
                    "{number}: контрольні цифри не сходяться, тож цього IBAN не буде в жодному файлі; перевірте його",
                en:
                    "{number}: its check digits are wrong, so no file will ever show this IBAN; look at it again"
            )
        case .importAccountMade:
            Bilingual(uk: "Новий рахунок: {account}", en: "New account: {account}")
        case .importKeptAccount:
            Bilingual(
                uk:
                    "{file}: його рядки вже є в рахунку {kept}, а не в {named}; "
                    + "щоб перенести їх: {command}",
                en:
                    "{file}: its lines came in before and are in account {kept}, not in {named}; "
                    + "to move them: {command}")
        case .repairMadeQueue:
            Bilingual(
                uk: "pending.jsonl не було: створено порожню чергу.",
                en: "pending.jsonl was gone: an empty queue was made.")
        case .repairWouldMakeQueue:
            Bilingual(
                uk: "pending.jsonl немає: буде створено порожню чергу.",
                en: "pending.jsonl is gone: an empty queue would be made.")
        case .repairSetAside:
            Bilingual(
                uk:
                    "{count:рядок черги не читається|рядки черги не читаються|рядків черги не читаються}: "
                    + "тепер у {file}.",
                en: "{count:line|lines} of the queue cannot stay: now in {file}.")
        case .repairWouldSetAside:
            Bilingual(
                uk:
                    "{count:рядок черги не читається|рядки черги не читаються|рядків черги не читаються} "
                    + "і пішли б у файл під .kopiyka.",
                en:
                    "{count:line|lines} of the queue cannot stay and would go to a file under .kopiyka."
            )
        case .repairCountedIn:
            Bilingual(
                uk: "Узято на облік: {count:рядок|рядки|рядків} понад те, що прийшло.",
                en: "Counted in: {count:line|lines} more than came in.")
        case .repairLost:
            Bilingual(
                uk:
                    "Імпорт {batch}: {count:рядок|рядки|рядків} не повернув жоден файл inbox; "
                    + "файли того імпорту: {files}",
                en:
                    "Import {batch}: no file of inbox brings back {count:line|lines}; the files of "
                    + "that import: {files}")
        case .repairLostKeys:
            Bilingual(uk: "Їхні ключі: {keys}", en: "Their keys: {keys}")
        case .repairAccepted:
            Bilingual(
                uk: "Їх знято з обліку як втрачені.", en: "They are counted as lost from now on.")
        case .repairMayAccept:
            Bilingual(
                uk:
                    "kopiyka import ФАЙЛ поверне їх; якщо файлів більше немає: "
                    + "kopiyka check --repair --accept-loss",
                en:
                    "kopiyka import FILE brings them back; where the files are gone: "
                    + "kopiyka check --repair --accept-loss")
        case .importReturned:
            Bilingual(
                uk:
                    "{count:рядок повернувся|рядки повернулися|рядків повернулося} до черги: "
                    + "його прибрали з неї поза програмою.",
                en: "{count:line is|lines are} back in the queue that left it outside the program.")
        case .holdsVanished:
            Bilingual(
                uk:
                    "{count:блокування зникло|блокування зникли|блокувань зникло} з виписок; kopiyka review "
                    + "запитає, чи прибрати: {keys}",
                en:
                    "{count:hold is|holds are} gone from the statements; kopiyka review asks whether to take "
                    + "back: {keys}")
        case .stateVanished: Bilingual(uk: "зникло з виписки", en: "gone from the statement")
        case .statusVanished:
            Bilingual(
                uk: "{count:блокування зникло|блокування зникли|блокувань зникло} з виписок",
                en: "{count:hold is|holds are} gone from the statements")
        case .reviewLines: Bilingual(uk: "{count:рядок|рядки|рядків}", en: "{count:line|lines}")
        case .reviewMore:
            Bilingual(
                uk: "… і ще {count:рядок|рядки|рядків}", en: "… and {count:more line|more lines}")
        case .reviewCategory:
            Bilingual(uk: "категорія (будь-якою мовою)", en: "category (any language)")
        case .reviewChoose:
            Bilingual(uk: "номер або інше слово", en: "a number, or another word")
        case .reviewNoCategory:
            Bilingual(uk: "немає категорії, схожої на «{typed}»", en: "no category is like {typed}")
        case .columnFile: Bilingual(uk: "файл", en: "file")
        case .columnFormat: Bilingual(uk: "формат", en: "format")
        case .columnRows: Bilingual(uk: "рядків", en: "rows")
        case .columnNew: Bilingual(uk: "нових", en: "new")
        case .columnKnown: Bilingual(uk: "відомих", en: "known")
        case .columnAmbiguous: Bilingual(uk: "неоднозначних", en: "ambiguous")
        case .columnRejected: Bilingual(uk: "відхилено", en: "rejected")
        case .columnSkipped: Bilingual(uk: "пропущено", en: "skipped")
        case .columnDay: Bilingual(uk: "день", en: "day")
        case .columnAccount: Bilingual(uk: "рахунок", en: "account")
        case .columnAmount: Bilingual(uk: "сума", en: "amount")
        case .columnCurrency: Bilingual(uk: "валюта", en: "currency")
        case .columnCategory: Bilingual(uk: "категорія", en: "category")
        case .columnConfidence: Bilingual(uk: "певність", en: "confidence")
        case .columnDescription: Bilingual(uk: "опис", en: "description")
        case .columnPayee: Bilingual(uk: "отримувач", en: "payee")
        case .columnKey: Bilingual(uk: "ключ", en: "key")
        case .columnTotal: Bilingual(uk: "разом", en: "total")
        case .columnBalance: Bilingual(uk: "залишок", en: "balance")
        case .columnBankSays: Bilingual(uk: "за банком", en: "bank says")
        case .columnEntries: Bilingual(uk: "записів", en: "entries")
        case .columnLimit: Bilingual(uk: "межа", en: "limit")
        case .columnValue: Bilingual(uk: "значення", en: "value")
        case .columnReason: Bilingual(uk: "навіщо", en: "what for")
        case .columnNumber: Bilingual(uk: "№", en: "No.")
        case .columnCommand: Bilingual(uk: "Команда", en: "Command")
        case .columnName: Bilingual(uk: "назва", en: "name")
        case .columnEncoding: Bilingual(uk: "кодування", en: "encoding")
        case .columnRead: Bilingual(uk: "прочитано", en: "read")
        case .columnConflicts: Bilingual(uk: "вирішити", en: "to decide")
        case .columnState: Bilingual(uk: "стан", en: "state")
        case .levelCertain: Bilingual(uk: "певно", en: "certain")
        case .levelHigh: Bilingual(uk: "високо", en: "high")
        case .levelMedium: Bilingual(uk: "середньо", en: "medium")
        case .levelLow: Bilingual(uk: "низько", en: "low")
        case .levelUnknown: Bilingual(uk: "невідомо", en: "unknown")
        case .stateNew: Bilingual(uk: "новий", en: "new")
        case .stateAmbiguous: Bilingual(uk: "неоднозначний", en: "ambiguous")
        case .stateConflict: Bilingual(uk: "суперечливий", en: "conflict")
        case .moneyIn: Bilingual(uk: "надійшло", en: "money in")
        case .moneyOut: Bilingual(uk: "витрачено", en: "money out")
        case .moneyNet: Bilingual(uk: "різниця", en: "net")
        case .balanceChange: Bilingual(uk: "зміна залишків", en: "change of balances")
        case .total: Bilingual(uk: "разом", en: "total")
        case .uncategorized: Bilingual(uk: "без категорії", en: "uncategorized")
        case .columnIn: Bilingual(uk: "надійшло", en: "in")
        case .columnOut: Bilingual(uk: "вибуло", en: "out")
        case .columnNet: Bilingual(uk: "різниця", en: "net")
        case .columnSum: Bilingual(uk: "сума", en: "sum")
        case .columnDifference: Bilingual(uk: "різниця", en: "difference")
        case .columnOn: Bilingual(uk: "станом на", en: "on")
        case .columnPending: Bilingual(uk: "у черзі", en: "pending")
        case .columnFirst: Bilingual(uk: "від", en: "from")
        case .columnLast: Bilingual(uk: "до", en: "to")
        case .listTotals:
            Bilingual(
                uk: "{currency}: {count:запис|записи|записів}, надійшло {in}, вибуло {out}, "
                    + "різниця {net}",
                en: "{currency}: {count:entry|entries}, in {in}, out {out}, net {net}")
        case .noCurrency:
            Bilingual(uk: "без валюти ({account})", en: "no currency ({account})")
        case .reportExpenses: Bilingual(uk: "Витрати", en: "Expenses")
        case .reportIncome: Bilingual(uk: "Доходи", en: "Income")
        case .reportTransfers: Bilingual(uk: "Перекази", en: "Transfers")
        case .reportUnsortedIn:
            Bilingual(uk: "Надійшло без категорії", en: "In, uncategorized")
        case .reportUnsortedOut:
            Bilingual(uk: "Вибуло без категорії", en: "Out, uncategorized")
        case .reportUnsorted: Bilingual(uk: "Без категорії", en: "Uncategorized")
        case .reportEmpty:
            Bilingual(uk: "За цей час записів немає.", en: "No entries in this time.")
        case .reportMonthsCut:
            Bilingual(
                uk: "Показано {shown} з {count:місяця|місяців|місяців}, останні; «разом» — за всі. "
                    + "Решта — з --by year, --to або в ширшому вікні.",
                en:
                    "The last {shown} of {count:month|months}; totals are of all. --by year, --to or "
                    + "a wider window shows the rest.")
        case .reportYearsCut:
            Bilingual(
                uk:
                    "Показано {shown} з {count:року|років|років}, останні; «разом» — за всі. Решта — "
                    + "з --to або в ширшому вікні.",
                en: "The last {shown} of {count:year|years}; totals are of all. --to or a wider "
                    + "window shows the rest.")
        case .balanceExplained:
            Bilingual(
                uk:
                    "{account}: різницю пояснює {count:рядок|рядки|рядки}: {keys} — kopiyka explain КЛЮЧ покаже, "
                    + "kopiyka delete КЛЮЧ прибере зайвий рядок або блокування, яке банк не провів",
                en:
                    "{account}: the difference is {count:line|lines}: {keys} — kopiyka explain KEY shows it, "
                    + "kopiyka delete KEY takes out one too many, or a hold that the bank never booked"
            )
        case .balanceDismissed:
            Bilingual(
                uk:
                    "{account}: банк враховує платіж, який ви відкинули: {day} {amount} {currency} {description} "
                    + "({key})",
                en:
                    "{account}: the bank counts a payment that you dismissed: {day} {amount} {currency} "
                    + "{description} ({key})")
        case .balanceDiffers:
            Bilingual(
                uk:
                    "{account}: книга й банк різняться на {amount} {currency} станом на {day}: kopiyka balance",
                en:
                    "{account}: ledger and bank differ by {amount} {currency} on {day}: kopiyka balance names the lines"
            )
        case .balancePending:
            Bilingual(
                uk:
                    "{count:рядок чекає|рядки чекають|рядків чекають} у черзі: різниця може бути "
                    + "через них.",
                en: "{count:line waits|lines wait} in the queue: a difference may be theirs.")
        case .accountsEmpty: Bilingual(uk: "Рахунків ще немає.", en: "No accounts yet.")
        case .statusWorkspace: Bilingual(uk: "сховище", en: "workspace")
        case .statusLedger: Bilingual(uk: "книга", en: "ledger")
        case .statusLedgerValue:
            Bilingual(
                uk: "{entries:запис|записи|записів}, {accounts:рахунок|рахунки|рахунків}",
                en: "{entries:entry|entries}, {accounts:account|accounts}")
        case .statusImport: Bilingual(uk: "останній імпорт", en: "last import")
        case .statusImportValue:
            Bilingual(
                uk:
                    "{made}: нових {new}, відомих {known}, відхилено {rejected}, пропущено {skipped}",
                en: "{made}: {new} new, {known} known, {rejected} rejected, {skipped} skipped")
        case .statusNever: Bilingual(uk: "ще не було", en: "none yet")
        case .statusQueue: Bilingual(uk: "черга", en: "queue")
        case .statusQueueValue:
            Bilingual(
                uk:
                    "{count:рядок|рядки|рядків}, неоднозначних {ambiguous}, суперечливих {conflict}",
                en: "{count:line|lines}, {ambiguous} ambiguous, {conflict} in conflict")
        case .statusDecided:
            Bilingual(
                uk: "{count:рішення вписано|рішення вписано|рішень вписано} у файл черги",
                en: "{count:decision|decisions} written into the queue file")
        case .statusProblems:
            Bilingual(
                uk:
                    "{count:рядок черги не читається|рядки черги не читаються|рядків черги не читаються}",
                en: "{count:line|lines} of the queue cannot be read")
        case .balanceProved:
            Bilingual(
                uk: "{file}, {account}: сходиться {closed} з {count:ланки|ланок|ланок} ({order})",
                en: "{file}, {account}: {closed} of {count:link|links} close ({order})")
        case .balanceSums:
            Bilingual(
                uk: "  на початку {opening}, надійшло {in}, списано {out}, у кінці {closing}",
                en: "  opening {opening}, in {in}, out {out}, closing {closing}")
        case .balanceBreak:
            Bilingual(
                uk:
                    "{file}:{line}: залишок {printed}, а з рядка {previous} випливає {expected}: різниця {difference}",
                en:
                    "{file}:{line}: balance {printed}, but from line {previous} follows {expected}: off by {difference}"
            )
        case .balanceBreakRejected:
            Bilingual(
                uk: "  між ними є відхилений рядок", en: "  a rejected row stands between them")
        case .balanceMore:
            Bilingual(
                uk: "{file}: і ще {count:розрив|розриви|розривів}",
                en: "{file}: and {count:more break|more breaks}")
        case .balanceNone:
            Bilingual(
                uk:
                    "{file}, {account}: залишків у рядках немає, доводити нічим ({count:рядок|рядки|рядків})",
                en:
                    "{file}, {account}: the rows print no balances to prove them with ({count:row|rows})"
            )
        case .totalsProved:
            Bilingual(
                uk:
                    "{file}:{line}, {account}: друковані залишки сходяться: {opening} + {in} − {out} = {closing} ({count:рядок|рядки|рядків})",
                en:
                    "{file}:{line}, {account}: the printed balances agree: {opening} + {in} − {out} = {closing} ({count:row|rows})"
            )
        case .totalsTurnover:
            Bilingual(
                uk:
                    "{file}:{line}, {account}: друковані підсумки сходяться: надійшло {in}, списано {out} ({count:рядок|рядки|рядків})",
                en:
                    "{file}:{line}, {account}: the printed sums agree: in {in}, out {out} ({count:row|rows})"
            )
        case .totalsBreak:
            Bilingual(
                uk:
                    "{file}:{line}, {account}: {name}: надруковано {printed}, а з рядків випливає {expected}: різниця {difference}",
                en:
                    "{file}:{line}, {account}: {name}: {printed} is printed, but from the rows follows {expected}: off by {difference}"
            )
        case .totalsGaps:
            Bilingual(
                uk:
                    "{file}:{line}, {account}: друковані підсумки нема з чим порівняти: не всі рядки прочитано або валюти різні",
                en:
                    "{file}:{line}, {account}: the printed totals cannot be compared: rows are missing or in another currency"
            )
        case .totalsClosing:
            Bilingual(
                uk:
                    "{file}:{line}, {account}: у кінці {closing}, а залишку на початку у файлі немає: доводити нічим ({count:рядок|рядки|рядків})",
                en:
                    "{file}:{line}, {account}: closing {closing}, and the file prints no opening balance to prove it with ({count:row|rows})"
            )
        case .totalsMore:
            Bilingual(
                uk:
                    "{file}: усього виписок з підсумками {all}, сходиться {proved}, не сходиться {broken}",
                en: "{file}: {all} statements with totals in all, {proved} agree, {broken} do not")
        case .totalsReceived: Bilingual(uk: "надійшло", en: "money in")
        case .totalsSpent: Bilingual(uk: "списано", en: "money out")
        case .totalsSum: Bilingual(uk: "разом", en: "total")
        case .totalsClosingName: Bilingual(uk: "залишок у кінці", en: "closing balance")
        case .balanceOrderFile: Bilingual(uk: "від старіших", en: "oldest first")
        case .balanceOrderReversed: Bilingual(uk: "від новіших", en: "newest first")
        case .balanceOrderTime: Bilingual(uk: "за часом", en: "by time")
        case .importBreaks:
            Bilingual(
                uk:
                    "{file}: залишки не сходяться в {count:місці|місцях|місцях}; де саме: kopiyka read --verify",
                en:
                    "{file}: the balances break in {count:place|places}; where: kopiyka read --verify"
            )
        case .yes: Bilingual(uk: "так", en: "yes")
        case .no: Bilingual(uk: "ні", en: "no")
        }
    }
}
