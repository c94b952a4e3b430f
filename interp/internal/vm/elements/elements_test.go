package elements

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// element has words of all kinds that forms look at.
type element struct {
	n    int64
	f    float64
	s    string
	next *element
	held keyed
	b    int8
	u    uint16
}

// keyed is an interface whose methods forms know.
type keyed interface{ key() int64 }

type (
	pointerKey struct{ pad, n int64 }
	productKey struct{ a, b int64 }
	unknownKey int64
)

func (k *pointerKey) key() int64 { return k.n }
func (k *productKey) key() int64 { return k.a * k.b }
func (k *unknownKey) key() int64 { return int64(*k) }

func at(off uintptr, k layout.Kind) Word { return Word{Kind: k, At: [2]uintptr{off}} }

func second(w Word) Word {
	if w.Second = true; w.Term != nil {
		t := *w.Term
		t.A, t.B = second(t.A), second(t.B)
		w.Term = &t
	}
	return w
}

func root(w Word) Word { return term(Root, w, Word{}) }

func term(op Arith, a, b Word) Word { return Word{Kind: wide, Term: &Term{Op: op, A: a, B: b}} }

var (
	number1 = at(unsafe.Offsetof(element{}.n), layout.I64)
	float1  = at(unsafe.Offsetof(element{}.f), layout.F64)
	text1   = Word{Text: true, Kind: layout.Pointer, At: [2]uintptr{unsafe.Offsetof(element{}.s)}}
	length1 = at(unsafe.Offsetof(element{}.s)+8, layout.I64)
	byte1   = at(unsafe.Offsetof(element{}.b), layout.I8)
	short1  = at(unsafe.Offsetof(element{}.u), layout.U16)
	next1   = Word{Deep: true, At: [2]uintptr{unsafe.Offsetof(element{}.next)}}
	nextN   = Word{Deep: true, Kind: layout.I64, At: next1.At}
	nextS   = Word{Deep: true, Text: true, Kind: layout.Pointer, At: [2]uintptr{next1.At[0], text1.At[0]}}
	key1    = Word{Kind: wide, At: [2]uintptr{unsafe.Offsetof(element{}.held)}, Method: &Method{Find: findKey, Of: "key"}}
	three   = Word{Kind: wide, Term: &Term{Op: Fixed, Imm: 3}}
)

// findKey finds what the method key returns for the types that are known.
func findKey(first uintptr) *Word {
	typeOf := func(k keyed) uintptr { return *(*uintptr)(unsafe.Pointer(&k)) }
	switch first {
	case typeOf(&pointerKey{}):
		w := at(8, layout.I64)
		return &w
	case typeOf(&productKey{}):
		w := term(Times, at(0, layout.I64), at(8, layout.I64))
		return &w
	}
	return nil
}

func one(op Op, w Word, ways ...Word) Form {
	f := Form{Nodes: []Node{{Op: op, A: w, B: second(w)}}}
	for _, way := range ways {
		f.Follow(way)
		f.Follow(second(way))
	}
	return f
}

func inThree(f Form) Form {
	f.Nodes[0].Three = true
	return f
}

