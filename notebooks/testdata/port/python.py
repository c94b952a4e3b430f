import math
# %%
a, b = 7, 3
print(a + b, a - b, a * b, a / b, a // b, a % b, a ** b, -a // b, -a % b, a % -b, 2 ** 0.5, 10 ** -2)
print(1.5 + 2, 3 / 2, 4 / 2, 1e10, 1e16, 1e-5, 0.1 + 0.2, 3.0, -0.5, 7.0 // 2, 1e100)
print(a > b, a == b, not a, 1 < 2 < 3, 1 < 3 < 2, True and False, a > 1 or b > 10, a & b, a | b, a ^ b, a << 2, a >> 1)
# %%
print(True, None, "text", [1, 2], (1, 2), (1,), [1.0, "a", None, True], {"a": 1, "b": [1, 2]}, ["x", 'y"z'], [[1, 2], [3]])
print("a", 1, sep=", ", end="!\n")
print()
print("tab\tand \\ and 'quotes' and \"more\"")
# %%
def add(a, b=2, *, c=3):
    """Adds."""
    return a + b * c

print(add(1), add(1, 4), add(1, c=5), add(b=1, a=2))
# %%
def stats(values, scale=1.0):
    total = 0
    for v in values:
        total += v * scale
    return total, total / len(values)

total, mean = stats([1.5, 2.5, 3.5])
print(total, mean)
result = stats([1.0, 2.0], scale=2.0)
print(result, result[0], result[1])
# %%
squares = [i ** 2 for i in range(6)]
even = [s for s in squares if s % 2 == 0]
pairs = [(i, i * 2) for i in range(3)]
print(squares, even, pairs, sum(squares), max(squares), min(squares), len(even), sorted([3, 1, 2]))
print(squares[0], squares[-1], squares[1:3], squares[:-2], squares[-2:], 4 in squares, 5 not in squares)
# %%
words = "the quick brown fox".split()
print(words, len(words), " ".join(words), words[1].upper(), "fox" in words, "quick"[1:3], "abc"[-1], "ab" * 3)
lengths = {w: len(w) for w in words if len(w) > 3}
print(lengths)
for i, w in enumerate(words):
    print(i, w, end="; ")
print()
for i, w in enumerate(words, 1):
    if i == 2:
        continue
    if i > 3:
        break
    print(f"{i}: {w}")
# %%
names = ["x", "y"]
values = [1.5, 2.0]
for n, v in zip(names, values):
    print(f"{n} = {v:.3f}, {v:8.2f}|{v:<8.1f}|{v:>8}|{v:e}|{n:>4}|{n!r}|{1000000:,}|{0.25:.1%}|{7:03d}")
width = 10
print(f"{'right':>{width}}|{3.14159:.{2}f}|{{}}")
print("%d items, %.2f, %s and %s" % (3, 2.5, "text", [1]), "%5.1f|" % 2.25, "100%%" % ())
print("{0} {1} {0}".format("a", 1), "{:>5}|{name}".format(1, name="n"))
# %%
d = {"one": 1, "two": 2}
d["three"] = 3
for k in d:
    print(k, d[k])
for k, v in d.items():
    print(k, "->", v)
print(d, len(d), "one" in d, "four" not in d, d["two"] + 1)
# %%
i = 0
while True:
    i += 1
    if i > 5:
        break
    elif i % 2 == 0:
        continue
    else:
        print(i, end=" ")
print("done")
x = 5 if i > 3 else 0
sign = "positive" if x > 0 else "negative"
print(x, sign)
# %%
square = lambda v: v * v
print(square(3), list(map(lambda v: v + 1, [1, 2, 3])), list(filter(lambda v: v > 1, [1, 2, 3])))
print(abs(-3), abs(-2.5), round(2.567, 2), round(2.5), int(3.7), float(2), str(5) + "!", bool(0))
print(math.sqrt(16), math.pi, math.floor(2.7), math.exp(0), math.ceil(2.1))
# %%
class Counter:
    """Counts."""
    def __init__(self, start=0, step=1):
        self.value = start
        self.step = step
        self.history = []

    def advance(self, times=1):
        for _ in range(times):
            self.value += self.step
            self.history.append(self.value)
        return self.value

c = Counter(step=2)
print(c.advance(), c.advance(2), c.value, c.history)
c.value = 10
print(c.advance())
# %%
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

print([fib(k) for k in range(10)])
# %%
def gen(n):
    for i in range(n):
        yield i * i

print(list(gen(4)))
for g in gen(3):
    print(g)
# %%
count = 0
def bump():
    global count
    count += 1
    return count

bump()
bump()
print(count)
# %%
total = 0
for v in [0.5, 1.5]:
    total += v
print(total)
# %%
a = [1, 2]
a.append(3)
a.extend([4, 5])
a[0] = 10
print(a, a + [6], [0] * 3, a.index(3))
p, q = 1, 2
p, q = q, p
(r, s), t = (1, 2), 3
print(p, q, r, s, t)
first = second = 4
print(first, second)
# %%
if a and len(a) > 2 and not False:
    print("yes")
if 1 in [1, 2] and "b" in "abc" and (1, 2) == (1, 2) and [1] != [2]:
    print("all")
# %%
x = [1, 2, 3]
x
# %%
(1, "a", 2.0)
# %%
3 > 2
# %%
"text"
# %%
word = "größe"
print(word[2], word[-2:], len(word), word[1:3], [ch for ch in "añb"])
# %%
for k in range(-3, 3):
    print(k % 2, k // 2, end=" ")
print()
m = 7
for i in range(3):
    m = m - 5
    print(m % 3, i % 2, end=" ")
print()
# %%
class Shape:
    def __init__(self, w, h=2):
        self.w = w
        self.h = h

    @property
    def area(self):
        return self.w * self.h

    def scaled(self, by):
        return self.w * by, self.h * by

s = Shape(3)
w, h = s.scaled(2)
print(s.area, w, h, s.scaled(3))
s.w = 10
print(s.area, Shape(h=1, w=4).area)
# %%
def outer(n):
    base = n * 2

    def inner(k):
        return base + k

    return inner(1) + inner(2)

print(outer(3))
# %%
rows = [[1, 2], [3, 4]]
flat = [sum(row) for row in rows]
print(flat, rows[1][0], len(rows))
table = {"a": [1, 2], "b": [3]}
for key, items in table.items():
    total = 0
    for item in items:
        total += item
    print(key, total, items)
# %%
x = 10
y = x
x += 1
print(x, y, x > y, not x == y, -x ** 2, (-x) ** 2, 2 ** 3 ** 1)
def classify(n):
    if n < 0:
        return "negative"
    elif n == 0:
        return "zero"
    return "positive"
print(classify(-1), classify(0), classify(1), [classify(n) for n in (-2, 2)])
# %%
count = 0
while count < 10:
    count += 3
    if count == 6:
        continue
    for j in range(count):
        if j > 1:
            break
        print(count, j, end="; ")
print(count)
# %%
pair = 1, 2.5
first, second = pair
print(pair, first, second)
nested = (1, (2, 3))
print(nested[1][0], nested)
# %%
变量 = 3
LEARNING_RATE, MAX = 0.5, 4
_private = 1e400
print(变量, LEARNING_RATE, MAX, _private)
# %%
def half(n):
    if n % 2 == 1:
        raise ValueError(f"{n} is odd")
    return n // 2

try:
    print(half(8))
    print(half(7))
except ValueError as e:
    print("no:", e)
for n in [2, 3, 4]:
    try:
        h = half(n)
    except (TypeError, ValueError):
        print("skipped", n)
        continue
    else:
        print(n, h)
def safe(n):
    try:
        h = half(n)
    except TypeError:
        return -2
    except Exception as err:
        print(f"safe: {err}")
        return -1
    return h
print(safe(10), safe(5))
try:
    try:
        raise RuntimeError("inner")
    except LookupError:
        print("not this")
except RuntimeError as e:
    print("outer " + str(e))
# %%
title = "" or "untitled"
limit = 0 or 10
both = 3 and 4
none = 0 and 4
first_word = title and title.upper()
print(title, limit, both, none, first_word)
def greet(name=""):
    name = name or "nobody"
    return "hello " + name
print(greet(), greet("you"), 1 < 2 and 3 < 4, not (1 > 2 or 2 > 3))
# %%
def last(values):
    found = None
    for v in values:
        found = v * 2
    _, unused = 1, 2
    unused = 3
    return found
print(last([1, 2, 3]))
# %%
class Animal:
    def __init__(self, name, legs=4):
        self.name = name
        self.legs = legs
    def sound(self):
        return "..."
    def describe(self):
        return f"{self.name} says {self.sound()} on {self.legs} legs"

class Dog(Animal):
    def sound(self):
        return "woof"

class Bird(Animal):
    def __init__(self, name, wings):
        super().__init__(name, 2)
        self.wings = wings
    def sound(self):
        return "tweet"
    def describe(self):
        return super().describe() + f" with {self.wings} wings"

class Robin(Bird):
    def __init__(self):
        super(Robin, self).__init__("robin", 2)
        self.red = True
    def describe(self):
        base = super().describe()
        return base + ", red"

print(Animal("it").describe())
print(Dog("dog").describe(), Dog("d", 3).legs)
print(Bird("bird", 2).describe())
print(Robin().describe(), Robin().red)
# %%
words = "the cat sat on the mat and the dog sat too".split()
counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
for w, n in sorted(counts.items(), key=lambda kv: kv[1], reverse=True)[:3]:
    print(f"{w:>5}: {n}")
vocab = {w: i for i, w in enumerate(sorted(set(words)))}
print(vocab, len(vocab), "cat" in vocab, "cow" in vocab.keys())
by_index = {i: w for w, i in vocab.items()}
print([by_index[vocab[w]] for w in words[:3]], by_index.get(99), list(by_index.values())[-1])
for i in by_index:
    if i > 6:
        print(i, by_index[i])
print(dict(zip(["a", "b"], [1, 2])), counts.pop("too"), "too" in counts)
counts.update({"new": 5})
more = counts.copy()
more["x"] = 1
print(len(counts), len(more), counts.setdefault("new", 7), list(more.items())[-1])
print(by_index.keys(), {"k": 1}.items())
# %%
history = {"loss": [], "acc": []}
for epoch in range(3):
    history["loss"].append(1.0 / (epoch + 1))
    history["acc"].append(epoch)
print(history, len(history["acc"]))
rates = {"a": [], "b": []}
for epoch in range(2):
    rates["a"].append(epoch / 4)
    rates["b"].append(epoch * 0.5)
print({k: max(v) for k, v in rates.items()}, rates["a"][-1])
groups = {}
for name, score in [("a", 1), ("b", 2), ("a", 5)]:
    if name not in groups:
        groups[name] = []
    groups[name].append(score)
print(groups, {k: sum(v) / len(v) for k, v in groups.items()}, max(groups, key=lambda k: sum(groups[k])))
batch, batches = [], []
for v in range(5):
    batch.append(v)
    if len(batch) == 2:
        batches.append(batch)
        batch = []
print(batches, batch)
names = []
names += ["b", "a"]
names.extend(w.upper() for w in ["x", "y"])
names.insert(1, "z")
names.remove("a")
last = names.pop()
names.sort()
part = names[1:]
part[0] = "changed"
print(part, names, last, names.index("z"), names.count("b"), names[::-1], "abc"[::-1], names[5:], names[:99])
pairs = [(1, "b"), (3, "a"), (2, "c")]
pairs.sort(key=lambda p: p[1])
print(pairs, min(pairs, key=lambda p: p[0]), max(len(s) for s in ["aa", "b"]))
# %%
matrix = [[1, 2, 3], [4, 5, 6]]
print([v for row in matrix for v in row if v % 2], [[r[i] for r in matrix] for i in range(3)])
print(any(v > 5 for row in matrix for v in row), all([True, False]), sum(v * v for v in matrix[0]), sum([True, False, True]))
print(list(zip(range(3), "abc")), list(enumerate(["p", "q"], 1)), list(reversed([1, 2, 3])))
print(list(map(lambda v: v * 2, [1, 2])), list(filter(lambda v: v > 1, [1, 2])), list(map(str, [1, 2])), sorted("hello"))
print(tuple(v + 1 for v in range(3)), ", ".join(str(v) for v in (1.5, 2.5)), list(range(10, 0, -3)))
i = 7
squares = [i * i for i in range(3)]
print(i, squares)
first, *rest = [1, 2, 3]
head, *middle, tail = "abcd".split("b") + ["x", "y"]
print(first, rest, head, middle, tail, [0, *rest, 9], [*range(3)])
odd = {v for v in squares if v % 2}
print(len(odd), 1 in odd, 2 not in odd, sorted({3, 1, 2}), max({4, 6}))
for a, (b, c) in zip([1, 2], [(3, 4), (5, 6)]):
    print(a, b, c)
for n, pair in enumerate(zip("ab", [1, 2])):
    print(n, pair)
# %%
def find(items, wanted):
    for i, x in enumerate(items):
        if x == wanted:
            print("found at", i)
            break
    else:
        print("nothing")
find([1, 2, 3], 2)
find([1, 2, 3], 9)
n = 5
while n > 0:
    n -= 2
else:
    print("n is", n)
if (size := len("walrus")) > 3:
    print(size)
try:
    raise ValueError("bad value")
except ValueError as e:
    print("caught", e)
else:
    print("none")
finally:
    print("always")
print(1 < len([1, 2]) < 3, divmod(17, 5), float("inf") > 1, isinstance(n, int), type(None))
# %%
def window(items, start=None, size=None, label=None):
    if start is None:
        start = 0
    if size is not None and size > 2:
        return items[start:start + size]
    if label:
        print("label", label)
    return items[start:]
print(window([1, 2, 3, 4, 5]), window([1, 2, 3, 4, 5], 1, 3), window([1, 2], size=2, label="x"), window([1, 2, 3], start=2))
def combined(a, options=None, scale=None):
    options = options or [1]
    factor = scale if scale is not None else 2.0
    return [a * o * factor for o in options]
print(combined(2), combined(2, [3, 4], 0.5))
# %%
class Shape:
    kind = "shape"
    sides = 0
    def __init__(self, name):
        self.name = name
        self.history = []
        self.reset()
    def reset(self):
        self.total = 0
    def add(self, v):
        self.history.append(v)
        self.total += v
        return self
    def __len__(self):
        return len(self.history)
    def __getitem__(self, i):
        return self.history[i]
    def __repr__(self):
        return f"{self.__class__.__name__}({self.name}, {self.sides})"
    @staticmethod
    def area(a, b=2):
        return a * b
    @property
    def label(self):
        return self.name.upper()

class Square(Shape):
    sides = 4
    def __init__(self, name, edge=None):
        super().__init__(name)
        self.edge = edge
    def size(self):
        return 0 if self.edge is None else self.edge * self.edge

class Scale:
    def __init__(self, by):
        self.by = by
    def __call__(self, v):
        return v * self.by

s = Square("sq", 3)
s.add(1).add(2)
print(s, Shape("sh"), len(s), s[1], s.total, s.label, s.size(), Square("none").size())
print(Shape.area(3), s.area(2, b=5), s.kind, Shape.sides, Square.sides, Scale(3)(4))
print(isinstance(s, Shape), isinstance(Shape("x"), Square), hasattr(s, "edge"), hasattr(s, "color"), getattr(s, "name"), type(s).__name__)
# %%
text = "MindSpore, a deep learning framework"
print(text.find("deep"), text.find("shallow"), text.count("e"), text.title(), text.split(",")[0].rstrip("e"), text.lower().capitalize())
print("7".zfill(3), "-7".zfill(4), "x".ljust(3) + "|", "x".rjust(3), "  a ".lstrip() + "|", "12".isdigit(), "a1".isdigit(), "one\ntwo\n".splitlines())
def describe(*names):
    return len(names)
def outer():
    total = 0
    def inner(step=1):
        nonlocal total
        total += step
        return total
    inner()
    return inner(4), total
print(outer(), describe.__name__)
# %%
from collections import Counter, defaultdict

story = "the cat sat on the mat and the dog sat on the log"
counts = Counter(story.split())
print(counts["the"], counts["nothing"], len(counts), "nothing" in counts)
print(counts.most_common(2), counts)
counts.update(["dog", "bird"])
print(counts.most_common()[1], dict(counts)["bird"], Counter("hello"), sum(counts.values()))
# %%
vocab = {w: i for i, (w, _) in enumerate(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])))}
print(vocab)
back = {v: k for k, v in vocab.items()}
ids = [vocab[w] for w in story.split()]
pairs = list(zip(ids[:-1], ids[1:]))
print(back[0], [back[i] for i in range(3)], pairs[:3], sorted(pairs)[:2], sorted(pairs, reverse=True)[0])
print(sum(a == b for a, b in pairs), sum(1 for a, b in pairs if a < b), (1, 2) < (1, 3), (1, "b") >= (1, "c"))
# %%
groups = defaultdict(list)
for a, b in pairs:
    groups[a].append(b)
