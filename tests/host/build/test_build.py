"""The artefacts: complete, named with their hashes, the same each time."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

from nmbr9 import host
from nmbr9.host.build import build, pyodide
from nmbr9.host.build.bundle import further_values, write_bundles
from nmbr9.host.build.errors import CannotBuild
from nmbr9.host.build.module_list import modules_of_bundles
from nmbr9.host.host_files import Damaged, HostFiles
from tests.host.small_host import LONG, small_host

LIMITS = {"referee.zip": 845_000, "bots.zip": 700_000}
"""Bytes as Brotli sends them; Pyodide takes 2,955,000 of the 3,800,000 of the referee."""


def test_the_referee_needs_no_kernel() -> None:
    referee = modules_of_bundles()["referee"].ours
    assert {"nmbr9.protocol.referee", "nmbr9.match.commands", "nmbr9.rules.game"} <= set(referee)
    layers = {name.split(".")[1] for name in referee if "." in name}
    assert layers <= {"rules", "match", "protocol", "lessons", "bots", "host", "solver"}


def test_bots_bring_all_that_they_import() -> None:
    bots = modules_of_bundles()["bots"].ours
    assert {"nmbr9.bots.planner", "nmbr9.judge.search", "nmbr9.kernel.compile_wasm"} <= set(bots)
    assert "nmbr9.kernel.compile_numba" not in bots


def test_every_further_value_is_small_enough() -> None:
    assert further_values()
    assert all(file.stat().st_size <= 500_000 for file in further_values().values())


def test_another_file_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    for name in pyodide.HASHES:
        (tmp_path / name).write_text("something else", "utf-8")
    with pytest.raises(CannotBuild, match=r"expected pyodide\.mjs of Pyodide .* got [0-9a-f]{64}$"):
        pyodide.check(tmp_path)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild, match=r"expected pyodide\.mjs of Pyodide .* got no file$"):
        pyodide.check(tmp_path)


def test_a_command_of_deno_that_fails_says_why() -> None:
    with pytest.raises(CannotBuild, match="expected Deno to run, got: "):
        pyodide.run_deno("run", "--no-config", "nowhere.js")


def test_without_the_list_there_are_no_artefacts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "FILES", tmp_path)
    (tmp_path / "referee.zip").touch()
    assert host.artefacts() is None
    (tmp_path / host.LIST).touch()
    assert host.artefacts() == tmp_path


def test_what_is_there_and_of_these_sources_is_not_made_again(tmp_path: Path) -> None:
    assert not build.is_current(tmp_path)
    (tmp_path / host.LIST).write_text(json.dumps({"sources": "another"}), "utf-8")
    assert not build.is_current(tmp_path)
    (tmp_path / host.LIST).write_text(json.dumps({"sources": build.fingerprint()}), "utf-8")
    assert build.make(target=tmp_path) == tmp_path
    assert [path.name for path in tmp_path.iterdir()] == [host.LIST]


@pytest.mark.parametrize("name", [LONG, f"{LONG}.br"])
def test_another_file_than_the_listed_one_is_not_handed_out(tmp_path: Path, name: str) -> None:
    made = HostFiles.read(small_host(tmp_path / "files"))
    assert made.packed("bots.zip") is None
    (made.folder / name).write_bytes(b"something else")
    with pytest.raises(Damaged, match=f"expected {name} with SHA-256 [0-9a-f]+, got "):
        (made.packed(LONG), made.content(LONG))


@pytest.mark.rest
def test_the_list_names_every_file_with_its_hash(artefacts: Path) -> None:
    listed = json.loads((artefacts / host.LIST).read_text("utf-8"))
    files = {path for path in artefacts.rglob("*") if path.is_file()} - {artefacts / host.LIST}
    twins = {file for file in files if file.suffix == ".br"}
    assert {artefacts / name for name in listed["files"]} == files - twins
    assert artefacts / "pyodide.asm.wasm.br" in twins
    made = HostFiles.read(artefacts)
    for name, told in listed["files"].items():
        content = made.content(name)
        assert content == (artefacts / name).read_bytes()
        assert told["bytes"] == len(content)
        packed = made.packed(name)
        assert (packed is not None) == (artefacts / f"{name}.br" in twins)
        if packed is not None:
            assert brotli.decompress(packed) == content
    assert set(listed["values"]) == set(further_values())
    assert {"nmbr9", "nmbr9.bots"} <= set(listed["shared"])


@pytest.mark.rest
@pytest.mark.parametrize("bundle", LIMITS)
def test_a_bundle_is_small_enough(artefacts: Path, bundle: str) -> None:
    assert len(brotli.compress((artefacts / bundle).read_bytes())) <= LIMITS[bundle]


@pytest.mark.rest
def test_the_same_sources_give_the_same_bytes(
    artefacts: Path,
    kernel: Path,
    tmp_path: Path,
    pytestconfig: pytest.Config,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert pytestconfig.cache is not None
    monkeypatch.setenv("DENO_DIR", str(pytestconfig.cache.mkdir("deno")))
    write_bundles(modules_of_bundles(), kernel, pyodide.fetched(), tmp_path)
    for name in LIMITS:
        assert (tmp_path / name).read_bytes() == (artefacts / name).read_bytes()
        with zipfile.ZipFile(tmp_path / name) as packed:
            assert not [entry for entry in packed.namelist() if entry.endswith(".py")]
