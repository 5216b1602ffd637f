"""Questions over years of play, and their answers: parts, figures, and what each counts."""
