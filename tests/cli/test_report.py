"""`report`: one page that shows a memory, whole in itself, and never in the place of another's file."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.builders import markdown
from tests.front_door import Shell, contents

SAMPLE = Path(__file__).parents[2] / "sample-memory"
HOSTILE = (
    "</style><script>alert(1)</script> <img src=x onerror=y> {{ 7 * 7 }} {% raw %} &amp; \x1b[31m \u202eevil"
)
TODAY = "2026-11-30"


@pytest.fixture
def sample(shell: Shell) -> Shell:
    shutil.copytree(SAMPLE, shell.memory, ignore=shutil.ignore_patterns(".cache"))
    return shell


class _Page(HTMLParser):
    """Every tag with its attributes, and the text between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def page(shell: Shell, now: str = TODAY) -> str:
    shell.did("report", "--html", "report.html", now=now)
    return (shell.folder / "report.html").read_text("utf-8")


def test_the_page_shows_what_stands_fades_and_was_replaced(sample: Shell) -> None:
    sample.did("misled", "retry-flaky-checkout-test", "--by", "Tom", "--note", "it hid a double charge",
               now="2026-10-12")  # fmt: skip
    text = _Page(page(sample)).text
    for said in (
        "What is true on 2026-11-30: 43 entries in 52 files.",
        "31hold now", "10closed", "1pending", "5fading", "1misled someone",
        "misled Tom on 2026-10-12: it hid a double charge",
        "closed by Luis: Node 20 reaches its end of life this month",
        "window over: it applied until 2026-07-26",
        "1 event by month.",
    ):  # fmt: skip
        assert said in text, said