print(dict(groups))
print(groups[0], len(groups[0]), 99 in groups)
lengths = defaultdict(int)
for w in story.split():
    lengths[len(w)] += 1
print(sorted(lengths.items()), lengths[99], len(lengths), lengths)
# %%
def windows(items, size, step):
    return [items[i:i + size] for i in range(0, len(items) - size + 1, step)]

print(windows([1, 2, 3, 4, 5], 2, 1), windows([1, 2, 3, 4, 5], 2, 3))
grown = [1, 2]
for i in range(1, len(grown) + 1):
    grown.append(i)
print(grown)
q, k = (n * 2 for n in (1, 2))
print(q, k, ord("a"), chr(98), sorted(["b", "A", "c"], key=str.lower))
# %%
settings = {"rate": 0.5, "layers": [10, 20], "name": "net", "epochs": 3}
print(settings["rate"] * 2, sum(settings["layers"]), settings["name"] + "!", settings["epochs"] + 1)
for e in range(settings["epochs"]):
    print(e, end=" ")
print()
merged = {**settings, "epochs": 5}
print(merged, len(settings))
extra = dict(depth=2, wide=True)
print(extra["depth"] * 3, extra)
del merged["layers"]
rest = [1, 2, 3, 4]
del rest[1]
print(merged, rest)
scores = {"a": 0.25, "b": 0.75, "c": 0.5}
print(max(scores, key=scores.get), sorted(scores, key=scores.get, reverse=True))
# %%
total = 0
for word in "12 x 3.5".split():
    try:
        total += int(word)
    except ValueError as err:
        print("skipped:", err)
