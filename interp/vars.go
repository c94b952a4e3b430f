package interp

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/bridge"
)

// Vars lists the variables of the session by name, once no cell runs. Values are echoed as a cell would
// show them.
func (s *Session) Vars() []Var {
	s.eval.Lock()
	defer s.eval.Unlock()
	return s.vars()
}

func (s *Session) vars() []Var {
	e := s.engine()
	values := e.globals()
	var vars []Var
	for name, o := range e.front.Env() {
		v, ok := o.(*types.Var)
		if !ok || strings.Contains(name, "ꞏ") {
			continue
		}
		vars = append(vars, Var{
			Name: name, Type: types.TypeString(v.Type(), e.front.Qualify),
			Value: shown(e.variable(v, values)),
		})
	}
	slices.SortFunc(vars, func(a, b Var) int { return strings.Compare(a.Name, b.Name) })
	return vars
}

// globals returns the variables of the interpreter.
func (e *engine) globals() map[string]reflect.Value {
	if e.machine != nil {
		return nil
	}
	return e.i.Globals()
}

// variable returns a variable of the session, whose interpreter's variables are values.
func (e *engine) variable(v *types.Var, values map[string]reflect.Value) reflect.Value {
	if e.machine != nil {
		return e.machine.value(v)
	}
	return values[e.front.InterpName(v)]
}

// shown is the echo of a variable; a String method that panics must not harm the listing.
func shown(v reflect.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = "?"
		}
	}()
	if !v.IsValid() || !v.CanInterface() {
		return "?"
	}
	return display.Echo(bridge.Unwrap(v.Interface())).Text()
}
