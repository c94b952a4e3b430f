#!/usr/bin/python3
"""The workloads of internal/workload in PyTorch: bench_train.py NAME SECONDS prints samples per second and the first ten losses
as JSON. NAME is mlp, lenet or encoder. It uses as many threads as PyTorch thinks best; OMP_NUM_THREADS says otherwise."""
import json
import math
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def fill(seed, scale, *shape):
    """Element i is scale*(2u-1), u = mix(i + 1000003*seed) / 2**32, mix being the finalizer of MurmurHash3."""
    h = (np.arange(math.prod(shape), dtype=np.uint64) + np.uint64(seed * 1000003)).astype(np.uint32)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        h = (h ^ (h >> np.uint32(shift))) * np.uint32(factor)
    values = scale * (2 * (h.astype(np.float64) / 2**32) - 1)
    return torch.from_numpy(values.astype(np.float32).reshape(shape))


def filled(layer, seed):
    """Weights and bias of a layer within 1/sqrt(inputs of an output)."""
    with torch.no_grad():
        scale = 1 / math.sqrt(layer.weight[0].numel())
        layer.weight.copy_(fill(seed, scale, *layer.weight.shape))
        layer.bias.copy_(fill(seed + 1, scale, *layer.bias.shape))
    return layer


def dense(out, inputs, seed):
    return filled(nn.Linear(inputs, out), seed)


class Encoder(nn.Module):
    """A block that normalizes after each addition: width 256, 4 heads, inner width 1024, no dropout."""

    def __init__(self):
        super().__init__()
        self.qkv, self.out = dense(768, 256, 1), dense(256, 256, 3)
        self.up, self.down = dense(1024, 256, 5), dense(256, 1024, 7)
        self.norm1, self.norm2 = nn.LayerNorm(256), nn.LayerNorm(256)

    def forward(self, x):
        n, s, _ = x.shape
        q, k, v = self.qkv(x).view(n, s, 3, 4, 64).permute(2, 0, 3, 1, 4)
        mixed = F.softmax(q @ k.transpose(-1, -2) / 8, -1) @ v
        x = self.norm1(x + self.out(mixed.transpose(1, 2).reshape(n, s, 256)))
        return self.norm2(x + self.down(F.relu(self.up(x))))


def mlp():
    net = nn.Sequential(dense(512, 784, 1), nn.ReLU(), dense(512, 512, 3), nn.ReLU(), dense(10, 512, 5))
    return net, fill(100, 1, 64, 784), torch.arange(64) % 10, F.cross_entropy, 0


def lenet():
    net = nn.Sequential(
        filled(nn.Conv2d(1, 6, 5), 1), nn.ReLU(), nn.MaxPool2d(2), filled(nn.Conv2d(6, 16, 5), 3), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), dense(120, 400, 5), nn.ReLU(), dense(84, 120, 7), nn.ReLU(), dense(10, 84, 9))
    return net, fill(100, 1, 32, 1, 32, 32), torch.arange(32) % 10, F.cross_entropy, 0.9


def encoder():
    return Encoder(), fill(100, 1, 8, 128, 256), fill(101, 1, 8, 128, 256), F.mse_loss, 0


def main(name, seconds):
    net, x, y, loss, momentum = {"mlp": mlp, "lenet": lenet, "encoder": encoder}[name]()
    opt = torch.optim.SGD(net.parameters(), 0.01, momentum=momentum)

    def step():
        opt.zero_grad(set_to_none=True)
        value = loss(net(x), y)
        value.backward()
        opt.step()
        return value

    losses = [step().item() for _ in range(10)]
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        step()
        steps += 1
    rate = steps * len(x) / (time.perf_counter() - begun)
    print(json.dumps({"samples_per_second": rate, "losses": losses}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
