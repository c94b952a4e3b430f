"""Drive an installed kernel with Jupyter's own clients and print what they saw as JSON.

Usage: jupyter.py KERNEL CELL...   (every CELL is a JSON object: code, and "error" when it must fail)
"""
import json
import sys

import nbformat
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient

kernel, cells = sys.argv[1], [json.loads(a) for a in sys.argv[2:]]
seen = {}

notebook = nbformat.v4.new_notebook()
for cell in cells:
    tags = ["raises-exception"] if cell.get("error") else []
    notebook.cells.append(nbformat.v4.new_code_cell(cell["code"], metadata={"tags": tags}))
NotebookClient(notebook, kernel_name=kernel, timeout=600).execute()
seen["outputs"] = [cell.outputs for cell in notebook.cells]
seen["counts"] = [cell.execution_count for cell in notebook.cells]

manager, client = start_new_kernel(kernel_name=kernel, startup_timeout=600)
try:
    seen["info"] = client.kernel_info(reply=True, timeout=600)["content"]
    code = cells[0]["code"]
    seen["complete"] = client.complete(code[:3], 3, reply=True, timeout=600)["content"]["status"]
    seen["inspect"] = client.inspect(code, 1, reply=True, timeout=600)["content"]["status"]
    client.is_complete(code)
    seen["is_complete"] = client.get_shell_msg(timeout=600)["content"]["status"]
    seen["history"] = client.history(hist_access_type="tail", n=3, reply=True, timeout=600)["content"]["status"]
    seen["alive"] = client.is_alive()
    manager.restart_kernel()
    client.wait_for_ready(timeout=600)
    seen["restarted"] = client.execute(code, reply=True, timeout=600)["content"]["execution_count"]
finally:
    client.stop_channels()
    manager.shutdown_kernel()
seen["ended"] = not manager.is_alive()
json.dump(seen, sys.stdout)
