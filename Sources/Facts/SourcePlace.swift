/// A place in an input, for a person to find.
package struct SourcePlace: Hashable, Sendable {
    /// The file as the user named it, or `-` for standard input.
    package var file: String
    /// 1-based line of the decoded text; 0 when the whole file is meant.
    package var line: Int
    /// 1-based column in Unicode scalars; 0 when the whole line is meant.
    package var column: Int
    /// A path inside the document when lines are not enough: `/17/amount` in JSON, a sheet's cell;
    /// else empty.
    package var path: String

    package init(file: String, line: Int = 0, column: Int = 0, path: String = "") {
        self.file = file
        self.line = line
        self.column = column
        self.path = path
    }
}
