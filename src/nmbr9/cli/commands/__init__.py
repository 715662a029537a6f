"""The subcommands of `nmbr9`, a module each."""
