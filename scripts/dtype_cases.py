"""Writes tensor/testdata/dtypes.json: arithmetic and text of every dtype by numpy, of BFloat16 by torch.

    /usr/bin/python3 scripts/dtype_cases.py > tensor/testdata/dtypes.json

A case has a dtype, an op, its arguments as Python's text of lists, the dtype of the result and str(result). Integers divide as Float32,
which is MindSpore's rule, not numpy's. Of infinity and -0 numpy has an own way to take quotients and remainders; they stay out.
"""

import json
import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")
NAMES = ["Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64", "Float16", "Float32", "Float64", "Complex64", "Complex128"]
FLOATS = [1.5, -2.25, 0.1, 3, -0.0, float("inf"), float("nan"), 1000.5], [2, 0.3, -7, 3, 1, 2, 1, -0.001]
ARITHMETIC = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.true_divide}
REAL = {"FloorDiv": np.floor_divide, "Mod": np.mod, "Maximum": np.maximum, "Minimum": np.minimum, "Less": np.less, "GreaterEqual": np.greater_equal}
EVERY = {"Equal": np.equal, "NotEqual": np.not_equal}
UNARY = {"Neg": np.negative, "Abs": np.abs, "Square": np.square}
REDUCE = {"Sum": lambda a, **k: a.sum(dtype=a.dtype), "Max": lambda a: a.max(), "CumSum": lambda a: a.cumsum(dtype=a.dtype)}


def arguments(dt):
    if dt.kind == "c":
        return np.array([1 + 2j, -0.5j, 3, 0.25 - 4j], dt), np.array([2 - 1j, 1 + 1j, -2, 0.5j], dt)
    if dt.kind == "f":
        return np.array(FLOATS[0], dt), np.array(FLOATS[1], dt)
    i = np.iinfo(dt)
    signs = [7, -7, 7, -7] if i.min < 0 else [7, 9, 250, 3]
    return np.array(signs + [i.max, i.min, i.max, 100], dt), np.array([2, 2, 3, 5, 1, 1, i.max, 3], dt)


def write(cases, name, op, args, y):
    dtype = {"bool": "Bool"}.get(y.dtype.name, y.dtype.name.capitalize().replace("Uint", "UInt"))
    cases.append({"dtype": name, "op": op, "args": [[repr(v) for v in a.tolist()] for a in args], "out": dtype, "text": str(y)})


def numpy_cases(cases):
    for name in NAMES:
        dt = np.dtype(name.lower())
        a, b = arguments(dt)
        for op, f in (ARITHMETIC | EVERY | (REAL if dt.kind != "c" else {})).items():
            keep = np.isfinite(a) & (a != 0) if op in ("FloorDiv", "Mod") else slice(None)
            x, y = a[keep], b[keep]
            z = f(x.astype(np.float32), y.astype(np.float32)) if op == "Div" and dt.kind in "iu" else f(x, y)
            write(cases, name, op, [x, y], z)
        for op, f in UNARY.items():
            write(cases, name, op, [a], f(a))
        finite = a[np.isfinite(a)]
        for op, f in REDUCE.items():
            if op != "Max" or dt.kind != "c":
                write(cases, name, op, [finite], f(finite))
    a, b = np.array([True, True, False, False]), np.array([True, False, True, False])
    for op, f in (EVERY | {"Add": np.add, "Mul": np.multiply, "Less": np.less, "Maximum": np.maximum}).items():
        write(cases, "Bool", op, [a, b], f(a, b))


def torch_cases(cases):
    """BFloat16, which numpy lacks. The text is that of the result in Float32, where it is exact."""
    a, b = (torch.tensor(v, dtype=torch.bfloat16) for v in FLOATS)
    ops = {"Add": torch.add, "Sub": torch.sub, "Mul": torch.mul, "Div": torch.div, "Maximum": torch.maximum, "Less": torch.lt, "Equal": torch.eq}
    for op, f in ops.items():
        y = f(a, b)
        text = str(y.numpy() if y.dtype == torch.bool else y.float().numpy())
        cases.append({
            "dtype": "BFloat16", "op": op, "args": [[repr(v) for v in x.tolist()] for x in (a, b)],
            "out": "Bool" if y.dtype == torch.bool else "BFloat16", "text": text,
        })


def main():
    cases = []
    numpy_cases(cases)
    torch_cases(cases)
    print("[\n" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "\n]")


main()
