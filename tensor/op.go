package tensor

import (
	"runtime"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// Spec describes a tensor for an op's rules: dtype and shape, and whether it is a Python number.
type Spec struct {
	DType DType
	Shape []int
	Weak  bool
}

// Op is an operation with any number of tensor arguments and results. Ops of this package with one or two
// arguments have leaner forms of it; other packages and users implement Op and call [Apply].
type Op interface {
	// Name returns MindSpore's name of the op, used in errors.
	Name() string
	// Infer returns what Forward will return, without computing it. It panics as Forward would.
	Infer(in []Spec) []Spec
	// Forward computes the results. It must return new tensors and leave its arguments unchanged.
	Forward(in []*Tensor) []*Tensor
	// VJP returns the gradient of each argument, an expression in public ops, given the arguments, the
	// results and the gradient of each result. A nil entry means that no gradient flows to that argument.
	// An entry may have the shape and dtype of the broadcast result: the tape undoes both.
	VJP(in, out, grad []*Tensor) []*Tensor
}

// Frugal is an Op whose VJP does not read the elements of its arguments, or of its results. Tensors that are not kept
// reach the VJP with shape and dtype only, and may be freed or overwritten in between.
type Frugal interface {
	Op
	Keeps() (args, results bool)
}

// Selective is an Op that can omit gradients that are not needed.
type Selective interface {
	Op
	// VJPFor is VJP, but only the gradients whose entry in need is true are used; the others may be nil.
	VJPFor(need []bool, in, out, grad []*Tensor) []*Tensor
}

// Apply runs op on in and records it for the tapes that differentiate one of its arguments. An interrupt of the
// session takes effect here, and within long ops.
func Apply(op Op, in ...*Tensor) []*Tensor {
	interrupt.Check()
	if mixed.Any() {
		if out := applyLower(op, in...); out != nil {
			return out
		}
	}
	if observers.Load() != 0 {
		return observed(op, in...)
	}
	out := op.Forward(in)
	if scopes.Any() { // before record, whose saved values it counts
		scopeOf(out, in...)
	}
	if recording(in...) {
		record(op, in, out)
	}
	return out
}

// unaryOp is the lean form of Op for one argument and one result.
type unaryOp interface {
	Name() string
	infer(x Spec) Spec
	forward(x *Tensor) *Tensor
	vjp(x, y, g *Tensor) *Tensor
}

// binaryOp is the lean form of Op for two arguments and one result, with a rule per argument.
type binaryOp interface {
	Name() string
	infer(a, b Spec) Spec
	forward(a, b *Tensor) *Tensor
	da(a, b, y, g *Tensor) *Tensor // the gradient of a, called only if it is needed
	db(a, b, y, g *Tensor) *Tensor
}

// saver is implemented by ops whose VJP does not use the values of all its arguments and results. Those that are not
// kept reach the VJP with shape and dtype only, and their memory may be freed or overwritten in the meantime.
type saver interface{ keeps() keep }

// keep is the set of values that a recorded op retains.
type keep uint8

const (
	keepNothing keep = 0
	keepFirst   keep = 1 // the first argument
	keepSecond  keep = 2 // the second argument and those after it
	keepResult  keep = 4 // the results
	keepAll     keep = 7
	keepCross   keep = 8 // in addition to the first two: each argument is used only for the gradient of the other
)

// constant is implemented by ops without a gradient for any argument (comparisons, floor): tapes treat their results
// as constants.
type constant interface{ constant() }

func apply1(op unaryOp, x *Tensor) *Tensor {
	interrupt.Check()
	if x.weak {
		x = x.concrete()
	}
	if mixed.Any() {
		if y := applyLower(wide1{op}, x); y != nil {
			return y[0]
		}
	}
	if observers.Load() != 0 {
		return observed(wide1{op}, x)[0]
	}
	y := op.forward(x)
	giveWay(y)
	if scopes.Any() {
		scopeOf([]*Tensor{y}, x)
	}
	if activeTapes.Load() != 0 {
		record1(op, x, y)
	}
	return y
}

func apply2(op binaryOp, a, b *Tensor) *Tensor {
	interrupt.Check()
	if mixed.Any() {
		if y := applyLower(wide2{op}, a, b); y != nil {
			return y[0]
		}
	}
	if observers.Load() != 0 {
		return observed(wide2{op}, a, b)[0]
	}
	y := op.forward(a, b)
	giveWay(y)
	if scopes.Any() {
		scopeOf([]*Tensor{y}, a, b)
	}
	if activeTapes.Load() != 0 {
		record2(op, a, b, y)
	}
	return y
}

// turn is the average number of bytes of small results allocated between yields to other goroutines.
const turn = 128 << 10

// giveWay lets the collector run now and then, after an op that has made y. On one processor it would otherwise
// begin to mark only when the computing goroutine is preempted, up to ten milliseconds later, and until it has
// finished, every pointer write costs more. Memory is allocated at ascending addresses, so the address of y
// indicates how much has been allocated, without a counter.
func giveWay(y *Tensor) {
	if isTurn(y) {
		runtime.Gosched()
	}
}

func isTurn(y *Tensor) bool { return uintptr(unsafe.Pointer(y))%turn == 0 }
