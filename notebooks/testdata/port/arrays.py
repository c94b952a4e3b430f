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
x = np.array([[2, 2, 6], [1, 3, 6], [1, 0, 1]])
x.itemset(4, 0)
x.itemset((2, 2), 9)
print(x)
y = np.array([[0, 1], [2, 3]])
y.resize((2, 3))
print(y)
y.resize(2, 1, refcheck=False)
print(y)
