"""People over the years: one file of who they are and what they played, ratings, meetings, championships, seeds."""
