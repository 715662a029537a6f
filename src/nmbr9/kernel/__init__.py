"""The placement rules once more, on machine words, for search. ``nmbr9.rules`` is the truth.

Nothing here is imported by ``nmbr9`` itself: importing it loads Numba. Functions are compiled at
their first call and cached; `nmbr9.judge.warmup` compiles all of them. With ``NUMBA_DISABLE_JIT=1``
the same code runs as plain Python.

What there is
    ``layout``     a display as arrays; placing and taking back
    ``tables``     outlines, orientations, and which tile fits on which, as arrays
    ``workspace``  scratch and results of one thread
    ``generate``   every legal placement of a tile: sets of anchors and their number
    ``support``    the rule of two tiles, with fillers
    ``tokens``     placements with the special tokens they cost; ``gaps`` finds what `gap` covers
    ``codes``      a placement as one integer; lists of them
    ``counting``   how many legal placements many numbers have, level by level
    ``convert``    from and to displays and placements of the rules
    ``perft``      counting sequences, to compare with the rules
    ``compile``    the only module that talks to the compiler

Invariants
    - Plane 0 of a position is the table, every cell of the window set; plane level + 1 holds the
      occupied cells of a level. Guard rows before and after the window are always empty.
    - A position that `has_margin` (4 cells on every side) gives every legal placement and no other.
      `encode` refuses with `DoesNotFit` what would not; code that places on `recentre`s in time.
    - Taking back restores every word that placing changed; it must happen in reverse order and not
      across a `recentre`.
    - A code, a set of anchors or a workspace means something only with its position.
    - Functions change only what their docstring says; nothing is global, random state included.
"""