print(total, float("2.5") + 1, int(" 7 "))
def root_of(x):
    return mth.sqrt(x)
import math as mth
print(root_of(9.0))
import os
print(os.path.join("./data", "train", "a.txt"), os.path.basename("/x/y.bin"))
order = lambda p: (p[1], -p[0])
print(order((3, 4)))
# %%
def both(n):
    return n * 2, [n, n + 1]

for n in range(3):
    double, parts = both(n)
    parts = parts + [n, double]
print(parts)
def last_of(k):
    if k > 1:
        first, more = both(k)
        more = more + [9, first]
    else:
        more = [0]
    return more
print(last_of(0), last_of(2))
# %%
import functools
calls = []
def logged(fn):
    """Notes its calls."""
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        calls.append(fn.__name__)
        out = fn(*args, **kwargs)
        print("called", fn.__name__, "for", out)
        return out
    return wrapper

def doubled(f):
    def inner(x):
        return f(x) * 2
    return inner

@logged
def scaled(x, factor=3):
    return x * factor

@doubled
def one_more(x):
    return x + 1

print(scaled(2), scaled(1, factor=5), one_more(4), calls)
@logged
def greet(name):
    return "hello " + name
greet("you")
# %%
def shout(n=3):
    print("shout", n)
    return n

def three(n=3):
    print("three", n)
    return list(range(n))

