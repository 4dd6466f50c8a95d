"""Fixtures that several of these tests stand on."""

from __future__ import annotations

from tests.memory.cellar import cellar

__all__ = ["cellar"]
