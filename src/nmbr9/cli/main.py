"""The command `nmbr9`, from the outside: streams, interrupts, and one exit code for each ending.

Exit codes: 0 done, 1 refused or illegal, 2 wrong usage, 130 interrupted, 141 nobody reads any more.
Results go to stdout, progress and messages to stderr. Nothing is imported before interrupts are
heeded.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from nmbr9.cli import interrupts

DONE, REFUSED, NOBODY_READS = 0, 1, 141


def main() -> NoReturn:
    """Run the command line of this process and end it."""
    try:
        interrupts.heed()
        code = run()
    except KeyboardInterrupt:  # one more, while the first was told
        code = interrupts.EXIT_CODE
    interrupts.ignore()
    sys.exit(code)


def run() -> int:
    """Run the command line of this process and return its exit code.

    Every expected failure is one sentence on stderr.
    """
    try:
        return _run()
    except (KeyboardInterrupt, interrupts.Interrupted) as interrupt:
        _tell_interrupt(str(interrupt))
        return interrupts.EXIT_CODE
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to them.
        _give_up_stdout()
        return NOBODY_READS
    except SystemExit as stop:
        # This is how Rich ends when nobody reads what it prints.
        if isinstance(stop.__context__, BrokenPipeError):
            return NOBODY_READS
        raise
    except Exception as error:
        return _tell_failure(error)


def _tell_failure(error: Exception) -> int:
    """Say in a sentence what went wrong; what nobody expected is raised again."""
    from nmbr9.rules.errors import Nmbr9Error

    is_interrupted = interrupts.were_asked_for()
    if is_interrupted:
        interrupts.arrived()  # it may be on its way once more, and must not cost the sentence
    if isinstance(error, Nmbr9Error):
        _say(str(error))
    elif is_interrupted:  # a library made another error of it
        _tell_interrupt()
    elif isinstance(error, OSError):
        _give_up_stdout()
        _say(f"expected to write what was asked for, got {error.strerror or error}")
    else:
        raise error
    return interrupts.EXIT_CODE if is_interrupted else REFUSED


def _tell_interrupt(reached: str = "") -> None:
    # A terminal has shown ^C where the cursor was, and may have dropped the rest of that line.
    new_line = "\n" if sys.stderr.isatty() else ""
    _say(f"interrupted {reached}".strip(), new_line)


def _run() -> int:
    if not _prepare_streams():
        _say("expected a stdout to write to, got a closed one")
        return REFUSED
    import typer

    from nmbr9.cli.app import app, help_of

    text = help_of(sys.argv[1:])
    if text is not None:
        print(text, flush=True)
        return DONE
    try:
        # Typer's own way to end takes a closed pipe for a failure.
        code = app(prog_name="nmbr9", standalone_mode=False)
    except typer.TyperException as error:
        from nmbr9.draw.words import printable

        error.message = "\n".join(map(printable, error.message.split("\n")))
        error.show()  # type: ignore[attr-defined]  # all that it raises itself can
        return error.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    sys.stdout.flush()
    if code == interrupts.EXIT_CODE:
        raise KeyboardInterrupt
    return code if isinstance(code, int) else DONE


def _prepare_streams() -> bool:
    """Make every stream able to take what comes; return whether there is a stdout at all."""
    has_stdout = sys.stdout is not None
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for the whole process
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # What is typed may be no text, and arguments and file names may hold what the terminal
        # cannot write.
        if stream is not None:
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    return has_stdout


def _say(message: str, before: str = "") -> None:
    from nmbr9.draw.words import printable

    try:
        print(f"{before}nmbr9: {printable(message)}", file=sys.stderr, flush=True)
    except OSError:
        return  # stderr is closed or full as well: the exit code has to do


def _give_up_stdout() -> None:
    """Let what is still to be written go nowhere: the interpreter would try it again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
