"""`@path`: what is followed, what is told of, and what is mere text."""

from __future__ import annotations

from pathlib import Path

from memdecay.importers.references import followed, mentions
from tests.importers.pages import page


def names(text: str) -> list[tuple[str, int]]:
    return [(one.path, one.line) for one in mentions(page(text))]


def test_a_mention_ends_before_punctuation() -> None:  # B110
    assert names("See @docs/flow.md: steps\n@docs/a.md, @docs/b.md\n(@c.md)\n") == [
        ("docs/flow.md", 1), ("docs/a.md", 2), ("docs/b.md", 2), ("c.md", 3),
    ]  # fmt: skip


def test_code_comments_and_addresses_hold_no_mention() -> None:
    text = (
        "`@not/import.md` and ``@nor `this.md``\nmail me@host.tld\n<!-- @hidden.md -->\n"
        "```\n@fenced.md\n```\n\n    @indented.md\n"
    )
    assert names(text) == []
    assert names("an odd ` tick\n\n@here.md and `that`\n") == [("here.md", 3)]


def test_what_a_mention_leads_to(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    base = tmp_path.resolve() / "shop"
    (base / "docs").mkdir(parents=True)
    for name in ("docs/a.md", "package.json"):
        (base / name).write_text("x")
    (tmp_path / "secret.md").write_text("x")
    monkeypatch.setenv("HOME", str(tmp_path))
    (base / "link.md").symlink_to(tmp_path / "secret.md")

    def told(name: str) -> str | None:
        return followed(name, base, base).fault

    assert followed("docs/a.md", base, base).target == base / "docs/a.md"
    assert followed("../docs/a.md", base / "docs", base).target == base / "docs/a.md"
    outside = "leads outside of the repository and was not read"
    assert [told(one) for one in ("../secret.md", "~/secret.md", "/etc/hosts", "link.md")] == [outside] * 4
    assert told("docs") == "is a folder; name the files in it to import them"
    assert told("missing.md") == "is not there"
    assert told("package.json") == "is no Markdown and was left as it is"
    assert told("C:\\My") == "is a path of Windows, which leads nowhere here"
    for text in ("dana", "types/node", "pytest/plugin"):
        assert followed(text, base, base) == (None, None), text
