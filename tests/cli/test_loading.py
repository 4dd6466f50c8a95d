"""What runs at every prompt and every commit loads nothing that it does not use."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.builders import markdown
from tests.front_door import NOW, Shell

_LISTING = """
import atexit, sys
atexit.register(lambda: print(*sorted(sys.modules), file=sys.stderr))
from memdecay.cli.app import main
main()
"""
_DEAR = {
    "concurrent.futures.process", "detect_secrets", "frontmatter", "importlib.metadata", "jinja2",
    "markdown_it", "mcp", "numpy", "onnxruntime", "plotext", "random", "rich", "ruamel", "secrets",
    "statistics", "tempfile", "tokenizers", "torch", "wcmatch",
    "memdecay.credentials", "memdecay.evidence", "memdecay.exporters", "memdecay.gate",
    "memdecay.git.commit_under_way", "memdecay.git.configuration", "memdecay.hooks", "memdecay.importers",
    "memdecay.plain_block", "memdecay.proposals", "memdecay.yaml_block",
}  # fmt: skip


@pytest.mark.parametrize(
    ("words", "uses"),
    [
        (("--version",), set()),
        (("recall", "how do I run the tests"), set()),
        (("context",), set()),
        (("list",), set()),
        (("show", "tox"), set()),
        (("log",), set()),
        (("agent-hook", "claude", "prompt"), set()),
        (("used", "tox"), {"memdecay.credentials"}),
        (("check", "--staged"), {"memdecay.credentials", "memdecay.proposals"}),
    ],
)
def test_a_command_loads_no_library_that_it_does_not_use(
    memory: Shell, words: tuple[str, ...], uses: set[str]
) -> None:
    memory.write("tox.md", markdown("id: tox", body="Run the tests with tox.\n"))
    time.sleep(0.1)  # longer than a file counts as young, which is read once more
    memory.did("index")
    told = '{"hook_event_name": "UserPromptSubmit", "prompt": "how do I run the tests"}'
    done = subprocess.run(
        [sys.executable, "-c", _LISTING, "--now", NOW, *words],
        cwd=memory.folder, env=memory.environment_of_a_process({}), input=told,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    loaded = set(done.stderr.split("\n")[-2].split())
    assert "memdecay.cli.app" in loaded
    assert loaded & _DEAR == uses
