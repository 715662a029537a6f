"""How good is a display? Evaluation, the learned value, and looking ahead.

What there is
    ``evaluate``   features of a display, weighted; what one placement changes
    ``linear``     the tuned weights of it, and the best placements by them
    ``patterns``   how often each small pattern of cells occurs
    ``inputs``     what the learned value looks at
    ``network``    the learned value: the points still to come
    ``ledger``     the same value along a line of placements, by what each of them changes
    ``piles``      where the next tile comes from
    ``lookahead``  the best reply to every card that may come next
    ``rollouts``   playing on for some cards by chance, less the luck of the draw
    ``race``       telling the last few ways to go on apart by rollouts
    ``search``     ranking ways to go on until a limit is reached
    ``judge``      all of it behind one question: which of these ways is best?
    ``playout``    games to the end, at random or greedily
    ``warmup``     compiling everything; ``speed`` and ``value_speed`` measure it
"""