// comparisons are forms, and what they do in Go.
var comparisons = []struct {
	name string
	form Form
	want func(x, y *element) int64 // it panics where the form gives up
}{
	{"numbers", one(Less, number1), func(x, y *element) int64 { return number(x.n < y.n) }},
	{
		"numbers of two widths",
		Form{Nodes: []Node{{Op: Less, A: number1, B: second(byte1)}}},
		func(x, y *element) int64 { return number(x.n < int64(y.b)) },
	},
	{
		"two widths, turned",
		Form{Nodes: []Node{{Op: Less, A: second(byte1), B: number1}}},
		func(x, y *element) int64 { return number(int64(y.b) < x.n) },
	},
	{
		"one element",
		Form{Nodes: []Node{{Op: LessEqual, A: number1, B: byte1}}},
		func(x, _ *element) int64 { return number(x.n <= int64(x.b)) },
	},
	{"small numbers", one(UnsignedLess, short1), func(x, y *element) int64 { return number(x.u < y.u) }},
	{
		"unsigned in three", inThree(one(UnsignedLess, number1)),
		func(x, y *element) int64 { return int64(cmp.Compare(uint64(x.n), uint64(y.n))) },
	},
	{"floats", one(FloatLessEqual, float1), func(x, y *element) int64 { return number(x.f <= y.f) }},
	{"floats that differ", one(FloatUnequal, float1), func(x, y *element) int64 { return number(x.f != y.f) }},
	{
		"floats in three", inThree(one(FloatLess, float1)),
		func(x, y *element) int64 { return int64(cmp.Compare(x.f, y.f)) },
	},
	{"texts", one(TextLess, text1), func(x, y *element) int64 { return number(x.s < y.s) }},
	{
		"texts in three", inThree(one(TextLess, text1)),
		func(x, y *element) int64 { return int64(strings.Compare(x.s, y.s)) },
	},
	{"lengths", one(Difference, length1), func(x, y *element) int64 { return int64(len(x.s) - len(y.s)) }},
	{"behind a pointer", one(Less, nextN, next1), func(x, y *element) int64 { return number(x.next.n < y.next.n) }},
	{
		"texts behind a pointer", one(TextEqual, nextS, next1),
		func(x, y *element) int64 { return number(x.next.s == y.next.s) },
	},
	{"a method", one(Less, key1, key1), func(x, y *element) int64 { return number(known(x).key() < known(y).key()) }},
	{
		"terms", one(Less, term(Plus, term(Times, number1, number1), term(Minus, three, byte1))),
		func(x, y *element) int64 { return number(x.n*x.n+3-int64(x.b) < y.n*y.n+3-int64(y.b)) },
	},
	{
		"a term of floats",
		one(FloatLess, root(term(FloatPlus, term(FloatTimes, float1, float1), term(Float, number1, Word{})))),
		func(x, y *element) int64 {
			return number(math.Sqrt(x.f*x.f+float64(x.n)) < math.Sqrt(y.f*y.f+float64(y.n)))
		},
	},
	{
		"a term of both",
		Form{Nodes: []Node{{Op: Less, A: term(Minus, number1, second(number1)), B: three}}},
		func(x, y *element) int64 { return number(x.n-y.n < 3) },
	},
	{
		"a term of a method", one(LessEqual, term(Negative, key1, Word{}), key1),
		func(x, y *element) int64 { return number(-known(x).key() <= -known(y).key()) },
	},
	{"two keys", Form{Nodes: []Node{
		{Op: Unequal, A: nextN, B: second(nextN), Branch: true, Yes: 1, No: 2},
		{Op: Less, A: second(nextN), B: nextN},
		{Op: TextLess, A: text1, B: second(text1)},
	}, Ways: []Word{next1, second(next1)}}, func(x, y *element) int64 {
		if x.next.n != y.next.n {
			return number(y.next.n < x.next.n)
		}
		return number(x.s < y.s)
	}},
	{"a constant", Form{Nodes: []Node{
		{Op: Less, A: number1, B: second(number1), Branch: true, Yes: 1, No: 2},
		{Op: Constant, Imm: -1},
		{Op: Constant, Imm: 7},
	}}, func(x, y *element) int64 {
		if x.n < y.n {
			return -1
		}
		return 7
	}},
}

// known panics where the method of an element is not known.
func known(x *element) keyed {
	if _, ok := x.held.(*unknownKey); ok {
		panic("unknown")
	}
	return x.held
}

// list makes elements; some have no pointer, and methods that are not known, if whole is false.
func list(n int, whole bool) []element {
	r := rand.New(rand.NewPCG(1, 2))
	small := func() int64 { return int64(r.IntN(5)) - 2 }
	l := make([]element, n)
	for i := range l {
		x := &l[i]
		*x = element{n: small(), f: float64(small()), b: int8(small()), u: uint16(small())}
		x.s = "abcde"[r.IntN(3) : r.IntN(3)+2]
		if r.IntN(6) == 0 {
			x.f = math.NaN()
		}
		if whole || r.IntN(3) > 0 {
			x.next = &element{n: small(), s: "xyz"[:r.IntN(3)]}
		}
		switch k := r.IntN(4); {
		case k == 0 && !whole:
			x.held = new(unknownKey)
		case k == 1 && !whole:
		case k < 3:
			x.held = &pointerKey{9, small()}
		default:
			x.held = &productKey{small(), small()}
		}
	}
	return l
}

func base(l []element) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(l)) }

