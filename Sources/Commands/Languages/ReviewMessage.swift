/// The texts `review.…`: of the screen, of the line mode and of the editor's table.
package enum ReviewMessage: String, CaseIterable, Sendable {
    case header, headerDone, filterIs
    case rowOf, noSuggestion, seenFirst, because, isExpected, others, earlier, around, inLedger,
        inQueue,
        transferTo
    case payeeIs, noteIs, tagsAre, partsAre, memoIs, counterpartyIs, sourceIs, saidBefore
    case vanishedAsks, balancesPassAsks, oneOfHoldsAsks, hypothesisVanished, hypothesisCharged
    case ambiguousAsks, conflictAsks, hypothesisSame, hypothesisInstead, hypothesisByHand,
        hypothesisOther, settledBy,
        relatedIs
    case answerRows, sheetDoubt, sheetVanished, footerSheet, footerFurther
    case footerBrowse, footerRow, footerDoubt, footerVanished, footerChoose, footerChooseSide,
        footerType, footerRule,
        footerAny,
        footerMore
    case askCategory, askRuleCategory, askTransfer, askPayee, askNote, askTags, askSplit
    case askFilter, askFind, askRule, askRuleDescription, askRuleCounterparty, askRuleScope,
        ruleOfAmount
    case ruleTouches, ruleChanges, splitHint, optionLeg, optionAccount, nothingFits
    case nearestAre
    case optionNoTransfer
    case faultEmpty, faultCategory, faultCategoryNear, faultAmount, faultTwoRests, faultSum
    case didFile, didFileOthers, didDismiss, didEdit, didJoin, didMakeRule, wasRefused, wasUndone,
        wasRedone
    case noUndo, noRedo, notFound, nothingCertain, nothingShown, oneRowOnly, noOtherAccount
    case noCommonWords, saving, done, doneHint, reloaded, reloadedDone, reloadedLost
    case helpTitle, whyTitle, whyNothing, whyWithout, whyWithoutNothing
    case plainHelp, plainAsk, plainDoubt, plainVanished, plainByHand, plainTransfer
    case editIntro, editAgain, editLeftover, editLeftoverKept, editNothing, editUnchanged
    case editVerb, editNumber, editTwice, editFact, editField

    package var text: Phrase { Phrase("review.\(rawValue)") }

    func with(_ values: [String: Template.Value]) -> Phrase { text.with(values) }
}

extension ReviewMessage {
    /// Every key of the screen with its effect.
    static let keys: [(keys: String, does: Phrase)] = [
        ("Enter", Phrase("review.approveGroupRow")),
        ("1 – 9", Phrase("review.approveUnderAnother")),
        ("c", Phrase("review.moreCategoriesSearch")),
        ("a", Phrase("review.approveAllCertain")),
        ("v", Phrase("review.approveWhatShown")),
        ("A – Z", Phrase("review.approveFromHere")),
        ("d", Phrase("review.dismissGood")),
        ("s ␣ ↓ / b ↑", Phrase("review.skipBack")),
        ("→ ←", Phrase("review.rowsGroupWhole")),
        ("p n k", Phrase("review.payeeNoteTags")),
        ("x", Phrase("review.splitIntoParts")),
        ("m", Phrase("review.transferBetweenOwn")),
        ("w", Phrase("review.alwaysSoMake")),
        ("e", Phrase("review.explain")),
        ("u r", Phrase("review.undoRedo")),
        ("f / o", Phrase("review.showOnlyFind")),
        ("t", Phrase("review.answersSightKey")),
        ("q", Phrase("review.quitAllSaved")),
    ]

    /// The keys while answers are shown beside the groups.
    static let sheetKeys: [(keys: String, does: Phrase)] = [
        ("b – z, 0 – 9", Phrase("review.categoryGroupNo")),
        ("A – Z", Phrase("review.otherCategoriesGroup")),
        ("Enter", Phrase("review.approveAllSight")),
        ("a", Phrase("review.approveAllCertain")),
        ("↓ ↑", Phrase("review.skipFirstGroup")),
        ("→ ←", Phrase("review.rowsOneBy")),
        ("u", Phrase("review.undoLastKey")),
        ("Esc", Phrase("review.backList")),
        ("q", Phrase("review.quitAllSaved")),
    ]
}

extension Console {
    package func words(_ message: ReviewMessage, _ values: [String: Template.Value] = [:]) -> String
    {
        message.text.filled(language, values)
    }
}
