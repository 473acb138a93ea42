"""What people are told: views, sentences, replays, branches."""
