package initializer

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// declared is an initializer of a type that a cell declares.
type declared struct {
	fill, recv reflect.Value
}

// Fill implements Initializer.
func (d *declared) Fill(out []float32, dims []int) {
	d.fill.Call([]reflect.Value{d.recv, reflect.ValueOf(out), reflect.ValueOf(dims)})
}

// checked returns a value that a cell passes. It raises TypeError for one whose method Fill has another signature.
func checked(init any) any {
	if _, ok := init.(Initializer); ok || init == nil {
		return init
	}
	if m, ok := reflect.TypeOf(init).MethodByName("Fill"); ok {
		refuse(invoke.TypeName(m.Type.In(0)))
	}
	return init
}

func refuse(name string) {
	tensor.Throw("initializer", tensor.TypeError, "For 'initializer', the method Fill of %s should be Fill(out []float32, shape []int), "+
		"as an initializer.Initializer has it.", name)
}

// opened returns what a cell of a session has passed for a keyword …_init in the form in which [New] knows it. A
// value whose type the cell declares with a method Fill becomes an [Initializer]; a method of another signature
// raises TypeError.
func opened(init any) any {
	v := bridge.ValueOf(init)
	if !v.IsValid() {
		return nil
	}
	if d := declaredInit(v); d != nil {
		return d
	}
	return checked(bridge.Unwrap(init))
}

func declaredInit(v bridge.Value) Initializer {
	if m, recv, ok := v.SessionMethod("Fill"); ok {
		want := reflect.FuncOf([]reflect.Type{recv.Type(), reflect.TypeFor[[]float32](), reflect.TypeFor[[]int]()}, nil, false)
		if m.Type() != want {
			refuse(strings.TrimPrefix(v.TypeText(), "main."))
		}
		return &declared{m, recv}
	}
	return nil
}
