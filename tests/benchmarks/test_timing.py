"""Processes that are timed, and the arithmetic of what they took."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.benchmarks.timing import arguments, folder_of, spaced, spent, spread


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([4.0], (4.0, 4.0, 4.0, 4.0)),
        ([5.0, 1.0, 4.0, 2.0, 3.0], (3.0, 1.0, 4.0, 5.0)),  # the fourth of five: 0.9 * 4 is 3.6
        ([float(n) for n in range(11, 0, -1)], (6.0, 1.0, 10.0, 11.0)),  # nine of ten steps up from 1
        ([2.0, 1.0], (1.5, 1.0, 1.0, 2.0)),
    ],
)
def test_a_spread_is_median_smallest_ninetieth_percentile_and_largest(
    values: list[float], expected: tuple[float, ...]
) -> None:
    assert spread(values) == expected


def test_values_are_spread_evenly_and_come_again_where_there_are_too_few() -> None:
    assert spaced(["a", "b", "c", "d", "e"], 2) == ["a", "c"]
    assert spaced(["a", "b"], 3) == ["a", "a", "b"]


def test_a_process_is_timed_with_what_it_starts() -> None:
    """The child counts to ten million for some tenths of a second, its parent does nothing but wait."""
    inner = f"import subprocess; subprocess.run([{sys.executable!r}, '-c', 'sum(range(10_000_000))'])"
    alone = spent([sys.executable, "-c", "pass"])
    both = spent([sys.executable, "-c", inner])
    assert both.cpu_milliseconds > alone.cpu_milliseconds + 20
    assert both.milliseconds > alone.milliseconds
    assert alone.peak_megabytes > 1


def test_a_process_that_fails_ends_the_program_with_what_it_said() -> None:
    command = [sys.executable, "-c", "import sys; sys.exit(3 * 'no ')"]
    with pytest.raises(SystemExit) as ended:
        spent(command)
    asked = f"{sys.executable} -c 'import sys; sys.exit(3 * '\"'\"'no '\"'\"')'"
    assert ended.value.code == f"{asked} ended with 1: no no no \n"
    assert spent(command, codes=(0, 1)).milliseconds > 0


def test_a_process_is_run_where_and_on_what_it_was_asked_to(tmp_path: Path) -> None:
    says = "import os, sys; raise SystemExit(f'{os.getcwd()} {os.environ.get(\"OPENBLAS_NUM_THREADS\")}')"
    with pytest.raises(SystemExit, match=f"ended with 1: {tmp_path.resolve()} 1"):
        spent([sys.executable, "-c", says], folder=tmp_path, threads=1)
    is_terminal = "import sys; sys.exit(not sys.stderr.isatty())"
    assert spent([sys.executable, "-c", is_terminal], on_terminal=True).milliseconds > 0
    assert spent([sys.executable, "-c", is_terminal], codes=(1,)).milliseconds > 0


def test_a_stated_folder_is_made_and_kept_and_another_is_gone_afterwards(tmp_path: Path) -> None:
    with folder_of(tmp_path / "new" / "one") as stated:
        assert stated.is_dir()
    assert stated.is_dir()
    with folder_of(None) as other:
        assert other.is_dir()
    assert not other.exists()


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_a_number_of_runs_or_entries_is_one_at_least(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--runs", "--sizes"):
        with pytest.raises(SystemExit) as ended:
            arguments("What it is.", runs=2, sizes=(1,)).parse_args([f"{option}={number}"])
        assert ended.value.code == 2
        said = capsys.readouterr().err.split("\n")[-2]
        assert said.endswith(f"error: argument {option}: {number!r} is not a number from 1 on")


def test_a_program_that_repeats_nothing_has_no_runs_to_state() -> None:
    parser = arguments("What it is.", runs=1)
    assert "--runs" not in parser.format_help()
    assert "--sizes" not in parser.format_help()
    assert parser.parse_args([]).runs == 1
