"""What an agent says on standard input, and what it does not."""

from __future__ import annotations

import io
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from memdecay.agents.payload import read, understood


def given(data: bytes) -> dict[str, Any]:
    return read(io.TextIOWrapper(io.BytesIO(data), "utf-8"))


@pytest.mark.parametrize(
    "data",
    [
        b"", b" \n", b"not json", b"[1, 2]", b"7", b"null", b"{", b'{"a": 1', b"\xff\xfe{\x00}\x00", b"\0",
        b"[" * 200_000, b'{"a":' * 100_000, b'{"prompt": "' + b"x" * (9 * 1024 * 1024) + b'"}',
    ],
    ids=lambda data: repr(data[:12]),
)  # fmt: skip
def test_what_is_no_json_object_is_an_empty_one(data: bytes) -> None:
    assert given(data) == {}


@pytest.mark.parametrize(
    "data", [b'{"a": 1}', b'\xef\xbb\xbf{"a": 1}\r\n', b'  {"a": 1} ', b'{"a": 0, "a": 1}']
)
def test_an_object_is_read_with_what_surrounds_it(data: bytes) -> None:
    assert given(data) == {"a": 1}


def test_no_stream_says_nothing() -> None:
    assert read(None) == {}


def test_an_open_pipe_is_not_waited_for() -> None:
    reading, writing = os.pipe()
    started = time.monotonic()
    with os.fdopen(reading) as stream:
        assert read(stream, patience=0.2) == {}
        assert time.monotonic() - started < 2
        os.close(writing)


def test_an_object_is_whole_before_the_pipe_ends() -> None:
    reading, writing = os.pipe()
    os.write(writing, b'{"a": {"b": 2}')
    os.write(writing, b"}")
    with os.fdopen(reading) as stream:
        assert read(stream, patience=20) == {"a": {"b": 2}}
        os.close(writing)


def test_what_has_another_type_than_it_should_is_nothing() -> None:
    said = {"prompt": 5, "cwd": None, "session_id": ["a"], "workspace_roots": "x", "hook_event_name": {}}
    heard = understood(said, "session_id")
    assert (heard.prompt, heard.session, heard.folders, heard.event, heard.file) == ("", None, (), "", "")


def test_folders_come_as_the_agent_says_them(tmp_path: Path) -> None:
    said = {"cwd": str(tmp_path), "workspace_roots": ["/a", 3, "", "/b\0"]}
    assert understood(said, "session_id").folders == (tmp_path, Path("/a"))


def test_a_prompt_is_one_line_and_no_longer_than_what_is_asked_about() -> None:
    said = json.loads('{"prompt": "fix\\n\\n the\\ttests \\ud800 ' + "x" * 5_000 + '"}')
    prompt = understood(said, "session_id").prompt
    assert prompt.startswith("fix the tests ? x")
    assert len(prompt) <= 1_000


@pytest.mark.parametrize("session", ["", "a b", "a" * 81, "a\n", "\u202e"])
def test_a_session_that_is_no_plain_word_is_none(session: str) -> None:
    assert understood({"session_id": session}, "session_id").session is None
