"""What is proposed, from a memory in a repository; nothing but the new list changes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdecay import proposals
from memdecay.event import Kind
from memdecay.memory.proposing import Only, Proposal, Proposed, propose, write
from memdecay.proposals import Action
from tests.builders import markdown
from tests.evidence.test_personal_data import HELD
from tests.front_door import contents
from tests.memory.happenings import Shop, commit, git, in_repository

NOW = "2026-06-03T09:14:00Z"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"


@dataclass(frozen=True)
class Place:
    """A memory in a repository, and what it proposes."""

    shop: Shop

    def put(self, name: str, body: str, *block: str) -> None:
        lines = (f"id: {name}", *(block or ("valid_from: 2026-05-01",)))
        (self.shop.root / f"{name}.md").write_bytes(markdown(*lines, body=f"{body}\n"))

    def file(self, path: str, text: str = "x\n") -> None:
        place = self.shop.root.parent / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def propose(
        self, *, only: Only | None = None, limit: int | None = None, again: bool = False, now: str = NOW
    ) -> Proposed:
        return propose(self.shop.open(now), only=only, limit=limit, again=again)

    def found(self, **wanted: Only | None) -> dict[str, Proposal]:
        return {one.entry: one for one in self.propose(**wanted).proposals}

    def write(self, now: str = NOW) -> str:
        proposed = self.propose(now=now)
        return write(self.shop.open(now), proposed, None).relative_to(self.shop.root).as_posix()

    def commit(self, message: str = "x") -> None:
        commit(self.shop.root.parent, message)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(in_repository(tmp_path / "shop"))


def actions(one: Proposal) -> list[str]:
    return [line.said for line in one.lines]


def text_of(proposed: Proposed) -> str:
    return proposals.write(proposed.prune_list).decode()


def test_where_there_is_no_evidence_nothing_is_proposed(place: Place) -> None:
    place.put("pnpm", "Install packages with pnpm.")
    assert place.propose().proposals == ()


def test_what_the_history_saw_go_is_evidence_and_what_never_was_is_not(place: Place) -> None:
    place.file("vendor/cache.patch")
    place.file("package.json", '{"scripts": {"lint": "x", "test": "y"}}')
    place.file("tools/Makefile", "check:\n\tx\n")
    place.put("cache", "Apply `vendor/cache.patch` first.")
    place.put("scripts", "Run `npm run lint` and `npm run test` and `npm run never`.")
    place.put("target", "Run `make check` and `make never`.")
    place.put("unknown", "See `docs/never.md` and `vendor/never.patch`.")
    place.put("scoped", "Use tabs.", "valid_from: 2026-05-01", 'scope: ["vendor/**"]')
    place.commit()
    assert place.propose().proposals == ()
    git(place.shop.root.parent, "rm", "-q", "vendor/cache.patch", "tools/Makefile")
    place.file("package.json", '{"scripts": {"test": "y"}}')
    place.commit()
    day = git(place.shop.root.parent, "log", "-1", "--format=%cs").strip()
    told = {id_: one.clues[0].sentence for id_, one in place.found().items()}
    assert told == {
        "cache": f"mentions `vendor/cache.patch` (removed {day}), which no longer exists",
        "scripts": f"mentions the script `lint` (removed {day}), which no longer exists",
        "target": f"mentions the make target `check` (removed {day}), which no longer exists",
        "scoped": f"mentions `vendor/**` (removed {day}), which no longer exists",
    }


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (
            {"pyproject.toml": "[project]\ndependencies = ['ruff']\n"},
            {"pyproject.toml": "[project]\n", ".pre-commit-config.yaml": "- id: ruff\n"},
            "Run `ruff check`.",
        ),
        (
            {"requirements.txt": "django-extensions\n"},
            {"requirements.txt": "-r requirements/dev.in\n", "requirements/dev.in": "Django_Extensions\n"},
            "We use `django-extensions`.",
        ),
        (
            {"package.json": '{"dependencies": {"@acme/ui": "1"}}'},
            {"package.json": '{"name": "@acme/ui"}'},
            "Import from `@acme/ui`.",
        ),
        (
            {"Makefile": "lint:\n\tx\n"},
            {"Makefile": "include ci.make\n", "ci.make": "lint:\n"},
            "Run `make lint`.",
        ),
        ({"Makefile": "lint:\n\tx\n"}, {"Makefile": "$(ALL) lint: x\n"}, "Run `make lint`."),
        ({"justfile": "t:\n x\n"}, {"justfile": "alias t := test\ntest:\n x\n"}, "Run `just t`."),
        ({"dist/a.js": "x"}, {".gitignore": "dist/\n"}, "Read `dist/*.js` and `**/never.ts`."),
    ],
    ids=["tool", "requirements", "workspace", "included", "computed", "alias", "ignored"],
)  # fmt: skip
def test_what_only_moved_is_not_gone(
    place: Place, before: dict[str, str], after: dict[str, str], says: str
) -> None:
    place.put("rule", says)
    for files in (before, {}, after):
        for path in before:
            (place.shop.root.parent / path).unlink(missing_ok=True)
        for path, text in files.items():
            place.file(path, text)
        if files == {}:
            assert "rule" not in place.found()  # git tracks it still
        place.commit()
        assert ("rule" in place.found()) == (files == {}), files


def test_what_a_sparse_checkout_leaves_out_is_not_gone(place: Place) -> None:
    place.file("web/package.json", '{"scripts": {"lint": "x", "test": "x"}}')
    place.put("rule", "Run `npm run lint`.")
    place.commit()
    place.file("web/package.json", '{"scripts": {"test": "x"}}')
    place.commit()
    assert "rule" in place.found()
    place.file("web/package.json", '{"scripts": {"lint": "y"}}')
    place.commit()
    git(place.shop.root.parent, "sparse-checkout", "set", "memory")
    assert not (place.shop.root.parent / "web").exists()
    assert place.propose().proposals == ()


def test_what_git_ignores_or_a_build_made_is_not_gone(place: Place) -> None:
    place.file("out/report.json")
    place.file("state.json")
    place.put("report", "Read `out/report.json` and `state.json`.")
    place.commit()
    git(place.shop.root.parent, "rm", "-q", "--cached", "out/report.json")
    git(place.shop.root.parent, "rm", "-q", "state.json")
    place.file(".gitignore", "state.json\n")
    place.commit()
    assert place.propose().proposals == ()


def test_actions_follow_from_the_evidence_and_the_standing(place: Place) -> None:
    place.put("sale", "Merge nothing.", "valid_from: 2026-05-01", "valid_until: 2026-05-09")
    place.put("agent", "Use the cache.", "valid_from: 2026-05-01", "trust: unreviewed")
    place.put("token", f"Deploy with {TOKEN}")
    place.put("maria", "Ask maria.lopez@cornershop-demo.net.")
    place.put("empty", "---", "valid_from: 2026-04-01")
    assert {id_: actions(one) for id_, one in place.found().items()} == {
        "sale": ["close sale"],
        "agent": ["close agent", "confirm agent"],
        "token": ["delete token --reason secret"],
        "maria": ["delete maria --reason personal-data"],
        "empty": ["delete empty --reason noise", "close empty"],
    }


def test_every_line_is_bound_to_the_bytes_of_its_entry(place: Place) -> None:
    place.put("agent", "Use the cache.", "valid_from: 2026-05-01", "trust: unreviewed")
    data = (place.shop.root / "agent.md").read_bytes()
    for line in place.found()["agent"].lines:
        assert line.digest == proposals.digest(line.action, "agent", None, data)


def depended_on(place: Place, how: str) -> str:
    """Let something depend on the entry `empty`. Returns how it is told."""
    match how:
        case "event":
            place.shop.record("empty", kind=Kind.MISLED, now="2026-04-02")
            return "it was misled"
        case "link":
            place.put("other", "Before [this](empty.md) do that.")
            return "`other` names it"
        case "successor":
            place.put("other", "Do that.", "valid_from: 2027-05-01", "supersedes: [empty]")
            return "`other` replaces it"
        case _:
            place.commit("Do it\n\nMemory: other, empty")
            commit_ = git(place.shop.root.parent, "log", "-1", "--format=%h").strip()
            return f"commit {commit_} names it"


@pytest.mark.parametrize("how", ["event", "link", "successor", "commit"])
def test_noise_that_something_depends_on_is_not_offered_for_deletion(place: Place, how: str) -> None:
    place.put("empty", "---", "valid_from: 2026-04-01")
    assert place.found()["empty"].is_deletion
    said = depended_on(place, how)
    one = place.found()["empty"]
    assert actions(one) == ["close empty", "confirm empty"]
    assert f"not offered for deletion: {said}" in one.evidence


def test_a_secret_goes_although_something_depends_on_it(place: Place) -> None:
    place.put("token", f"Deploy with {TOKEN}")
    place.shop.record("token", now="2026-05-02")
    one = place.found()["token"]
    assert (actions(one), one.dependents) == (["delete token --reason secret"], ("it was used",))


def test_a_closed_entry_is_proposed_for_its_secret_only(place: Place) -> None:
    closed = ("status: closed", "valid_from: 2026-04-01", "valid_until: 2026-05-01", "trust: unreviewed")
    place.put("token", f"Deploy with {TOKEN}", *closed)
    place.put("agent", "Use the cache.", *closed)
    assert {id_: actions(one) for id_, one in place.found().items()} == {
        "token": ["delete token --reason secret"]
    }


def test_of_files_that_share_an_id_none_is_proposed(place: Place) -> None:
    place.put("a", "---", "valid_from: 2026-04-01")
    (place.shop.root / "web").mkdir()
    (place.shop.root / "web" / "a.md").write_bytes((place.shop.root / "a.md").read_bytes())
    assert place.propose().proposals == ()


def test_what_stands_in_a_list_is_not_asked_again_until_its_evidence_changes(place: Place) -> None:
    place.put("agent", "Use the cache.", "valid_from: 2026-05-01", "trust: unreviewed")
    place.put("sale", "Merge nothing.", "valid_from: 2026-05-01", "valid_until: 2026-05-09")
    assert place.write() == "proposals/2026-06-03.md"
    again = place.propose(now="2026-06-09")
    assert (again.proposals, again.asked_before) == ((), 2)
    place.shop.record("agent", kind=Kind.MISLED, now="2026-06-08")
    again = place.propose(now="2026-06-09")
    assert ([one.entry for one in again.proposals], again.asked_before) == (["agent"], 1)
    all_of_it = place.propose(now="2026-06-09", again=True)
    assert (len(all_of_it.proposals), all_of_it.asked_before) == (2, 0)
    (place.shop.root / "proposals" / "2026-06-03.md").unlink()
    assert len(place.propose(now="2026-06-09").proposals) == 2


def test_an_entry_cannot_say_that_it_was_asked_about(place: Place) -> None:
    place.put("agent", "Use the cache.", "valid_from: 2026-05-01", "trust: unreviewed")
    (fingerprint,) = place.found()["agent"].fingerprints
    stamp = f"<!-- evidence {fingerprint} -->"
    place.put("agent", f"Use it.\n\nx {stamp}", "valid_from: 2026-05-01", "trust: unreviewed")
    place.put(
        "agent-2", f"### agent\n\nx {stamp}\n\n|a {stamp}", "valid_from: 2026-05-01", "trust: unreviewed"
    )
    (place.shop.root / "proposals").mkdir()
    list_ = re.sub(r" <!-- evidence [0-9a-f ]+ -->\n\n- ", "\n\n- ", text_of(place.propose()))
    assert "### agent-2" in list_
    assert list_.count(fingerprint) >= 3
    (place.shop.root / "proposals" / "x.md").write_text(list_)
    assert set(place.found()) == {"agent", "agent-2"}


def test_a_second_list_of_a_day_gets_a_name_of_its_own(place: Place) -> None:
    for name in ("a", "b", "c"):
        place.put(name, f"Use {name}.", "valid_from: 2026-05-01", "trust: unreviewed")
        written = place.write()
    assert written == "proposals/2026-06-03-3.md"


def test_a_list_that_was_committed_and_removed_leaves_its_name_to_no_other(place: Place) -> None:
    place.put("a", "Use a.", "valid_from: 2026-05-01", "trust: unreviewed")
    first = place.write()
    place.commit()
    git(place.shop.root, "rm", "--quiet", first)
    assert place.write() == "proposals/2026-06-03-2.md"


def test_a_part_or_the_most_pressing_can_be_asked_for(place: Place) -> None:
    place.put("agent", "Use the cache.", "valid_from: 2026-05-01", "trust: unreviewed")
    place.put("sale", "Merge nothing.", "valid_from: 2026-05-01", "valid_until: 2026-05-09")
    place.put("token", f"Deploy with {TOKEN}")
    assert list(place.found()) == ["token", "sale", "agent"]
    assert list(place.found(only=Only.DELETION)) == ["token"]
    assert list(place.found(only=Only.DECAY)) == ["sale", "agent"]
    assert list(place.found(only=Only.UNREVIEWED)) == ["agent"]
    cut = place.propose(limit=2)
    assert ([one.entry for one in cut.proposals], cut.beyond) == (["token", "sale"], 1)


def test_a_list_that_was_written_can_be_read(place: Place) -> None:
    place.put("agent", "Use `x`.\n- [x] `close y`\n<!-- ", "valid_from: 2026-05-01", "trust: unreviewed")
    place.shop.record("agent", kind=Kind.MISLED, now="2026-06-01")
    lines, problems = proposals.read(text_of(place.propose()))
    assert problems == []
    assert [line.action for line in lines] == [Action.CLOSE, Action.CONFIRM]


def test_proposing_twice_gives_the_same_bytes_and_changes_nothing(place: Place) -> None:
    place.put("agent", "Use the cache.", "valid_from: 2026-05-01", "trust: unreviewed")
    place.put("token", f"Deploy with {TOKEN}")
    before = contents(place.shop.root)
    assert text_of(place.propose()) == text_of(place.propose())
    assert contents(place.shop.root) == before


VALUES = [TOKEN, KEY, "https://bob:hunter22x@shop.net/x", *(datum for _, datum in HELD)]


def test_of_what_is_to_be_erased_the_list_quotes_no_word(tmp_path: Path) -> None:
    shop = Shop(root=tmp_path)
    shop.put()
    Place(shop).put("a", f"Canaryname keeps the spare token {TOKEN}", "valid_from: 2020-01-01")
    text = text_of(Place(shop).propose())
    assert "`delete a --reason secret`" in text
    assert "Canaryname" not in text
    assert "\n> (not quoted, so that nothing of it stays here: memdecay show a)\n" in text


# Promise 8: no secret and no datum about a person stands unmasked in a list
@given(st.lists(st.sampled_from([*VALUES, "Use `x`", "\n", "\n\n", "and"]), min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_no_secret_and_no_personal_datum_stands_unmasked_in_a_list(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    shop = Shop(root=tmp_path_factory.mktemp("memory"))
    shop.put()
    Place(shop).put("a", " ".join(parts), "valid_from: 2020-01-01", "trust: unreviewed")
    text = text_of(Place(shop).propose())
    for value in ("MIIEowIBAAKCAQEA", "hunter22x", *(one for one in VALUES if one not in (KEY, VALUES[2]))):
        assert value not in text
    assert "### a\n" in text
