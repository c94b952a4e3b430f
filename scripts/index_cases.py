"""Writes tensor/testdata/index.json: what numpy makes of several hundred index expressions.

    /usr/bin/python3 scripts/index_cases.py > tensor/testdata/index.json

A case indexes x = arange(size).reshape(shape). It has the shape and the elements of x[index], whether that shares x's memory, x after
x[index] = v (an array of the selected shape, or one that broadcasts to it) and after x[index] += 1000, and the gradient of
sum(w * x[index]) where w counts from one. Where numpy raises, the case has the name of the exception instead.
"""

import json
import random

import numpy as np

SHAPES = [(), (5,), (1,), (0,), (3, 4), (2, 3, 4), (2, 1, 3), (2, 0, 3), (2, 3, 2, 2)]
FIXED = [
    ((5,), ["2"]), ((5,), ["-5"]), ((5,), ["5"]), ((5,), ["-6"]), ((5,), []), ((), []), ((), ["..."]), ((), ["0"]), ((), [None, "..."]),
    ((5,), ["::-1"]), ((5,), ["4:0:-2"]), ((5,), ["10:-10:-1"]), ((5,), ["-100:100:3"]), ((5,), ["3:3"]), ((5,), [":-1"]),
    ((3, 4), ["1", "..."]), ((3, 4), ["...", "1"]), ((3, 4), ["...", "1", "2"]), ((3, 4), ["0", "0", "0"]), ((3, 4), ["...", "..."]),
    ((3, 4), [[0, 2]]), ((3, 4), [[]]), ((3, 4), [[0, 2], [1, 3]]), ((3, 4), [[0, 2], [1, 3, 0]]), ((3, 4), [[[0], [2]], [1, 3]]),
    ((2, 3, 4), ["0", "::2", [1, 3]]), ((2, 3, 4), [[0, 1], "::2", [1, 3]]), ((2, 3, 4), ["0", ":", [1, 3, 0]]), ((2, 3, 4), [":", [1, 2], "0"]),
    ((2, 3, 4), ["0", None, [1, 3]]), ((2, 3, 4), [[0, 1], None, [1, 2]]), ((3, 4), [[True, False, True]]), ((3, 4), [[True, False]]),
    ((3, 4), [":", [True, False, True, True]]), ((3, 4), [[False, False, False]]), ((2, 3, 4), [[[True, False, True], [False, True, False]], "1:"]),
    ((3, 4), [True]), ((3, 4), [False]), ((3, 4), [True, "1"]), ((3, 4), ["...", True]), ((), [True]), ((), [False]), ((3, 4), [True, [0, 1]]),
    ((2, 0, 3), ["1"]), ((2, 0, 3), [":", "0"]), ((2, 0, 3), [":", []]), ((0,), [[]]), ((0,), [[0]]), ((3, 4), [None, "1", None, "::2", None]),
    ((5,), [[-1, -1, 0, 0]]), ((5,), [[5]]), ((5,), [[0, -6]]),
]


def item(r, dims, k, common):
    """A random index for axis k."""
    n = dims[k]
    kind = r.choice("iiisssssttm")
    if kind == "i":
        return str(r.randint(-n, n - 1)) if n and r.random() < 0.97 else str(n + r.randint(0, 2))
    if kind == "t":
        if n == 0:
            return []
        shape = r.choice([common, common, common[-1:], (1,), ()])
        return np.array([r.randint(-n, n - 1) for _ in range(int(np.prod(shape)))], dtype=int).reshape(shape).tolist()
    if kind == "m":
        return [r.random() < 0.5 for _ in range(n)]
    part = lambda: r.choice(["", "", str(r.randint(-n - 2, n + 2))])
    return part() + ":" + part() + r.choice(["", "", ":2", ":-1", ":-2", ":3"])


def expression(r):
    dims = r.choice(SHAPES[4:] if r.random() < 0.85 else SHAPES)
    common = r.choice([(2,), (3,), (2, 2), (1, 2)])
    index, used = [], 0
    count = r.randint(0, len(dims))
    dots = r.randint(0, count) if r.random() < 0.4 else -1
    while used < count:
        if used == dots:
            index.append("...")
            dots = -1
        if r.random() < 0.12:
            index.append(None)
        k = used if "..." not in index else len(dims) - (count - used)
        if used + 2 <= count and r.random() < 0.08:
            index.append([[r.random() < 0.5 for _ in range(dims[k + 1])] for _ in range(dims[k])])
            used += 2
            continue
        index.append(item(r, dims, k, common))
        used += 1
    return dims, index


def parse(v):
    """The index that numpy sees: strings are integers and slices, numbers and lists are arrays."""
    if isinstance(v, list):
        return np.array(v, dtype=None if np.size(v) else bool if np.ndim(v) > 1 else int)
    if v is None or isinstance(v, bool):
        return v
    if isinstance(v, int):
        return np.array(v)
    if v == "...":
        return Ellipsis
    if ":" in v:
        return slice(*[int(p) if p else None for p in v.split(":")])
    return int(v)


def flat(a):
    return np.asarray(a).reshape(-1).tolist()


def case(dims, index):
    x = np.arange(int(np.prod(dims)), dtype=np.int64).reshape(dims)
    c = {"shape": list(dims), "index": index}
    idx = tuple(parse(v) for v in index)
    try:
        y = x[idx]
    except (IndexError, ValueError) as e:
        return c | {"error": type(e).__name__}
    c["out"], c["get"] = list(np.shape(y)), flat(y)
    if y.size:
        view = x[idx + (() if any(v is Ellipsis for v in idx) else (Ellipsis,))]
        c["shares"] = bool(np.shares_memory(x, view))
    value = np.shape(y)
    if len(index) % 2 and value:
        value = value[:-1] + (min(1, value[-1]),)
    s = x.copy()
    s[idx] = -1 - np.arange(int(np.prod(value))).reshape(value)
    c["value"], c["set"] = list(value), flat(s)
    a = x.copy()
    a[idx] += 1000
    c["add"] = flat(a)
    g = np.zeros(dims)
    np.add.at(g, idx, 1 + np.arange(y.size).reshape(y.shape))
    c["grad"] = [int(v) for v in flat(g)]
    return c


def main():
    r = random.Random(20)
    cases, seen = [case(*f) for f in FIXED], set()
    while len(cases) < 560:
        dims, index = expression(r)
        key = json.dumps([dims, index])
        if key not in seen:
            seen.add(key)
            cases.append(case(dims, index))
    print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")


main()
