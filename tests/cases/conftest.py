"""The cases about hooks need a repository that has some."""

from __future__ import annotations

from tests.hooks.conftest import program, shop

__all__ = ["program", "shop"]