// TestCompare compares forms, and their keys, with Go.
func TestCompare(t *testing.T) {
	for _, c := range comparisons {
		f := c.form
		f.Size = unsafe.Sizeof(element{})
		f.Complete()
		for _, whole := range []bool{true, false} {
			l := list(40, whole)
			keys := f.KeysOf(base(l), len(l), f.Size)
			if keys != nil && !whole && len(f.Ways) > 0 {
				t.Errorf("%s: keys where the code fails", c.name)
			}
			for n := range len(l) * len(l) {
				i, j := n/len(l), n%len(l)
				got, ok := f.At(base(l), len(l), i, j)
				want, wantOK := try(func() int64 { return c.want(&l[i], &l[j]) })
				if ok != wantOK || got != want {
					t.Fatalf("%s of %+v and %+v: %d, %v; Go says %d, %v", c.name, l[i], l[j], got, ok, want, wantOK)
				}
				if keys != nil && keys.Compare(i, j) != want {
					t.Fatalf("%s of %+v and %+v: keys say %d, Go %d", c.name, l[i], l[j], keys.Compare(i, j), want)
				}
			}
		}
	}
}

func try(f func() int64) (v int64, ok bool) {
	defer func() { _ = recover() }()
	return f(), true
}

// TestKeys looks which comparisons have keys, and exchanges some.
func TestKeys(t *testing.T) {
	l := list(20, true)
	for _, c := range comparisons {
		f := c.form
		f.Complete()
		keys := f.KeysOf(base(l), len(l), unsafe.Sizeof(element{}))
		want := slices.ContainsFunc([]string{"pointer", "method", "term", "two keys"}, func(s string) bool {
			return strings.Contains(c.name, s)
		})
		if want = want && c.name != "a term of both"; (keys != nil) != want {
			t.Errorf("%s: keys %v", c.name, keys != nil)
		}
		if keys == nil {
			continue
		}
		keys.Swap(3, 11)
		if got, want := keys.Compare(3, 5), c.want(&l[11], &l[5]); got != want {
			t.Errorf("%s after an exchange: %d, not %d", c.name, got, want)
		}
	}
	f := comparisons[0].form
	if v, ok := f.At(base(l), len(l), 0, len(l)); ok || v != 0 {
		t.Error("an index out of range")
	}
}

// TestExchange exchanges words, and notes indices.
func TestExchange(t *testing.T) {
	type pair struct {
		s string
		p *element
		n int32
		b [2]uint8
		u uint16
	}
	f := Form{Size: unsafe.Sizeof(pair{}), Swaps: []Word{
		{Text: true, Kind: layout.Pointer},
		at(16, layout.Pointer),
		at(24, layout.U32), at(28, layout.U8), at(29, layout.U8), at(30, layout.U16),
	}}
	f.Complete()
	x, y := pair{"a", &element{}, 1, [2]uint8{2, 3}, 4}, pair{"b", &element{}, 5, [2]uint8{6, 7}, 8}
	l := []pair{x, y}
	if _, ok := f.At(unsafe.Pointer(&l[0]), 2, 0, 1); !ok || l[0] != y || l[1] != x || !f.Whole() {
		t.Errorf("%+v", l)
	}
	noted := Word{Deep: true, Kind: layout.I64, At: [2]uintptr{16, unsafe.Offsetof(element{}.n)}}
	f.Marks = []Mark{{To: noted, Second: true}}
	f.Follow(Word{Deep: true, At: [2]uintptr{16}})
	f.Complete()
	if _, ok := f.At(unsafe.Pointer(&l[0]), 2, 0, 1); !ok || l[0] != x || l[1].p.n != 1 || f.Whole() {
		t.Errorf("%+v, noted %d", l, l[1].p.n)
	}
	l[0].p = nil
	if _, ok := f.At(unsafe.Pointer(&l[0]), 2, 0, 1); ok || l[1] != y {
		t.Error("an exchange that cannot note its index")
	}
	for i, w := range []Word{text1, number1, at(0, layout.Pointer)} {
		f := Form{Size: 16, Swaps: []Word{w}}
		f.Complete()
		if f.short.how == long || f.Whole() != (i == 0) {
			t.Errorf("%+v is exchanged by %d", w, f.short.how)
		}
	}
}
