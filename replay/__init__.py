"""What it means: logs folded through the rules, audited, explained, and the command line."""
