"""What happened: the events, the log that keeps them, the book, and the grammar of entry."""