row = [1, 2, 3]
table = {"a": 1}
print(abs(shout(-2)), three()[-1], str(shout(12))[-1], "abc".isalpha())
row[shout(1)] += 5
row[shout(0)] = shout(9)
table["a"] += sum(three())
(u, v), w = three(2), shout()
print(row, table, u, v, w, all(shout(n) > 1 for n in range(3)), any(shout(n) > 0 for n in range(3)))
for k, n in sorted({"x": shout(1)}.items()):
    print(k, n)
x = 3
x -= abs(shout(-1))
x += sum([len(three(2)), 1])
print(x, [1, 2] == [1, 2], [1] == [2], isinstance(shout(), int))
# %%
import numpy as np

def bump(a):
    a += 1
    return a

ones = np.zeros(3)
more = bump(ones)
print(ones, more)
table = np.arange(6).reshape(2, 3)
row, turned = table[0], table.T
row[1] = 50
turned[2, 1] = -1
other = table
other *= 2
apart = table + 0
apart -= 1
print(table, apart[0])
# %%
v = np.array([1.0, 2.0, 3.0])
v[0], v[1] = v[1], v[0]
kept = v[2]
v[2] = 10
total = np.sum(v)
before = total
total += 1
print(v, kept, total, before)
# %%
class Descent:
    def __init__(self, lr=0.5):
        self.lr = lr
        self.steps = np.zeros(2)

    def update(self, params, grads):
        for k in params.keys():
            params[k] -= self.lr * grads[k]
        self.steps += 1

weights = {"W": np.ones((2, 2)), "b": np.ones(2)}
seen = weights["W"]
descent = Descent()
steps = descent.steps
descent.update(weights, {"W": np.ones((2, 2)), "b": np.ones(2)})
print(seen, weights["b"], steps)
# %%
def slope(f, x):
    h = 1e-4
    g = np.zeros_like(x)
    for i in range(x.size):
        old = x[i]
        x[i] = old + h
        up = f(x)
        x[i] = old - h
        down = f(x)
        g[i] = (up - down) / (2 * h)
        x[i] = old
    return g

print(slope(lambda v: np.sum(v ** 2), np.array([3.0, 4.0])).round(6))
# %%
def scaled(v, n):
    for i in range(n):
        v = [a * 2 + i for a in v]
    v = [a + b for a, b in zip(v, v)]
    return v

numbers = [1, 2]
numbers = [a + 1 for a in numbers]
for i in range(2):
    numbers = [a + len(numbers) for a in numbers if a > i]
