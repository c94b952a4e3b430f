#!/usr/bin/python3
"""Writes testdata/goldens/optim_formulas.json: the optimizers of MindSpore for the combinations of their arguments, computed by
their formulas in numpy's float32, with one rounding for each operation as the CPU kernels have it."""
import itertools
import json
import os

import numpy as np

f = np.float32
random = np.random.RandomState(7)
runs = []


def hexed(a):
    return {"dtype": "float32", "shape": list(a.shape), "hex": a.astype("<f4").tobytes().hex()}


def run(name, formula, **choices):
    """Runs every combination of the choices; None leaves an argument out."""
    for values in itertools.product(*choices.values()):
        h = {k: v for k, v in zip(choices, values) if v is not None}
        if h.get("nesterov") and ("momentum" not in h or "dampening" in h):
            continue  # an error
        w = random.randn(2, 2).astype(f)
        grads = [(random.randn(2, 2) * s).astype(f) for s in (1, 0.1, 3, 1e-3)]
        record = {"optimizer": name, "hyper": h, "w0": hexed(w), "grads": [hexed(g) for g in grads], "weights_after": []}
        state = {}
        for t, g in enumerate(grads):
            rate = h["lr"][t] if isinstance(h["lr"], list) else h["lr"]
            w = formula(w, g, h, state, t, f(rate))
            assert w.dtype == f
            record["weights_after"].append(hexed(w))
        runs.append(record)


def decayed(w, g, h):
    scale = h.get("loss_scale", 1.0)
    if "wd" in h:
        g = g + w * f(h["wd"] * scale)
    return g if scale == 1 else g * f(1 / scale)


def sgd(w, g, h, s, t, lr):
    m, scale = f(h.get("momentum", 0)), h.get("loss_scale", 1.0)
    if scale != 1:
        g = g * f(1 / scale)
    if "wd" in h:  # in the kernel, behind the loss scale
        g = g + w * f(h["wd"])
    if m > 0:
        s["accum"] = g if t == 0 else s["accum"] * m + (f(1) - f(h.get("dampening", 0))) * g
        g = g + s["accum"] * m if h.get("nesterov") else s["accum"]
    return w - lr * g


def momentum(w, g, h, s, t, lr):
    s["accum"] = s.get("accum", np.zeros_like(w)) * f(h["momentum"]) + decayed(w, g, h)
    return w - s["accum"] * lr


def adam(w, g, h, s, t, lr):
    g = decayed(w, g, h)
    b1, b2, zeros = f(h.get("beta1", 0.9)), f(h.get("beta2", 0.999)), np.zeros_like(w)
    s["p1"], s["p2"] = s.get("p1", f(1)) * b1, s.get("p2", f(1)) * b2
    m, v = s.get("m", zeros), s.get("v", zeros)
    s["m"], s["v"] = m + (g - m) * (f(1) - b1), v + (g * g - v) * (f(1) - b2)
    up, down = s["m"], s["v"]
    if h.get("use_nesterov"):
        up = b1 * up + (f(1) - b1) * g
    if h.get("use_amsgrad"):
        down = s["vhat"] = np.maximum(s.get("vhat", zeros), down)
    rate = lr * np.sqrt(f(1) - s["p2"]) / (f(1) - s["p1"])
    return w - rate * up / (np.sqrt(down) + f(h.get("eps", 1e-8)))


def adam_weight_decay(w, g, h, s, t, lr):
    b1, b2, zeros = f(h.get("beta1", 0.9)), f(h.get("beta2", 0.999)), np.zeros_like(w)
    s["m"] = b1 * s.get("m", zeros) + (f(1) - b1) * g
    s["v"] = b2 * s.get("v", zeros) + (f(1) - b2) * g * g
    update = s["m"] / (np.sqrt(s["v"]) + f(h.get("eps", 1e-6)))
    if "wd" in h:
        update = update + f(h["wd"]) * w
    return w - lr * update


def rmsprop(w, g, h, s, t, lr):
    g, rest, zeros = decayed(w, g, h), f(1) - f(h.get("decay", 0.9)), np.zeros_like(w)
    square = s.get("square", np.ones_like(w))
    down = s["square"] = square + (g * g - square) * rest
    if h.get("centered"):
        mean = s.get("mean", zeros)
        s["mean"] = mean + (g - mean) * rest
        down = down - s["mean"] * s["mean"]
    s["moment"] = f(h.get("momentum", 0)) * s.get("moment", zeros) + lr * g / np.sqrt(down + f(h.get("epsilon", 1e-10)))
    return w - s["moment"]


def adagrad(w, g, h, s, t, lr):
    g, accum = decayed(w, g, h), s.get("accum", np.full_like(w, f(h.get("accum", 0.1))))
    s["accum"] = accum if h.get("update_slots") is False else accum + g * g
    return w - lr * g * (f(1) / np.sqrt(s["accum"] + f(1e-8)))


rates = [0.003, [0.1, 0.05, 0.02, 0.01]]
decays, scales = [None, 0.02], [None, 100.0]
run("SGD", sgd, lr=rates, momentum=[None, 0.95], dampening=[None, 0.3], nesterov=[None, True], wd=decays, loss_scale=scales)
run("Momentum", momentum, lr=rates, momentum=[0.5], use_nesterov=[None, True], wd=decays, loss_scale=scales)
run("Adam", adam, lr=rates, beta1=[None, 0.7], beta2=[None, 0.9], eps=[1e-3], use_nesterov=[None, True],
    use_amsgrad=[None, True], wd=decays, loss_scale=scales)
run("AdamWeightDecay", adam_weight_decay, lr=rates, beta1=[None, 0.7], beta2=[None, 0.9], eps=[None, 1e-3], wd=decays)
run("RMSProp", rmsprop, lr=rates, decay=[None, 0.5], momentum=[None, 0.9], epsilon=[1e-3], use_locking=[True], centered=[None, True],
    wd=decays, loss_scale=scales)
run("Adagrad", adagrad, lr=rates, accum=[None, 0.5], update_slots=[None, False], wd=decays, loss_scale=scales)

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "..", "testdata", "goldens", "optim_formulas.json"), "w") as out:
    out.write("[\n" + ",\n".join(json.dumps(r, separators=(",", ":")) for r in runs) + "\n]\n")
