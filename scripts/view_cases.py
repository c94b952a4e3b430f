"""Writes interp/testdata/views.repl: random expressions on views, as numpy prints them, and gradients that PyTorch has computed.

    /usr/bin/python3 scripts/view_cases.py > interp/testdata/views.repl

All numbers are small and have few bits, so that sums in any order are the same, and 0 is added before printing, so that none is -0.
"""

import random

import torch

SESSIONS, CASES = 8, 8
SHAPES = [(3, 20), (20, 2), (2, 1, 17), (2, 16), (2, 2, 2, 4), (33,), (8, 4), (4, 8)]
MOST = 40  # elements of what is printed
TEXT = """func weights(y *Tensor) *Tensor { return (tensor.Arange(y.Size()) * 5 % 7 - 3).AsType(tensor.Float32).Reshape(y.Shape()...) }"""


def whole(y, axis, part):
    """An index of Go: a part of one axis, all of the others."""
    return "y[%s]" % ", ".join(part if k == axis else ":" for k in range(y.dim()))


def every(r, y, axis):
    first, step = r.randrange(y.shape[axis]), r.choice([1, 1, 2, 3])
    index = [slice(None)] * y.dim()
    index[axis] = slice(first, None, step)
    return y[tuple(index)], whole(y, axis, "%d::%d" % (first, step))


def parts(r, y, axis):
    """The element of an axis beside all, in arithmetic."""
    i, op = r.randrange(y.shape[axis]), r.choice("+-*")
    part, text = y.narrow(axis, i, 1), whole(y, axis, "%d:%d" % (i, i + 1))
    f = {"+": torch.add, "-": torch.sub, "*": torch.mul}[op]
    return r.choice([(f(y, part), "y %s %s" % (op, text)), (f(part, y), "%s %s y" % (text, op))])


def reversed_beside(r, y, axis):
    op = r.choice("+-")
    return (y + y.flip(axis) if op == "+" else y - y.flip(axis)), "y %s y.Flip(%d)" % (op, axis)


def differences(r, y, axis):
    if y.shape[axis] < 2:
        return None
    n = y.shape[axis] - 1
    return y.narrow(axis, 1, n) - y.narrow(axis, 0, n), "%s - %s" % (whole(y, axis, "1:"), whole(y, axis, ":-1"))


def mean(r, y, axis):
    if y.shape[axis] not in (1, 2, 4, 8, 16):
        return None
    return y.mean(axis), "y.Mean(%d)" % axis


def turned(r, y, axis):
    order = list(range(y.dim()))
    r.shuffle(order)
    return y.permute(order), "y.Transpose(%s)" % ", ".join(map(str, order))


STEPS = [
    every, every, parts, parts, reversed_beside, differences, mean, turned,
    lambda r, y, a: (y.flip(a), "y.Flip(%d)" % a),
    lambda r, y, a: (y.sum(a), "y.Sum(%d)" % a),
    lambda r, y, a: (y + y.sum(a, keepdim=True), "y + y.Sum(%d).ExpandDims(%d)" % (a, a)),
    lambda r, y, a: (y.reshape(y.shape[0], -1), "y.Reshape(%d, -1)" % y.shape[0]),
    lambda r, y, a: (y * 0.5 + 1, "y*0.5 + 1"),
    lambda r, y, a: (torch.where(y > 1, y, -y), "ops.Where(y > 1, y, -y)"),
    lambda r, y, a: (torch.cat([y, y.flip(a)], a), "ops.Concat([]*Tensor{y, y.Flip(%d)}, %d)" % (a, a)),
    lambda r, y, a: (y.cumsum(a), "y.CumSum(%d)" % a),
    lambda r, y, a: (y @ y.T if y.dim() == 2 else y, "y.MatMul(y.T())" if y.dim() == 2 else "y"),
    lambda r, y, a: (y.unsqueeze(a), "y.ExpandDims(%d)" % a),
]


def numbers(n, shape):
    return ((torch.arange(n) * 7) % 11 - 5).float().reshape(shape)


def shown(x):
    return str((x.detach() + 0).numpy())


def case(r):
    """A function with its value and gradient, or None if they cannot be printed as asked."""
    shape = r.choice(SHAPES)
    n = 1
    for d in shape:
        n *= d
    x = numbers(n, shape).requires_grad_()
    y, lines = x, []
    while len(lines) < 5 and y.dim() > 0 and y.numel() > 0:
        made = r.choice(STEPS)(r, y, r.randrange(y.dim()))
        if made is None or made[1] == "y":
            continue
        y = made[0]
        lines.append("y = " + made[1])
    if y.numel() == 0 or y.numel() > MOST:
        return None
    w = ((torch.arange(y.numel()) * 5) % 7 - 3).float().reshape(y.shape)
    (y * w).sum().backward()
    if max(y.abs().max(), x.grad.abs().max()) > 1 << 16:
        return None
    return "\n".join([
        ">>> x := (tensor.Arange(%d)*7%%11 - 5).AsType(tensor.Float32).Reshape(%s)" % (n, ", ".join(map(str, shape))),
        ">>> f := func(x *Tensor) *Tensor {", "...     y := x", *("...     " + line for line in lines), "...     return y", "... }",
        ">>> fmt.Println(f(x) + 0)", shown(y),
        ">>> fmt.Println(grad.Grad(func(x *Tensor) *Tensor { y := f(x); return (y * weights(y)).Sum() })(x) + 0)", shown(x.grad),
    ])


def main():
    r = random.Random(20261128)
    print("Expressions on views at random, as numpy prints them, and their gradients as PyTorch has them: scripts/view_cases.py wrote them.")
    for session in range(1, SESSIONS + 1):
        print("\n## expressions %d\n>>> %s" % (session, TEXT))
        made = 0
        while made < CASES:
            text = case(r)
            if text:
                print(text)
                made += 1


main()
