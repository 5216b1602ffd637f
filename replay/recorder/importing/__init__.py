"""Sessions brought in from elsewhere: from logs, tables and scripts."""
