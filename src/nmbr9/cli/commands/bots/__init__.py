"""The commands about bots: who there is, how well they play, whether one of your own can."""
