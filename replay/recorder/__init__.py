"""A sitting at a live table: what is said becomes events, and slips are put right by appending."""
