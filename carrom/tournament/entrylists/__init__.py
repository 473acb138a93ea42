"""Entry lists: read spreadsheets, pasted lists and SoL dumps, and plan their import."""
