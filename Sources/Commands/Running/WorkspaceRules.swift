import Categorizing

/// The categorizer of the workspace a command works in; the built-in knowledge alone where there is none.
func workspaceCategorizer(_ console: Console) throws -> Categorizer {
    Categorizer()
}
