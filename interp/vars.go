package interp

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/display"
)

// Vars returns the variables of the session by name. It waits until no cell runs. Values are echoed as a cell would
// show them.
func (s *Session) Vars() []Var {
	s.eval.Lock()
	defer s.eval.Unlock()
	return s.vars()
}

func (s *Session) vars() []Var {
	e := s.engine()
	var vars []Var
	for name, o := range e.front.Env() {
		v, ok := o.(*types.Var)
		if !ok || strings.Contains(name, "ꞏ") {
			continue
		}
		vars = append(vars, Var{
			Name: name, Type: types.TypeString(v.Type(), e.front.Qualify),
			Value: shown(e.machine.value(v)),
		})
	}
	slices.SortFunc(vars, func(a, b Var) int { return strings.Compare(a.Name, b.Name) })
	return vars
}

// shown returns the echo of a variable; a panic in a String method does not affect the listing.
func shown(v reflect.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = "?"
		}
	}()
	if !v.IsValid() || !v.CanInterface() {
		return "?"
	}
	return display.Brief(v.Interface())
}
