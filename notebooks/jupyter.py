"""Runs code cells in a Jupyter kernel: one JSON string of code per line in, one JSON object per line out.

Answers {"outputs": [...]} for a cell, {"widgets": {...}} for null: the states of the widgets that the client knows, as
a notebook keeps them. {"lost": "why"} is the answer when the kernel is of no further use.
Arguments: the kernel's name.
"""

import json
import os
import sys

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError

# The kernel inherits this process's standard output. The answers go to a copy of it that the kernel
# does not have; whatever else is printed goes to standard error.
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)


def answer(**fields):
    answers.write(json.dumps(fields) + "\n")
    answers.flush()


def run(client, line):
    code = json.loads(line)
    if code is None:
        client.set_widgets_metadata()
        kept = client.nb.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {})
        answer(widgets=kept.get("state", {}))
        return
    cell = nbformat.v4.new_code_cell(code)
    client.nb.cells.append(cell)
    client.execute_cell(cell, len(client.nb.cells) - 1)
    answer(outputs=cell.outputs)


client = NotebookClient(nbformat.v4.new_notebook(), kernel_name=sys.argv[1], timeout=None, allow_errors=True)
try:
    with client.setup_kernel():
        answer(outputs=[])
        for line in sys.stdin:
            run(client, line)
except DeadKernelError:
    answer(lost="the kernel died")
except KeyboardInterrupt:
    answer(lost="interrupted")
except Exception as e:
    answer(lost=f"{type(e).__name__}: {e}")
