"""The productions of the grammar of entry; `events.entry` is the door."""
