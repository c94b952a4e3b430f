#!/usr/bin/python3
"""Measure the installed msrepl kernel beside ipykernel and print both with the figures to reach.

Usage: bench-kernel.py [--starts N] MSREPL_BINARY
Needs Debian's python3-ipykernel, python3-jupyter-client, python3-nbclient and python3-psutil. Medians of wall time, seen from a
client that speaks to the sockets directly; the kernels take turns, so that a busy machine is busy for both.
"""
import argparse
import json
import logging
import os
import statistics
import subprocess
import tempfile
import time

import nbclient
import nbformat.v4
import psutil
import zmq
from jupyter_client.manager import KernelManager
from jupyter_client.session import Session

CELLS = {
    "go": dict(trivial="1+1", define="v{0} := {0}", lines='for i := 0; i < 10000; i++ { fmt.Println("line", i) }',
               complete="fmt.Printl", inspect="fmt.Println", loop="for { }", keep="keepme := 1",
               turns="func turns() int {\n\ts := 0\n\tfor i := 0; i < 30_000_000; i++ {\n\t\tif i < 0 {\n\t\t\ts++\n\t\t}\n\t\ts += i\n\t}\n\treturn s\n}",
               turn="turns()"),
    "python": dict(trivial="1+1", define="v{0} = {0}", lines="for i in range(10000): print('line', i)",
                   complete="sys.stdou", inspect="print", loop="while True: pass", keep="import sys"),
}
# row: (what, unit, figure to reach)
ROWS = [
    ("start to kernel_info", "ms", 15), ("trivial cell", "ms", 0.4), ("trivial cell, 95 of 100", "ms", 1.0),
    ("10,000 lines", "ms", 20), ("definition, first 50", "ms", 0.4), ("definition, last 50", "ms", 0.4),
    ("complete", "ms", 0.3), ("inspect", "ms", 1.0), ("interrupt", "ms", 2.0), ("memory at start", "MB", 25),
    ("memory after 1,000 definitions", "MB", 35), ("shutdown", "ms", 5), ("loop beside a breakpoint", "x", 2), ("stop, with its variables", "ms", 5), ("20 cells through nbclient", "s", 0.8),
]
# What nbclient runs: each of these cells four times.
NOTEBOOK = {
    "go": ["a{0} := {0}", "a{0} * 2", 'for i := range 10 {{ fmt.Println("line", i) }}',
           "func f{0}(x int) int {{ return x + 1 }}\nf{0}(2)", 'fmt.Println(strings.Repeat("x", {0}))'],
    "python": ["a{0} = {0}", "a{0} * 2", "for i in range(10): print('line', i)",
               "def f{0}(x): return x + 1\nf{0}(2)", "print('x' * {0})"],
}


