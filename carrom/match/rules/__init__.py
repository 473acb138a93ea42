"""The rules of the course of play, by chapters: each makes of a course and an act a new course, or a refusal."""
