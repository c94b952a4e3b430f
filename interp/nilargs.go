package interp

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// described returns the value of a panic for messages; for a nil pointer in a function of this module, with its nil
// arguments.
func (m *machine) described(p *vm.Panic) any {
	n := m.normalize(p.Value)
	if f, ok := n.(*cellrt.Fault); ok && p.Failed != nil {
		if fn, ok := p.Failed.Of.(*types.Func); ok && fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), module) {
			return &cellrt.Fault{Kind: f.Kind, Msg: f.Msg + nilArguments(fn, p.Failed.Args)}
		}
	}
	return n
}

// module is the path prefix of the packages of this module.
var module = strings.TrimSuffix(reflect.TypeFor[cellrt.Fault]().PkgPath(), "interp/internal/cellrt")

// nilArguments names the arguments of a call that are nil, ": the argument y of Tensor.Add is nil", or returns "".
func nilArguments(fn *types.Func, args []reflect.Value) string {
	sig := fn.Signature()
	name := fn.Pkg().Name() + "." + fn.Name()
	var places []string
	if recv := sig.Recv(); recv != nil {
		_, typ, _ := strings.Cut(types.TypeString(recv.Type(), (*types.Package).Name), ".")
		name = typ + "." + fn.Name()
		if len(args) > 0 && isNil(args[0]) {
			places = append(places, "the receiver")
		}
		args = args[min(1, len(args)):]
	}
	for i, v := range args[:min(len(args), sig.Params().Len())] {
		param := "the argument " + sig.Params().At(i).Name()
		switch {
		case v.Kind() == reflect.Slice:
			for k := range v.Len() {
				if isNil(v.Index(k)) {
					places = append(places, fmt.Sprintf("element %d of %s", k, param))
				}
			}
		case isNil(v):
			places = append(places, param)
		}
	}
	switch len(places) {
	case 0:
		return ""
	case 1:
		return ": " + places[0] + " of " + name + " is nil"
	}
	return ": of " + name + ", " + strings.Join(places, " and ") + " are nil"
}

// isNil reports whether a value is a nil pointer, interface, function or map.
func isNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Map:
		return v.IsNil()
	}
	return false
}
