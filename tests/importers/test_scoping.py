"""Globs and folders of other tools, as scopes from the root of the repository."""

from __future__ import annotations

import pytest

from memdecay.importers.formats import claude, cursor, windsurf
from memdecay.importers.page import Page
from memdecay.importers.scoping import scope_of
from memdecay.scope import Place, applies
from tests.importers.pages import made, page

RULE = made(claude.FORMATS, "Claude rule")
MDC = made(cursor.FORMATS, "Cursor rule")


def scope(header: str, folder: str = "", form=RULE) -> tuple[str, ...]:  # type: ignore[no-untyped-def]
    read = page(f"---\n{header}\n---\nx\n", is_yaml=form.has_yaml)
    return scope_of(Page(path="x.md", data=read.data, folder=folder, header=read.header), form)


def test_without_globs_the_folder_decides() -> None:
    assert scope("a: b") == ()
    assert scope("a: b", "packages/web") == ("packages/web/**",)


def test_globs_stand_below_the_folder_of_their_rule() -> None:
    assert scope("paths: [src/**/*.ts, ./docs/**]") == ("src/**/*.ts", "docs/**")
    assert scope("paths: [src/**]", "web") == ("web/src/**",)


def test_a_glob_without_a_folder_means_what_its_tool_means() -> None:
    assert scope("paths: '*.py'") == ("*.py",)
    assert scope("globs: *.py,*.pyi", form=MDC) == ("**/*.py", "**/*.pyi")


@pytest.mark.parametrize("glob", ["*", "**", "**/*"])
def test_a_glob_of_everything_is_no_scope(glob: str) -> None:
    assert scope(f"globs: {glob}", form=MDC) == ()
    assert scope(f"globs: {glob}", "web", form=MDC) == ("web/**",)


def test_a_rule_that_is_always_in_force_has_no_globs() -> None:
    assert scope("globs: *.py\nalwaysApply: true", form=MDC) == ()
    assert scope("globs: *.py\ntrigger: always_on", form=made(windsurf.FORMATS, "Windsurf rule")) == ()
    assert scope("globs: *.py\ntrigger: glob", form=made(windsurf.FORMATS, "Windsurf rule")) == ("**/*.py",)


def test_a_file_at_the_root_is_a_path_and_no_name_of_a_scope() -> None:
    found = scope("paths: [package.json, /Makefile, src]")
    assert found == ("./package.json", "./Makefile", "./src")
    assert all(applies(found, Place(path=one)) for one in ("package.json", "Makefile", "src/a.ts"))
    assert not applies(found, Place(path="web/package.json"))


def test_a_folder_in_brackets_is_meant_as_it_is_named() -> None:
    for found in (scope("a: b", "app/[slug]"), scope("paths: '**/*.ts'", "app/[slug]")):
        assert applies(found, Place(path="app/[slug]/page.ts"))
        assert not applies(found, Place(path="app/s/page.ts"))
