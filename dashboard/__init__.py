"""What a person sees: the Streamlit dashboard (to come)."""
