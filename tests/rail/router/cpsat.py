"""The router's question put to OR-Tools CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from piercy.rail.router.network import Network, Runner


@dataclass
class Model:
    """One circuit for each train: a route, closed through a node that stands for the depot."""

    network: Network
    model: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    users: dict[int, list[cp_model.IntVar]] = field(default_factory=dict)
    income: list[cp_model.LinearExprT] = field(default_factory=list)

    def add_train(self, runner: Runner) -> None:
        model, stops = self.model, self.network.stops
        depot = len(stops)
        runs = model.new_bool_var("")
        visited = [model.new_bool_var("") for _ in stops]
        arcs: list[cp_model.ArcT] = [(depot, depot, ~runs)]
        for index, stop in enumerate(stops):
            first, last = model.new_bool_var(""), model.new_bool_var("")
            arcs += [(index, index, ~visited[index]), (depot, index, first), (index, depot, last)]
            model.add_implication(visited[index], runs)
            model.add_at_most_one(first, last)
            if not stop.through:
                model.add_bool_or(first, last, ~visited[index])
        for link in self.network.links:
            there, back = model.new_bool_var(""), model.new_bool_var("")
            arcs += [(link.a, link.b, there), (link.b, link.a, back)]
            for bit in range(link.mask.bit_length()):
                if link.mask >> bit & 1:
                    self.users.setdefault(bit, []).extend((there, back))
        model.add_circuit(arcs)
        model.add_bool_or([*(visited[i] for i, stop in enumerate(stops) if stop.token), ~runs])
        for group in {stop.group for stop in stops} - {None}:
            model.add_at_most_one(visited[i] for i, stop in enumerate(stops) if stop.group == group)
        self._add_income(runner, visited)

    def _add_income(self, runner: Runner, visited: list[cp_model.IntVar]) -> None:
        model, stops = self.model, self.network.stops
        counted = list(visited)
        for index, stop in enumerate(stops):
            if runner.skips_towns and not stop.city:
                counted[index] = model.new_bool_var("")
                model.add_implication(counted[index], visited[index])
        if runner.stops is not None:
            model.add(sum(counted) <= runner.stops)
        if runner.cities is not None:
            model.add(sum(counted[i] for i, stop in enumerate(stops) if stop.city) <= runner.cities)
        bonus = dict(runner.bonus)
        self.income += [(stop.value + bonus.get(i, 0)) * counted[i] for i, stop in enumerate(stops)]


def best_total(network: Network, runners: Sequence[Runner]) -> int:
    """The most that the trains can earn together, by CP-SAT."""
    made = Model(network)
    for runner in runners:
        made.add_train(runner)
    for users in made.users.values():
        made.model.add_at_most_one(users)
    made.model.maximize(sum(made.income))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(made.model) == cp_model.OPTIMAL
    return round(solver.objective_value)
