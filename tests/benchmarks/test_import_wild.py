"""The check that no byte of a file is lost: it has to find each way to lose one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from memdecay.importers.page import Tile
from memdecay.importers.reading import Leaf
from tests.benchmarks.import_wild import torn
from tests.benchmarks.test_programs import start


@pytest.mark.parametrize(
    ("tiles", "faults"),
    [
        ([Tile(0, 4), Tile(4, 10)], []),
        ([Tile(0, 4), Tile(5, 10)], ["a gap at byte 4"]),
        ([Tile(0, 6), Tile(4, 10)], ["a gap at byte 6"]),
        ([Tile(0, 4), Tile(4, 9)], ["ends at 9 of 10"]),
        ([Tile(0, 4), Tile(4, 10, None, "left over")], ["left over"]),
        ([], ["ends at 0 of 10"]),
    ],
)
def test_tiles_have_to_cover_a_file(tiles: list[Tile], faults: list[str], tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(b"0123456789")
    leaf = Leaf(name=str(path), label="AGENTS.md", tiles=tuple(tiles))
    assert torn(leaf) == [f"{path}: {fault}" for fault in faults]


def test_a_repository_is_imported_without_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three items in one file of 57 bytes, two of which say the same."""
    shop = tmp_path / "all" / "shop"
    shop.mkdir(parents=True)
    text = "# Work\n\n- Use pnpm.\n- Run the tests first.\n- Use pnpm.\n"
    (shop / "AGENTS.md").write_text(text)
    subprocess.run(["git", "init", "--quiet", shop], check=True)
    assert start("import_wild", str(tmp_path / "all"), "--json", monkeypatch=monkeypatch) == 0
    imports, _, said = json.loads(capsys.readouterr().out)["tables"]
    [row] = imports["rows"]
    assert (row["repository"], row["files"], row["bytes"]) == ("shop", 1, len(text))
    assert (row["entries"], row["twice"], row["refused"]) == (2, 1, 0)
    assert said["rows"] == []
