package elements

import (
	"cmp"
	"math"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// Op is the operation of a node on two words.
type Op uint8

// Comparisons, the difference of two words, and results without a comparison.
const (
	Less Op = iota
	LessEqual
	Equal
	Unequal
	UnsignedLess
	UnsignedLessEqual
	FloatLess
	FloatLessEqual
	FloatEqual
	FloatUnequal
	TextLess
	TextLessEqual
	TextEqual
	TextUnequal
	Difference
	Constant // Imm
	Length   // of the slice
)

// OfText reports whether the words are strings.
func (o Op) OfText() bool { return o >= TextLess && o <= TextUnequal }

// A Node compares two words. The outcome selects the next node, or the result.
type Node struct {
	Op      Op
	Branch  bool
	Three   bool // the result is negative, 0 or positive
	A, B    Word
	Imm     int64
	Yes, No int
	near    bool // both words are stored in the elements
}

// Orders reports whether a node is a comparison that needs the comparison in the other direction to be complete.
func (n *Node) Orders() bool {
	return !n.Three && (n.Op == Less || n.Op == UnsignedLess || n.Op == TextLess)
}

// wide is the kind used for all numbers that fill a register.
const wide = layout.I64

// Wide reports whether a word is a number that fills a register.
func (w *Word) Wide() bool { return !w.Text && !w.Kind.Narrow() }

// Result returns what the code returns for the elements x and y of a slice of length n. It returns false if the code
// has to run.
func (f *Form) Result(x, y unsafe.Pointer, n int) (v int64, ok bool) {
	if len(f.Ways) > 0 && !f.open(x, y) {
		return 0, false
	}
	for node := &f.Nodes[0]; ; {
		switch {
		case node.near:
			p, q := x, x
			if node.A.Second {
				p = y
			}
			if node.B.Second {
				q = y
			}
			v = node.compare(unsafe.Add(p, node.A.At[0]), unsafe.Add(q, node.B.At[0]))
		case node.Op == Constant:
			return node.Imm, true
		case node.Op == Length:
			return int64(n), true
		default:
			if v, ok = node.value(x, y); !ok {
				return 0, false
			}
		}
		switch {
		case !node.Branch:
			return v, true
		case v != 0:
			node = &f.Nodes[node.Yes]
		default:
			node = &f.Nodes[node.No]
		}
	}
}

// value compares the words of x and y.
func (n *Node) value(x, y unsafe.Pointer) (v int64, ok bool) {
	if n.A.Text {
		p, q := n.A.where(x, y), n.B.where(x, y)
		if p == nil || q == nil {
			return 0, false
		}
		return n.texts(*(*string)(p), *(*string)(q)), true
	}
	v, ok = n.A.number(x, y)
	if !ok {
		return 0, false
	}
	w, ok := n.B.number(x, y)
	return n.numbers(v, w), ok
}

// compare compares the words at p and q.
func (n *Node) compare(p, q unsafe.Pointer) int64 {
	if n.A.Text {
		return n.texts(*(*string)(p), *(*string)(q))
	}
	var v, w int64
	if n.A.Kind.Narrow() {
		v = layout.LoadNumber(n.A.Kind, p)
	} else {
		v = *(*int64)(p)
	}
	if n.B.Kind.Narrow() {
		w = layout.LoadNumber(n.B.Kind, q)
	} else {
		w = *(*int64)(q)
	}
	return n.numbers(v, w)
}

func (n *Node) numbers(v, w int64) int64 {
	switch n.Op {
	case Less:
		if n.Three {
			return int64(cmp.Compare(v, w))
		}
		return number(v < w)
	case LessEqual:
		return number(v <= w)
	case Equal:
		return number(v == w)
	case Unequal:
		return number(v != w)
	case UnsignedLess:
		if n.Three {
			return int64(cmp.Compare(uint64(v), uint64(w)))
		}
		return number(uint64(v) < uint64(w))
	case UnsignedLessEqual:
		return number(uint64(v) <= uint64(w))
	case Difference:
		return v - w
	}
	return n.floats(math.Float64frombits(uint64(v)), math.Float64frombits(uint64(w)))
}

func (n *Node) floats(v, w float64) int64 {
	switch {
	case n.Three:
		return int64(cmp.Compare(v, w))
	case n.Op == FloatLess:
		return number(v < w)
	case n.Op == FloatLessEqual:
		return number(v <= w)
	}
	return number((v == w) == (n.Op == FloatEqual))
}

func (n *Node) texts(s, t string) int64 {
	switch {
	case n.Three:
		return int64(cmp.Compare(s, t))
	case n.Op == TextLess:
		return number(s < t)
	case n.Op == TextLessEqual:
		return number(s <= t)
	}
	return number((s == t) == (n.Op == TextEqual))
}
