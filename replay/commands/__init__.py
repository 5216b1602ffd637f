"""The commands, by what they are for: record, look, check, and the rest.

What is heavy (pydantic, and later DuckDB) is imported inside a command, when it runs.
"""
