"""Files are there whole or as they were."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from nmbr9 import whole_files
from nmbr9.whole_files import check_writable, replacing, write_whole


def test_a_new_file_follows_the_umask_and_an_old_one_keeps_its_mode(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.touch()
    old.chmod(0o640)
    usual = os.umask(0o027)
    try:
        write_whole(new, "text")
        write_whole(old, "text")
    finally:
        os.umask(usual)
    assert (new.stat().st_mode & 0o777, old.stat().st_mode & 0o777) == (0o640, 0o640)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    write_whole(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_what_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")

    def interrupted() -> None:
        with replacing(file) as aside:
            aside.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def write_interrupted(file: Path, text: str, moment: int) -> bool:
    """Interrupt the writing of a file at one of its lines; return False when it has fewer."""
    lines, ours = 0, (whole_files.__file__, contextlib.__file__)

    def interrupt(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        if frame.f_code.co_filename in ours and event == "line":
            lines += 1
            if lines == moment:
                raise KeyboardInterrupt
        return interrupt

    usual = sys.gettrace()
    sys.settrace(interrupt)
    try:
        check_writable(file)
        write_whole(file, text)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(usual)
    return False


def test_an_interrupt_at_any_line_leaves_nothing_beside_a_whole_file(tmp_path: Path) -> None:
    file, moment = tmp_path / "file", 1
    file.write_text("old")
    while write_interrupted(file, "new", moment):
        assert list(tmp_path.iterdir()) == [file], f"line {moment}"
        assert file.read_text() in ("old", "new")
        file.write_text("old")
        moment += 1
    assert moment > 30
    assert file.read_text() == "new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    came: list[str] = []
    reader = threading.Thread(target=lambda: came.append(pipe.read_text()))
    reader.start()
    check_writable(pipe)
    write_whole(pipe, "text")
    reader.join(10)
    assert came == ["text"]
    assert pipe.is_fifo()


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 255)
    check_writable(file)
    write_whole(file, "text")
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_is_not_there_is_refused_before(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        check_writable(tmp_path / "no" / "file")
