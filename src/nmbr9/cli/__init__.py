"""The command line: one command, `nmbr9`, with one module per subcommand."""
