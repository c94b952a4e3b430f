package compile

import (
	"go/types"
	"slices"
	"weak"
)

// Forget drops objects that nothing in the session names any longer.
func (c *Compiler) Forget(list []types.Object) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range list {
		switch o := o.(type) {
		case *types.Func:
			delete(c.objects, o)
		case *types.Var:
			delete(c.vars, o)
		case *types.TypeName:
			c.forgetMethods(o)
			c.left.next = append(c.left.next, o)
		}
		delete(c.generics, o)
	}
}

// forgetMethods drops the methods of a type, and the promoted methods of its instances.
func (c *Compiler) forgetMethods(tn *types.TypeName) {
	if n, ok := types.Unalias(tn.Type()).(*types.Named); ok {
		for m := range n.Methods() {
			delete(c.objects, m)
		}
	}
	for o, list := range c.instances {
		list = slices.DeleteFunc(list, func(i instance) bool { return mentions(i.of, tn) })
		if c.instances[o] = list; len(list) == 0 {
			delete(c.instances, o)
		}
	}
	for key := range c.methods {
		t := types.Unalias(key.t)
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok && n.Origin().Obj() == tn {
			delete(c.methods, key)
		}
	}
}

// mentions reports whether a type is a declared one, or mentions it in its type arguments or elements.
func mentions(t types.Type, tn *types.TypeName) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		inArgs := func(a types.Type) bool { return mentions(a, tn) }
		return t.Origin().Obj() == tn || slices.ContainsFunc(slices.Collect(t.TypeArgs().Types()), inArgs)
	case interface{ Elem() types.Type }:
		return mentions(t.Elem(), tn)
	}
	return false
}

// leaving holds types that nothing in the session names any longer. Earlier units may have functions that mention
// them and have not been compiled. Until these are compiled or unreachable, the types must not change.
type leaving struct {
	types []*types.TypeName
	units []weak.Pointer[Unit]
	next  []*types.TypeName // those that follow these
}

// leave forgets the types that are no longer needed.
func (c *Compiler) leave() {
	done := func(w weak.Pointer[Unit]) bool {
		u := w.Value()
		return u == nil || u.settled
	}
	c.stuck = slices.DeleteFunc(c.stuck, done)
	l := &c.left
	if l.units = slices.DeleteFunc(l.units, done); len(l.units) > 0 {
		return
	}
	if len(l.types) > 0 {
		for _, tn := range l.types {
			c.forgetMethods(tn)
		}
		c.env.Forget(l.types)
		clear(c.natives) // cached data of types made of them; it is computed again
		clear(c.maps)
		clear(c.chans)
	}
	l.types, l.next = l.next, nil
	if len(l.types) > 0 {
		l.units = append(slices.Clone(c.waiting), c.stuck...)
	}
}
