"""The bytes of git's blobs, one after the other, without starting git for each."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

from memdecay.errors import Unusable


class Shelf:
    """Hands out the bytes of blobs, one after the other, from one git that waits for names."""

    def __init__(self, start: Callable[..., subprocess.Popen[bytes]]) -> None:
        self._start = start
        self._answers: subprocess.Popen[bytes] | None = None

    def read(self, blob: str, limit: int) -> bytes:
        """At most `limit` + 1 bytes of a blob. Raises Unusable where git does not have it."""
        git = self._answers = self._answers or self._start("cat-file", "--batch")
        if git.stdin is None or git.stdout is None:
            raise AssertionError("started with pipes")
        git.stdin.write(f"{blob}\n".encode())
        git.stdin.flush()
        head = git.stdout.readline().split()
        if len(head) != 3:  # a name that is missing has two words and no contents
            raise Unusable(f"git has no object {blob}; mend the repository, see `git fsck`")
        size = int(head[2])
        if size > limit:
            start = git.stdout.read(limit + 1)
            git.kill()  # rather than have it send all of it
            self.close()
            return start
        return git.stdout.read(size + 1)[:-1]

    def close(self) -> None:
        if self._answers is not None:
            self._answers.communicate()
            self._answers = None
