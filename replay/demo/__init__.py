"""The script that the demonstration plays."""
