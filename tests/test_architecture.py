"""The house test: what may import what, and who may touch the clock, the terminal and the disk."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import memdecay

HOUSE = Path(memdecay.__file__).parent

FLOORS: tuple[tuple[str, ...], ...] = (
    ("errors", "problem"),
    ("key_shapes", "masking", "unwrapping"),
    (
        "fsio",
        "files",
        "index",
        "git",
        "spool",
        "ledger",
        "settings",
        "credentials",
        "embedding",
    ),
    (
        "moment",
        "ids",
        "characters",
        "plain_block",
        "yaml_block",
        "front_matter",
        "passages",
        "scope",
        "entry",
        "event",
        "policy",
    ),
    ("lineage", "state", "track_record", "retention", "survival", "relevance"),
    ("chronicle",),
    ("ranking", "gate"),
    ("evidence", "proposals", "packing", "evaluation", "checks", "quotation", "inset", "sections"),
    ("memory",),
    ("importers", "exporters", "agents", "hooks"),
    ("cli",),
)
"""Bottom to top, as the README draws it. Within a floor a module may import its neighbours."""

ROOMS_OF_THEIR_OWN = {"embedding.distill"}
"""A program that is run by hand to make the model; the product never imports it."""


def floor_of(module: str) -> int:
    top = module.split(".")[0]
    return next(height for height, rooms in enumerate(FLOORS) if top in rooms)


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(HOUSE.rglob("*.py")):
        name = ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")
        if name not in {"__init__", "__main__"} | ROOMS_OF_THEIR_OWN:
            yield name, ast.parse(path.read_text("utf-8"))


MODULES = dict(modules())


def imports(tree: ast.AST) -> Iterator[str]:
    """Every imported module, late imports inside functions included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_imports(tree: ast.AST) -> set[str]:
    """What a module imports of this package, without the package's name."""
    names = {one.removeprefix("memdecay.") for one in imports(tree) if one.startswith("memdecay.")}
    return {one for one in names if one in MODULES}


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Every call, with the dotted name of what is called as it stands there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.mark.parametrize("name", MODULES)
def test_every_module_has_a_floor(name: str) -> None:
    assert any(name.split(".")[0] in rooms for rooms in FLOORS), f"{name} has no floor"


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_down(name: str) -> None:
    too_high = {one for one in own_imports(MODULES[name]) if floor_of(one) > floor_of(name)}
    assert not too_high, f"{name} imports from above: {sorted(too_high)}"


def test_imports_have_no_circle() -> None:
    edges = {name: own_imports(tree) - {name} for name, tree in MODULES.items()}
    while free := [name for name, needs in edges.items() if not needs & edges.keys()]:
        for name in free:
            del edges[name]
    assert not edges, f"these import each other: {sorted(edges)}"


@pytest.mark.parametrize("name", MODULES)
def test_only_the_command_line_knows_typer(name: str) -> None:
    if floor_of(name) < floor_of("cli"):
        assert not any(one.split(".")[0] == "typer" for one in imports(MODULES[name]))


@pytest.mark.parametrize("name", MODULES)
def test_only_the_rendering_knows_rich(name: str) -> None:
    if name != "cli.render":
        assert not any(one.split(".")[0] in {"rich", "plotext"} for one in imports(MODULES[name]))


MODEL_LIBRARIES = {
    "numpy",
    "model2vec",
    "sentence_transformers",
    "tokenizers",
    "torch",
    "onnx",
    "onnxruntime",
    "transformers",
}


@pytest.mark.parametrize("name", MODULES)
def test_model_libraries_stay_in_the_embedding_room(name: str) -> None:
    if not name.startswith("embedding"):
        assert not {one.split(".")[0] for one in imports(MODULES[name])} & MODEL_LIBRARIES


@pytest.mark.parametrize("name", MODULES)
def test_only_the_front_door_reads_the_clock(name: str) -> None:
    clocks = ("datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "time.time_ns")
    read = [called for called, _ in calls(MODULES[name]) if called.endswith(clocks)]
    assert len(read) == (1 if name == "cli.app" else 0), f"{name} reads the clock: {read}"


@pytest.mark.parametrize("name", MODULES)
def test_only_fsio_opens_files_for_writing(name: str) -> None:
    if name.split(".")[0] == "fsio":
        return
    writing = [called for called, node in calls(MODULES[name]) if _writes(called, node)]
    assert writing == WRITING_BY_PERMISSION.get(name, []), f"{name} writes: {writing}"


WRITING_BY_PERMISSION = {
    "cli.streams": ["os.open"],  # the null device, once the reader of a pipe has gone
    "index.writing": ["shutil.copyfile"],  # onto the nameless file that fsio.rebuild_cache hands it
}

_WRITING_METHODS = (
    ".write_text", ".write_bytes", ".unlink", ".rename", ".replace_file", ".mkdir", ".rmdir", ".touch",
    ".symlink_to", ".hardlink_to", ".chmod",
)  # fmt: skip
_WRITING_MODULES = ("shutil.", "tempfile.")
_WRITING_CALLS = (
    "os.replace", "os.rename", "os.unlink", "os.remove", "os.link", "os.symlink", "os.mkdir", "os.makedirs",
    "os.rmdir", "os.write", "os.truncate", "os.utime", "os.chmod", "fsio.write_new", "fsio.link_new",
)  # fmt: skip


def _writes(called: str, node: ast.Call) -> bool:
    if called == "open" or (called.endswith(".open") and called != "os.open"):
        return _opens_for_writing(node, place=1 if called == "open" else 0)
    if called == "os.open":
        return any(flag in ast.unparse(node) for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND"))
    return (
        called.endswith(_WRITING_METHODS) or called.startswith(_WRITING_MODULES) or called in _WRITING_CALLS
    )


def _opens_for_writing(node: ast.Call, place: int) -> bool:
    modes = [one.value for one in node.keywords if one.arg == "mode"] + node.args[place : place + 1]
    return any(isinstance(one, ast.Constant) and set(str(one.value)) & set("wax+") for one in modes)


@pytest.mark.parametrize("name", MODULES)
def test_only_git_and_the_editor_start_programs(name: str) -> None:
    starting = [
        called for called, _ in calls(MODULES[name]) if called.startswith(("subprocess.", "os.system"))
    ]
    allowed = {"git": ["subprocess.run", "subprocess.Popen"], "cli.editor": ["subprocess.run"]}
    assert starting == allowed.get(name, []), f"{name} starts a program: {starting}"


@pytest.mark.parametrize("name", MODULES)
def test_every_module_says_what_lives_in_it(name: str) -> None:
    opening = (ast.get_docstring(MODULES[name]) or "").split("\n\n")[0]
    assert opening.endswith("."), f"{name} does not open with a sentence"


@pytest.mark.parametrize("name", MODULES)
def test_no_name_says_nothing(name: str) -> None:
    empty = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "service", "core"}
    assert not set(name.split(".")) & empty


@pytest.mark.parametrize("name", MODULES)
def test_functions_fit_on_a_page(name: str) -> None:
    is_function = (ast.FunctionDef, ast.AsyncFunctionDef)
    long = [
        f"{node.name} ({_length(node)} lines)"
        for node in ast.walk(MODULES[name])
        if isinstance(node, is_function) and _length(node) > 40
    ]
    assert not long, f"{name}: {long}"


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of code: a command's options and its help are not counted, they are declarations."""
    body = node.body[1:] if ast.get_docstring(node) else node.body
    last = body[-1].end_lineno if body else node.lineno
    return (last or 0) - (body[0].lineno if body else node.lineno) + 1
