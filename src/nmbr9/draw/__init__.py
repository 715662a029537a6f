"""Pictures of displays: `nmbr9.draw.text` for the terminal, `nmbr9.draw.svg` as SVG.

The two are imported by name and not from here, so that an SVG needs nothing but the standard
library.
"""
