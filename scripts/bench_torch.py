#!/usr/bin/python3
"""A server of timed samples in PyTorch, for internal/bench/tensors: bench_torch.py --threads N --time SECONDS. For every name of a
workload on standard input it prints a line of JSON with the seconds of one iteration. The names and what they mean are those of
internal/bench/tensors, which also chooses the instructions, by variables; element i of every tensor is made by fill in bench_train.py."""
import argparse
import json
import math
import os
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--time", type=float, default=0.06, help="seconds of a sample")
args = parser.parse_args()
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, str(args.threads))

import torch  # noqa: E402, it reads the environment
from torch.nn import functional as F  # noqa: E402

import bench_train  # noqa: E402
from bench_train import fill  # noqa: E402

torch.set_num_threads(args.threads)
aten = torch.ops.aten


def quiet(f):
    """f to be called without a tape, which is entered once for many calls."""
    def run():
        f()
    run.quiet = True
    return run


def gemm(size):
    if "x" in size:
        sizes, layout = size.split("_")
        m, k, n = map(int, sizes.split("x"))
    else:
        m = k = n = int(size)
        layout = "nn"
    a = fill(1, 1, k, m).t() if layout == "tn" else fill(1, 1, m, k)
    b = fill(2, 1, n, k).t() if layout == "nt" else fill(2, 1, k, n)
    c = torch.empty(m, n)
    return lambda: torch.mm(a, b, out=c)


def bmm(size):
    count, m, k, n = map(int, size.split("x"))
    a, b, c = fill(1, 1, count, m, k), fill(2, 1, count, k, n), torch.empty(count, m, n)
    return lambda: torch.bmm(a, b, out=c)


IMAGES = {  # images, channels, results, kernel, side, padding
    "lenet1": (32, 1, 6, 5, 28, 0), "lenet2": (32, 6, 16, 5, 14, 0), "r16_32k3": (32, 16, 32, 3, 32, 1),
    "k4_120_240": (32, 120, 240, 4, 12, 0), "r64k3": (8, 64, 64, 3, 56, 1), "r256k3": (8, 256, 256, 3, 14, 1),
    "r256k1": (8, 256, 64, 1, 56, 0),
}


def conv_fwd(name):
    n, c, o, k, h, p = IMAGES[name]
    x, w, b = fill(1, 1, n, c, h, h), fill(2, 0.1, o, c, k, k), fill(3, 1, o)
    return quiet(lambda: F.conv2d(x, w, b, padding=p))


def conv_bwd(name):
    n, c, o, k, h, p = IMAGES[name]
    side = h + 2 * p - k + 1
    x, w, dy = fill(1, 1, n, c, h, h), fill(2, 0.1, o, c, k, k), fill(4, 1, n, o, side, side)
    return lambda: aten.convolution_backward(dy, x, w, [o], [1, 1], [p, p], [1, 1], False, [0, 0], 1, [True, True, True])


FUNCTIONS = {
    "add": torch.add, "mul": torch.mul, "exp": lambda x, y: torch.exp(x), "relu": lambda x, y: torch.relu(x),
    "sigmoid": lambda x, y: torch.sigmoid(x), "tanh": lambda x, y: torch.tanh(x), "gelu": lambda x, y: F.gelu(x),
    "gelu_tanh": lambda x, y: F.gelu(x, approximate="tanh"), "log": lambda x, y: torch.log(x), "erf": lambda x, y: torch.erf(x),
}


def ew(name, n=None):
    if name == "add_bias_64x512":
        x, y = fill(1, 1, 64, 512), fill(2, 1, 512)
        return quiet(lambda: x + y)
    f, x, y = FUNCTIONS[name], fill(1, 3, int(n)), fill(2, 3, int(n))
    return quiet(lambda: f(x, y))


INTO = {
    "add": torch.add, "mul": torch.mul, "exp": lambda x, y, out: torch.exp(x, out=out),
    "relu": lambda x, y, out: torch.clamp_min(x, 0, out=out), "sigmoid": lambda x, y, out: torch.sigmoid(x, out=out),
    "tanh": lambda x, y, out: torch.tanh(x, out=out), "erf": lambda x, y, out: torch.erf(x, out=out),
}


def ew_out(name, n):
    f, x, y, out = INTO[name], fill(1, 3, int(n)), fill(2, 3, int(n)), torch.empty(int(n))
    return quiet(lambda: f(x, y, out=out))


def copy(_):
    x = fill(1, 1, 1024, 1024).t()
    return x.contiguous


def red(name, n=None):
    if n:
        x = fill(1, 1, int(n))
        return quiet(x.sum if name == "sum" else x.mean)
    if name == "max_1e5":
        return quiet(fill(1, 1, 100000).max)
    x = fill(1, 1, 1024, 1024)
    return quiet({"sum_axis0_1024": lambda: x.sum(0), "sum_axis1_1024": lambda: x.sum(1),
                  "argmax_axis1_1024": lambda: x.argmax(1)}[name])


SIMPLE = {"add": torch.add, "mul": torch.mul, "less": torch.lt, "sum": lambda x, y: x.sum(), "max": lambda x, y: x.max(),
          "exp": lambda x, y: torch.exp(x), "sum0": lambda x, y: x.sum(0), "sum1": lambda x, y: x.sum(1)}


def of(kind, name):
    dtype = getattr(torch, kind)
    x, y = (n < 0 if kind == "bool" else n.abs().to(dtype) for n in (fill(1, 50, 100000), fill(2, 50, 100000)))
    f = SIMPLE[name]
    return quiet(lambda: f(x, y))


