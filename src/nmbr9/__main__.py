"""`python -m nmbr9` is the command `nmbr9`."""

from nmbr9.cli.main import main

main()
