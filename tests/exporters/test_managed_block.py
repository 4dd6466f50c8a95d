"""The managed block: nothing outside of the markers ever changes, and a second run changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.exporters.managed_block import Damaged, digest, find, removed, spliced

BODY = "## What holds\n\nUse pnpm.\n"
BEGIN = f"<!-- memdecay:begin v=1 sha256={digest(BODY)} -->\n".encode()
END = b"<!-- memdecay:end -->"
BLOCK = BEGIN + BODY.encode() + END

PIECES = (
    b"# Title", b"text", b"", b"```", b"  ```", b"~~~", b"````", b"- item", b"    ```", b"\xff\xfe\x80",
    b"<!-- memdecay:begin v=1 sha256=abc -->", b"<!-- memdecay:begin -->", END, b"`<!-- memdecay:end -->`",
    b"  <!-- memdecay:end -->", b"<!-- memdecay:begin v=0 -->\nold\n<!-- memdecay:end -->", BLOCK,
    b"<!-- other:begin -->", b"<!--", b"-->", b"\xef\xbb\xbf", b"\r", "\u2028é日本".encode(), b"<!-- memdecay:",
)  # fmt: skip
files = st.builds(
    lambda mark, parts, ends, last: (
        mark + b"".join(part + end for part, end in zip(parts, ends, strict=False)) + last
    ),
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(st.sampled_from(PIECES), max_size=8),
    st.lists(st.sampled_from([b"\n", b"\r\n"]), min_size=8, max_size=8),
    st.sampled_from([b"", b"end", b"\r", b"\n\n"]),
) | st.binary(max_size=60)
bodies = st.sampled_from(
    [BODY, "", "x\n", "```\ncode\n```\n", "D:\\new\\Unit \\1 \\g<0> $&\n", "日本語 🚀\n"]
)


@settings(max_examples=5_000, deadline=None)
@given(files, bodies)
def test_nothing_outside_changes_and_a_second_run_changes_nothing(data: bytes, body: str) -> None:
    try:
        before = find(data)
        new = spliced(data, body)
    except Damaged:
        return
    after = find(new)
    assert after is not None
    assert (after.body, after.is_untouched) == (body, True)
    if before is None:
        assert new.startswith(data)
        assert removed(new).startswith(data)
    else:
        assert new[: after.start] == data[: before.start]
        assert new[after.end :] == data[before.end :]
    assert spliced(new, body) == new
