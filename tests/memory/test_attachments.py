"""What is said around an entry is looked over as its text is: told by place, never shown, erased with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memdecay import event, proposals
from memdecay.entry import ClosingNote, write_note
from memdecay.event import Event, Kind
from memdecay.memory import recording
from memdecay.memory.applying import apply
from memdecay.memory.proposing import Proposal, propose, write
from memdecay.memory.prune_list import open_list
from tests.builders import instant, markdown
from tests.memory.happenings import NOW, Shop, commit, git

TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
MARIA = "maria.lopez@cornershop-demo.net"


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """A memory of ten entries in a repository."""
    shop = Shop(root=tmp_path / "shop" / "memory")
    shop.put(*(f"e{number}" for number in range(10)))
    git(shop.root.parent, "init", "--quiet", "--initial-branch=main")
    return shop


def put(shop: Shop, *block: str) -> None:
    lines = ("id: deploy", "valid_from: 2026-05-01", *block)
    (shop.root / "deploy.md").write_bytes(markdown(*lines, body="Deploy by tag.\n"))


def say(shop: Shop, entry: str, note: str, number: int = 0, kind: Kind = Kind.USED, by: str = "Dana") -> None:
    """Record an event as a program of the past may have done, which looked over nothing."""
    at = instant("2026-05-03T10:00:00Z")
    id_ = event.uuid7(at, bytes([number]) * 10)
    recording.write(
        shop.open(), (Event(id=id_, at=at, kind=kind, entry=entry, by=by, note=note, memory="memory"),)
    )


def close(shop: Shop, reason: str) -> None:
    note = ClosingNote(closes="deploy", path="deploy.closed.md", reason=reason, body="Closed.\n")
    (shop.root / "deploy.closed.md").write_bytes(write_note(note))


def spread(shop: Shop, where: str, value: str) -> None:
    """Put a value into one of the places around an entry."""
    put(shop)
    match where:
        case "title" | "author" | "source" | "ticket":
            put(shop, f"{where}: Ask {value}")
        case "tags":
            put(shop, f"tags: [deploy, {value}]")
        case "comment":
            put(shop, f"# {value}")
        case "closing note":
            close(shop, f"gone with {value}")
        case "event":
            say(shop, "deploy", f"worked with {value}")


def told(shop: Shop) -> Proposal | None:
    return next((one for one in propose(shop.open()).proposals if one.entry == "deploy"), None)


PLACES = {
    "title": "in its front matter", "tags": "in its front matter", "ticket": "in its front matter",
    "comment": "in its front matter", "closing note": "in its closing note",
    "event": "in an event of 2026-05-03",
}  # fmt: skip


@pytest.mark.parametrize("where", [*PLACES, "author", "source"])
def test_a_secret_around_an_entry_is_told_by_its_place_and_never_shown(shop: Shop, where: str) -> None:
    spread(shop, where, TOKEN)
    one = told(shop)
    assert one is not None
    place = PLACES.get(where, "in its front matter")
    assert one.clues[0].sentence == f"secret: GitHub Token {place}; rotate it first"
    assert [line.said for line in one.lines] == ["delete deploy --reason secret"]
    assert TOKEN not in repr(one) + proposals.write(propose(shop.open()).prune_list).decode()


@pytest.mark.parametrize("where", PLACES)
def test_a_personal_datum_around_an_entry_is_told_by_its_place_never_shown(shop: Shop, where: str) -> None:
    spread(shop, where, MARIA)
    one = told(shop)
    assert one is not None
    assert one.clues[0].sentence == f"personal data: e-mail address {PLACES[where]}"
    assert [line.said for line in one.lines] == ["delete deploy --reason personal-data"]
    assert MARIA not in repr(one) + proposals.write(propose(shop.open()).prune_list).decode()


@pytest.mark.parametrize("where", ["author", "source"])
def test_the_address_of_who_wrote_an_entry_alone_is_no_reason_to_delete_it(shop: Shop, where: str) -> None:
    spread(shop, where, MARIA)
    assert told(shop) is None
    (shop.root / "deploy.md").write_bytes(
        markdown(
            "id: deploy", "valid_from: 2026-05-01", f"{where}: {MARIA}", "trust: unreviewed", body="Tag.\n"
        )
    )
    one = told(shop)
    assert one is not None
    assert "personal data: e-mail address in its front matter (who wrote it)" in one.evidence
    assert [line.said for line in one.lines] == ["close deploy", "confirm deploy"]
    assert MARIA not in one.evidence


@pytest.mark.parametrize(
    ("where", "value"), [*((where, TOKEN) for where in PLACES), ("tags", MARIA), ("event", MARIA)]
)
def test_after_a_deletion_no_place_around_it_holds_the_value(shop: Shop, where: str, value: str) -> None:
    spread(shop, where, value)
    # Others may have said just the value, in a sentence of their own.
    say(shop, "e1", f"the same {value} again", number=1)
    shop.seal()
    say(shop, "e2", f"and again: {value}", number=2)
    commit(shop.root.parent)
    place = write(shop.open(), propose(shop.open()), None)
    text = place.read_text()
    reason = "secret" if value == TOKEN else "personal-data"
    place.write_text(
        text.replace(f"[ ] `delete deploy --reason {reason}", f"[x] `delete deploy --reason {reason}")
    )
    memory = shop.open()
    _, (erased,) = apply(memory, open_list(memory, place), by="Dana", allow_many=False, is_dry=False)
    assert not (shop.root / "deploy.md").exists()
    left = [
        path for path in shop.root.parent.rglob("*")
        if path.is_file() and "objects" not in path.parts and value.encode() in path.read_bytes()
    ]  # fmt: skip
    assert left == []
    assert {one.kind for one in erased.held} == {"commit"}
    kinds = sorted((one.kind.value, one.entry) for one in shop.events(now=NOW))
    assert [one for one in kinds if one[0] == "used" and one[1] != "deploy"] == [
        ("used", "e1"),
        ("used", "e2"),
    ]


def test_what_an_approval_says_is_not_looked_over(shop: Shop) -> None:
    put(shop)
    digest = "0123456789abcdef"
    say(
        shop,
        "deploy",
        f"approved in proposals/a.md (sha256 {digest * 4}, line {digest})",
        kind=Kind.CONFIRMED,
    )
    assert told(shop) is None