def view(kind, name):
    x = {"transposed": lambda: fill(1, 3, 1000, 1000).t(), "steps": lambda: fill(1, 3, 1000, 2000)[:, ::2],
         "rows": lambda: fill(1, 3, 2000, 1000)[::2], "row": lambda: fill(1, 3, 1, 1000).expand(1000, 1000),
         "column": lambda: fill(1, 3, 1000, 1).expand(1000, 1000)}[kind]()
    f, y = SIMPLE[name], fill(2, 3, 1000, 1000)
    return quiet(lambda: f(x, y))


def layer_norm(_):
    x, w, b = fill(1, 1, 1024, 256), fill(2, 1, 256), fill(3, 1, 256)
    return x, w, b, fill(4, 1, 1024, 256)


def nn(name, size):
    if name in ("softmax", "cross_entropy"):
        n, classes = map(int, size.split("x"))
        x, y = fill(1, 1, n, classes), torch.arange(n) % classes
        return quiet(lambda: F.softmax(x, -1) if name == "softmax" else F.cross_entropy(x, y))
    if name == "maxpool2_fwd":
        x = fill(1, 1, 32, 6, 28, 28)
        return quiet(lambda: F.max_pool2d(x, 2))
    if name.startswith("layernorm"):
        x, w, b, dy = layer_norm(size)
        if name == "layernorm_fwd":
            return quiet(lambda: F.layer_norm(x, (256,), w, b, 1e-5))
        _, mean, rstd = torch.native_layer_norm(x, [256], w, b, 1e-5)
        return lambda: aten.native_layer_norm_backward(dy, x, [256], mean, rstd, w, b, [True, True, True])
    x, w, b, dy = fill(1, 1, 32, 64, 28, 28), fill(2, 1, 64), fill(3, 1, 64), fill(4, 1, 32, 64, 28, 28)
    mean, var = torch.zeros(64), torch.ones(64)
    if name == "batchnorm_fwd":
        return quiet(lambda: F.batch_norm(x, mean, var, w, b, True, 0.1, 1e-5))
    _, m, r = torch.native_batch_norm(x, w, b, mean, var, True, 0.1, 1e-5)
    return lambda: aten.native_batch_norm_backward(dy, x, w, mean, var, m, r, True, 1e-5, [True, True, True])


def disp(name):
    parts = name.split("_")
    if parts[0] == "matmul":
        x, y = fill(1, 1, 2, 3), fill(2, 1, 3, 2)
        return quiet(lambda: x @ y)
    dims = [int(d) for d in parts[1].split("x")]
    if parts[0] == "chain100":
        return chain(dims, parts[-1] == "fwdbwd", "both" in parts)
    x, y = fill(1, 1, *dims).requires_grad_(parts[2] == "grad"), fill(2, 1, *dims)
    run = (lambda: x * y) if parts[0] == "mul" else (lambda: x + y)
    return run if parts[2] == "grad" else quiet(run)


def chain(dims, backward, both):
    x, w = fill(1, 1, *dims).requires_grad_(True), torch.ones(dims).requires_grad_(both)

    def run():
        y = x
        for _ in range(100):
            y = y * w
        if backward:
            y.sum().backward()
            x.grad = w.grad = None
    return run


def opt(name):
    shapes = [(512, 784), (512,), (512, 512), (512,), (10, 512), (10,)]
    params = [fill(i + 1, 0.05, *s).requires_grad_(True) for i, s in enumerate(shapes)]
    for i, p in enumerate(params):
        p.grad = fill(10 + i, 0.01, *shapes[i])
    return {"sgd_mlp": lambda: torch.optim.SGD(params, 1e-4), "sgdm_mlp": lambda: torch.optim.SGD(params, 1e-4, momentum=0.9),
            "adam_mlp": lambda: torch.optim.Adam(params, 1e-5)}[name]().step


def network(name):
    return {"mlp": bench_train.mlp, "lenet": bench_train.lenet, "encoder": bench_train.encoder}[name]()


def train(name):
    net, x, y, loss, momentum = network(name)
    optimizer = torch.optim.SGD(net.parameters(), 0.01, momentum=momentum)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss(net(x), y).backward()
        optimizer.step()
    return step


def infer(name):
    net, x, _, _, _ = network(name)
    return quiet(lambda: net(x))


KINDS = {"gemm": gemm, "bmm": bmm, "conv_fwd": conv_fwd, "conv_bwd": conv_bwd, "ew": ew, "dropped": ew, "ew_out": ew_out, "copy": copy, "red": red,
         "of": of, "view": view, "nn": nn, "disp": disp, "opt": opt, "train": train, "infer": infer}


def times(run, n):
    begun = time.perf_counter()
    with torch.set_grad_enabled(not getattr(run, "quiet", False)):
        for _ in range(n):
            run()
    return time.perf_counter() - begun


def calibrated(run):
    """How many iterations take the time of a sample."""
    run()
    n = 1
    while (seconds := times(run, n)) < args.time / 4:
        n = max(2 * n, min(50 * n, int(n * args.time / 2 / max(seconds, 1e-9))))
    return max(1, int(n * args.time / seconds))


def main():
    print(json.dumps({"ready": 1}), flush=True)
    current = run = n = None
    for line in sys.stdin:
        name = line.strip()
        try:
            if name != current:
                kind, *rest = name.split("/")
                run = None
                run = KINDS[kind](*rest)
                current, n = name, calibrated(run)
            times(run, max(1, n // 20))
            before = time.process_time()
            seconds = times(run, n)
            answer = {"name": name, "sec": seconds / n, "cpu": (time.process_time() - before) / n, "iters": n}
        except Exception as problem:  # the driver reports it
            answer = {"name": name, "err": repr(problem)[:200]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
