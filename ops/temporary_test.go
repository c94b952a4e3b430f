package ops_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/session/lastuse"
	. "github.com/msrepl/msrepl/tensor"
)

// square makes operands of which even results of Bool are large enough for their memory to be used again, or so small
// that they are allocated with their headers, which are.
var square = large

const large = 92

// operands are made anew for each call: forms of one tensor with elements between 0 and 3, and of what it meets.
var operands = map[string]func(x *Tensor) (a, b *Tensor){
	"float32":   func(x *Tensor) (a, b *Tensor) { return as(x, Float32), as(x, Float32) },
	"float64":   func(x *Tensor) (a, b *Tensor) { return as(x, Float64), as(x, Float64) },
	"float16":   func(x *Tensor) (a, b *Tensor) { return as(x, Float16), as(x, Float16) },
	"complex":   func(x *Tensor) (a, b *Tensor) { return as(x, Complex64), as(x, Complex64) },
	"int32":     func(x *Tensor) (a, b *Tensor) { return as(x, Int32), as(x, Int32) },
	"int64":     func(x *Tensor) (a, b *Tensor) { return as(x, Int64), as(x, Float32) },
	"bool":      func(x *Tensor) (a, b *Tensor) { return as(x, Bool), as(x, Bool) },
	"turned":    func(x *Tensor) (a, b *Tensor) { return as(x, Float32).T(), as(x, Float32) },
	"row":       func(x *Tensor) (a, b *Tensor) { return as(x, Float32), as(x, Float32).At(1) },
	"repeated":  func(x *Tensor) (a, b *Tensor) { return as(x, Float32), Full([]int{square, square}, 2, Float32) },
	"constant":  func(*Tensor) (a, b *Tensor) { return Ones(square, square), Zeros(square, square) },
	"number":    func(x *Tensor) (a, b *Tensor) { return as(x, Float32), Scalar(2) },
	"numbers":   func(x *Tensor) (a, b *Tensor) { return as(x, Float32), Ones(1, 1) },
	"flat":      func(x *Tensor) (a, b *Tensor) { return as(x, Float32).Reshape(-1), as(x, Float32).Reshape(-1) },
	"long axis": func(x *Tensor) (a, b *Tensor) { return as(x, Float32).Reshape(1, -1), as(x, Float32).Reshape(1, -1) },
	"column":    func(x *Tensor) (a, b *Tensor) { return as(x, Float32).Reshape(-1, 1), as(x, Float32).Reshape(-1, 1) },
	"same":      func(x *Tensor) (a, b *Tensor) { a = as(x, Float32); return a, a },
}

// as returns a new tensor.
func as(x *Tensor, dt DType) *Tensor { return x.Clone().AsType(dt) }

// TestUses holds the rules that code of cells relies on to what ops do: that nobody has a fresh result, and that
// an op that reads its operands keeps none. What ends is poisoned.
func TestUses(t *testing.T) {
	functions := map[string]any{}
	for i := range reflect.TypeFor[*Tensor]().NumMethod() {
		m := reflect.TypeFor[*Tensor]().Method(i)
		functions["(*github.com/msrepl/msrepl/tensor.Tensor)."+m.Name] = m.Func.Interface()
	}
	for name, f := range calls {
		functions["github.com/msrepl/msrepl/ops."+name] = f
	}
	known := 0
	for name, f := range functions {
		use := lastuse.Now.Of(name)
		if use == 0 {
			continue
		}
		known++
		ran := 0
		for _, square = range []int{2, 3, large} {
			for form, make2 := range operands {
				if testUse(t, fmt.Sprint(name, " of ", form, " ", square), use, reflect.ValueOf(f), make2) {
					ran++
				}
			}
		}
		if ran == 0 {
			t.Errorf("%s: no operands fit", name)
		}
	}
	if known < 150 {
		t.Errorf("only %d functions are known", known)
	}
}

// testUse reports whether f takes operands of this form.
func testUse(t *testing.T, what string, use lastuse.Use, f reflect.Value, make2 func(*Tensor) (a, b *Tensor)) bool {
	x := Arange(square*square).Mod(Scalar(7)).Div(Scalar(2)).Reshape(square, square)
	a, b := make2(x)
	before := shown(a) + shown(b)
	y, ok := called(f, a, b)
	if !ok {
		return false
	}
	want := shown(y)
	if shown(a)+shown(b) != before {
		t.Errorf("%s: the operands have changed", what)
	}
	mempool.Poisoned(func() {
		if use&lastuse.Fresh != 0 {
			end(y.(*Tensor), nil)
			if shown(a)+shown(b) != before {
				t.Errorf("%s: the result shares memory with an operand, but is said to be fresh", what)
			}
		}
		a, b := make2(x)
		y, _ := called(f, a, b)
		result, _ := y.(*Tensor)
		end(a, result)
		end(b, result)
		if got := shown(y); got != want {
			t.Errorf("%s: the result changes when the operands end", what)
		}
		a, b = make2(x)
		if y, _ = called(f, a, b); shown(y) != want {
			t.Errorf("%s: an operand that has ended is looked at by the next call", what)
		}
	})
	return true
}

func end(x, result *Tensor) { lastuse.Now.End(unsafe.Pointer(x), unsafe.Pointer(result), false) }

// shown is all elements of a result, "lost" if it has no memory any more.
func shown(y any) (text string) {
	x, ok := y.(*Tensor)
	if !ok {
		return fmt.Sprint(y)
	}
	defer func() {
		if recover() != nil {
			text = "lost"
		}
	}()
	b, err := x.MarshalBinary()
	if err != nil {
		panic(err)
	}
	return string(b)
}

// called calls f with a, b and plain arguments; ok is false if they do not fit.
func called(f reflect.Value, a, b *Tensor) (y any, ok bool) {
	tensors := []*Tensor{a, b}
	var in []reflect.Value
	n := f.Type().NumIn()
	if f.Type().IsVariadic() {
		n--
	}
	for i := range n {
		switch p := f.Type().In(i); {
		case p == reflect.TypeFor[*Tensor]():
			in, tensors = append(in, reflect.ValueOf(tensors[0])), tensors[1:]
		case p.Kind() == reflect.String:
			in = append(in, reflect.ValueOf("tanh"))
		default:
			in = append(in, reflect.Zero(p))
		}
	}
	var e *Error
	if err := Try(func() { y = f.Call(in)[0].Interface() }); errors.As(err, &e) {
		return nil, false
	} else if err != nil {
		panic(err)
	}
	return y, true
}

// TestSpoiled shows that TestUses would find a function that returns its operand, or another tensor over its memory.
func TestSpoiled(t *testing.T) {
	view := func(x *Tensor) *Tensor { return x.Reshape(square, -1) }
	for name, f := range map[string]func(*Tensor) *Tensor{"itself": (*Tensor).Contiguous, "view": view} {
		a := as(Arange(float64(square*square)), Float32)
		before := shown(a)
		mempool.Poisoned(func() { end(f(a), nil) })
		if shown(a) == before {
			t.Errorf("%s: the operand is not spoiled", name)
		}
	}
}
