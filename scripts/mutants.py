"""Changes a title's code in small ways, one at a time, and looks whether a test of the title notices.

``make mutants TITLE=cz COUNT=200`` draws among the mutants that mutmut makes, runs the tests that reach each
of them and writes the result into ``docs/mutants.md``. A run that was stopped goes on where it was; if only
tests have changed since, only what survived is tried again.

What survives is tried once more against all tests of the title, in a process of its own: mutmut runs tests in
copies of a process whose caches the unchanged code has filled, so a changed loader would not be called.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import itertools
import json
import os
import resource
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).parents[1]
VERDICTS = ROOT / "tests/mutants.toml"
PAGE = ROOT / "docs/mutants.md"
WANTED = 90
SEED = 1865
# What bots expect and what tables show decides no rule.
LEFT_OUT = {"prospects.py", "table.py"}
# Seconds of processor time; many times what all tests of a title take, however busy the machine is.
PATIENCE = 600
# Characters of code that say enough about a change.
READABLE = 110
SETTINGS = """
[tool.mutmut]
source_paths = ["src"]
also_copy = ["docs"]
timeout_multiplier = 2.0
only_mutate = ["src/piercy/titles/{title}/*.py"]
pytest_add_cli_args = ["-p", "no:xdist", "-p", "no:cacheprovider"]
pytest_add_cli_args_test_selection = ["tests/titles/{title}"]
"""
# What mutmut notes of a mutant that it gave up, because its time was over. On a busy machine those that
# no test notices run out of time too, so that nothing follows from it.
GIVEN_UP = {-24, 24, 36, 152, 255}
# What it notes of one that no test failed on, or that it has not tried.
UNDECIDED = {None, 0, 2, 5, 33, *GIVEN_UP}
REFUSALS = {"IllegalAction", "InvalidAction"}
Pair = tuple[ast.AST, ast.AST]


@dataclass(frozen=True)
class Mutant:
    """One change, named as mutmut names it."""

    name: str
    file: str
    line: int
    before: str
    after: str


# ---- the mutants of a title


def titles_here() -> list[str]:
    """The folders of the titles that this project brings by entry points."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    modules = [
        made.partition(":")[0].split(".") for made in project["entry-points"]["piercy.titles"].values()
    ]
    return sorted({folder for *package, folder, _ in modules if package == ["piercy", "titles"]})


def mutants_of(title: str) -> list[Mutant]:
    """Those that change what the title does; see the page for what is left out."""
    files = sorted((ROOT / "src/piercy/titles" / title).glob("*.py"))
    return [mutant for path in files if path.name not in LEFT_OUT for mutant in _mutants_in(path)]


def _mutants_in(path: Path) -> Iterator[Mutant]:
    source = path.read_text(encoding="utf-8")
    mutated = mutate_file_contents(str(path), source)
    made = {node.name: node for node, _ in _functions(ast.parse(mutated.code))}
    lines = {
        f"xǁ{owner}ǁ{node.name}" if owner else f"x_{node.name}": node.lineno
        for node, owner in _functions(ast.parse(source))
    }
    module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for name in mutated.mutant_names:
        function = name.rpartition("__mutmut_")[0]
        original = made[function + "__mutmut_orig"]
        change = _difference((original, made[name]))
        if change and not _is_noise(change):
            line = next(old.lineno for old, _ in reversed(change) if isinstance(old, ast.stmt | ast.expr))
            line += lines[function] - original.lineno
            yield Mutant(f"{module}.{name}", path.name, line, *_shown(change))


def _functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Functions and methods, with the class they are in."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, ""
        elif isinstance(node, ast.ClassDef):
            yield from ((item, node.name) for item in node.body if isinstance(item, ast.FunctionDef))


def _difference(pair: Pair) -> list[Pair]:
    """What differs, from the whole to its smallest part; empty if nothing does."""
    if type(pair[0]) is not type(pair[1]):
        return [pair]
    differing: list[Pair] = []
    for field in pair[0]._fields:
        old, new = ([part] if not isinstance(part, list) else part for part in _both(pair, field))
        if field == "name" or (isinstance(pair[0], ast.FunctionDef) and field != "body"):
            continue
        if len(old) != len(new):
            return [pair]
        for one, other in zip(old, new, strict=True):
            if not isinstance(one, ast.AST) or not isinstance(other, ast.AST):
                if one != other:
                    return [pair]
            elif ast.dump(one) != ast.dump(other):
                differing.append((one, other))
    if len(differing) == 1:
        return [pair, *_difference(differing[0])]
    return [pair] if differing else []


