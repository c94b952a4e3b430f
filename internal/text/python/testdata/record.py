#!/usr/bin/env python3
"""Records what CPython's ast makes of texts: record.py FOLDER, with Python 3.12.

snippets.txt has texts with lines of dashes between them; snippets.dump gets the dump of each, one per line. Of the
code cells of the notebooks below FOLDER, tutorials.sum gets a sum of the text and one of the dump.
"""

import ast
import hashlib
import json
import pathlib
import sys

here = pathlib.Path(__file__).parent


def dump(text):
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):  # 3.12.1 ends nested specifications with an empty text
            node.values = [v for v in node.values if not isinstance(v, ast.Constant) or v.value]
        if hasattr(node, "type_params"):
            node._fields = tuple(f for f in node._fields if f != "type_params")
    return ast.dump(tree)


def short(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


texts = (here / "snippets.txt").read_text().split("\n-----\n")
(here / "snippets.dump").write_text("".join(dump(t) + "\n" for t in texts))

sums = {}
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.ipynb")):
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            text = "".join(cell["source"])
            sums[short(text)] = short(dump(text))
(here / "tutorials.sum").write_text("".join(f"{k} {v}\n" for k, v in sorted(sums.items())))
