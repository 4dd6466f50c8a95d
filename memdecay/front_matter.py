"""How a file reads: its fences, its block of `key: value` lines, and typed getters over raw text.

Every scalar is taken as the text that stands in the file (`83e4127` is not infinity, `007` is
not 7, `no` is not false); what a key means is decided by the getter that asks for it. Nothing
here writes a file that exists.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdecay import moment
from memdecay.characters import escaped, shown
from memdecay.errors import Refused
from memdecay.moment import Moment
from memdecay.problem import BlockFault, Problem, Severity

if TYPE_CHECKING:
    from frontmatter.default_handlers import BaseHandler

    from memdecay.plain_block import Value


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST_FILE = 64 * 1024
"""Bytes in one file; an instruction is a page at most, and a hook reads many of them."""
LONGEST_BLOCK = 32 * 1024

_NO_FENCE = "has no front matter: an entry begins with a line of three dashes"
_UNCLOSED = "front matter is not closed: add a line of three dashes after the last key"
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_PART = re.compile(r"(?:\{[^{}]*\}|[^,])+")
_KEY_LINE = re.compile(r"[A-Za-z_][\w-]*:(\s|$)")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./@+-]*( [A-Za-z0-9_./@+-]+)*")
_TYPED = re.compile(r"(?i)(y|n|yes|no|on|off|true|false|null|\d.*)")


def parts(text: str) -> list[str]:
    """What stands between the commas of a list; the one inside `{a,b}` of a glob parts nothing."""
    return _PART.findall(text)


@dataclass(slots=True, kw_only=True)
class Fields:
    """The front matter of one file, read by typed getters that collect what is wrong."""

    path: str
    values: dict[str, Value]
    body: str
    problems: list[Problem] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)

    @property
    def lines(self) -> dict[str, int]:
        """The line of each key, counted in the file."""
        return {key: value.line for key, value in self.values.items()}

    def text(self, key: str) -> str | None:
        """The scalar under `key` as written, or None where it is absent or empty."""
        value = self._scalar(key)
        if value is None or value.is_empty:
            return None
        self._warn_of_cut(key, value)
        return value.text

    def texts(self, key: str) -> tuple[str, ...]:
        """A list under `key`; one word and a comma-separated line are lists too."""
        value = self.values.get(key)
        if value is None or self._is_nested(key, value):
            return ()
        self._warn_of_cut(key, value)
        if value.texts is not None or value.is_empty:
            return value.texts or ()
        return tuple(part.strip() for part in parts(value.text) if part.strip())

    def moment(self, key: str) -> Moment | None:
        """The date or timestamp under `key`, or None where it is absent, empty or unreadable."""
        value = self._scalar(key)
        if value is None or value.is_empty:
            return None
        try:
            return moment.parse(value.text)
        except ValueError as fault:
            self.refuse(key, f"{shown(value.text)}: {fault}")
            return None

    def fraction(self, key: str, default: float) -> float:
        """A number from 0 to 1 under `key`."""
        value = self._scalar(key)
        if value is None or value.is_empty:
            return default
        try:
            number = float(value.text)
        except ValueError:
            number = -1.0
        if 0.0 <= number <= 1.0:
            return number
        self.refuse(key, f"{shown(value.text)} is not a number from 0 to 1")
        return default

    def boolean(self, key: str, *, default: bool = False) -> bool:
        value = self._scalar(key)
        if value is None or value.is_empty:
            return default
        truth = _BOOLEANS.get(value.text.lower())
        if truth is None:
            self.refuse(key, f"{shown(value.text)} is neither true nor false")
        return default if truth is None else truth

    def choice(self, key: str, allowed: Sequence[str], default: str) -> str:
        """One of the `allowed` words under `key`."""
        value = self._scalar(key)
        if value is None or value.is_empty:
            return default
        if value.text in allowed:
            return value.text
        self.refuse(key, f"{shown(value.text)} is not one of: {', '.join(allowed)}")
        return default

    def refuse(self, key: str, message: str) -> None:
        """Record that the value of `key` could not be used."""
        self.unreadable.add(key)
        self.report("value", message, key=key)

    def report(self, rule: str, message: str, *, key: str, severity: Severity = Severity.ERROR) -> None:
        """Add a problem at the line of `key`, or at the top of the file where it is absent."""
        line = self.values[key].line if key in self.values else 1
        self.problems.append(
            Problem(rule=rule, path=self.path, line=line, key=key, message=message, severity=severity)
        )

    def _scalar(self, key: str) -> Value | None:
        value = self.values.get(key)
        if value is None or self._is_nested(key, value):
            return None
        if value.texts is not None:
            self.refuse(key, "is a list where one value is expected")
            return None
        if value.is_empty:
            self._warn_of_cut(key, value)
        return value

    def _is_nested(self, key: str, value: Value) -> bool:
        if value.is_nested:
            self.refuse(key, "is nested deeper than a value or a plain list")
        return value.is_nested

    def _warn_of_cut(self, key: str, value: Value) -> None:
        if not value.ignored or (value.is_empty and not value.lost_to_comment):
            return
        message = f"everything from {shown(value.ignored)} on is a comment; quote the whole value"
        if value.is_empty or value.has_empty_item:
            message = f"is empty because # starts a comment; quote {shown(value.ignored)}"
        self.report("cut-off", message, key=key, severity=Severity.WARNING)


def read(path: str, data: bytes) -> tuple[Fields | None, tuple[Problem, ...]]:
    """Read the bytes of one file; `None` with one problem where nothing in it can be trusted."""
    try:
        text = decode(data)
        first_line, block, body = split(text)
        # Late on purpose, as the fences below: a fresh index needs neither, and plain blocks no YAML parser.
        from memdecay.plain_block import read_plain

        values = read_plain(block, first_line)
        if values is None:
            from memdecay.yaml_block import read_block

            values = read_block(block, first_line)
    except BlockFault as fault:
        problem = Problem(rule="front-matter", path=path, line=fault.line, key=fault.key, message=str(fault))
        return None, (problem,)
    return Fields(path=path, values=values, body=body), ()


def decode(data: bytes) -> str:
    """UTF-8 text without byte-order mark and with `\\n` line ends; a lone `\\r` is content.

    Raises BlockFault where the bytes are not UTF-8 text or are too many.
    """
    if len(data) > LONGEST_FILE:
        raise BlockFault(1, f"is larger than {LONGEST_FILE:,} bytes; split it into several entries")
    try:
        text = data.removeprefix(BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as fault:
        offset = fault.start + (len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0)
        line = data[:offset].count(b"\n") + 1
        raise BlockFault(line, f"is not UTF-8 text: byte {offset}; save it as UTF-8") from None
    return text.replace("\r\n", "\n")


def split(text: str) -> tuple[int, str, str]:
    """The block between the fences with the line it begins on, and the body after them.

    Raises BlockFault where the file has no front matter, does not close it, or has two blocks.
    """
    handler = _handler()
    if not handler.detect(text):
        raise BlockFault(1, _NO_FENCE)
    try:
        block, body = handler.split(text)
    except ValueError:
        raise BlockFault(1, _UNCLOSED if _begins_with_key(text) else _NO_FENCE) from None
    if len(block) > LONGEST_BLOCK:
        raise BlockFault(1, f"front matter has more than {LONGEST_BLOCK:,} characters")
    body = body.removeprefix("\n")
    inner = body.lstrip("\n")
    if handler.detect(inner) and _begins_with_block(handler, inner):
        line = block.count("\n") + 2 + len(body) - len(inner)
        raise BlockFault(line, "has two front-matter blocks; keep one of them")
    return 1, block, body


def _begins_with_key(text: str) -> bool:
    """Whether the first line under the opening fence is a key; if not, the fence was a rule."""
    lines = (line for line in text.split("\n")[1:] if line.strip())
    return _KEY_LINE.match(next(lines, "")) is not None


def _begins_with_block(handler: BaseHandler, body: str) -> bool:
    try:
        block, _ = handler.split(body)
    except ValueError:
        return False
    lines = [line for line in block.split("\n") if line.strip()]
    return bool(lines) and all(_KEY_LINE.match(line) for line in lines)


def _handler() -> BaseHandler:
    from frontmatter.default_handlers import BaseHandler

    return BaseHandler(re.compile(r"^---[ \t]*$", re.MULTILINE), "---", "---")


def written(text: str) -> str:
    """A scalar that every YAML reader, 1.1 or 1.2, gives back as the same text."""
    if _PLAIN.fullmatch(text) and not _TYPED.fullmatch(text):
        return text
    return escaped(json.dumps(text, ensure_ascii=False))


def compose(keys: Sequence[tuple[str, str | Sequence[str] | None]], body: str) -> bytes:
    """The bytes of a new file: its keys in order, then its body, ending in one newline.

    A list is written in brackets; None leaves the value empty. Text is quoted where a YAML
    reader could take it for something else; a `Verbatim` is written as it is. Raises Refused
    where the file could not be read again as it was meant.
    """
    lines = [f"{key}: {_written_value(value)}".rstrip() for key, value in keys]
    text = "\n".join(["---", *lines, "---", body.rstrip("\r\n") + "\n"])
    try:
        data = text.encode()
        split(decode(data))
    except BlockFault as fault:
        raise Refused(f"with the front matter that memdecay writes, this text {fault}") from None
    return data


class Verbatim(str):
    """A date, number or word of ours that needs no quotes."""

    __slots__ = ()


def _written_value(value: str | Sequence[str] | None) -> str:
    if value is None:
        return ""
    if isinstance(value, Verbatim):
        return value
    if isinstance(value, str):
        return written(value)
    return "[" + ", ".join(written(item) for item in value) + "]"