class Client:
    def __init__(self, name):
        self.begin = time.perf_counter()
        self.manager = KernelManager(kernel_name=name)
        self.manager.start_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        info = self.manager.get_connection_info()
        self.session = Session(key=info["key"], signature_scheme=info["signature_scheme"])
        self.session.digest_history_size = 0
        self.process = psutil.Process(self.manager.provisioner.pid)
        self.sockets = {}
        for channel, kind in ("iopub", zmq.SUB), ("shell", zmq.DEALER), ("control", zmq.DEALER):
            s = zmq.Context.instance().socket(kind)
            s.linger, s.reconnect_ivl, s.rcvhwm = 0, 2, 0
            if kind == zmq.SUB:
                s.subscribe(b"")
            s.connect("tcp://%s:%d" % (info["ip"], info[channel + "_port"]))
            self.sockets[channel] = s

    def send(self, channel, kind, content):
        message = self.session.msg(kind, content=content)
        self.sockets[channel].send_multipart(self.session.serialize(message))
        return message["header"]["msg_id"].encode()

    def finish(self, channel, mid, idle=True, timeout=60):
        """Wait for the reply and, with idle, for the end of what the request caused."""
        poller = zmq.Poller()
        poller.register(self.sockets[channel], zmq.POLLIN)
        poller.register(self.sockets["iopub"], zmq.POLLIN)
        end = time.perf_counter() + timeout
        replied = False
        while not (replied and not idle):
            ready = dict(poller.poll(1000))
            if time.perf_counter() > end:
                raise SystemExit("bench-kernel: no answer")
            for name in (channel, "iopub"):
                while self.sockets[name] in ready:
                    try:
                        frames = self.sockets[name].recv_multipart(zmq.NOBLOCK)
                    except zmq.Again:
                        break
                    at = frames.index(b"<IDS|MSG>")
                    if mid not in frames[at + 3]:
                        continue
                    if name == channel:
                        replied, self.reply = True, json.loads(frames[at + 5])
                    elif b'"idle"' in frames[at + 5]:
                        idle = False

    def timed(self, kind, content, channel="shell"):
        begin = time.perf_counter()
        self.finish(channel, self.send(channel, kind, content))
        return (time.perf_counter() - begin) * 1e3

    def execute(self, code):
        return self.timed("execute_request", dict(
            code=code, silent=False, store_history=True, user_expressions={}, allow_stdin=False, stop_on_error=True))

    def debug(self, command, **arguments):
        """Ask the debugger, and return the body of its answer."""
        content = dict(seq=1, type="request", command=command, arguments=arguments)
        self.finish("control", self.send("control", "debug_request", content))
        return self.reply["body"]

    def stopped(self):
        """Wait for a stop."""
        while True:
            frames = self.sockets["iopub"].recv_multipart()
            at = frames.index(b"<IDS|MSG>")
            if b'"debug_event"' in frames[at + 2] and b'"stopped"' in frames[at + 5]:
                return json.loads(frames[at + 5])["body"]["threadId"]

    def memory(self):
        time.sleep(1)
        return self.process.memory_info().rss / 2**20

    def shutdown(self):
        begin = time.perf_counter()
        self.send("control", "shutdown_request", dict(restart=False))
        while self.process.is_running() and self.process.status() != psutil.STATUS_ZOMBIE:
            time.sleep(0.0005)
        took = (time.perf_counter() - begin) * 1e3
        for s in self.sockets.values():
            s.close()
        self.manager.shutdown_kernel(now=True)
        return took


def start(name):
    client = Client(name)
    client.finish("shell", client.send("shell", "kernel_info_request", {}), idle=False)
    return client, (time.perf_counter() - client.begin) * 1e3


def session(name, cells):
    """One kernel, everything but starting it."""
    client, _ = start(name)
    time.sleep(0.3)
    found = {"memory at start": client.memory()}
    client.execute(cells["keep"])
    trivial = sorted(client.execute(cells["trivial"]) for _ in range(100))
    found["trivial cell"], found["trivial cell, 95 of 100"] = statistics.median(trivial), trivial[94]
    for what in "complete", "inspect":
        request = dict(code=cells[what], cursor_pos=len(cells[what]), detail_level=0)
        found[what] = statistics.median(client.timed(what + "_request", request) for _ in range(20))
    took = [client.execute(cells["define"].format(i)) for i in range(1000)]
    found["definition, first 50"], found["definition, last 50"] = statistics.median(took[:50]), statistics.median(took[-50:])
    found["memory after 1,000 definitions"] = client.memory()
    found["10,000 lines"] = statistics.median(client.execute(cells["lines"]) for _ in range(5))
    found["interrupt"] = statistics.median(interrupt(client, cells["loop"]) for _ in range(5))
    if "turns" in cells:
        found["loop beside a breakpoint"], found["stop, with its variables"] = debugger(client, cells)
    client.shutdown()
    return found


