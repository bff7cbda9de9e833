/// The texts of a page that no command prints.
enum PageText: String, CaseIterable {
    case title, subtitle, contents, table, lines, linesHelp, linesListed, back, made, place
    case byHand, noSource, opening, beside
    case isExpected, isForecast, isPlanned, isInsight, isSpent
    case isOfAccounts, isRest, isChange, isRemaining, covered, lent
    case months, overMonths
    case aliasCategory, aliasPayee, aliasTag, aliasAccount, aliasStream, aliasGoal
    case partYear, partFlows, partCategories, partMonths, partYears, partDays, partNames
    case partAccounts, partWorth, partBudgets, partUpcoming, partForecast, partInsights
    case tenIn, tenOut, tenNet, tenSaved, tenMean, tenMost, tenBest, tenCategory, tenWorth
    case tenChange, tenLines
    case flowsTitle, flowsSays, barsTitle, barsSays, treemapTitle, treemapSays
    case sankeyTitle, sankeySays, sankeyMiddle, surplus, deficit
    case daysTitle, daysSays, monthsSays, yearsTitle, yearsSays
    case payeesSays, tagsSays, accountsSays, worthTitle, worthSays, bridgeTitle, bridgeSays
    case worthBefore, worthAfter, worthMissing
    case budgetsTitle, budgetsSays, budgetNote, remaining, upcomingSays, forecastTitle,
        forecastSays, forecastKnownSays
    case insightsSays, leftOut
    case lastPeriod, earlierPeriod, average, otherCurrency

    var phrase: Phrase { Phrase("page.\(rawValue)") }
}
