"""Where an imported instruction applies: the globs of its tool in the words of ours."""

from __future__ import annotations

from memdecay.importers.format import Format
from memdecay.importers.page import Page
from memdecay.scope import is_glob

_EVERYWHERE = {"*", "**", "**/*", "/**", "./**", "**/**"}


def scope_of(page: Page, made: Format) -> tuple[str, ...]:
    """The scope of everything on a page: its globs below its folder, else its folder, else everywhere."""
    globs = _globs(page, made)
    folder = page.folder.replace("[", "[[]")  # a folder named [slug] is no set of letters
    if not globs:
        return (f"{folder}/**",) if folder else ()
    scope = tuple(dict.fromkeys(_placed(one, folder, made) for one in globs))
    return () if "" in scope else scope


def _globs(page: Page, made: Format) -> tuple[str, ...]:
    header, keys = page.header, made.keys
    if keys.always and (header.text(keys.always[0]) or "").lower() == keys.always[1]:
        return ()
    return next((found for key in keys.globs if (found := header.texts(key))), ())


def _placed(glob: str, folder: str, made: Format) -> str:
    """One glob from the root of the repository; "" for everywhere.

    A glob without a folder means the folder of its tool alone (Claude, Copilot), or any below
    (Cursor); the two are told apart by the format and not mixed up. A file at the root gets a slash,
    without which it would be the name of a scope.
    """
    bare = glob.removeprefix("./").removeprefix("/")
    if glob in _EVERYWHERE:
        return f"{folder}/**" if folder else ""
    if made.globs_match_any_depth and "/" not in bare:
        bare = f"**/{bare}"
    placed = f"{folder}/{bare}" if folder else bare
    return placed if is_glob(placed) else f"./{placed}"
