"""How `memdecay.yaml` is read: every value as the text that stands there, every fault with its line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from memdecay import settings
from memdecay.errors import Unusable
from memdecay.settings import Setting


def read(root: Path, text: str | bytes) -> dict[str, Setting]:
    data = text.encode() if isinstance(text, str) else text
    (root / "memdecay.yaml").write_bytes(data)
    return settings.read(root)


def refusal(root: Path, text: str | bytes) -> str:
    with pytest.raises(Unusable) as fault:
        read(root, text)
    return str(fault.value).removeprefix(f"{root / 'memdecay.yaml'}")


def test_fresh_settings_say_the_version_and_nothing_else(tmp_path: Path) -> None:
    assert read(tmp_path, settings.FRESH) == {"version": Setting(2, "1")}


def test_a_memory_without_a_settings_file_has_no_settings(tmp_path: Path) -> None:
    assert settings.read(tmp_path) == {}


def test_an_empty_file_or_one_of_remarks_sets_nothing(tmp_path: Path) -> None:
    for text in ("", "\n\n", "# only a remark\n"):
        assert read(tmp_path, text) == {}


def test_values_are_the_text_that_stands_there(tmp_path: Path) -> None:
    text = "a: 0.50\nb: 007\n\nc: no # remark\nd: '1e3'\ne:\nf: ~\ng: 2026-06-03\n"
    assert read(tmp_path, text) == {
        "a": (1, "0.50"), "b": (2, "007"), "c": (4, "no"), "d": (5, "1e3"), "e": (6, ""), "f": (7, "~"),
        "g": (8, "2026-06-03"),
    }  # fmt: skip


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    plain = read(tmp_path, "a: 1\nb: 2\n")
    assert read(tmp_path, b"\xef\xbb\xbfa: 1\r\nb: 2\r\n") == plain == {"a": (1, "1"), "b": (2, "2")}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("- a\n", ":1: is not a list of `key: value` lines"),
        ("just words\n", ":1: is not a list of `key: value` lines"),
        ("a: 1\nb: [1, 2]\n", ":2: b: is not a single value"),
        ("a: 1\nb:\n  c: 2\n", ":2: b: is not a single value"),
        ("a: 1\n\na: 2\n", ":3: a: appears twice"),
        ("a: 1\n? [b]\n: c\n", ":2: is not a `key: value` line"),
        ("a: 1\nb: 'x\n", ":3: is not valid YAML: found unexpected end of stream"),
        ("a: 1\n\tb: 2\n", ":2: is not valid YAML: found character '\\t' that cannot start any token"),
        ("a: *x\n", ":1: a: is not a single value"),
        ("a: 1\n---\nb: 2\n", ":2: holds more than one document; keep the first"),
        (
            "a: 1\nb: x\x07\n",
            ":2: is not valid YAML: unacceptable character #x0007: special characters are not allowed",
        ),
        ("a: " + "[" * 5000, ":1: a: is not a single value"),
        ("# " + "x" * 70_000 + "\n", " is longer than 64 KiB; shorten it"),
    ],
    ids=lambda value: value[:12],
)
def test_a_fault_is_named_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    assert refusal(tmp_path, text) == sentence


def test_a_file_that_is_not_text_is_named_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "memdecay.yaml"
    assert refusal(tmp_path, b"a: \xff\n") == (
        f"cannot read {path} ('utf-8' codec can't decode byte 0xff in position 3: invalid start byte); "
        "mend it or move it away"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs links of POSIX")
def test_a_link_in_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("a: 1\n")
    (tmp_path / "memdecay.yaml").symlink_to("elsewhere")
    with pytest.raises(Unusable, match=r"^cannot read .*; mend it or move it away$"):
        settings.read(tmp_path)


@given(st.binary(max_size=60) | st.text("ab:[]{}?-*&!#'\"|>%@, \n\t", max_size=30).map(str.encode))
@hypothesis_settings(max_examples=300, deadline=None)
@example(b"!!binary x: y")
@example(b"? ? a\n")
@example(b"%YAML 1\n---\na: 1\n")
def test_whatever_stands_there_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    root = tmp_path_factory.getbasetemp()
    said = ""
    try:
        found = read(root, data)
    except Unusable as fault:
        said = str(fault)
        found = {}
    assert "\n" not in said
    assert not said or str(root / "memdecay.yaml") in said
    assert all(isinstance(text, str) for _, text in found.values())
