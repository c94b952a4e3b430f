#!/usr/bin/python3
"""The most memory that PyTorch's tensors take at a time in a step of training, in bytes: bench_memory.py prints it for each workload of
bench_train.py as JSON. What the profiler sees allocated and freed is added to what is there before a step."""
import json

import torch
from torch.profiler import ProfilerActivity, profile

import bench_train


def peak(net, x, y, loss, momentum):
    opt = torch.optim.SGD(net.parameters(), 0.01, momentum=momentum)

    def step():
        opt.zero_grad(set_to_none=True)
        loss(net(x), y).backward()
        opt.step()

    for _ in range(3):
        step()
    opt.zero_grad(set_to_none=True)
    state = [s for p in opt.state.values() for s in p.values() if torch.is_tensor(s)]
    now = sum(t.numel() * t.element_size() for t in [x, y, *net.parameters(), *state])
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as seen:
        step()
    most = now
    for event in sorted(seen.profiler.kineto_results.events(), key=lambda e: e.start_us()):
        if event.name() == "[memory]":
            now += event.nbytes()
            most = max(most, now)
    return most


if __name__ == "__main__":
    print(json.dumps({w: peak(*getattr(bench_train, w)()) for w in ("mlp", "lenet", "encoder")}))
