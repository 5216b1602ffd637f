"""The score sheet on paper: what stands on it, its pages, and its forms as text, HTML and PDF."""
