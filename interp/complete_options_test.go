package interp

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// TestOfferedOptions compares the options that completion offers inside the call of a constructor with those that it
// takes, which it lists when it is given another one.
func TestOfferedOptions(t *testing.T) {
	s := newSession(t)
	compared := 0
	for path, strangers := range map[string][]reflect.Value{
		"github.com/msrepl/msrepl/nn": {
			reflect.ValueOf(nn.EmbeddingTable(nil)),
			reflect.ValueOf(nn.Nonlinearity("tanh")),
		},
		"github.com/msrepl/msrepl/nn/optim": {reflect.ValueOf(optim.Accum(1)), reflect.ValueOf(optim.Beta1(0.5))},
	} {
		pkg := path[strings.LastIndexByte(path, '/')+1:]
		for name, fn := range symbols.Symbols[path+"/"+pkg] {
			if fn.Kind() != reflect.Func || !strings.HasPrefix(name, "New") || !fn.Type().IsVariadic() ||
				fn.Type().In(fn.Type().NumIn()-1).Elem() != strangers[0].Type() {
				continue
			}
			takes, ok := takenOptions(fn, strangers)
			if !ok {
				t.Errorf("%s.%s does not say which options it takes", pkg, name)
				continue
			}
			text := fmt.Sprintf("%s.%s(%s", pkg, name, strings.Repeat("x, ", fn.Type().NumIn()-1))
			var offered []string
			for _, item := range s.Complete(text, len(text)).Items {
				if strings.HasPrefix(item.Text, pkg+".") {
					offered = append(offered, item.Text)
				}
			}
			slices.Sort(takes)
			slices.Sort(offered)
			if !slices.Equal(takes, offered) {
				t.Errorf("%s.%s takes %v, and completion offers %v", pkg, name, takes, offered)
			}
			compared++
		}
	}
	if compared < 60 {
		t.Errorf("only %d constructors", compared)
	}
}

// takenOptions returns what a constructor lists when it is given an option that it does not take.
func takenOptions(fn reflect.Value, strangers []reflect.Value) (names []string, ok bool) {
	var args []reflect.Value
	for i := range fn.Type().NumIn() - 1 {
		args = append(args, argumentOf(fn.Type().In(i)))
	}
	for _, o := range strangers {
		err := tensor.Try(func() { fn.Call(append(slices.Clone(args), o)) })
		if err == nil {
			continue
		}
		if _, list, found := strings.Cut(err.Error(), "; its options are "); found {
			return slices.DeleteFunc(strings.Split(strings.TrimSuffix(list, "."), ", "), func(n string) bool { return n == "none" }), true
		}
	}
	return nil, false
}

// argumentOf returns some argument of a type.
func argumentOf(t reflect.Type) reflect.Value {
	if layer := reflect.ValueOf(nn.NewDense(1, 1)); t.Kind() == reflect.Interface && layer.Type().Implements(t) {
		if t.NumMethod() == 0 {
			return reflect.ValueOf(1)
		}
		return layer
	}
	switch t.Kind() {
	case reflect.Int:
		return reflect.ValueOf(4)
	case reflect.Slice:
		return reflect.MakeSlice(t, 1, 1)
	}
	return reflect.Zero(t)
}
