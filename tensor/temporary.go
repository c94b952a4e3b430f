package tensor

import (
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/session/lastuse"
)

// This file reuses the memory of results that are no longer reachable, where the caller of the op knows that: code
// of cells, by way of package lastuse, and functions of this module that chain ops. They guarantee that nothing else
// refers to the tensor. That nothing else refers to its memory is checked here: memory that a node has saved or an
// observer has seen is needed; memory written in place has a version; borrowed, journaled and deferred memory has its
// own mark; and small memory is not pooled. A recorded tensor must wait until a backward pass has released its node,
// and has thus released those that used the tensor before: Recompute and hooks may use it until then.

// owned marks, in the field room, a storage whose only tensor is a value of one frame of code, see lastuse; scoped
// marks a storage whose only tensor was made in a scope.
const (
	owned  = 6
	scoped = 7
)

func init() {
	lastuse.Now = lastuse.Rules{
		Of:    useOf,
		Own:   func(t unsafe.Pointer) { (*Tensor)(t).own() },
		Share: func(t unsafe.Pointer) { (*Tensor)(t).share() },
		End: func(t, y unsafe.Pointer, own bool) {
			if t := (*Tensor)(t); t != nil && (t.store.class != 0 || t.words != 0) {
				t.end((*Tensor)(y), own)
			}
		},
	}
}

func (t *Tensor) own() {
	if s := t.store; (s.class != 0 || t.words != 0) && (s.room == 0 || s.room == uncached) {
		s.room = owned
	}
}

func (t *Tensor) share() {
	if t != nil && t.store.room == owned {
		t.store.room = 0
	}
}

// end reuses the memory of t, to which the caller guarantees that nothing else refers, if nothing else refers to the
// memory either. If own is set, the storage must be marked owned. It reports whether the memory went to the pool.
func (t *Tensor) end(y *Tensor, own bool) bool {
	if t == nil {
		return false
	}
	s := t.store
	switch {
	case atomic.LoadUint32(&s.version) != 0 || s.held != 0 || t.off != 0 || t.lay.size != s.n:
	case t.node != nil && (s.class == 0 || t.node.flags&isOver == 0):
	case y != nil && y.store == s:
	case s.room == owned || !own && (s.room == 0 || s.room == uncached || s.room == scoped):
		if s.class == 0 {
			t.spare()
			return false
		}
		if mempool.Put(s.ptr, s.class) {
			s.ptr, s.class, s.room = nil, 0, 0
			return true
		}
	}
	return false
}

// ending returns y and reuses the memory of x, a new result from which y was computed and to which nothing else
// refers.
func ending(y, x *Tensor) *Tensor {
	if x.store.class != 0 {
		x.end(y, false)
	}
	return y
}

// spares are ended tensors by their size in words, each kept for the next result of that size: the tensor is half
// the cost of an op on few elements. Two are enough for a chain of ops, which ends each result after computing the
// next.
var spares [inline/8 + 1][2]atomic.Pointer[Tensor]

// takeSpare returns an ended tensor for the given number of bytes, removed from spares, or nil.
func takeSpare(bytes int) *Tensor {
	list := &spares[8]
	switch {
	case bytes <= 16:
		list = &spares[2]
	case bytes <= 32:
		list = &spares[4]
	case bytes > inline:
		return nil
	}
	if list[0].Load() != nil {
		return list[0].Swap(nil)
	}
	if list[1].Load() != nil {
		return list[1].Swap(nil)
	}
	return nil
}

// spare keeps t, which has ended, for reuse if it was allocated with its data.
func (t *Tensor) spare() {
	s := t.store
	if t.words == 0 || !t.bornWith(s) || s.ptr != t.inlineData() || isTurn(t) || !mempool.Spoil(s.ptr, int(t.words)*8) {
		return
	}
	s.ptr, s.room, s.n = nil, later, gone // using it is an error, and ending it again does nothing
	list := &spares[t.words]
	_ = list[0].CompareAndSwap(nil, t) || list[1].CompareAndSwap(nil, t)
}

// inlineData returns the address of the data of a small tensor, which follow its header.
func (t *Tensor) inlineData() unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(t), unsafe.Sizeof(headed{}))
}

// again makes t, a spare tensor, a new one with undefined elements.
func (t *Tensor) again(dt DType, l *layout) *Tensor {
	s := t.store
	s.ptr, s.n, s.room = t.inlineData(), l.size, 0
	t.lay, t.out, t.dtype, t.weak, t.cut = l, 0, dt, false, false
	return t
}

// useOf returns what code of cells may assume about an op's use of memory, see [lastuse.Use].
func useOf(name string) lastuse.Use {
	op, ok := strings.CutPrefix(name, "(*github.com/msrepl/msrepl/tensor.Tensor).")
	if !ok {
		if op, ok = strings.CutPrefix(name, "github.com/msrepl/msrepl/ops."); !ok {
			return 0
		}
	}
	switch op {
	case "Abs", "Acos", "Acosh", "Add", "Asin", "Asinh", "Atan", "Atan2", "Atanh", "BitwiseAnd", "BitwiseNot",
		"BitwiseOr", "BitwiseXor", "Ceil", "Cos", "Cosh", "Div", "DivNoNan", "Equal", "Erf", "Erfc", "Exp",
		"Exp2", "Expm1", "FMax", "FMin", "Floor", "FloorDiv", "GELU", "Greater", "GreaterEqual", "HSigmoid",
		"HSwish", "Hypot", "LeakyReLU", "LeftShift", "Less", "LessEqual", "Log", "Log10", "Log1p", "Log2",
		"LogSigmoid", "LogSoftmax", "LogicalAnd", "LogicalNot", "LogicalOr", "LogicalXor", "MM", "MatMul",
		"Maximum", "Minimum", "Mish", "Mod", "Mul", "MulNoNan", "Neg", "NotEqual", "Pow", "ReLU", "ReLU6",
		"Reciprocal", "RightShift", "Rsqrt", "SELU", "SiLU", "Sigmoid", "Sign", "Sin", "Sinh", "Softmax",
		"Softplus", "Softsign", "Sqrt", "Square", "SquaredDifference", "Sub", "Tan", "Tanh", "Trunc",
		"TruncDiv", "TruncMod", "Xdivy", "Xlogy":
		return lastuse.Reads | lastuse.Fresh
	case "AllClose", "ArgMax", "ArgMin", "DType", "Dim", "ItemSize", "Len", "Max", "MaxAxes", "Mean", "MeanAxes",
		"Min", "MinAxes", "NBytes", "NDim", "Prod", "Shape", "Size", "Std", "Sum", "SumAxes", "Var":
		return lastuse.Reads
	}
	return 0
}
