package maker

import (
	"go/types"
	"reflect"
	"slices"
)

// Forget drops declarations that nothing can mention any more: those of a program part that has failed, and
// earlier ones of a type that is declared anew, if no variable, function or type has them. It keeps those that
// types of other declarations mention. Values that are left in interfaces are values as before: types live as long
// as the program, with their methods.
//
// A declaration that Reuse took for an earlier one is separated from it. If types were made anew for it, they are
// made again as the earlier declaration has them, which is returned as by Renew.
func (m *Maker) Forget(declared ...*types.TypeName) (renewed []Renewed, err error) {
	err = m.do(func() {
		m.forget(declared)
		renewed = m.separate(declared)
	})
	if err != nil {
		return nil, err
	}
	return renewed, nil
}

// forget drops the types of declarations, but for those that others mention.
func (m *Maker) forget(declared []*types.TypeName) {
	gone := map[*entry]bool{}
	for _, d := range declared {
		if m.same[d] == nil && len(m.again[d]) == 0 {
			for _, e := range m.declared(d) {
				gone[e] = true
			}
		}
	}
	if len(gone) > 0 {
		uses := m.uses()
		uses.addDerived(gone)
		uses.keepMentioned(gone)
		forgotten := map[reflect.Type]bool{}
		for e := range gone {
			forgotten[e.typ] = true
			m.drop(e)
		}
		for t, newer := range m.after {
			if forgotten[newer] {
				delete(m.after, t)
				m.keys = append(m.keys, func() { m.after[t] = newer })
			}
		}
	}
	for k := range m.instances {
		if slices.Contains(declared, k.declared) {
			delete(m.instances, k)
		}
	}
}

// addDerived adds the structs without a name and the instances of generic types that mention what is to go.
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

// keepMentioned takes out what a type that stays mentions.
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

// separate makes reused declarations ones of their own, and their types those of the declarations before.
func (m *Maker) separate(declared []*types.TypeName) []Renewed {
	var firsts []*types.TypeName
	for _, d := range declared {
		if first := m.same[d]; first != nil {
			before := m.again[first]
			m.unpair(d)
			m.keys = append(m.keys, func() {
				m.same[d] = first
				m.setAgain(first, before)
			})
			firsts = append(firsts, first)
		}
	}
	var others []*entry
	for _, first := range firsts {
		for _, e := range m.declared(first) {
			now := m.fresh(e).(*types.Named)
			if m.compare(now, e) != nil {
				others = append(others, e)
				continue
			}
			old, list := e.source, e.list
			e.source, e.list = now, m.methodsOf(now)
			m.keys = append(m.keys, func() { e.source, e.list = old, list })
		}
	}
	return m.renew(others)
}
