"""Every rule that can be named can be looked up."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import memdecay
from memdecay import checks
from memdecay.checks.catalogue import CATALOGUE

HOUSE = Path(memdecay.__file__).parent
REPORTING = {"Problem", "problem", "_problem", "report", "Leak"}
"""What makes a problem, or something that becomes one; a rule is its `rule`, or its first argument."""


def named_rules() -> Iterator[tuple[str, str]]:
    """Every rule that stands in the source as the rule of a problem, with the module."""
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for one in _stated(node):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield one.value, path.stem


def _stated(node: ast.AST) -> list[ast.expr]:
    """What stands where a rule is named: in a call, or as the default of a parameter `rule`."""
    if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in REPORTING:
        return [one.value for one in node.keywords if one.arg == "rule"] or node.args[:1]
    if isinstance(node, ast.FunctionDef):
        named = node.args.args[len(node.args.args) - len(node.args.defaults) :]
        pairs = zip(named, node.args.defaults, strict=True)
        return [default for argument, default in pairs if argument.arg == "rule"]
    return []


def test_every_rule_that_the_program_names_is_in_the_catalogue() -> None:
    named = dict(named_rules())
    assert {rule: module for rule, module in named.items() if rule not in CATALOGUE} == {}


def test_the_catalogue_holds_no_rule_that_nothing_names() -> None:
    assert CATALOGUE.keys() - dict(named_rules()).keys() == set()


def test_each_rule_is_told_in_whole_sentences() -> None:
    for name, about in CATALOGUE.items():
        assert name.replace("-", "").islower(), name
        for sentence in about:
            assert sentence[0].isupper(), name
            assert sentence.endswith("."), name
            assert "\n" not in sentence


def test_every_rule_of_a_list_stands_in_a_module_of_its_own_room() -> None:
    listed = {*checks.RULES, *checks.PAGE_RULES, *checks.LISTING_RULES}
    assert len(listed) == len(checks.RULES) + len(checks.PAGE_RULES) + len(checks.LISTING_RULES)
    assert {one.__module__.rpartition(".")[0] for one in listed} == {"memdecay.checks"}


KINDS = {("state", "now"): checks.RULES, ("page",): checks.PAGE_RULES, ("files",): checks.LISTING_RULES}
"""The lists that rules stand in, by what they look at."""


def test_every_rule_that_is_written_is_one_that_check_runs() -> None:
    for module in pkgutil.iter_modules(checks.__path__, f"{checks.__name__}."):
        for name, rule in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            gives = str(rule.__annotations__.get("return"))
            is_rule = rule.__module__ == module.name and not name.startswith("_") and gives.startswith("Iter")
            if is_rule and (listed := KINDS.get(tuple(inspect.signature(rule).parameters))) is not None:
                assert rule in listed, f"{module.name}.{name}"
    assert [len(listed) for listed in KINDS.values()] == [7, 9, 3]
