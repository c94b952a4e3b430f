#!/usr/bin/python3
"""Writes model_and_cell.safetensors: PyTorch's results for the cells of ../model_and_cell.ipynb.

Run it with Debian's python3-torch and python3-numpy; the notebook reads the file and needs neither.
The header's metadata has the text that Python prints; the tensors have the numbers.
"""
import json
import pathlib
import struct

import numpy as np
import torch
from torch import nn


class MyCell(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(self.net(x))


class ClassLoss(nn.Module):
    """The mean loss of the worst 70 % of the positive samples."""

    def __init__(self):
        super().__init__()
        self.losses = nn.CrossEntropyLoss(reduction="none")

    def forward(self, pred, label):
        mask = label > 0
        count = torch.clamp(mask.sum() * 0.7, 1).int()
        losses = self.losses(pred, (label * mask).long()) * mask
        return torch.topk(losses, k=count)[0].mean()


def convolution():
    """A convolution whose weights are all 0.1, so all 240 channels are equal and only one is saved."""
    cell = MyCell(nn.Conv2d(120, 240, kernel_size=4, bias=False))
    nn.init.constant_(cell.net.weight, 0.1)
    np.random.seed(0)
    x = np.random.uniform(-1, 1, (2, 120, 12, 12)).astype(np.float32)
    with torch.no_grad():
        y = cell(torch.from_numpy(x))
    first = y[:, :1].contiguous()
    assert torch.allclose(y, first.expand_as(y), atol=1e-4)
    return first, "\n".join(str(p.shape) for p in cell.parameters())


def box_select():
    np.random.seed(1)
    box = torch.from_numpy(np.random.uniform(0, 1, (3, 4)).astype(np.float32))
    iou_score = torch.from_numpy(np.random.uniform(0, 1, (3,)).astype(np.float32))
    return box[iou_score > 0.3]


def class_loss():
    np.random.seed(1)
    pred = torch.from_numpy(np.random.uniform(0, 1, (5, 2)).astype(np.float32))
    label = torch.tensor([-1, 0, 1, 1, 0], dtype=torch.int32)
    return ClassLoss()(pred, label)


def write(path, tensors, texts):
    header, body = {"__metadata__": texts}, b""
    for name, t in tensors.items():
        data = t.numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(t.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


def main():
    conv, shapes = convolution()
    box, loss = box_select(), class_loss()
    write(
        pathlib.Path(__file__).with_suffix(".safetensors"),
        {"conv": conv, "box_select": box, "class_loss": loss},
        {"conv.parameters": shapes, "box_select": str(box), "class_loss": str(loss)},
    )


if __name__ == "__main__":
    main()
