"""What a text refers to in its repository: paths, scripts, targets, commands, dependencies.

Only what stands as code or as a link is read, and only where its sentence does not speak of what is
gone, forbidden, or yet to be made: of such a reference it proves nothing that it leads nowhere.
"""

from __future__ import annotations

import posixpath
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from memdecay.entry import Entry
from memdecay.gate import NEGATIONS
from memdecay.scope import is_glob

_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(\w*)")
_SHELLS = {"", "sh", "bash", "shell", "console", "zsh", "text"}
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_LINK = re.compile(r"\]\(<?([^()\s>#?]+)(?:[\s>#?][^)]{0,200})?\)")
_KEPT = re.compile("\0(\\d+)\0")
_BARE_PATH = re.compile(
    r"(?<![\w@:/.~*`<({+-])(?:\./)?(?:[\w.+-]+/)+[\w.+-]*\.[A-Za-z]\w{0,9}\b(?![\w/*`>)}:-])"
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)")
_DISCOUNTED = re.compile(
    r"\b(?:gone|delet\w+|remov\w+|former\w*|old|legacy|was|were|replac\w+|instead|migrat\w+|moved?|renamed?"
    r"|longer|obsolete|historical\w*|previous\w*|originally|creat\w+|generat\w+|new|produc\w+|e\.g|example"
    r"|like|such as|would)\b",
    re.IGNORECASE,
)  # fmt: skip
"""Words of a sentence by which a reference in it need not lead anywhere now."""

_CLAUSE = re.compile(r"[:(]|, (?=(?:so|but|because|while|which|where|not|and|then)\b)")
_NEGATED = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, NEGATIONS)))})\b", re.IGNORECASE)
"""Words that do the same, but for their part of the sentence only: `pnpm`, not `npm`."""

_PLACEHOLDER = re.compile(r"[<>{}$%\"'\\=;,()|&!^…]|\.\.\.|\b(?:NAME|FILE|PATH|ID|XXX*|YYYY|foo|bar)\b")
_WORD = re.compile(r"@?[A-Za-z0-9][\w.:@/+-]*")
_LINE_NUMBER = re.compile(r":\d+(?:[:-]\d+)?$")
_WITH_ENDING = re.compile(r"\.?[\w-][\w.-]*(?<!\d)")
_WITHOUT_BRACES = str.maketrans("", "", "{},")
_PACKAGE = re.compile(r"(@[\w.-]+/[\w.-]+|[A-Za-z][\w.-]*?)(?:@[\w.^~-]+)?")
_ASSIGNMENT = re.compile(r"[A-Z_][A-Z0-9_]*=\S*")
_SEPARATOR = re.compile(r"&&|\|\||[;|]")
_LONGEST = 2000
"""Letters of one piece of code; a longer one is no command that a person types."""


class Kind(str, Enum):
    """What sort of thing is referred to."""

    PATH = "path"
    GLOB = "glob"
    SCRIPT = "script"
    TARGET = "make target"
    RECIPE = "just recipe"
    COMMAND = "command"
    DEPENDENCY = "dependency"


class Mention(NamedTuple):
    """A reference. `places` are the paths from the top of the repository that it may mean."""

    kind: Kind
    name: str
    places: tuple[str, ...] = ()


def mentions(entry: Entry, home: str = "") -> tuple[Mention, ...]:
    """Every reference in an entry, in order, each once. `home` is the memory's path in its repository."""
    bases = _bases(entry, home)
    found = [Mention(Kind.GLOB, _clean(item), (_clean(item),)) for item in entry.scope if is_glob(item)]
    found += [_placed(kind, name, bases) for kind, name in _in_text(entry.body)]
    return tuple(dict.fromkeys(one for one in found if one.kind not in (Kind.PATH, Kind.GLOB) or one.places))


