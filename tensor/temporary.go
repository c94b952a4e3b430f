package tensor

import (
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/session/lastuse"
)

// This file takes back the memory of results that nobody can look at any more, where the one that called the op
// knows that: code of cells, by way of package lastuse, and functions of ours that chain ops. They promise that
// nobody has the tensor. That nobody sees its memory is looked up here, in the storage: what a tape needs or an
// observer has seen is marked as needed, what has been written to in place has a version, borrowed, journaled and
// deferred memory has its mark, and small memory is not pooled.

// owned is in the field room of a storage whose only tensor is a value of a frame of code, see lastuse, and scoped in
// that of a storage whose only tensor a scope has made.
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
	if s := t.store; (s.class != 0 || t.words != 0) && (s.room == 0 || s.room == anew) {
		s.room = owned
	}
}

func (t *Tensor) share() {
	if t != nil && t.store.room == owned {
		t.store.room = 0
	}
}

// end takes the memory of t, of which the caller knows that nobody has it any more, if nobody sees that either. With
// own it must be owned. It says whether it did.
func (t *Tensor) end(y *Tensor, own bool) bool {
	if t == nil {
		return false
	}
	s := t.store
	switch {
	case s.version != 0 || s.held != 0 || t.node != nil || t.off != 0 || t.lay.size != s.n:
	case y != nil && y.store == s:
	case s.room == owned || !own && (s.room == 0 || s.room == anew || s.room == scoped):
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

// ending returns y, and takes back the memory of x, a fresh result of an op that y was made of and nobody else has.
func ending(y, x *Tensor) *Tensor {
	if x.store.class != 0 {
		x.end(y, false)
	}
	return y
}

// spares are tensors that have ended, by their words of data, each for the next result of that size: half of what an
// op on few elements takes is a new tensor. Two are enough for a chain of ops, which ends results behind the next.
var spares [inline/8 + 1][2]atomic.Pointer[Tensor]

// takeSpare returns an ended tensor for so many bytes, of which nobody else knows from then on, or nil.
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

// spare keeps t, which has ended, if it has its data behind it.
func (t *Tensor) spare() {
	s := t.store
	if t.words == 0 || !t.bornWith(s) || s.ptr != t.behind() || isTurn(t) || !mempool.Spoil(s.ptr, int(t.words)*8) {
		return
	}
	s.ptr, s.room, s.n = nil, later, gone // so that using it is an error, and ending it again does nothing
	list := &spares[t.words]
	_ = list[0].CompareAndSwap(nil, t) || list[1].CompareAndSwap(nil, t)
}

// behind is where the data of a small tensor are.
func (t *Tensor) behind() unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(t), unsafe.Sizeof(headed{}))
}

// again makes t, a spare one, a new tensor that holds anything.
func (t *Tensor) again(dt DType, l *layout) *Tensor {
	s := t.store
	s.ptr, s.n, s.room = t.behind(), l.size, 0
	t.lay, t.out, t.dtype, t.weak, t.cut = l, 0, dt, false, false
	return t
}

// useOf says what code of cells may rely on, see [lastuse.Use].
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
