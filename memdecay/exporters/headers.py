"""The lines at the top of a rule file, by which an editor knows the paths that the rule is for.

Each gives the text, which ends in a blank line unless it is empty, or None for globs that cannot be written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

_MOST_GLOBS = 100
_UNSAFE = re.compile(r"[\x00-\x1f\x7f,\"'#]")


def of_cursor(globs: tuple[str, ...]) -> str | None:
    """Three keys that Cursor reads line by line: not YAML, so the globs go without quotes."""
    if not globs:
        return _block("description: Instructions kept by memdecay", "globs:", "alwaysApply: true")
    plain = _plain(globs)
    if plain is None:
        return None
    described = f"description: Instructions kept by memdecay for {' and '.join(globs)}"
    return _block(_short(described), f"globs: {','.join(plain)}", "alwaysApply: false")


def of_claude(globs: tuple[str, ...]) -> str | None:
    """A list of quoted globs; a rule without it is read always."""
    if not globs:
        return ""
    plain = _plain(globs)
    if plain is None:
        return None
    return _block("paths:", *(f"  - {json.dumps(one, ensure_ascii=False)}" for one in plain))


def of_copilot(globs: tuple[str, ...]) -> str | None:
    """One string of globs, with commas between them."""
    plain = _plain(globs or ("**",))
    if plain is None:
        return None
    return _block(f"applyTo: {json.dumps(','.join(plain), ensure_ascii=False)}")


def _block(*lines: str) -> str:
    return "".join(f"{line}\n" for line in ("---", *lines, "---", ""))


def _plain(globs: Sequence[str]) -> list[str] | None:
    """The globs without braces, whose commas would part them; a bare path with all that is below it."""
    import bracex

    found: dict[str, None] = {}
    for glob in globs:
        try:
            alternatives = bracex.expand(glob.removeprefix("./").strip("/"), limit=_MOST_GLOBS)
        except (bracex.ExpansionLimitException, RecursionError):
            return None
        for one in alternatives:
            found |= dict.fromkeys([one] if set(one) & set("*?[") else [one, f"{one}/**"])
    is_writable = len(found) <= _MOST_GLOBS and not any(_UNSAFE.search(one) for one in found)
    return list(found) if is_writable else None


def _short(line: str) -> str:
    """At most 200 characters, none of which could end the value."""
    return re.sub(r"[^\w ./*{},\[\]:@+-]", "?", line)[:200].rstrip()