def _bases(entry: Entry, home: str) -> list[str]:
    """The folders that a path may start from: the top, where the entry applies, where it stands."""
    fixed = [
        re.split(r"[*?\[{]", item, maxsplit=1)[0].rpartition("/")[0] for item in entry.scope if is_glob(item)
    ]
    folder = posixpath.join(home, posixpath.dirname(entry.path))
    return list(dict.fromkeys(["", *fixed, posixpath.dirname(home), folder]))


def _placed(kind: Kind, name: str, bases: Iterable[str]) -> Mention:
    if kind not in (Kind.PATH, Kind.GLOB):
        return Mention(kind, name)
    places = (posixpath.normpath(posixpath.join(base, _clean(name))) for base in bases)
    return Mention(
        kind, name, tuple(dict.fromkeys(p for p in places if not p.startswith(("..", "/")) and p != "."))
    )


def _clean(path: str) -> str:
    return path.removeprefix("./").rstrip("/")


def _in_text(body: str) -> Iterator[tuple[Kind, str]]:
    prose: list[str] = []
    fence: str | None = None
    is_shell = False
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        if mark and fence is None:
            fence, is_shell = mark[1], mark[2].lower() in _SHELLS
        elif mark and fence is not None and line.strip().startswith(fence):
            fence = None
        elif fence is None:
            prose.append(line)
        elif is_shell:
            yield from _in_code_line(line)
    yield from _in_prose("\n".join(prose))


def _in_code_line(line: str) -> Iterator[tuple[Kind, str]]:
    command, _, comment = line.partition(" #")
    if (
        not command.lstrip().startswith("#")
        and not _DISCOUNTED.search(comment)
        and not _NEGATED.search(comment)
    ):
        yield from _in_command(command.strip().removeprefix("$ "))


def _in_prose(text: str) -> Iterator[tuple[Kind, str]]:
    codes: list[str] = []

    def keep(match: re.Match[str]) -> str:
        codes.append(match[2].strip())
        return f"\0{len(codes) - 1}\0"

    for sentence in _SENTENCE.split(_CODE.sub(keep, text)):
        for clause in _CLAUSE.split(sentence) if not _DISCOUNTED.search(sentence) else ():
            if not _NEGATED.search(clause):
                yield from (one for number in _KEPT.findall(clause) for one in _in_code(codes[int(number)]))
                yield from ((Kind.PATH, path) for path in _BARE_PATH.findall(clause))
        yield from ((Kind.PATH, link) for link in _LINK.findall(sentence) if ":" not in link)


def _in_code(code: str) -> Iterator[tuple[Kind, str]]:
    words = code.split()
    if len(words) == 1:
        yield from _of_word(code)
        package = _PACKAGE.fullmatch(code)
        if package is not None and package[1] not in _OF_LANGUAGES:
            yield Kind.DEPENDENCY, package[1]
            yield Kind.COMMAND, code
    elif words:
        yield from _in_command(code.removeprefix("$ "))


def _of_word(word: str) -> Iterator[tuple[Kind, str]]:
    """A path or a glob, where a word looks like one: with a folder, or with an ending."""
    word = _LINE_NUMBER.sub("", word)
    if "://" in word or word.startswith(("/", "~", "-", "@", "../", "#")):
        return
    is_pattern = not {"*", "?", "[", "{"}.isdisjoint(word)
    bare = word.translate(_WITHOUT_BRACES) if is_pattern else word
    is_path = "/" in word or (not is_pattern and _has_ending(word))
    if is_path and not _PLACEHOLDER.search(bare):
        yield (Kind.GLOB if is_pattern else Kind.PATH), word


def _has_ending(word: str) -> bool:
    return "." in word.rstrip(".") and _WITH_ENDING.fullmatch(word) is not None


def _in_command(code: str) -> Iterator[tuple[Kind, str]]:
    if len(code) > _LONGEST:
        return
    for part in _SEPARATOR.split(code):
        try:
            words = shlex.split(part)
        except ValueError:  # an open quotation: no command
            continue
        while words and _ASSIGNMENT.fullmatch(words[0]):
            words = words[1:]
        if words and words[0] not in _STRANGERS:
            yield from _of_runner(words)
            for word in words[1:] if words[0] in _TOOLS else words:
                yield from _of_word(word)


