import Documents
import FuzzKit

@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    unsafe readAlike(start, count) { input, cut in
        var survey = JournalSurvey(file: "fuzz", isBeancount: input.count % 2 == 1)
        try survey.read(input.span.extracting(..<cut), final: false)
        try survey.read(input.span.extracting(cut...), final: true)
        return JournalReader(file: "fuzz", directives: survey.settled())
    }
}
