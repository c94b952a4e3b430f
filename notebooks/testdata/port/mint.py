import mindspore
from mindspore import mint

x = mindspore.tensor([[3.0, 1.0, 2.0], [9.0, 5.0, 7.0]])
i = mindspore.tensor([[1, 0, 2], [2, 1, 0]])
n = mindspore.tensor([3, 1, 2])
c = mint.reshape(mint.arange(32.0), (1, 2, 4, 4))
# %%
print(mint.transpose(x, 0, 1), mint.flatten(x), tuple(mint.flatten(c, 1, 2).shape), mint.rot90(x, 1, [0, 1]))
print(mint.zeros(3), mint.ones(2, 3), mint.zeros((2, 1)), mint.ones((2,), dtype=mindspore.int32))
print(mint.arange(start=0, end=4, step=2), mint.arange(2, 4), mint.zeros_like(x, dtype=mindspore.int32))
# %%
print(mint.max(x), mint.min(x))
values, places = mint.max(x, 1)
print(values, places)
values, places = mint.min(x, dim=0, keepdim=True)
print(values, places)
values, places = mint.median(x, 1)
print(values, places, mint.median(x))
# %%
print(mint.std(x), mint.std(x, dim=1), mint.var(x, 1, correction=0), mint.var(x, dim=1, keepdim=True))
std, mean = mint.std_mean(x, dim=1)
print(std, mean, mint.norm(x, p=1, dim=0, keepdim=True), mint.linalg.vector_norm(x, dim=1))
# %%
print(mint.gather(x, 1, i), mint.scatter_add(mint.zeros((2, 3)), 1, i, x), mint.index_add(x, 1, n - 1, x))
print(mint.unique(n), mint.bincount(n), mint.equal(x, x), mint.isin(x, n))
rows, columns = mint.where(x > 2)
print(rows, columns, mint.nonzero(x > 5, as_tuple=True)[1])
# %%
print(mint.add(x, x, alpha=2), mint.sub(x, 1, alpha=2), mint.div(x, 2, rounding_mode="floor"))
print(mint.div(-x, 2, rounding_mode="trunc"), mint.special.log1p(x), mint.linalg.inv(mint.eye(2)))
# %%
print(mint.nn.functional.one_hot(n), mint.nn.functional.one_hot(n, num_classes=5))
print(mint.nn.functional.linear(x, mint.ones((2, 3)), mint.ones(2)), mint.nn.functional.leaky_relu(3 - x))
print(mint.nn.functional.normalize(x), mint.nn.functional.softplus(x, beta=2))
print(mint.nn.functional.smooth_l1_loss(x, x + 1), mint.nn.functional.avg_pool2d(c, 2))
print(mint.nn.functional.conv2d(c, mint.ones((1, 2, 3, 3)), padding=1))
print(mint.nn.functional.conv2d(c, mint.ones((1, 2, 3, 3)), mint.ones(1), 2, "valid"))
# %%
print(mint.nn.GELU()(x), mint.nn.LeakyReLU()(3 - x), mint.nn.SmoothL1Loss()(x, x + 2))
print(mint.nn.MaxPool2d(2)(c), mint.nn.MaxPool2d(3, stride=1, padding=1)(c)[0, 0], mint.nn.AvgPool2d((2, 1))(c))
print(mint.nn.BCEWithLogitsLoss(reduction="sum", pos_weight=mint.ones(3) * 2)(x, x / 10))
print(tuple(mint.nn.Conv2d(2, 3, 3, padding=1)(c).shape), tuple(mint.nn.Conv2d(2, 3, 3, padding="same")(c).shape))
print(tuple(mint.nn.Linear(3, 4, bias=False)(x).shape), tuple(mint.nn.Embedding(5, 3, padding_idx=0)(n).shape))
print(tuple(mint.nn.Unfold((2, 2), stride=2)(c).shape), mint.nn.Dropout(0.0)(x))
# %%
values, places = x.max(dim=1)
print(values, places, x.std(dim=1, correction=1), x.var(dim=1), x.numel(), x.dim(), x.element_size())
values, places = x.min(0, keepdim=True)
print(values, places, x.gather(1, i), x.scatter_add(1, i, x), x.index_add(1, n - 1, x))
print(x.sub(1, alpha=2), x.div(2, rounding_mode="floor"), n.unique())
# %%
y = mindspore.tensor([[4.0, 2.0], [3.0, 1.0]])
y.add_(1)
y.scatter_(0, mindspore.tensor([[0], [1]]), 9)
print(y)
y.masked_fill_(y > 8, 4.0)
y.sqrt_().mul_(2)
print(y)
y.index_add_(0, mindspore.tensor([0]), mindspore.tensor([[1.0, 1.0]]))
print(y.clamp_(min=4), y.copy_(mindspore.tensor([1.0, 2.0])), y.zero_())
# %%
from mindspore import mint

