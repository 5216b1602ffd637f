"""What a person sees: a Streamlit dashboard that reads a book and writes nothing."""
