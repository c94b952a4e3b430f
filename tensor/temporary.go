package tensor

import (
	"strings"
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
		Own:   func(t unsafe.Pointer) { (*Tensor)(t).store.own() },
		Share: func(t unsafe.Pointer) { (*Tensor)(t).share() },
		End: func(t, y unsafe.Pointer, own bool) {
			if t := (*Tensor)(t); t != nil && t.store.class != 0 {
				t.end((*Tensor)(y), own)
			}
		},
	}
}

func (s *storage) own() {
	if s.class != 0 && (s.room == 0 || s.room == anew) {
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
	case s.class == 0 || s.version != 0 || s.held != 0 || t.node != nil || t.off != 0 || t.lay.size != s.n:
	case y != nil && y.store == s:
	case s.room == owned || !own && (s.room == 0 || s.room == anew || s.room == scoped):
		if mempool.Put(s.ptr, s.class) {
			s.ptr, s.class, s.room = nil, 0, 0
			return true
		}
	}
	return false
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
