"""Rules of play, by chapters of the Laws: each turns a course and an act into a new course, or refuses."""
