import Workspaces

/// libFuzzer's door: settings are read the same twice, or refused with at least one reason.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    do throws(SettingsRefusal) {
        let settings = try Settings.parse(input)
        precondition((try? Settings.parse(input)) == settings, "settings change")
    } catch {
        precondition(!error.problems.isEmpty, "refused without a reason")
    }
    return 0
}
