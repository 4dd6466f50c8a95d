"""Tries every change, or as many as wanted, and says what came of them.

python -m tests.tamper.run --cases 20000 --seed 0
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from tests.tamper.tampering import Cellar


def main() -> None:
    reading = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reading.add_argument(
        "--cases", type=int, default=0, help="how many, picked by the seed; 0 is all there are"
    )
    reading.add_argument("--seed", type=int, default=0)
    wanted = reading.parse_args()
    os.fsync = lambda _: None  # what is durable is asked elsewhere; here it only takes time
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        cellar = Cellar(root=Path(folder) / "memory")
        cases = cellar.shuffled(wanted.seed)
        for case in cases[: wanted.cases or None]:
            cellar.try_case(case)
    for name, count in sorted(cellar.seen.items()):
        print(f"{count:>7,}  {name}")
    done, seconds = sum(cellar.seen.values()), time.monotonic() - began
    print(f"{done:>7,}  in all, of {len(cases):,} there are, in {seconds:.0f} s")
    print(f"{len(cellar.broken):>7,}  in which something happened that nobody approved")
    for one in cellar.broken:
        print(one)
    sys.exit(1 if cellar.broken else 0)


if __name__ == "__main__":
    main()
