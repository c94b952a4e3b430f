package maker

import (
	"go/types"
	"reflect"
	"slices"
)

// Forget drops declarations that can no longer be mentioned: those of a failed part of the program, and earlier ones
// of a redeclared type, if no variable, function or type mentions them and no code that does is still to be compiled.
// It keeps those that types of other declarations mention. It returns the dropped types, including those that they
// replaced. Values of them left in interfaces remain valid, as types live as long as the program, with their methods.
func (m *Maker) Forget(declared ...*types.TypeName) (dropped []reflect.Type, err error) {
	err = m.do(func() { dropped = m.forget(declared) })
	if err != nil {
		return nil, err
	}
	return dropped, nil
}

func (m *Maker) forget(declared []*types.TypeName) (dropped []reflect.Type) {
	gone := map[*entry]bool{}
	for k, e := range m.named {
		if e.made && slices.Contains(declared, k.declared) {
			gone[e] = true
		}
	}
	if len(gone) == 0 {
		return nil
	}
	uses := m.uses()
	uses.addDerived(gone)
	uses.keepMentioned(gone)
	for e := range gone {
		m.drop(e)
		for t := e.typ; t != nil; t = m.before[t] {
			dropped = append(dropped, t)
		}
	}
	for _, t := range dropped {
		delete(m.before, t)
	}
	for k := range m.instances {
		if slices.Contains(declared, k.declared) {
			delete(m.instances, k)
		}
	}
	return dropped
}

// addDerived adds the unnamed structs and the instances of generic types that mention dropped types.
func (u users) addDerived(gone map[*entry]bool) {
	var todo []*entry
	for e := range gone {
		todo = append(todo, e)
	}
	for ; len(todo) > 0; todo = todo[1:] {
		for _, e := range u[todo[0]] {
			n, ok := e.source.(*types.Named)
			if !gone[e] && (!ok || n.TypeArgs().Len() > 0) {
				gone[e] = true
				todo = append(todo, e)
			}
		}
	}
}

// keepMentioned removes types that a remaining type mentions.
func (u users) keepMentioned(gone map[*entry]bool) {
	for again := true; again; {
		again = false
		for e := range gone {
			if slices.ContainsFunc(u[e], func(by *entry) bool { return !gone[by] }) {
				delete(gone, e)
				again = true
			}
		}
	}
}
