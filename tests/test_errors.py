"""The exit codes that scripts and hooks rely on."""

from __future__ import annotations

import pytest

from memdecay.errors import MemdecayError, ModelUnusable, NameTaken, Refused, Unusable


@pytest.mark.parametrize("refused", [Refused, NameTaken])
def test_a_command_that_will_not_do_what_was_asked_ends_with_1(refused: type[MemdecayError]) -> None:
    assert refused("no").exit_code == 1


@pytest.mark.parametrize("unusable", [Unusable, ModelUnusable])
def test_a_command_that_cannot_start_ends_with_2(unusable: type[MemdecayError]) -> None:
    assert unusable("no").exit_code == 2


def test_a_name_that_is_taken_is_not_mistaken_for_a_refusal() -> None:
    # `add` tries the next free name after the one, and gives up after the other.
    assert not issubclass(NameTaken, Refused)
    assert not issubclass(Refused, NameTaken)
