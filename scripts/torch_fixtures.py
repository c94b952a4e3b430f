#!/usr/bin/python3
"""Writes the networks in nn/ckpt/testdata that PyTorch saves, alone and in a training checkpoint, with what it puts out."""
import json
import os

import torch
from torch import nn

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "nn", "ckpt", "testdata")
torch.manual_seed(5)
net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Linear(18, 6), nn.LayerNorm(6), nn.PReLU(),
                    nn.Linear(6, 2))
for _ in range(3):
    net(torch.randn(8, 1, 5, 5))  # moves the running statistics
net.eval()
x = torch.arange(25.0).reshape(1, 1, 5, 5) / 25

torch.save(net.state_dict(), os.path.join(here, "network.pt"))
torch.save({"epoch": 3, "state_dict": net.state_dict()}, os.path.join(here, "network_nested.pth"))
with open(os.path.join(here, "network.json"), "w") as f:
    json.dump({"torch": torch.__version__, "output": net(x).tolist()}, f)
    f.write("\n")