def attend(x, past=None, use_cache=False):
    key = x * 2
    if past is not None:
        old, count = past
        key = mint.cat((old, key), dim=0)
        print("past", len(old) < len(key))
    present = (key, x) if use_cache else None
    return key.sum(), present

def layers(x, past=None):
    y, first = attend(x, past, use_cache=past is None)
    print(first is None)
    return attend(y.reshape(1) + x, first, True)

x = mindspore.tensor([1.0, 2.0])
y, past = attend(x)
print(y, past is None)
y, past = attend(x, use_cache=True)
print(y, len(past), past[0])
y, past = attend(x, past=past, use_cache=True)
print(y, past[0])
y, past = layers(x, past)
print(y, past[1])
y, past = layers(x)
print(y, past[0])
# %%
def encode(x, n, with_hidden=False):
    hidden = () if with_hidden else None
    states, sizes = (), ()
    for i in range(n):
        if with_hidden:
            hidden = hidden + (x,)
        x = x * 2
        states += (x,)
        sizes += (i,)
    if with_hidden:
        hidden = hidden + (x,)
    return x, hidden, states, sizes

y, hidden, states, sizes = encode(x, 2)
print(y, hidden is None, len(states), sizes, sum(sizes))
y, hidden, states, sizes = encode(x, 2, True)
print(len(hidden), hidden[0], hidden[2], states[-1])
print(len(encode(x, 0)[2]), encode(x, 0)[3])
# %%
x = mindspore.tensor([[1.0, 2.0], [-3.0, 4.0]])
p = 3
print(mint.norm(x, float("inf")), mint.norm(x, 1), mint.norm(x, p), mint.norm(x, "nuc"), mint.norm(x, p=2, dim=(0, 1)))
print(mint.norm(x), mint.norm(x, "fro", 0, True), mint.norm(x, -1, dim=1), mint.norm(x, 2, dtype=mindspore.float64))
print(mint.linalg.norm(x, float("inf")), mint.linalg.norm(x, 2), mint.linalg.norm(x), mint.linalg.norm(x, dim=1, keepdim=True))
print(mint.linalg.vector_norm(x, float("inf")), mint.linalg.vector_norm(x), mint.linalg.vector_norm(x, 0, dim=0))
print(mint.linalg.matrix_norm(mint.stack([x, 2 * x])), mint.linalg.matrix_norm(x, 1, keepdim=True))
print(mint.nn.functional.normalize(x.reshape(1, 2, 2), p=1, dim=(1, 2)))
# %%
v = mindspore.tensor([0.5, -0.0, -1.5])
i, j = mindspore.tensor([1, 5, -3, 7]), mindspore.tensor([2, -2, 2, 3])
print(v, mint.round(v), mint.atan2(v, -v), mindspore.tensor([[-0.0, 1.0]], dtype=mindspore.float64), mindspore.tensor(-0.0))
print(mint.div(i, j, rounding_mode="trunc"), mint.div(v, 0.4, rounding_mode="trunc"), mint.div(i, j, rounding_mode="floor"))
print(mint.diag(x), mint.diag(v, 1), mint.diag(x, diagonal=-1), x.where(x > 1, v[0]), mint.linalg.qr(x)[1].abs())
print(x.addcdiv(x, x), x.addcmul(x, x, value=0.5), mint.addcmul(x, x, x), mint.addcdiv(x, x, x, value=2.0))
print(mint.mean(i, dtype=mindspore.float32), mint.sum(x, 1, dtype=mindspore.float64), mint.sum(x, 0, True), i.sum(dtype=mindspore.float64))
print(mint.prod(i, dtype=mindspore.float32), mint.mean(x, 1, keepdim=True, dtype=mindspore.float64), mint.sum(x / 3, dtype=mindspore.int32))
