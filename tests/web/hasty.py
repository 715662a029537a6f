"""`nmbr9 serve` with a short minute (2.12), so that a test need not wait for it."""

from nmbr9.cli.main import main
from nmbr9.rules import slow_player

slow_player.PROMPT_SECONDS = 1.5

if __name__ == "__main__":
    main()
