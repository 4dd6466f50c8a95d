"""What a file says itself: whole instructions in the same words, and nothing that only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay.exporters.managed_block import Damaged, outside, spliced
from memdecay.exporters.surroundings import surroundings
from tests.builders import entry

PAGE = b"""\xef\xbb\xbf# Shop

Internal, do not publish.

## Commands

- Install packages with **pnpm**, never with npm.
- Ask in #deploys
  before you deploy. <!-- Dana -->
- Check in parts:
  - `make web`
  - `make api`

Never:

- Force-push.
- Commit on Fridays.

## Keep orders in Postgres

Date: 2025-05-20

### Decision

Orders live in Postgres.

```sh
make all
```

> Quote Dana.

---

```
Build it all.
```
"""
DECISION = "\n\nDate: 2025-05-20\n\n## Decision\n\nOrders live in Postgres.\n\n```sh\nmake all\n```"


@pytest.mark.parametrize(
    "text",
    [
        "Internal, do not publish.",
        "Install packages with pnpm, never with npm.",
        "- install packages with `pnpm`, never with npm",
        "Ask in #deploys before you deploy.",
        "Check in parts:\n  - `make web`\n  - `make api`",
        "Never:\n\n- Force-push.\n- Commit on Fridays.",
        f"# Keep orders in Postgres{DECISION}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_a_whole_instruction_is_said(text: str, line_end: bytes) -> None:
    page = surroundings(PAGE.replace(b"\n", line_end))
    assert page.say(entry(body=f"{text}\n"))


@pytest.mark.parametrize(
    "text",
    [
        "Install packages with npm.",
        "do not publish",
        "Force-push.",
        "Commit on Fridays.",
        "make all",
        "Orders live in Postgres.",
        "Install packages with pnpm, never with npm. Ask in #deploys before you deploy.",
        f"# Keep orders in MySQL{DECISION}",
        "<!-- nothing -->",
        "Build it all.",
    ],
)  # fmt: skip
def test_a_part_of_an_instruction_or_other_words_are_not_said(text: str) -> None:
    assert not surroundings(PAGE).say(entry(body=f"{text}\n"))


def test_the_same_words_below_another_heading_are_something_else() -> None:
    page = surroundings(b"## Web\n\n- Run the tests.\n")
    said = {
        place: page.say(entry(body="Run the tests.\n", section=place))
        for place in ("Shop › Web", "API", None)
    }
    assert said == {"Shop › Web": True, "API": False, None: True}


def test_what_is_no_text_says_nothing() -> None:
    assert not surroundings(b"").say(entry(body="Use pnpm.\n"))
    assert not surroundings(b"\xff\xfe\x80").say(entry(body="Use pnpm.\n"))


LINES = (
    b"# Title", b"Use pnpm.", b"", b"- Use pnpm.", b"  - Use pnpm.", b"1. Use pnpm.", b"Never:", b"```",
    b"    Use pnpm.", b"> Use pnpm.", b"<div>", b"<!--", b"-->", b"---", b"===", b"| a |", b"[a]: b", b"\xff",
    b"Use pnpm.\\", b"\xef\xbb\xbf", b"<!-- memdecay:begin v=0 -->\nUse pnpm.\n<!-- memdecay:end -->",
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=7), st.sampled_from([b"", b"\n", b"\r\n"]))
def test_what_is_said_does_not_depend_on_the_block(lines: list[bytes], end: bytes) -> None:
    data = (end or b"\n").join(lines) + end
    one = entry(body="Use pnpm.\n")
    try:
        before = surroundings(outside(data)).say(one)
        after = spliced(data, "Use pnpm.\n")
    except Damaged:
        return
    assert surroundings(outside(after)).say(one) == before


def test_an_introduction_that_an_entry_could_not_keep_whole_is_the_same_place() -> None:
    said = "Beyond the licence, " * 12
    page = surroundings(f"# Shop\n\n## Rules\n\n{said}this:\n\n- Say who wrote it.\n".encode())
    kept = f"Rules › {said}"[:200]
    assert page.say(entry("a", body="Say who wrote it.\n", section=kept))
    assert not page.say(entry("a", body="Say who wrote it.\n", section="Rules › Others"))
