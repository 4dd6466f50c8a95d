"""What is derived is there whole or not at all, and what another process made is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay.fsio import elsewhere
from tests.fsio.disk import names_under


def test_a_folder_is_there_whole_and_what_was_needed_meanwhile_is_gone(tmp_path: Path) -> None:
    def build(made: Path, meanwhile: Path) -> None:
        (meanwhile / "draft").write_bytes(b"draft")
        (made / "model").write_bytes((meanwhile / "draft").read_bytes())

    path = elsewhere.make_folder(tmp_path / "models", "one", build)
    assert path == tmp_path / "models" / "one"
    assert names_under(tmp_path) == ["models", "models/one", "models/one/model"]


def test_a_folder_whose_making_fails_does_not_appear(tmp_path: Path) -> None:
    def build(made: Path, meanwhile: Path) -> None:
        (made / "half").write_bytes(b"half")
        raise RuntimeError("no space")

    with pytest.raises(RuntimeError, match="no space"):
        elsewhere.make_folder(tmp_path / "models", "one", build)
    assert names_under(tmp_path) == ["models"]


def test_a_folder_that_another_process_made_meanwhile_is_kept(tmp_path: Path) -> None:
    def build(made: Path, meanwhile: Path) -> None:
        (made / "model").write_bytes(b"ours")
        (tmp_path / "one").mkdir()
        (tmp_path / "one" / "model").write_bytes(b"theirs")

    assert (elsewhere.make_folder(tmp_path, "one", build) / "model").read_bytes() == b"theirs"
    assert names_under(tmp_path) == ["one", "one/model"]