def _both(pair: Pair, field: str) -> tuple[Any, Any]:
    return getattr(pair[0], field, None), getattr(pair[1], field, None)


def _is_noise(change: list[Pair]) -> bool:
    """Whether the types, or the tests of the words, stop the change before any rule is asked."""
    if any(isinstance(old, ast.Raise | ast.Assert) for old, _ in change):
        return True
    if any(_is_told(old, part) for (old, _), (part, _) in itertools.pairwise(change)):
        return True
    old, new = change[-1]
    if isinstance(old, ast.Call) and isinstance(new, ast.Call):
        return len(old.args) + len(old.keywords) > len(new.args) + len(new.keywords)
    if not isinstance(new, ast.Constant):
        return False
    if isinstance(new.value, str):
        return not new.value.startswith("XX") or " " in new.value
    return new.value is None


def _is_told(node: ast.AST, part: ast.AST) -> bool:
    """Whether the part is among the words of a refusal, after its rule."""
    if not isinstance(node, ast.Call) or part is node.func or ast.unparse(node.func) not in REFUSALS:
        return False
    return not node.args or part is not node.args[0]


def _shown(change: list[Pair]) -> tuple[str, str]:
    """The change with the expression, or the small statement, that it is part of."""
    shown = ("", "")
    for pair in reversed(change):
        wider = ast.unparse(pair[0]), ast.unparse(pair[1])
        if shown[0] and (
            len(wider[0]) > READABLE or (isinstance(pair[0], ast.stmt) and hasattr(pair[0], "body"))
        ):
            break
        if isinstance(pair[0], ast.stmt | ast.expr):
            shown = wider
    return shown


# ---- one run


