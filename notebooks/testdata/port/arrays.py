import numpy as np
# %%
a = np.arange(16).reshape(4, 4)
diagonal = np.diag_indices(4)
a[diagonal] = 100
print(a, a[np.nonzero(a > 12)], a[(a > 14).nonzero()])
rows, cols = np.array([0, 1]), np.array([1, 0])
pair, place = (rows, cols), (1, 2)
print(a[pair], a[place], a[np.unravel_index(np.argmax(a), a.shape)], a[np.ix_([0, 2], [1, 2])])
above = np.where(a > 12)
a[above] += 10
a[place] = -1
a[np.tril_indices(4)] = 0
print(a)
# %%
b = np.array([3.0, 1.0, 2.0])
c = b
b.sort()
print(b, c)
b[1:].fill(7)
print(c)
m = np.array([[1, 4], [3, 1]])
m[0].sort()
m.sort(axis=0)
print(m)

def highest(scores):
    scores.sort()
    return scores[-1]

scores = np.array([0.2, 0.9, 0.4])
print(highest(scores), scores)
# %%
n = np.array([[3, 1], [2, 0]])
print(np.sort(n, axis=None), np.sort(n, None), np.sort(n), np.sort(n, 0, kind="stable"))
print(np.argsort(n, axis=None), n.argsort(axis=None), n.argsort(), n[np.unravel_index(np.argsort(n, axis=None), n.shape)])
print(np.concatenate((n, [[9, 8]]), axis=None), np.concatenate((n, n), 1))
# %%
A = np.array([[4, 1, 0], [1, 3, 1], [0, 1, 2]])
print(np.linalg.cholesky(A), np.linalg.eigvalsh(A), np.linalg.matrix_power(A, 3), np.linalg.matrix_rank(A))
w, v = np.linalg.eigh(A)
print(np.round(w, 6), np.allclose(v @ np.diag(w) @ v.T, A), np.linalg.multi_dot([A, A, np.array([1, 2, 3])]))
q, r = np.linalg.qr(A)
print(np.allclose(q @ r, A), np.allclose(np.linalg.pinv(A) @ A, np.eye(3)), np.linalg.cond(A) > 1)
sign, logdet = np.linalg.slogdet(A)
print(sign, np.round(logdet, 8), np.einsum("ij,jk->ik", A, A), np.einsum("ii", A))
# %%
t = np.arange(8)
print(np.fft.fft(t)[:2], np.round(np.abs(np.fft.fft(np.sin(2 * np.pi * t / 8))), 4))
print(np.fft.ifft(np.fft.fft([0.1, 2.0, 3.0])).real.dtype, np.fft.rfft([1, 2, 3, 4]).imag)
print(np.fft.fftfreq(5) * 3, np.fft.rfftfreq(6, 0.1), np.fft.fftshift(np.fft.fftfreq(5, d=0.7)))
print(np.copysign([1, 2], -1), np.copysign(t - 3, -1.0), np.heaviside([-1, 0, 2], 1))
# %%
x = np.array([[2, 2, 6], [1, 3, 6], [1, 0, 1]])
x.itemset(4, 0)
x.itemset((2, 2), 9)
print(x)
y = np.array([[0, 1], [2, 3]])
y.resize((2, 3))
print(y)
y.resize(2, 1, refcheck=False)
print(y)
# %%
f = np.array([[1, 2, 3], [4, 5, 6]], dtype="f4")
print(f.dtype, np.zeros(2, "i8").dtype, np.array([1, 2], dtype=complex), np.mean(f, dtype=np.float64))
print(np.sum([0.5, 0.7, 0.2, 1.5], dtype=np.int32), np.sum(f, axis=1, dtype=np.float64, keepdims=True))
print(np.percentile(f, [25, 50]), np.percentile(f, 30, axis=1, keepdims=True), np.quantile(f, [0.1, 0.9], axis=0))
print(np.median(f, axis=1, keepdims=True), np.linspace(2.0, 3.0, num=5, endpoint=False))
print(np.geomspace(1, 1000, num=4), np.logspace(2.0, 3.0, num=4), np.logspace(0, 3, num=4, base=2.0))
print(np.ravel(f, order="F"), f.ravel(order="C"), f.flatten("F"), f.flatten())
# %%
nan, angle, half = float("nan"), 0.5, 2.5
print(np.array([[nan, nan], [1, 2]]), np.array([[1, 2], [nan, 0]]), np.array([[[1]], [[half]]]))
print([[1, 2], [half, half]], [[half], [1]])
turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
print(turn, turn.dtype, turn @ np.array([1, 0]))
print(np.array([[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]]))
print(turn.dtype.name, np.arange(3).dtype.name, turn.astype(np.float32).dtype.name)
# %%
n, bins = np.histogram([1, 2, 1], 3)
print(n, bins, n / 3, np.histogram([0.5, 2.5, 2.75], bins=[0, 1, 2, 3])[0])
print(np.gradient([1, 2, 4, 7], 2), np.gradient([1, 2, 4, 8], 3).dtype, np.gradient(x, 0.5, axis=1))
dy, dx = np.gradient(np.array([[1, 2, 6], [3, 4, 5]]))
print(dy, dx)
print(np.pad([1, 2, 3], (2, 1), constant_values=(4, 6)), np.pad(x, ((1, 0), (0, 2)), "minimum"), np.pad(x, 1, mode="median"))
print(np.sum([[0, 1], [nan, 5]], where=[False, True], axis=1), np.sum([[1, 2], [3, 4]], axis=0, keepdims=True))
# %%
u, s, vt = np.linalg.svd([[3, 1, 0], [1, 2, 1]], full_matrices=False)
print(s, u.shape, np.allclose(u @ np.diag(s) @ vt, [[3, 1, 0], [1, 2, 1]]), np.linalg.svd([[1, 2], [3, 4]], compute_uv=False))
slope, offset = np.linalg.lstsq(np.c_[np.arange(4), np.ones(4)], np.array([-1, 0.25, 0.75, 2]), rcond=None)[0]
print(np.round(slope, 6), np.round(offset, 6))
print(np.r_[np.array([1, 2]), 0, 0.5, 1:7:2], np.r_[-1:1:5j, 9], np.c_[np.array([[1, 2]]), 0, np.array([[3]])])
print(np.block([[np.eye(2), np.zeros((2, 1))], [np.ones((1, 2)), 7 * np.eye(1)]]), np.block([np.array([1, 2]), 3]))
# %%
a = np.arange(6)
np.put(a, [0, 2], [-44, -55])
a.put([1, 3], 7)
np.putmask(a, a > 4, a**2)
print(a)
m = np.zeros((3, 3), int)
np.fill_diagonal(m, 5)
np.copyto(m, 1, where=m == 0)
print(m)
np.copyto(m, [1, 2, 3])
print(m.view())
# %%
v, whole = np.array([3.0, 1.0]), np.array([[1, 2], [3, 4]], dtype=np.int32)
print([v], (v, 1), {"a": v}, [1.5, v[0], "a"], [whole, v.astype(np.float32)], np.zeros((0, 3)))
print(f"{[v[0]]} {v!r} {[v]!r}", "%s %s" % (v, [v[0]]), "{} {}".format(v[0], [v[1]]), str([v]), repr(v), repr(v[0]), tuple(v))
# %%
def spread(a):
    return a.min(), a.max()

