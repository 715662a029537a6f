"""How good could it have been? The best display for a deck, for any order, and for a game played.

Nothing here is imported by ``nmbr9`` itself: importing most of it loads Numba.

What there is
    ``cards``        which cards may be asked about
    ``solution``     a display found, what is proved about it, and its record
    ``ladder``       how many points an order of cards allows at most, without looking at shapes
    ``known_deck/``  the best display for a known order of cards
    ``any_order/``   the best display for a bag in any order, and the proof that none is better
    ``certificate/`` what a proof leaves behind, and checking it
    ``prove``        all of these for a bag in any order, from the first display to the proof
    ``analysis/``    what every decision of a game lost
"""
