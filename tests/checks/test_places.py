"""What stands in a memory, and under which names."""

from __future__ import annotations

import pytest

from memdecay.checks.places import clashing_names, foreign_objects, undecided, unfit_names
from memdecay.git.commits import File

PLAIN = File("100644", "0" * 40)


def test_links_and_submodules_are_no_files_of_the_memory() -> None:
    files = {
        "a.md": PLAIN,
        "b.md": File("120000", "1"),
        "vendor": File("160000", "2"),
        "x": File("100755", "3"),
    }
    assert [str(one) for one in foreign_objects(files)] == [
        "b.md: is a symbolic link; put the file itself into the memory",
        "vendor: is a submodule; put the files themselves into the memory",
    ]


def test_names_that_differ_in_case_or_in_the_spelling_of_accents_clash() -> None:
    paths = [
        "Ab.md",
        "aB.md",
        "web/\u00e9.md",
        "web/e\u0301.md",
        "Web/c.md",
        "web/d.md",
        "straße.md",
        "strasse.md",
    ]
    assert [str(one) for one in clashing_names(dict.fromkeys(paths, PLAIN))] == [
        "Ab.md: is the same file as aB.md on some systems; rename one",
        "aB.md: is the same file as Ab.md on some systems; rename one",
        "web/e\u0301.md: is the same file as web/\u00e9.md on some systems; rename one",
        "web/\u00e9.md: is the same file as web/e\u0301.md on some systems; rename one",
        "strasse.md: is the same file as straße.md on some systems; rename one",
        "straße.md: is the same file as strasse.md on some systems; rename one",
    ]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("\u0430pi.md", "has letters in its name that can pass for others ('\u0430')"),
        ("a\u200b.md", "has characters in its name that cannot be seen (U+200B at 1:2)"),
        ("a\nb.md", "has control characters in its name"),
        ("a\x1b[31m.md", "has characters in its name that cannot be seen (U+001B at 1:2)"),
        ("a\udcff.md", "has a name that is not UTF-8"),
        ("CON.md", "has a name that Windows does not allow"),
        ("nul/a.md", "has a name that Windows does not allow"),
        ("com1.closed.md", "has a name that Windows does not allow"),
        ("a:b.md", "has a name that Windows does not allow"),
        ("x.md::$DATA.md", "has a name that Windows does not allow"),
        ("web\\x.md", "has a name that Windows does not allow"),
        ("web /a.md", "has a name that Windows does not allow"),
        ("web./a.md", "has a name that Windows does not allow"),
        (f"{'x' * 260}.md", "has a name of more than 255 letters"),
    ],
)  # fmt: skip
def test_a_name_that_some_system_cannot_have_or_that_reads_like_another_is_named(
    path: str, reason: str
) -> None:
    assert [one.message for one in unfit_names({path: PLAIN})] == [
        f"{reason}; use a to z, 0 to 9 and hyphens"
    ]


@pytest.mark.parametrize(
    "path", ["a.md", "Deploy Steps.md", "a_b.v2.md", "console.md", "web/ledger/x.md", "-rf.md"]
)
def test_other_names_are_fit(path: str) -> None:
    assert list(unfit_names({path: PLAIN})) == []


def test_files_that_memdecay_does_not_read_may_have_any_name() -> None:
    assert list(unfit_names({"\u0430.txt": PLAIN, ".x/\u0430.md": PLAIN})) == []


def test_a_conflict_is_to_be_decided() -> None:
    assert [str(one) for one in undecided(["a.md"])] == ["a.md: is in conflict; decide it and `git add` it"]
