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
    b"<!-- other:begin -->", b"<!--", b"-->", b"\xef\xbb\xbf", b"\r", "\u2028é日".encode(),
    b"<!-- memdecay:",
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


def block_in(body: str, line_end: str = "\n") -> bytes:
    marked = f"<!-- memdecay:begin v=1 sha256={digest(body)} -->\n{body}<!-- memdecay:end -->"
    return marked.replace("\n", line_end).encode()


@pytest.mark.parametrize(
    ("data", "new"),
    [
        (b"", block_in(BODY) + b"\n"),
        (b"Hello.\n", b"Hello.\n\n" + block_in(BODY) + b"\n"),
        (b"Hello.\n\n", b"Hello.\n\n" + block_in(BODY) + b"\n"),
        (b"Hello.", b"Hello.\n\n" + block_in(BODY)),
        (b"A.\r\nB.\r\n", b"A.\r\nB.\r\n\r\n" + block_in(BODY, "\r\n") + b"\r\n"),
        (b"\xef\xbb\xbfA.\r\nB.", b"\xef\xbb\xbfA.\r\nB.\r\n\r\n" + block_in(BODY, "\r\n")),
        (b"---\ntitle: x\n---\n", b"---\ntitle: x\n---\n\n" + block_in(BODY) + b"\n"),
    ],
)
def test_a_file_without_a_block_gets_it_at_its_end(data: bytes, new: bytes) -> None:  # B008
    assert spliced(data, BODY) == new


def test_a_block_stays_where_it_is() -> None:
    data = b"# A\n\n" + block_in("old\n") + b"\n\n# B\n"
    assert spliced(data, BODY) == b"# A\n\n" + block_in(BODY) + b"\n\n# B\n"


def test_backslashes_are_no_escapes() -> None:  # B115
    body = "D:\\new\\Unit \\1 \\g<0> $&\n"
    assert body.encode() in spliced(b"# A\n\n" + block_in("old\n") + b"\n", body)


def test_five_runs_over_windows_line_ends_give_one_block() -> None:  # B116
    data = first = spliced(b"# A\r\nText.\r\n", BODY)
    for _ in range(5):
        data = spliced(data, BODY)
    assert data == first
    assert data.count(b"memdecay:begin") == 1


def test_line_ends_that_git_changed_are_no_edit() -> None:  # B117
    data = spliced(b"# A\nText.\n", BODY)
    found = find(data.replace(b"\n", b"\r\n"))
    assert found is not None
    assert found.is_untouched
    assert spliced(data.replace(b"\n", b"\r\n"), BODY) == data.replace(b"\n", b"\r\n")


def test_markers_in_a_fence_are_an_example() -> None:  # B118
    example = b"```markdown\n" + block_in("example\n") + b"\n```\n\n"
    data = example + block_in("old\n") + b"\n"
    assert spliced(data, BODY) == example + block_in(BODY) + b"\n"
    assert spliced(example, BODY).startswith(example)


def test_a_block_of_an_older_version_is_replaced_in_place() -> None:  # B119
    data = b"a\n<!-- memdecay:begin v=0 -->\nold\n<!-- memdecay:end -->\nb\n"
    assert spliced(data, BODY) == b"a\n" + block_in(BODY) + b"\nb\n"


def test_taking_the_block_out_takes_its_lines_only() -> None:  # B121
    assert removed(b"a\r\n\r\n" + block_in(BODY, "\r\n") + b"\r\n\r\nb\r\n") == b"a\r\n\r\n\r\nb\r\n"
    assert removed(block_in(BODY)) == b""
    assert removed(b"a\n") == b"a\n"


def test_an_edit_by_hand_shows() -> None:
    found = find(block_in(BODY).replace(b"pnpm", b"npm"))
    assert found is not None
    assert not found.is_untouched


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["<!-- memdecay:begin v=1 -->", "x"], "line 1 begins a block that nothing ends"),
        (["x", "<!-- memdecay:end -->"], "line 2 ends a block that nothing begins"),
        (
            ["<!-- memdecay:begin -->", "x", "<!-- memdecay:begin -->", "<!-- memdecay:end -->"],
            "line 3 begins a block, but line 1 began one",
        ),
        (
            ["<!-- memdecay:begin -->", "<!-- memdecay:end -->"] * 2,
            "line 3 begins a block, but line 1 began one",
        ),
        (
            ["<!-- memdecay:begin -->", "<!-- memdecay:end -->", "<!-- memdecay:end -->"],
            "line 3 ends a block that nothing begins",
        ),
        ([" <!-- memdecay:begin -->"], "line 1 looks like a marker, but is not as it was written"),
        (["<!-- memdecay:begin"], "line 1 looks like a marker, but is not as it was written"),
        (["<!-- memdecay:end --> x"], "line 1 looks like a marker, but is not as it was written"),
        (["<!-- memdecay:begin v=2 -->", "<!-- memdecay:end -->"], "line 1 was written by a newer memdecay"),
        (
            [f"<!-- memdecay:begin v={'1' * 5000} -->", "<!-- memdecay:end -->"],
            "line 1 was written by a newer memdecay",
        ),
        (
            ["- a", "  ```", "<!-- memdecay:begin -->"],
            "line 3 is a marker that may or may not stand in a fence",
        ),
        (["text", "", "```sh", "make"], "line 3 opens a fence that nothing closes"),
        (["\xff\xfe#"], "is UTF-16; save it as UTF-8"),
    ],
)
def test_damaged_markers_are_named_by_line(lines: list[str], message: str) -> None:
    with pytest.raises(Damaged) as fault:
        spliced("\n".join(lines).encode("latin-1"), BODY)
    assert str(fault.value) == message


@pytest.mark.parametrize(
    "line", ["`<!-- memdecay:begin -->`", "    <!-- memdecay:end -->", "see <!-- memdecay:end -->"]
)
def test_markers_in_code_or_in_a_line_count_for_nothing(line: str) -> None:
    assert find(line.encode()) is None
