#!/usr/bin/env python3
"""Creates NAME.ipynb from NAME.py: runs its cells, which lines "# %%" separate, with CPython, and records their output.

mindspore.mint has the interface of PyTorch, which takes its place here."""

import ast
import contextlib
import io
import json
import pathlib
import sys

here = pathlib.Path(__file__).parent
page_name = sys.argv[1]
if page_name == "mint":
    import torch
    import torch.nn.functional

    torch.mint, torch.Tensor.__str__, torch.Tensor.__repr__ = torch, lambda t: str(t.numpy()), lambda t: str(t.numpy())
    sys.modules["mindspore"] = torch
names = {"__name__": "__main__"}
cells = []
for n, src in enumerate((here / f"{page_name}.py").read_text().split("# %%\n"), 1):
    src = src.strip("\n")
    tree = ast.parse(src)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out, outputs = io.StringIO(), []
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    if out.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": out.getvalue().splitlines(True)})
    if value is not None:
        outputs.append({"output_type": "execute_result", "execution_count": n, "metadata": {}, "data": {"text/plain": [repr(value)]}})
    cells.append({"cell_type": "code", "execution_count": n, "metadata": {}, "outputs": outputs, "source": src.splitlines(True)})
page = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 4}
(here / f"{page_name}.ipynb").write_text(json.dumps(page, indent=1) + "\n")
