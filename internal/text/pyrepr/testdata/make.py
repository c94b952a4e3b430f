"""Writes ipython.json: nested values with repr and the text that IPython shows for them.

Run with a Python that has IPython (8.12 wrote the file that is checked in): python3 make.py > ipython.json
"""

import json
import random

from IPython.lib.pretty import pretty


class Leaf:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def build(tree):
    kind, arg = tree
    if kind == "tuple":
        return tuple(map(build, arg))
    if kind == "list":
        return list(map(build, arg))
    if kind == "dict":
        return {k: build(v) for k, v in arg}
    if kind == "leaf":
        return Leaf(arg)
    return arg  # a plain Python value


def word(rnd):
    return "x" * rnd.choice([1, 2, 5, 9, 17, 30, 45, 60, 76, 77, 78, 79, 90])


def leaf(rnd):
    rows = rnd.choice([1, 1, 1, 1, 2, 3])
    return ["leaf", "\n".join(word(rnd) for _ in range(rows))]


def tree(rnd, depth):
    kind = rnd.choice(["leaf", "plain", "tuple", "list", "dict"]) if depth else rnd.choice(["leaf", "plain"])
    if kind == "leaf":
        return leaf(rnd)
    if kind == "plain":
        return ["plain", rnd.choice([None, True, False, 7, -3, 2.0, 0.1, 1e-7, 1e22, "a", "it's", 'say "x"', "both ' and \"", "a\nb\t\\", "é", "\x01"])]
    n = rnd.choice([0, 1, 2, 3, 5])
    if kind == "dict":
        return ["dict", [[chr(97 + i) * rnd.choice([1, 8]), tree(rnd, depth - 1)] for i in range(n)]]
    return [kind, [tree(rnd, depth - 1) for _ in range(n)]]


def cases():
    rnd = random.Random(20230)
    yield ["list", [["plain", i] for i in range(1005)]]
    yield ["tuple", [["plain", i] for i in range(1000)]]
    for width in (38, 39, 40):
        yield ["tuple", [["leaf", "y" * 37], ["leaf", "y" * width]]]
    for _ in range(100):
        yield [rnd.choice(["tuple", "list"]), [tree(rnd, 3) for _ in range(rnd.choice([1, 2, 3, 4]))]]


out = []
for t in cases():
    v = build(t)
    out.append({"value": t, "repr": repr(v), "pretty": pretty(v, max_width=79)})
print("[\n" + ",\n".join(json.dumps(c) for c in out) + "\n]")