def debugger(client, cells):
    """How much longer a loop takes that has a breakpoint which it does not come to, and what a stop takes."""
    client.execute(cells["turns"])
    plain = min(client.execute(cells["turn"]) for _ in range(5))
    client.debug("initialize", clientID="bench", adapterID="", pathFormat="path", linesStartAt1=True)
    client.debug("attach")
    path = client.debug("dumpCell", code=cells["turns"])["sourcePath"]
    client.debug("setBreakpoints", source=dict(path=path), breakpoints=[dict(line=5)], sourceModified=False)
    client.debug("configurationDone")
    client.execute(cells["turns"])
    ratio = min(client.execute(cells["turn"]) for _ in range(5)) / plain
    client.debug("setBreakpoints", source=dict(path=path), breakpoints=[dict(line=2)], sourceModified=False)
    took = []
    for _ in range(20):
        begin = time.perf_counter()
        cell = client.send("shell", "execute_request", dict(code=cells["turn"], silent=False, allow_stdin=False))
        thread = client.stopped()
        frame = client.debug("stackTrace", threadId=thread)["stackFrames"][0]["id"]
        scope = client.debug("scopes", frameId=frame)["scopes"][0]["variablesReference"]
        client.debug("variables", variablesReference=scope)
        took.append((time.perf_counter() - begin) * 1e3)
        client.debug("continue", threadId=thread)
        client.finish("shell", cell)
    client.debug("disconnect", restart=False, terminateDebuggee=False)
    return ratio, statistics.median(took)


def interrupt(client, code):
    loop = client.send("shell", "execute_request", dict(code=code, silent=False, allow_stdin=False))
    time.sleep(0.5)
    begin = time.perf_counter()
    client.manager.interrupt_kernel()
    client.finish("shell", loop)
    return (time.perf_counter() - begin) * 1e3


def notebook(name, cells):
    """Execute a notebook of 20 cells, as nbconvert and papermill do; start and end of the kernel count."""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cells[i % len(cells)].format(i - i % len(cells))) for i in range(20)])
    begin = time.perf_counter()
    nbclient.NotebookClient(book, kernel_name=name).execute()
    took = time.perf_counter() - begin
    if sum(len(cell.outputs) for cell in book.cells) != 16:
        raise SystemExit(f"bench-kernel: outputs of {name} are missing")
    return took


def main():
    logging.disable(logging.CRITICAL)  # nbclient tells of each start
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--starts", type=int, default=9)
    arguments.add_argument("binary")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as data:
        os.environ["JUPYTER_PATH"] = data + "/share/jupyter"
        os.environ["JUPYTER_RUNTIME_DIR"] = data + "/run"
        os.environ["XDG_STATE_HOME"] = os.environ["IPYTHONDIR"] = data
        subprocess.run([options.binary, "install", "--prefix", data], check=True, stdout=subprocess.DEVNULL)
        kernels = {"msrepl": "go", "python3": "python"}
        starts, ends = {name: [] for name in kernels}, {name: [] for name in kernels}
        for _ in range(options.starts):
            for name in kernels:
                client, took = start(name)
                starts[name].append(took)
                ends[name].append(client.shutdown())
        books = {name: [] for name in kernels}
        for _ in range(options.starts):
            for name, language in kernels.items():
                books[name].append(notebook(name, NOTEBOOK[language]))
        found = {name: session(name, CELLS[language]) for name, language in kernels.items()}
    for name in kernels:
        found[name]["start to kernel_info"] = statistics.median(starts[name])
        found[name]["shutdown"] = statistics.median(ends[name])
        found[name]["20 cells through nbclient"] = statistics.median(books[name])
    print("%-32s %10s %10s %10s" % ("", "msrepl", "ipykernel", "to reach"))
    for what, unit, reach in ROWS:
        ours = found["msrepl"][what]
        print("%-29s %2s %10.2f %10.2f %10g%s" % (what, unit, ours, found["python3"].get(what, float("nan")), reach, "" if ours <= reach else "  missed"))


if __name__ == "__main__":
    main()
