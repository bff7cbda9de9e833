/// The sentences of the program that are not errors or help: texts `message.…` of `rules/words/`.
package enum Message: String, CaseIterable, Sendable {
    case moreRejected, moreErrors
    case nothingToDo, dryRunNothingChanged, nextCommand
    case workspaceMade, workspaceExists
    case importQueue, importNothingNew, importInboxEmpty, importKnownFiles, progressReading
    case pendingEmpty, pendingNoneSuch, pendingSummary
    case approved, approvedTotal, dismissedTotal, undone, undoneKept, undoneUndivided
    case nothingToUndo, redone, nothingToRedo
    case backupMade, restoreDone, restoreReplaced, restoreSettings, restoreUnverified
    case ledgerEmpty, linesAfterToday, wordsAreTexts, linesShown, linesCut, linesSelected, partOf,
        columnRemarks
    case checkPassed, checkFailed
    case exportWritten, exportLeftover, layoutWritten, pageWritten
    case rulesTested, rulesLinted, rulesNone, replayRule, replayNoRule, replayTotals, replayDone
    case replayLeftAlone, replayInPairs, replayNothing
    case reviewSaved, reviewUnknownAnswer
    case importDetails, importSkipped, importKnownDetails, holdsVanished, stateVanished,
        statusVanished
    case balanceExplained, balanceSurplus, balanceWaiting, balanceDismissed, balanceDiffers
    case checkPassedButHolds, checkPassedButBalances, checkPassedButUndecided
    case checkPassedButTransfers, checkPassedButDivided, checkPassedButPerhapsOne
    case checkPassedButCurrency, checkPassedButUnnamedCurrency
    case linesMoved, linesMovedKnown, linesMovedAsked, entriesPerhapsTwice, linesForgotten,
        linesForgottenKept,
        accountStillNamed,
        accountGiven, currencyOfNobody, nextFilesElsewhere, accountTakenBack, accountCutInTwo,
        ibanMistyped
    case openingGiven, openingRemoved, openingByHand, openingKept, openingUnclear
    case statementGap, openingWithoutLines
    case linesUnpaired, entriesUnpaired, transfersWithinAccount
    case forgottenStillThere, balanceDiffersUnexplained, balanceDiffersByEntries
    case balanceDiffersByOpening
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
    case coverageGapsClosed
    case coverageFile, coverageOverlap, coverageDoubtful, coverageLeftOut
    case noticeMorePages, noticeFullPage, noticeHeaderSupposed, noticeStatementsApart
    case noticeTotalsUnproved, noticeFeesUnproved, noticeSheetUnread, noticeSheetsRepeated
    case noticeSheetsMixed
    case noticeAccountRefused
    case readLeftOut
    case reviewLines, reviewMore, reviewCategory, reviewChoose, reviewNoCategory
    case columnFile, columnFormat, columnRows, columnNew, columnKnown
    case columnRejected, columnSkipped, columnDay, columnAccount, columnAmount, columnCurrency
    case columnCategory, columnConfidence, columnDescription, columnPayee, columnKey, columnTotal
    case columnAccountKind, columnBalance, columnBankSays, columnEntries, columnLimit, columnValue,
        columnReason
    case columnName, columnConflicts, columnEncoding, columnRead
    case columnNumber, columnCommand, columnWhen, logFiles
    case moneyIn, moneyOut, moneyNet, balanceChange, total, uncategorized
    case explainDismissal, explainFiled, explainFiledByPerson, explainNothing, explainWeak,
        explainWithout, explainWithoutNothing, explainSellsMany, explainOtherAmount,
        explainByAccount, explainByAmount, explainByLatest, explainNoOtherSide,
        explainRefundOf,
        explainAskedAgain
    case evalRows, evalRight, evalRightGroup, evalAnswered, evalCoverage95, evalCoverage99, evalECE
    case evalBrier, evalMean, evalKept, evalLinked, columnMonth
    case yes, no
    case columnIn, columnOut, columnDifference, columnOn, columnPending
    case columnFirst, columnLast
    case listTotals, noCurrency, reportExpenses, reportIncome, reportTransfers
    case reportUnsortedIn, reportUnsortedOut, reportUnsorted
    case reportEmpty, reportPeriodsCut, reportTotalOf, reportCompared, reportMore
    case reportOutside, reportUntagged, reportOthers, moneyRefunded
    case columnAverage, columnMonthly, columnBefore, columnChange, columnShare
    case balancePending, accountsEmpty
    case holdingsEmpty, holdingDeposit, holdingLoan, holdingEnded, holdingDiffers
    case holdingBankInterest, holdingUnexpected, holdingUnpaid
    case columnDeposit, columnLoan, columnDebt, columnRate, columnAccrued, columnInterest
    case columnNext, columnPayment, columnPrincipal, columnTax, columnExpected, columnPaid
    case statusWorkspace, statusLedger, statusLedgerValue, statusImport, statusImportValue
    case balanceProved, balanceSums, balanceBreak, balanceBreakRejected, balanceMore, balanceNone
    case totalsProved, totalsTurnover, totalsBreak, totalsGaps, totalsClosing, totalsMore
    case importBreaks
    case accountAdded, accountChanged, accountField, accountFieldChanged,
        accountHidden
    case categoryAdded, categoryChanged, categoriesMerged, categoryLinesMoved
    case recordedMapped, recordedOpen, recordedHint, recordedIntro, recordedAsked, recordedWhich
    case recordedPairs, recordedAlone, recordedLonger, historyLeft
    case learned, learnedNothing, learnedKnown, learnedSkipped, learnedHint, learnedBank
    case accountAsked, accountUnproved, accountNew, accountLater, accountWhich, accountWhichGuess,
        accountNewName, accountNewNameGuess, accountNewAsked, accountHelp, accountKeep, accountBack,
        accountNoUndo
    case entryWritten, entryUnsorted, entriesDismissed, categoryTaken
    case pricesEmpty, pricesImported, pricesPassedOver, priceResult, priceTimes, priceDivided
    case sourceNBU, sourceECB, sourceJournal, sourceTable, sourceStatement
    case columnPrice, columnPrices, columnSource
    case columnPeriod, columnAssets, columnDebts, columnNetWorth, columnInFlight, columnRevaluation,
        columnUnpriced, columnCorrections, columnExpenses, columnIncome
    case worthIn, worthUnconverted, worthUnconvertedUntil, worthUnnamed, worthLinesUnconverted,
        worthLinesUnpriced, worthCut, worthOldPrice
    case reportConverted, reportUnconverted, reportUnnamed, balanceTotalIn, listWorth
    case recurringNone, recurringEnded, recurringTotal, recurringRaised, recurringDoubled,
        recurringGrown, recurringHidden, recurringFacts, recurringChanged
    case statusLate, statusRaised, statusHigher, statusUpcoming, statusPayment, statusMore
    case upcomingNone, upcomingTotal, upcomingLate, upcomingPayment
    case forecastLowest, forecastBelow, forecastKnown, forecastLittle, forecastBefore
    case forecastUnopened, forecastWithout, forecastPlus, forecastCourse
    case forecastEvalNone, forecastEvalHead
    case columnLow, columnMedian, columnHigh, columnLowest, columnAtEnd
    case columnAhead, columnForecasts, columnError, columnRepeated, columnInBand
    case columnEvery, columnState, columnGap
    case budgetNone, budgetNoneNow, budgetHead, budgetUnassigned, budgetShortage, budgetUnpriced,
        budgetGoalUnpriced
    case budgetOfWeek, budgetOfMonth, budgetOfYear, budgetOfDays
    case budgetOver, budgetProjectedOver, budgetEven, budgetUnder
    case budgetSuggestHead, budgetSuggestNone, budgetWritten, budgetGiven, goalReached
    case columnSpent, columnAvailable, columnCarried, columnDaysLeft, columnProjected
    case columnGoal, columnSaved, columnTarget, columnBy, columnNeeded
    case insightsHead, insightsScore, insightsLeftOut, insightDismissed, insightPushed
    case columnNetFlow, columnRefunds
    case figureHead, figureLines, figureWithoutLines, figurePace, figureCarried, figurePrinted,
        figureSaved, figurePart, figureLess, figureAmount,
        figureBefore, figureWorth
    case figureSpending, figureDivided, figureOf, figureBeside, columnTrend, weekdays
    case calendarHead, calendarThousands, calendarMonths
    case statusNever, statusQueue, statusQueueValue, statusDecided, statusGaps, statusProblems

    package var text: Phrase { Phrase("message.\(rawValue)") }
}
