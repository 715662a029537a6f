"""Answers over HTTP: one module for each subject, and who may ask for what."""