class Workshop:
    """The copy of the project in which mutmut works, and what is known so far."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.place = ROOT / "build/mutants" / title
        self.inside = self.place / "mutants"
        self._known = self.place / "results.json"
        self._listed = self.place / "listed.json"
        self._identity: dict[str, str] = {}

    def prepare(self) -> dict[str, str]:
        """Copy the project; what is known stays while the code is the same.

        What survived is forgotten when the tests have changed.
        """
        code, tests = _digest(*_code(self.title)), _digest(ROOT / "tests/titles" / self.title)
        known = json.loads(self._known.read_text(encoding="utf-8")) if self._known.exists() else {}
        if known.get("code") != code:
            shutil.rmtree(self.place, ignore_errors=True)
            known = {"code": code, "results": {}}
        self.place.mkdir(parents=True, exist_ok=True)
        if known.get("tests") != tests:
            known["tests"] = tests
            known["results"] = {k: v for k, v in known["results"].items() if v != "survived"}
            for old in (self.place / "tests", self.inside / "tests", self.inside / "mutmut-stats.json"):
                shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
            for folder in ("src", "tests", "docs"):
                shutil.copytree(
                    ROOT / folder,
                    self.place / folder,
                    dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("__pycache__"),
                )
        settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8") + SETTINGS.format(title=self.title)
        (self.place / "pyproject.toml").write_text(settings, encoding="utf-8")
        self._identity = {key: known[key] for key in ("code", "tests")}
        self.keep(known["results"])
        return dict(known["results"])

    def mutants(self) -> list[Mutant]:
        """All of the title's; listing them takes a while, so the list is kept with the copy of the code."""
        if not self._listed.exists():
            rows = [asdict(mutant) for mutant in mutants_of(self.title)]
            self._listed.write_text(json.dumps(rows, indent=1), encoding="utf-8")
        return [Mutant(**row) for row in json.loads(self._listed.read_text(encoding="utf-8"))]

    def keep(self, results: dict[str, str]) -> None:
        self._known.write_text(json.dumps({**self._identity, "results": results}, indent=1), encoding="utf-8")

    def quick(self, names: list[str]) -> None:
        """Only the tests that reach the changed function, a fork for each mutant."""
        command = [sys.executable, "-m", "mutmut", "run", "--max-children", "1", *names]
        subprocess.run(command, cwd=self.place, check=True, stdout=sys.stderr)

    def killed(self, names: list[str]) -> dict[str, str]:
        """Those that mutmut saw killed, also in a run that was stopped."""
        codes: dict[str, int | None] = {}
        for meta in (self.inside / "src/piercy/titles" / self.title).glob("*.meta"):
            codes.update(json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"])
        return {name: "killed" for name in names if codes.get(name) not in UNDECIDED}

    def whole(self, name: str) -> str:
        """All tests of the title, in a process of its own."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
        surroundings = {**os.environ, "MUTANT_UNDER_TEST": name, "PYTHONPATH": "src"}
        run = subprocess.run(
            [*command, f"tests/titles/{self.title}"], preexec_fn=_limit_time,
            cwd=self.inside, env=surroundings, capture_output=True, check=False,
        )  # fmt: skip
        return "killed" if run.returncode else "survived"


def _limit_time() -> None:
    """What never ends is killed; a busy machine makes no difference."""
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))


def _code(title: str) -> list[Path]:
    """All that a title's tests depend on."""
    return [ROOT / "src/piercy" / part for part in ("core", "rail", "testing", f"titles/{title}")]


def _digest(*folders: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.suffix in {".py", ".toml"}:
            found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return found.hexdigest()


def _lot(mutant: Mutant) -> str:
    """The order of drawing: by chance, but the same for a mutant whatever becomes of the others."""
    return hashlib.sha256(f"{SEED} {mutant.name}".encode()).hexdigest()


def try_out(title: str, count: int) -> tuple[int, list[tuple[Mutant, str]]]:
    """How many mutants there are, and the sample with what became of each."""
    workshop = Workshop(title)
    results = workshop.prepare()
    every = workshop.mutants()
    drawn = sorted(every, key=_lot)[:count]
    names = [mutant.name for mutant in drawn]
    results.update(workshop.killed(names))
    left = [name for name in names if name not in results]
    if left:
        workshop.quick(left)
        results.update(workshop.killed(left))
        workshop.keep(results)
    if not results.keys() >= set(left) and workshop.whole("") == "killed":
        sys.exit(f"the tests of {title} fail without any change")
    for name in left:
        if name not in results:
            results[name] = workshop.whole(name)
            workshop.keep(results)
            print(results[name], name, file=sys.stderr)
    return len(every), [(mutant, results[mutant.name]) for mutant in drawn]


# ---- the page


def report(title: str, count: int) -> bool:
    """Try the sample and write its part of the page; False if too little was noticed."""
    every, drawn = try_out(title, count)
    verdicts = _verdicts(title)
    kept = {mutant: verdicts.get(_key(mutant), {}) for mutant, result in drawn if result == "survived"}
    equivalent = [mutant for mutant, verdict in kept.items() if "equivalent" in verdict]
    real, killed = len(drawn) - len(equivalent), len(drawn) - len(kept)
    share = 100 * killed / real if real else 100.0
    code = _run("git", "log", "-1", "--format=%h", "--", *map(str, _code(title)))
    summary = (
        f"{every} mutants, {len(drawn)} drawn; {killed} killed, {len(equivalent)} equivalent, "
        f"{len(kept) - len(equivalent)} survived: {share:.1f} % of those that are not equivalent are killed. "
        f"Run on the code of `{code}`."
    )
    lines = [summary, ""]
    for mutant in sorted(kept, key=lambda one: (one.file, one.line)):
        why = kept[mutant].get("equivalent")
        lines += _entry(mutant, f"equivalent: {why}" if why else "**survives**")
    drawn_keys = {_key(mutant): mutant for mutant, _ in drawn}
    for key, found in verdicts.items():
        if "killed_by" in found and key in drawn_keys and drawn_keys[key] not in kept:
            lines += _entry(drawn_keys[key], f"survived at first, killed by `{found['killed_by']}`")
    _write(title, "\n".join(lines))
    print(summary)
    return share >= WANTED


def _verdicts(title: str) -> dict[tuple[str, str, str], dict[str, str]]:
    """What was found out about survivors, by hand."""
    listed = tomllib.loads(VERDICTS.read_text(encoding="utf-8")).get(title, [])
    return {(verdict["file"], verdict["before"], verdict["after"]): verdict for verdict in listed}


def _key(mutant: Mutant) -> tuple[str, str, str]:
    return mutant.file, mutant.before, mutant.after


def _entry(mutant: Mutant, verdict: str) -> list[str]:
    return [f"- `{mutant.file}:{mutant.line}` `{mutant.before}` became `{mutant.after}`: {verdict}"]


def _write(title: str, text: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    start, end = f"<!-- {title} -->\n", f"\n<!-- end of {title} -->"
    head, rest = page.split(start)
    PAGE.write_text(head + start + text + end + rest.split(end)[1], encoding="utf-8")


def _run(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title", choices=titles_here())
    parser.add_argument("count", type=int)
    arguments = parser.parse_args()
    sys.exit(0 if report(arguments.title, arguments.count) else 1)