print(numbers, scaled([1, 2], 2))
# %%
class Vec:
    """Operators are methods."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __lt__(self, other):
        return self.x < other.x

    def __repr__(self):
        return f"Vec({self.x}, {self.y})"

v = Vec(1, 2)
v += Vec(0, 1)
print(v, Vec(1, 2) + Vec(3, 4) * 2, v == Vec(1, 3), v != Vec(1, 3), Vec(0, 1) < v, Vec(2, 1) < v)
# %%
import math
print([True, 0], (False, 1), "key=value=x".split("=", 1), repr("a"), repr(0.5), hex(255), bin(-5), oct(8))
print(math.isnan(float("nan")), math.isinf(-math.inf), math.log(8, 2), math.fmod(-7, 3), math.hypot(3, 4), -math.log(8, 2))
print(2 ** 62, (-2) ** 63, (-1) ** 101, 0 ** 0)
# %%
def shown(n):
    print("shown", n)

def after():
    kept = shown(2)
    return 1

nothing = shown(1)
print(nothing, after())
print(shown(3) is None)
print((shown(4), 5))
if not shown(6):
    print({"a": shown(7)})
# %%
def later(n):
    return elsewhere.arange(0, n).sum()
# %%
import numpy as elsewhere
print(later(4))
# %%
import numpy as np
print(pow(2, 3), pow(2.0, 3), pow(2, -1), any([]), all([]))
print(np.arange(0, 4, 1, np.float32), np.arange(0, 4, 1, np.int32).dtype, np.arange(3, dtype=None).dtype)
# %%
class Square:
    sides = 4

    def __init__(self, a, scale=None, **rest):
        self.a, self.rest = a * (scale or 1), len(rest)

    def size(self):
        return self.a * self.a

class Box:
    def __init__(self, shape=Square, lid=None, name=None, height=None, **rest):
        if lid is None:
            lid = Square
        self.shape = shape
        self.lid = lid
        self.name = name
        self.height = height if height is not None else shape.sides
        self.floor = shape(3, **rest)
        self.top = (shape or Square)(2)

    def made(self):
        return self.shape(2).size() + self.lid(1).size() + self.floor.size()

def box(kind, **rest):
    b = kind(**rest)
    if b.name is None:
        print("no name")
    if b.name:
        print(b.name)
    return b

b = box(Box)
print(b.made(), b.height, b.floor.rest, b.top.size(), b.name is None)
# %%
import numpy as np
v = np.array([4.0, 9.0])
for f in [np.sqrt, np.negative]:
    print(f(v))
for name, f in [("mean", np.mean), ("sum", np.sum)]:
    print(name, f(v))
table = {"max": np.max, "min": np.min}
print(table["max"](v))
print([f(v) for f in table.values()][1])

def applied(f, v):
    return f(v)

print(applied(np.sqrt, v), applied(np.mean, v))
chosen = np.sqrt if len(v) > 1 else np.negative
print(chosen(v))
# %%
def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)

def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)

print(is_even(7), is_odd(3))
# %%
def main():
    init(2)
    total = 0
    for w in pieces():
        total += size_of(w)
    print(total)

def init(n):
    print("init", n)

def pieces():
    return ["a", "bb"]

def size_of(w):
    return len(w)

main()
# %%
import numpy as np

def standard(a):
    return (a - a.mean()) / a.std()

x = np.array([[1, 2], [3, 4]])
single = np.array([1, 2], dtype=np.float32)
for a in [x / 2, 1 / x, x * 0.1, x ** 0.5, x // 2, x + single, single / 3, single * 0.1, x.mean() / 3, np.sqrt(x), x.sum() / 7]:
    print(a, a.dtype)
for a in [standard(np.array([1, 2, 4])), np.where(x > 2, x, 0.5), np.maximum(x, 0.5), np.clip(x, 0.5, 2.5)]:
    print(a, a.dtype)
for a in [(x > 2) / 3, (x > 2) * single, x[0] / 3, x.T / 3, np.concatenate([x, x]) / 7, np.full(2, 7) / 3, np.zeros(2, dtype=int) + 0.1]:
    print(a, a.dtype)
gx, gy = np.meshgrid(np.arange(3), np.arange(2))
for a in [(gx + 0.5) / 3, np.stack((gx, gy), axis=-1).mean(0), x.astype(np.uint8) / 255, x.argmax(1) / 3, np.bincount([1, 1]) / 3]:
    print(a, a.dtype)
n = 7
print(np.sqrt(n), np.log(n) / 3, np.mean([1, 2, 2]), np.average([1, 2, 2]), np.average(x, axis=0, weights=[1, 3]))
print((np.array([1, 2, 3]) == np.array([1, 2, 4])).mean(), np.median(x, axis=0), np.percentile(x, 30), np.quantile([1, 2, 4], 0.7))
for row in x:
    print(row[0] / 3, row.mean() / 3)
by_name = {"a": np.arange(3), "b": np.ones(2)}
print(by_name["a"] / 7, np.mean([np.arange(2), np.arange(2)], axis=0) / 7)
# %%
decay = 1 - 0.9
print(decay, 0.1 + 0.2, 0.1 * 3 - 0.3, 1 / 3 * 3, 1.1 * 1.1, -(0.1 + 0.2), 2 * 0.5, 10 * (0.1 + 0.2), 0.3 - 0.1 * 3)
# %%
rows = [[3, 16, True, "relu", 0.5, None], [5, 24, False, "hswish", 1.5, None]]
for k, e, se, name, p, rest in rows:
    print(k * e, not se, name.upper(), p * 2, rest is None)
print(rows, rows[1][3].upper(), rows[0][1] * 2)

class Blocks:
    pairs = [["a", 1], ["b", 2]]
    sizes = [3, 4]

    def total(self, more=[5, 6]):
        return sum([n for _, n in self.pairs]) + sum(self.sizes) + more[0]

def chosen(arch):
    if arch == "small":
        setting = [[3, True, "relu"], [4, False, "relu"]]
    elif arch == "large":
        setting = [[5, True, "hswish"]]
    else:
        raise ValueError(f"no {arch}")
    for i, (k, se, name) in enumerate(setting):
        if se:
            print(i, k * 2, name + "x")
    return len(setting)

print(Blocks().total(), Blocks().total([7]), Blocks.sizes, chosen("small"), chosen("large"))
by_name = {"small": [[1, "a"], [2, "b"]], "large": [[3, "c"]]}
for n, s in by_name["small"]:
    print(n + 1, s + "!")
if len(rows) > 1:
    rows = [["x", 1]]
print(rows[0][0])
for v in [1, None, "x"]:
    print(v is None, v is not None)
# %%
import numpy as np
print(np.finfo(np.float32).min, np.finfo(np.float32).max, np.finfo(np.float32).eps, np.finfo(np.float64).eps, np.finfo(float).max)
print(np.iinfo(np.int32).max, np.iinfo(np.int64).min, np.where(np.array([True, False]), np.finfo(np.float32).min, np.float32(0.5)))
# %%
config = {"lr": 0.05, "hidden": 3, "name": "small", "layers": [2, 4]}

class Net:
    def __init__(self, config, k):
        self.config = config
        self.size = config["hidden"] * k

    def rate(self):
        return self.config["lr"] / 2

def scaled(config):
    return config["hidden"] * config["lr"]

def total(c):
    return sum(c["layers"]) + len(c["name"])

net = Net(config, 2)
print(net.size, net.rate(), scaled(config), scaled(dict(lr=2.5, hidden=4, name="x")), total(config), config["name"].upper())
ones = (1,) * 3
pairs = ((0, 0), (net.size, 1))
print(ones, ones + (2,), (0,) * (len(ones) - 1) + (4,), pairs, pairs[1][0], 5 in ones, "a" in ("a", "b"))
# %%
q = 2.5
a = np.array([1.0, 2.0, 5.0, 9.0])
print(np.percentile(a, q + 30), np.percentile(a, q * 3))
# %%
import random
import os
os.makedirs(".", exist_ok=True)
deck = [1, 2, 3]
random.shuffle(deck)
low, high = 2, 3

def chosen(epsilon):
    if random.random() < epsilon:
        return random.randint(low - 1, low - 1) * 2
    return 5

drawn = [random.uniform(low - 1, high + 1) for _ in range(50)]
print(sorted(deck), chosen(0.0), chosen(1.0), random.choice(["a", "a"]), 1 <= min(drawn) and max(drawn) <= 4, max(drawn) > 2.1)
print(random.gauss(low, 0))
print([random.randint(low, high) in (2, 3) for _ in range(3)])

class Replay:
    def __init__(self):
        self.rows = []

    def push(self, state, reward):
        self.rows.append((state, reward))

    def sample(self, n):
        return random.sample(self.rows, n)

replay = Replay()
for i in range(4):
    replay.push(i, i * 0.5)
for state, reward in replay.sample(3):
    print(reward * 2 == state)
states, rewards = zip(*replay.sample(4))
print(sorted(states), sum(rewards), len(replay.rows), sorted(random.sample(range(3), k=3)))
pairs = [("a", 1)]
letters, counts = zip(*pairs)
print(letters, counts)
# %%
class Rate:
    def __init__(self, lr):
        self._lr = lr
        self.name = "a"
        self._name = "b"

    @property
    def lr(self):
        return self._lr * 2

    def _step(self):
        return self.lr + 1

    def step(self):
        return self._step() + self._lr

rate = Rate(0.5)
print(rate.lr, rate.step(), rate.name, rate._name)
# %%
from collections import Counter

class Vocab:
    special = ["<unk>", "<pad>"]

    def __init__(self, counts, min_freq=1):
        self.word2idx = {}
        for idx, tok in enumerate(self.special):
            self.word2idx[tok] = idx
        for w, c in counts.items():
            if c >= min_freq:
                self.word2idx[w] = len(self.word2idx)
        self.idx2word = {idx: word for word, idx in self.word2idx.items()}

    def _word2idx(self, word):
        return self.word2idx[word] if word in self.word2idx else 0

    def encode(self, words):
        return [self._word2idx(w) for w in words]

    def __len__(self):
        return len(self.word2idx)

text_pairs = [("ein hund".split(), "a dog".split()), ("der hund".split(), "the dog".split())]
def words_of(rows, index):
    words = []
    for row in rows:
        words.extend(row[index])
    return words

vocab = Vocab(dict(Counter(words_of(text_pairs, 0))))
print(len(vocab), vocab.encode(["hund", "cat"]), vocab.idx2word, words_of(text_pairs, 1))

def weighted(a, b, c):
    return a + b * c

triple = (1, 2, 3)
print(weighted(*triple), weighted(1, *(4, 5)))
# %%
import numpy as np

class Meter:
    def __init__(self):
        self.best, self.log = 10.0, []

    def see(self, x, n):
        value = x.sum().item()
        if value < self.best:
            self.best = value
        self.log.append(value)
        return sum(self.log) / len(self.log) + value * n / 2

meter, total, lowest = Meter(), 0.0, 9.5
for x in [np.array([0.5, 1.5]), np.array([0.25])]:
    total += x.sum().item() * 3
    total += x.sum().item()
    if lowest > x.max().item():
        lowest = x.max().item()
    print(meter.see(x, 2), float(x.max().item()), int(x.sum().item() * 3))
print(total, lowest, meter.best, meter.log, np.array([3]).item(), np.array([3]).item() / 2, np.array([3]).item() == 3)
# %%
def counted(rows):
    n, unused = 0, 0
    never = 0.5
    for x in rows:
        n += len(x)
        unused += len(x)
        never *= sum(x)
    return n

print(counted([[1, 2], [3]]))

# %%
def epoch(rows):
    total, n = 0, 0
    for x in rows:
        total += x.sum().item() * len(x)
        n += len(x)
    print(f"{total:.3f} {total / n:.2f}")
    return total / n + 1

rows = [np.array([0.5, 1.5]), np.array([0.25])]
print(epoch(rows))
running = 0
for number in range(2):
    running = 0
    for x in rows:
        running += x.mean().item()
    print("epoch {} loss {:.4f}".format(number, running / len(rows)))

def halves(rows):
    for _ in range(2):
        total = 0
        for x in rows:
            total += 0.5 * x
        print(total / 2)

halves([1, 2])

# %%
def accuracy(batches):
    correct, total = 0, 0
    for pred, label in batches:
        correct += (pred == label).sum().item()
        total += len(label)
    print(f"{correct}/{total}", correct, correct / total)
    return correct

labels = np.array([1, 2, 3])
print(accuracy([(np.array([1, 2, 0]), labels), (labels, labels)]), (labels > 1)[0].item())
print(-labels.sum().item(), -np.array([1.5]).item(), 2 * -labels[0].item())

def halved(x):
    for _ in range(2):
        print(x.sum().item())
        x = x * 0.5
    return x

print(halved(np.array([3, 4])))
def negative(v):
    return -v.item() / 2

print(negative(np.array(3)), negative(np.array(0.5)))

# %%
for step in range(3):
    pass
print(step)
for name, (first, second) in [("a", (1, 2)), ("b", (3, 4))]:
    twofold = second * 2
print(name, first, twofold)
def root(n):
    i = 0
    for i in range(n):
        if i * i >= n:
            break
    return i

print(root(10), root(0))
for epoch in range(2):
    for batch, size in enumerate([4, 2]):
        pass
    print(epoch, batch, size)
# %%
height, width = map(int, "3x4".split("x"))
low, high = range(2)
evens, odds = zip([1, 2], [3, 4])
print(height * width, low, high, evens, odds)
def called(f, x):
    if callable(f):
        return f(x)
    return x

class Twice:
    def __call__(self, x):
        return 2 * x

print(called(lambda v: v + 1, 2), callable(len), callable(3), callable("a"), callable(called), callable(Twice), callable(Twice()))

# %%
def returns_of(rewards, gamma=0.9):
    R, found = 0, []
    for r in rewards[::-1]:
        R = r + gamma * R
        found.insert(0, R)
    return found

print(returns_of([1.0, 2.0]))
def power_of_two(n):
    a = 1
    for i in range(n):
        a = a * 2
    return a

print(power_of_two(3))
newest = []
for r in ["x", "y"]:
    newest.insert(0, r)
print(newest)

# %%
initial = None
for k in range(3):
    error = 2.5 - k
    if initial is None:
        initial = error
print(initial, error)
peak = None
for x in [1.5, 3.5, 2.5]:
    if peak is None or x > peak:
        peak = x
print(peak, peak + 1)
columns = None
for row in [[1, 2], [3, 4]]:
    if columns is None:
        columns = len(row)
    elif columns != len(row):
        print("ragged")
print(columns)
label = None
for k, v in {"a": 1, "b": 5}.items():
    if not label or v > 3:
        label = k
print(label)
latest = None
def record(v):
    global latest
    latest = v

record(4)
print(latest)
# %%
def smoothed(values, weight=0.5):
    last, out = None, []
    for v in values:
        if last is None:
            last = v
        last = last * weight + (1 - weight) * v
        out.append(last)
    return out

print(smoothed([1.0, 2.0, 4.0]))
def longest(words):
    best = None
    at = None
    for i, w in enumerate(words):
        if best is None or len(w) > len(best):
            best = w
            at = i
    if at is None:
        return -1
    return at

print(longest(["a", "abc", "ab"]), longest([]))
# %%
best_epoch, best_name, best_loss = None, None, None
for epoch, loss in enumerate([0.5, 0.25]):
    if loss < 0.1:
        best_epoch, best_name, best_loss = epoch, f"epoch {epoch}", loss
print(best_epoch, best_name, best_loss)
print(f"{best_epoch} {best_name!r} {best_loss}", "%s" % best_epoch, str(best_loss), "{} {}".format(best_epoch, best_name))
print(best_epoch == 0, best_epoch != 0, best_name == "epoch 0", best_loss != 0.5)
def last_above(values, limit):
    last = None
    for v in values:
        if v > limit:
            last = v
    print("last:", last, sep=" ")

last_above([3, 5, 4], 3)
last_above([1, 2], 3)
# %%
def sorted_rows(rows):
    out = []
    for row in rows:
        row = list(row)
        row.sort()
        row.append(0)
        out.append(row)
    return out

given = [[2, 1], [4, 3]]
print(sorted_rows(given), given)
copied = list(given[0])
copied[0] = 9
frozen = tuple(copied)
copied.reverse()
print(given, copied, frozen)
# %%
def unique(values):
    seen = []
    for v in values:
        if v not in seen:
            seen.append(v)
    return seen

print(unique(["b", "a", "b"]))
graph = [[1, 2], [], [0]]
weights = [[], [1.5]]
print(graph, len(graph[1]), weights)
# %%
import random
from collections import deque

window = deque(maxlen=3)
means = []
for x in [1.0, 2.0, 3.0, 4.0, 5.0]:
    window.append(x)
    means.append(sum(window) / len(window))
print(means, window[0], window[-1], max(window))
print(window, list(window), len(window) == 3)
snapshot = list(window)
window.append(6.0)
print(snapshot, window)
window.clear()
window.append(1.5)
print(window)

def reached(graph, start):
    order = []
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node not in order:
            order.append(node)
            queue.extend(graph[node])
    return order

print(reached([[1, 2], [3], [3], [0]], 0))
steps = deque("abc")
steps.appendleft("z")
last = steps.pop()
print(steps, last)
class ReplayBuffer:
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)
        self.losses = deque(maxlen=2)

    def push(self, state, action, reward, done):
        self.memory.append((state, action, reward, done))
        self.losses.append(state * 0.5)

    def sample(self, n):
        states, actions, rewards, dones = zip(*random.sample(self.memory, n))
        return sorted(states), sum(rewards)

    def __len__(self):
        return len(self.memory)

buffer = ReplayBuffer(4)
for i in range(9):
    buffer.push(i, i % 2, 0.5 * i, i == 8)
print(len(buffer), buffer.sample(4), list(buffer.losses))
window
# %%
class Best:
    def __init__(self, patience, start=5):
        self.patience = patience
        self.best = None
        self.name = None
        self.log = None
        self.mask = [1]
        self.start = start
        if patience > 2:
            self.start = None
            self.mask = None

    def __call__(self, loss, name):
        better = self.best is None or loss < self.best
        if better:
            self.best, self.name = loss, name
        if self.log is None:
            self.log = []
        self.log.append(loss)
        return better

    def reset(self):
        self.best = None

b = Best(2)
print(b.best, b.name, b.log, b.start, b.mask)
print(b(1.5, "x"), b(1.0, "y"), b(2.0, "z"), b.best, b.name, b.log, f"{b.best:.2f} {b.name}")
b.reset()
print(b.best, b.best is None, not b.best, Best(3).start, Best(3).start is None, Best(3).mask is None)
# %%
class Tree:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None

    def insert(self, v):
        if v < self.value:
            if self.left is None:
                self.left = Tree(v)
            else:
                self.left.insert(v)
        elif self.right is None:
            self.right = Tree(v)
        else:
            self.right.insert(v)

root = Tree(5)
for v in [3, 8, 1]:
    root.insert(v)
print(root.left.value, root.left.left.value, root.right.left is None)
# %%
def first_even(xs):
    for x in xs:
        if x % 2 == 0:
            return x
    return None

def find(xs, t):
    for i, x in enumerate(xs):
        if x == t:
            return i

def best_of(xs, otherwise=None):
    best = None
    for x in xs:
        if best is None or x > best:
            best = x
    if best == 9:
        return otherwise
    return best

def above(n):
    if n < 0:
        return
    return first_even([n, n + 1])

print(first_even([1, 4, 5]), first_even([1, 3]), find([1, 2], 2), find([1], 7), above(-1), above(3), f"{find([1], 1)}")
print(best_of([1, 3]), best_of([]), best_of([9]), best_of([9], 4))
r = first_even([3, 8])
if r is not None:
    print(r + 1)
r = first_even([3])
find([1], 1)
print(r, r is None, [0] * -1, [1] * (len("ab") - 3), "ab" * -2)
# %%
done, correct = False, 0
for p, l in zip([1, 0, 1], [1, 1, 1]):
    correct += (p == l)
print(correct, correct / 3, 1.5 * (1 - done), True + True, (1 - True) * 2, int(done), float(not done), done == 0, sum([True, done]))
# %%
class Sized:
    size = 2
    step = None

    def __init__(self, n=None):
        self.n = n

    def get(self):
        m = self.n
        return m

    def seen(self, v):
        if self.step is None or v > self.step:
            self.step = v
        return self.step

def over(n, least):
    if n > least:
        return n

a, b = Sized(), Sized(3)
print([a.n], [a.n, b.n], (a.n, b.n), {"k": b.n, "o": a.n}, a.get(), b.get(), [over(1, 2), over(5, 2)])
kept = []
kept.append(a.n)
kept.append(b.n)
late = over(1, 2)
more = b.n
more += 1
a.seen(2)
a.seen(1)
print(kept, [late], late is None, more, b.n, a.step, b.step, a.size)
# %%
groups = {}
for u, v in [(1, 2.5), (1, 3.0), (2, 3.5)]:
    groups.setdefault(u, []).append(v)
print(groups, "abc".center(10), "ab".center(5, "-") + "|", "abcd".center(7, "-"), " x ".center(4, "="))
# %%
from dataclasses import dataclass, field

@dataclass
class Config:
    lr: float = 0.1
    layers: list = field(default_factory=list)
    name: str = 'x'

    def total(self):
        return sum(self.layers)

@dataclass()
class Spot:
    x: int
    y: int = 2

c = Config(layers=[1, 2])
c.layers.append(3)
print(c, c.total(), Config(), [Spot(1), Spot(2, y=3)], Spot(1) == Spot(1, 2), Spot(1) != Spot(1, 2))
# %%
class AverageMeter(object):
    def __init__(self, name, fmt=':f'):
        self.name = name
        self.fmt = fmt
        self.reset()

    def reset(self):
        self.val = 0
        self.avg = 0
        self.sum = 0
        self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count

    def __str__(self):
        fmtstr = '{{{name}}} {val' + self.fmt + '} ({avg' + self.fmt + '}) {name!r:>7}'
        return fmtstr.format(**self.__dict__)

m = AverageMeter('Loss', ':.4e')
m.update(0.5, 3)
m.update(1.5)
print(m, '{x:.2f}-{y:>4} {z} {y!r}'.format(**{'x': 1.5, 'y': 'b', 'z': True}))
# %%
import itertools

for a, b in itertools.combinations([1, 2, 3], 2):
    print(a + b, end=" ")
for lr, name in itertools.product([0.1, 1.0], ('a', 'b')):
    print(lr * 2, name, end=" ")
print(list(itertools.product([0, 1], repeat=2)), len(list(itertools.product('ab', [1, 2], repeat=2))))
# %%
import math

decayed = 0.1
print([0.1 * 0.95 ** epoch for epoch in range(6)], decayed * 0.9 ** 33, 1.00001 ** 60000, 2.5 ** -3.7, (-1.1) ** 63)
print(10 ** -5, math.pow(1.0003, 365), pow(0.5, 0.5), 0.0 ** 0, float("inf") ** -1, (-2.0) ** -3)
