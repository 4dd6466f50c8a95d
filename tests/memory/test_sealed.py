"""Sealed events in the index: brought up to date or made anew, it tells the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from memdecay import event, ledger
from memdecay.event import Event, Kind
from memdecay.memory import freshness, log, opening, waiting
from memdecay.memory.fading import by_entry
from memdecay.memory.waiting import read_waiting
from tests.builders import instant
from tests.memory.happenings import NOW, Shop, commit, git, in_repository


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return in_repository(tmp_path.resolve() / "shop", "npm", "pnpm", "yarn")


def happened(number: int, entry: str = "npm", kind: Kind = Kind.USED, at: str = "2026-05-01") -> Event:
    when = instant(at)
    id = event.uuid7(when, number.to_bytes(10, "big"))  # noqa: A001 - the domain's own word
    return Event(id=id, at=when, kind=kind, entry=entry, by=f"writer {number}", memory="memory")


def put(shop: Shop, name: str, *events: Event) -> Path:
    path = shop.root / "ledger" / "2026-05" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(event.write(one) for one in events))
    return path


def agreed(shop: Shop) -> object:
    """The answers, which are the same with and without the cache."""
    found = shop.answers()
    assert found == shop.answers_without_cache()
    return found


def test_a_new_segment_is_taken_in(shop: Shop) -> None:
    put(shop, "a", happened(1))
    assert shop.effect()["npm"] == (1, "2026-05-01T00:00:00+00:00", 0)
    put(shop, "b", happened(2, at="2026-05-02"), happened(3, "pnpm", Kind.MISLED))
    assert shop.effect()["npm"] == (2, "2026-05-02T00:00:00+00:00", 0)
    assert shop.effect()["pnpm"][2] == 1
    agreed(shop)


def test_a_segment_that_vanishes_takes_its_events_with_it(shop: Shop) -> None:
    before = agreed(shop)
    path = put(shop, "a", happened(1), happened(2, "pnpm", Kind.MISLED))
    assert shop.effect()["npm"][0] == 1
    path.unlink()
    assert shop.log() == []
    assert agreed(shop) == before


def test_a_segment_that_changes_is_read_again_even_within_one_tick(shop: Shop) -> None:
    for number in range(1, 8):
        put(shop, "a", happened(number))
        assert shop.log() == [happened(number).id]
        assert shop.effect()["npm"][0] == 1
    agreed(shop)


def test_an_event_in_two_segments_and_the_spool_counts_once(shop: Shop) -> None:
    (recorded,) = shop.record("npm").events
    effect = shop.effect()
    put(shop, "a", recorded)
    assert (shop.log(), shop.effect()) == ([recorded.id], effect)
    put(shop, "b", recorded, recorded)
    assert (shop.log(), shop.effect()) == ([recorded.id], effect)
    assert [one.id for one in shop.open().waiting] == []
    agreed(shop)


def test_of_two_events_that_share_an_id_the_same_one_counts_in_any_order(shop: Shop) -> None:
    first, second = happened(1), happened(1, at="2026-05-09")
    put(shop, "a", first)
    put(shop, "b", second)
    one_way = agreed(shop)
    put(shop, "a", second)
    put(shop, "b", first)
    assert agreed(shop) == one_way


def test_a_bad_line_costs_itself_and_is_named_with_its_number(shop: Shop) -> None:
    path = put(shop, "a", happened(1), happened(2))
    path.write_bytes(path.read_bytes() + b"nonsense\n" + event.write(happened(3)))
    assert len(shop.log()) == 3
    (kept,) = shop.open().index.segment_problems()
    assert "ledger/2026-05/a.jsonl" in kept
    assert ",3," in kept
    agreed(shop)


def test_events_of_entries_that_come_and_go_are_folded_when_these_are_there(shop: Shop) -> None:
    put(shop, "a", happened(1, "later"))
    assert shop.log() == [happened(1).id]
    assert "later" not in shop.effect()
    shop.put("later")
    assert shop.effect()["later"][0] == 1
    (shop.root / "later.md").unlink()
    assert "later" not in shop.effect()
    agreed(shop)


def test_an_entry_whose_birth_changes_is_folded_again(shop: Shop) -> None:
    put(shop, "a", happened(1, at="2025-01-01"))
    assert shop.effect()["npm"][1] == "2026-01-01T00:00:00+00:00"
    (shop.root / "npm.md").write_text("---\nid: npm\ncreated: 2024-01-01\n---\nnpm\n")
    assert shop.effect()["npm"][1] == "2025-01-01T00:00:00+00:00"
    agreed(shop)


def test_an_index_brought_up_to_date_tells_what_one_made_of_nothing_tells(shop: Shop) -> None:
    chance = random.Random(5)
    for step in range(16):
        action = chance.choice(["record", "seal", "put", "remove", "change", "commit"])
        if action == "record":
            kind = chance.choice([Kind.USED, Kind.MISLED, Kind.CONFIRMED, Kind.HELPED, Kind.RECALLED])
            shop.record(*chance.sample(["npm", "pnpm", "yarn"], 2), kind=kind, by=f"{step}")
        elif action == "seal":
            shop.seal()
        elif action == "commit":
            commit(shop.root.parent)
        elif action in {"put", "change"}:
            chosen = [happened(chance.randrange(9), chance.choice(["npm", "yarn"])) for _ in range(3)]
            put(shop, chance.choice("abc") if action == "change" else f"s{step}", *chosen)
        elif shop.segments():
            (shop.root / chance.choice(shop.segments())).unlink()
        agreed(shop)


def test_the_rows_that_ranking_reads_agree_with_the_fold_of_all_events(shop: Shop) -> None:
    put(shop, "a", happened(1), happened(2, kind=Kind.MISLED, at="2026-05-03"), happened(3, at="2026-05-04"))
    memory = shop.open()
    happenings = memory.happenings(memory.now)
    from tests.memory.meadow import ALWAYS

    rows = memory.index.rows_of_ids(["npm"], ALWAYS)
    (row,) = rows.values()
    record = happenings.records({"npm": instant("2026-01-01")})["npm"]
    assert (row.affirmed_days, row.marks) == (len(record.affirmed_days), len(record.marks)) == (2, 1)


def test_a_copy_in_the_spool_is_read_where_the_ledger_has_no_such_segment(shop: Shop) -> None:
    shop.record("npm")
    (path,) = [shop.seal().segment]
    assert path is not None
    before = agreed(shop)
    data = (shop.root / path).read_bytes()
    (shop.root / path).unlink()
    assert agreed(shop) == before
    (shop.root / path).write_bytes(data)
    assert agreed(shop) == before


def test_a_segment_that_leads_out_of_the_memory_is_not_read(shop: Shop, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.jsonl").write_bytes(event.write(happened(1)))
    (shop.root / "ledger").mkdir()
    (shop.root / "ledger" / "2026-05").symlink_to(outside)
    assert shop.log() == []


def test_an_event_that_is_sealed_while_a_command_begins_is_not_missed(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The spool is read before the ledger is listed, since events move that way."""
    ids = [one.id for one in shop.record("npm").events]
    fresh = freshness.fresh
    meanwhile = [lambda: shop.seal()]

    def sealed_before(workshop: object) -> object:
        if meanwhile:
            meanwhile.pop()()
        return fresh(workshop)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(opening, "fresh", sealed_before)
        memory = shop.open()
        _ = memory.index
        assert [one.id for one in log.events(memory)] == ids

    shop.record("pnpm")

    def sealed_after(workshop: object) -> object:
        found = fresh(workshop)  # type: ignore[arg-type]
        if not meanwhile:
            meanwhile.append(lambda: None)
            shop.seal()
        return found

    with monkeypatch.context() as patch:
        patch.setattr(opening, "fresh", sealed_after)
        memory = shop.open()
        _ = memory.policy
        assert len(log.events(memory)) == 2
        assert by_entry(memory.waiting).keys() == {"pnpm"}


def test_a_checkout_of_another_branch_is_noticed(shop: Shop) -> None:
    repository = shop.root.parent
    put(shop, "a", happened(1))
    git(repository, "checkout", "--quiet", "-b", "other")
    commit(repository)
    assert len(shop.log()) == 1
    git(repository, "checkout", "--quiet", "main")
    assert shop.log() == []
    git(repository, "checkout", "--quiet", "other")
    assert len(shop.log()) == 1
    agreed(shop)


def test_waiting_events_come_by_id(shop: Shop) -> None:
    ids = sorted(one.id for by in "abc" for one in shop.record("npm", "pnpm", by=by, now=NOW).events)
    memory = shop.open()
    assert [one.id for one in memory.waiting] == ids
    assert read_waiting(memory.spool, {}) == ((), ())
    assert waiting.is_ours(memory.spool, happened(1))
    assert ledger.segments(shop.root) == []
