"""The index of a book: logs folded into rows, rows kept as Parquet, and what asks them."""