def test_the_page_asks_nobody_for_anything_and_runs_nothing(sample: Shell) -> None:
    text = page(sample)
    found = _Page(text)
    assert {tag for tag, _ in found.tags} & {"script", "link", "img", "iframe", "object", "form"} == set()
    assert not [name for _, given in found.tags for name in given if name.startswith("on") or name == "src"]
    links = [given["href"] for tag, given in found.tags if tag == "a"]
    assert links
    assert all(link is not None and link.startswith("#") for link in links)
    style = text[text.index("<style>") : text.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert "default-src 'none'" in text


def test_every_link_leads_to_a_part_of_the_page(sample: Shell) -> None:
    found = _Page(page(sample))
    places = {given.get("id") for _, given in found.tags}
    assert {given["href"][1:] for tag, given in found.tags if tag == "a" and given["href"]} <= places


def test_the_page_of_the_same_memory_at_the_same_time_is_the_same_bytes(sample: Shell) -> None:
    first = page(sample)
    shutil.rmtree(sample.memory / ".cache")
    assert page(sample) == first
    assert page(sample, now="2026-12-01") != first


def test_whatever_an_entry_holds_is_text(memory: Shell) -> None:
    for place, name in enumerate(("a", "b")):
        memory.write(f"{name}.md", markdown(
            f"id: {name}", "valid_from: 2025-01-01", f"tags: [{'x' * (1 + place)}]", "author: '<b>Dana</b>'",
            "scope: ['<i>']", body=f"{HOSTILE}\n" if name == "a" else "Plain.\n",
        ))  # fmt: skip
    memory.did("close", "b", "--by", "a", "--reason", "<u>over</u>", now="2026-05-01")
    memory.did(
        "misled", "a", "--note", "<script>", "--query", "<script>", "--by", "<script>", now="2026-05-01"
    )
    text = page(memory)
    found = _Page(text)
    assert {tag for tag, _ in found.tags} & {"script", "img", "b", "i", "u"} <= {"b"}
    assert sum(tag == "b" for tag, _ in found.tags) == 8  # the numbers at the top
    assert "<script>alert(1)</script> <img src=x onerror=y> {{ 7 * 7 }} {% raw %} &amp;" in found.text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "<U+202E>evil" in found.text


def test_secrets_and_personal_data_are_masked_wherever_they_stand(memory: Shell) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    memory.write("a.md", markdown(
        "id: a", "valid_from: 2025-01-01", "author: dana.holt@holtworks.de", f"tags: [{token}]",
        body=f"Use {token} for staging.\n",
    ))  # fmt: skip
    memory.write("a.closed.md", markdown("closes: a", "valid_until: 2026-01-01", f"reason: {token} leaked"))
    text = page(memory)
    assert token not in text
    assert "dana.holt@holtworks.de" not in text
    assert "****" in text


def test_an_older_report_gives_way_and_nothing_else_does(sample: Shell) -> None:
    first = page(sample)
    second = page(sample, now="2026-12-01")
    assert first != second
    for name, text in {"notes.html": "<p>Mine.</p>", "late.html": " " * 4096 + first}.items():
        (sample.folder / name).write_text(text, "utf-8")
        refused = sample.run("report", "--out", name)
        assert (refused.code, refused.out) == (1, "")
        assert refused.err == f"error: {name} is there already and is no report of ours; name another file\n"
        assert (sample.folder / name).read_text("utf-8") == text


def test_a_link_a_folder_and_an_entry_are_refused(sample: Shell) -> None:
    page(sample)
    (sample.folder / "link.html").symlink_to("report.html")
    (sample.folder / "folder.html").mkdir()
    for name in ("link.html", "folder.html"):
        refused = sample.run("report", "--html", name)
        assert refused.err == f"error: {name} is there already and is no report of ours; name another file\n"
    refused = sample.run("report", "--html", "memory/report.md")
    assert refused.err == (
        "error: memory/report.md would be read as an entry; give it another ending, such as .html\n"
    )
    refused = sample.run("report", "--html", "no/report.html")
    assert (refused.code, refused.err) == (
        1, f"error: {sample.folder}/no is not a folder; make it first, or name another file\n",
    )  # fmt: skip


def test_a_report_changes_nothing_in_the_memory(sample: Shell) -> None:
    page(sample)
    sample.did("report")
    sample.ask("report")
    assert contents(sample.memory) == contents(SAMPLE)


def test_the_document_holds_numbers_and_ids(sample: Shell) -> None:
    sample.did("used", "use-node-22", now="2026-09-01")
    sample.did("used", "use-node-22", now="2026-11-01")
    found = sample.ask("report", now=TODAY)
    assert found["standing"] == {"pending": 1, "active": 31, "expired": 1, "closed": 10}
    assert (found["entries"], found["files"], found["faults"], found["path"]) == (43, 52, 0, None)
    assert [one["id"] for one in found["fading"]][:2] == ["cache-bug-workaround", "format-prices"]
    assert ["use-node-18", "use-node-20", "use-node-22"] in found["chains"]
    assert "summer-sale-freeze" in found["proposed"]
    assert found["events"] == [
        {"month": "2026-09", "used": 1}, {"month": "2026-10"}, {"month": "2026-11", "used": 1},
    ]  # fmt: skip


def test_an_empty_memory_has_a_page_too(memory: Shell) -> None:
    text = _Page(page(memory)).text
    assert "The memory is empty" in text
    assert "No event was recorded yet" in text


def test_without_a_file_the_numbers_are_told(sample: Shell) -> None:
    said = sample.did("report", now=TODAY).lines
    assert said[:5] == ["pending\t1", "active\t31", "expired\t1", "closed\t10", "fading\t5"]
    assert said[-1] == "`memdecay report --html report.html` writes a page that shows them."


def test_the_drawings_stay_inside_their_frames(sample: Shell) -> None:
    text = page(sample)
    for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', text):
        assert 0 <= float(x) <= 720
        assert 0 <= float(y) <= 240
    assert re.findall(r'<circle class="dot', text)


def test_no_other_command_loads_the_template_library(sample: Shell) -> None:
    asked = (
        "import sys; from memdecay.cli.app import main\ntry: main()\nfinally: print('jinja2' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, "--now", TODAY, "recall", "install packages"],
        cwd=sample.folder, env=sample.environment_of_a_process({}), capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert "install-with-pnpm" in done.stdout
    assert done.stdout.endswith("False\n")
