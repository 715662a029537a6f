"""Lessons: prepared positions in which a learner solves small tasks."""