def _of_runner(words: list[str]) -> Iterator[tuple[Kind, str]]:
    tool, rest = words[0], words[1:]
    if tool in ("npm", "pnpm", "yarn", "bun"):
        yield from _of_node(tool, rest)
    elif tool in ("make", "gmake") and "-C" not in rest and "-f" not in rest:
        yield from ((Kind.TARGET, one) for one in rest if "=" not in one and _is_name(one))
    elif tool == "just" and not any(one.startswith(("-f", "-d", "--justfile")) for one in rest):
        yield from ((Kind.RECIPE, one) for one in _first(rest) if _is_name(one))
    elif tool in ("uv", "poetry", "pdm", "rye", "hatch", "pipenv"):
        if rest[:1] == ["run"]:
            yield from ((Kind.COMMAND, one) for one in _first(rest[1:]) if _is_name(one))
    elif _is_name(tool) and tool not in _TOOLS and "/" not in tool:
        yield Kind.COMMAND, tool


def _of_node(tool: str, words: list[str]) -> Iterator[tuple[Kind, str]]:
    plain = _without_flags(words)
    if plain[:1] and plain[0] in ("run", "run-script"):
        yield from ((Kind.SCRIPT, one) for one in plain[1:2] if _is_name(one))
    elif plain[:1] == ["exec"] or (tool == "yarn" and plain[:1] == ["workspace"]):
        place = 1 if plain[0] == "exec" else 2
        yield from ((Kind.COMMAND, one) for one in plain[place : place + 1] if _is_name(one))
    elif plain and (tool != "npm" or plain[0] in ("test", "start", "stop")):
        # `pnpm x` runs the script x or, where there is none, the program x of a dependency.
        yield from ((Kind.SCRIPT, one) for one in plain[:1] if _is_name(one) and one not in _NODE_VERBS)


def _without_flags(words: list[str]) -> list[str]:
    plain: list[str] = []
    takes_value = False
    for word in words:
        if takes_value:
            takes_value = False
        elif word == "--":
            break
        elif word.startswith("-"):
            takes_value = word in _WITH_VALUE and not plain
        else:
            plain.append(word)
    return plain


def _first(words: list[str]) -> list[str]:
    """The first word, unless flags before it might have taken values."""
    return words[:1] if words and not words[0].startswith("-") else []


def _is_name(word: str) -> bool:
    return _WORD.fullmatch(word) is not None and _PLACEHOLDER.search(word) is None


_WITH_VALUE = frozenset("--filter -F -w --workspace -C --dir --prefix --cwd".split())
_NODE_VERBS = frozenset(
    """add audit bin cache ci config create dedupe deploy dlx exec fetch help i import info init install
    link list login ls outdated pack patch prune publish rebuild remove rm root run set setup store unlink
    up update upgrade version view why workspace workspaces x""".split()
)
_TOOLS = frozenset(
    """awk bash brew bun bunx cargo cat cd chmod cp curl docker echo export find gh git gmake go grep hatch
    jq just kubectl ls make mkdir mv node npm npx pdm pip pip3 pipenv pipx pnpm poetry printf python python3
    rm rye sed sh source ssh sudo terraform test touch uv uvx yarn""".split()
)
"""Programs that no repository brings along by itself."""
_OF_LANGUAGES = sys.stdlib_module_names | frozenset(
    "assert buffer events path process punycode querystring stream string_decoder timers tty url util".split()
)
"""Modules of Python and of Node, of which packages have the names as well."""
_STRANGERS = frozenset(
    "mkdir touch rm mv cp git curl wget ssh scp npx bunx uvx pipx brew apt apt-get".split()
)
"""What makes, moves or removes its arguments, or takes them from elsewhere."""
