package elements

import (
	"cmp"
	"math"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// Op is what a node does with two words.
type Op uint8

// Comparisons, the difference of two words, and results that need none.
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

// OfText says whether the words are texts.
func (o Op) OfText() bool { return o >= TextLess && o <= TextUnequal }

// A Node compares two words. It goes on at another node, or gives the result.
type Node struct {
	Op      Op
	Branch  bool
	Three   bool // the result is negative, 0 or positive
	A, B    Word
	Imm     int64
	Yes, No int
}

// Orders says whether a node is a comparison whose other direction completes it.
func (n *Node) Orders() bool {
	return !n.Three && (n.Op == Less || n.Op == UnsignedLess || n.Op == TextLess)
}

// wide is the kind of numbers that fill a register, whichever they are.
const wide = layout.I64

// Wide says whether a word is a number that fills a register.
func (w *Word) Wide() bool { return !w.Text && !w.Kind.Narrow() }

// Result returns what the code returns for the elements x and y of a slice of n. It returns false where the code has to
// run.
func (f *Form) Result(x, y unsafe.Pointer, n int) (v int64, ok bool) {
	if !f.open(x, y) {
		return 0, false
	}
	for at := 0; ; {
		node := &f.Nodes[at]
		switch node.Op {
		case Constant:
			return node.Imm, true
		case Length:
			return int64(n), true
		}
		v, ok := node.value(x, y)
		if !ok {
			return 0, false
		}
		switch {
		case !node.Branch:
			return v, true
		case v != 0:
			at = node.Yes
		default:
			at = node.No
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

func (n *Node) numbers(v, w int64) int64 {
	if n.Op >= FloatLess && n.Op <= FloatUnequal {
		return n.floats(math.Float64frombits(uint64(v)), math.Float64frombits(uint64(w)))
	}
	if n.Op == UnsignedLess || n.Op == UnsignedLessEqual {
		v, w = v^math.MinInt64, w^math.MinInt64
	}
	switch n.Op {
	case Less, UnsignedLess:
		if n.Three {
			return int64(cmp.Compare(v, w))
		}
		return number(v < w)
	case LessEqual, UnsignedLessEqual:
		return number(v <= w)
	case Equal:
		return number(v == w)
	case Unequal:
		return number(v != w)
	}
	return v - w
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