def summary(a):
    return {"mean": a.mean(), "n": len(a), "name": "v"}

history = {"loss": [], "acc": []}
for e in range(2):
    history["loss"].append(v[e] / 2)
    history["acc"].append(np.mean(v) / 4)
found = {"n": 1}
found["v"] = v
rows = []
for i in range(2):
    rows.append((i, v[i]))
print(history, history["loss"], summary(v), [summary(v)], found, spread(v))
print(rows, [[i, v[i] * 2] for i in range(2)], list(zip([1, 2], v)), list(enumerate(v)), dict(zip("ab", v)))
# %%
[v, v[0]]
# %%
v
# %%
v[0]
# %%
small, large = np.array([200, 100], dtype=np.uint8), np.array([[2000000000, 2000000000]], dtype=np.int32)
print(small.sum(), np.sum(small), np.cumsum(small), small.prod(), large.sum(), np.sum(large, axis=1), large.cumsum().dtype)
print(np.argsort(v).dtype, v.argsort() * 5000000000, np.where(v > 1, 1, 0) * 5000000000, np.full((2,), 3) * 5000000000)
r, c = np.where(whole > 1)
print(np.nonzero(v > 1)[0] / 3, np.nonzero(v)[0].dtype, np.where(v > 1)[0].dtype, r.dtype, [r, c])
# %%
print(np.triu_indices(3), np.triu_indices(3)[0].dtype, np.tril_indices_from(np.ones((2, 2)))[1].dtype)
rows, cols = np.unravel_index([1, 5], (2, 3), order='F')
print(rows.dtype, cols, np.unravel_index(4, (2, 3)), np.diag_indices(2)[0].dtype)
print(np.indices((2, 2)), np.indices((2, 2)).dtype, np.newaxis is None)
mixed = {'a': np.ones(2), 'b': 1, 'c': 'x', 'd': 1.0}
print(list(mixed.items()), list(mixed.values()))
for k, v in mixed.items():
    print(k, v)
# %%
def totals(x, y):
    return x.sum(), np.sum(y), np.cumsum(x), y.prod(axis=0)

print(totals(np.array([100, 100], np.int8), np.array([[200, 100]], np.uint8)))
total = totals(np.array([True, True]), np.array([[1.5, 2.5]], np.float32))
print(total[0], total[1].dtype, total[2].dtype, total[3].dtype)
for narrow in [np.array([200, 100], np.uint8), np.array([1.5, 2.5])]:
    print(narrow.sum(), narrow.sum().dtype, np.prod(narrow).dtype)
# %%
labels = np.array([2, 0, 2, 1])
classes, counts = np.unique(labels, return_counts=True)
print(classes, counts, counts.dtype, counts / len(labels), classes[np.argmax(counts)])
v, places, n = np.unique(np.array([[1.5, np.nan], [np.nan, 0.5]]), return_inverse=True, return_counts=True)
print(v, places, n, np.unique([2, 1, 2], return_counts=True))
x = np.arange(6)
print(x.reshape(2, 3, order='F'), np.reshape(x, (3, 2), order='F'), x.reshape(2, 3).reshape(-1, order='F'))
print(np.arange(24).reshape(2, 3, 4).reshape(4, -1, order='F'), x.reshape((3, 2), order='C'))
