// Replaced
