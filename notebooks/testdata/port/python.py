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
