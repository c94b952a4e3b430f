package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// Of struct types that hold pointers to themselves and to each other the interpreter confuses the pointers. The fields are mended
// as soon as the types are there, before any code that uses them is compiled.
//
//	type Tree struct{ root *Node }; type Node struct{ tree *Tree; left, right *Node }
//
// is followed by
//
//	rt.Mend((*Node)(nil), map[int]any{0: (**Tree)(nil), 1: (**Node)(nil), 2: (**Node)(nil)})

// noteStruct notes a struct type that the unit declares; of other types those are refused that are made of themselves.
func (l *lowerer) noteStruct(t types.Type) {
	if n, ok := types.Unalias(t).(*types.Named); ok && !generic(n) && madeOf(n.Underlying(), n, map[types.Type]bool{}) {
		l.refuseOnce(n.Obj().Pos(), "the type "+n.Obj().Name()+", which is made of itself without a declared struct between")
	}
	if n := l.f.namedStruct(t); n != nil {
		*l.structs = append(*l.structs, n)
	}
}

// madeOf says whether a type is made of n, structs and interfaces left out.
func madeOf(t types.Type, n *types.Named, seen map[types.Type]bool) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Interface:
		return false
	}
	found := false
	parts(t, func(m *types.Named) {
		if found || types.Identical(m, n) {
			found = true
		} else if !seen[m] {
			seen[m] = true
			found = madeOf(m.Underlying(), n, seen)
		}
	})
	return found
}

// withMended returns files of declarations; those of types that need mending come first and are mended.
func (l *lowerer) withMended(decls []ast.Decl) (nodes []ast.Node) {
	if len(decls) == 0 {
		return nil
	}
	pos := decls[0].Pos()
	mends := l.mends(pos)
	if len(mends) == 0 {
		return []ast.Node{file(decls...)}
	}
	var typed, rest []ast.Decl
	for _, d := range decls {
		if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.TYPE {
			typed = append(typed, d)
		} else {
			rest = append(rest, d)
		}
	}
	nodes = []ast.Node{file(typed...), file(run(pos, mends))}
	if len(rest) > 0 {
		nodes = append(nodes, file(rest...))
	}
	return nodes
}

// mends builds the calls for the struct types that the unit has declared and that hold each other. One through which all of their
// circles lead needs no mending when it is the first of which the interpreter asks what it is made of.
func (l *lowerer) mends(pos token.Pos) (calls []ast.Stmt) {
	if l.f.Off["mended-types"] {
		return nil
	}
	done := map[string]bool{}
	for _, n := range *l.structs {
		circle := l.circle(n)
		if len(circle) < 2 || done[l.typeName(n)] {
			continue
		}
		for name := range circle {
			done[name] = true
		}
		if first := l.hub(circle); first != nil {
			calls = append(calls, l.mend(pos, first, nil))
			continue
		}
		for _, m := range l.outermostFirst(circle) {
			calls = append(calls, l.mend(pos, m, circle))
		}
	}
	return calls
}

// mend builds the call for a struct type with its fields that speak of some others.
func (l *lowerer) mend(pos token.Pos, n *types.Named, circle map[string]*types.Named) ast.Stmt {
	fields := quoteExpr(pos, "map[int]any{}").(*ast.CompositeLit)
	st := n.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		t := st.Field(i).Type()
		if !l.speaksOf(t, circle) {
			continue
		}
		if mendable(t) {
			zero := quoteExpr(pos, "(*Q0)(nil)", l.mustType(t, pos))
			fields.Elts = append(fields.Elts, &ast.KeyValueExpr{Key: intLit(pos, i), Value: zero})
		} else if len(l.heldBy(t)) == 0 {
			l.refuseOnce(n.Obj().Pos(), fmt.Sprintf("struct types that hold each other in several ways, as %s does by its field %s", n.Obj().Name(), st.Field(i).Name()))
		}
	}
	return quote(pos, fmt.Sprintf("rtꞏ.Mend((*%s)(nil), Q0)", l.typeName(n)), fields)[0]
}

// mendable says whether fields of a type can be mended: pointers, and slices and maps of them.
func mendable(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		return true
	case *types.Slice:
		return isPointer(t.Elem())
	case *types.Map:
		return isPointer(t.Elem())
	}
	return false
}

// circle returns the struct types that a struct type leads to and that lead to it, itself among them.
func (l *lowerer) circle(n *types.Named) map[string]*types.Named {
	found := map[string]*types.Named{}
	for name, m := range l.leadsTo(n, nil) {
		if l.leadsTo(m, nil)[l.typeName(n)] != nil {
			found[name] = m
		}
	}
	return found
}

// hub returns the type through which all circles among some types lead, if there is one that none of them holds in itself.
func (l *lowerer) hub(circle map[string]*types.Named) *types.Named {
	held := map[string]bool{}
	for _, m := range circle {
		for _, h := range l.heldBy(m.Underlying()) {
			held[l.typeName(h)] = true
		}
	}
next:
	for _, m := range l.outermostFirst(circle) {
		if held[l.typeName(m)] {
			continue
		}
		for name, other := range circle {
			if other != m && l.leadsTo(other, m)[name] != nil {
				continue next
			}
		}
		return m
	}
	return nil
}

// outermostFirst returns some types, each before those that it holds in itself.
func (l *lowerer) outermostFirst(circle map[string]*types.Named) (list []*types.Named) {
	added := map[string]bool{}
	var add func(*types.Named)
	add = func(n *types.Named) {
		if added[l.typeName(n)] {
			return
		}
		added[l.typeName(n)] = true
		for _, m := range *l.structs {
			for _, h := range l.heldBy(m.Underlying()) {
				if l.typeName(h) == l.typeName(n) && circle[l.typeName(m)] != nil {
					add(m)
				}
			}
		}
		list = append(list, n)
	}
	for _, n := range *l.structs {
		if circle[l.typeName(n)] != nil {
			add(n)
		}
	}
	return list
}

// leadsTo returns the struct types of the session that are reached from the fields of a struct type without a way through another.
func (l *lowerer) leadsTo(n, without *types.Named) map[string]*types.Named {
	found := map[string]*types.Named{}
	var visit func(types.Type)
	visit = func(t types.Type) {
		parts(t, func(m *types.Named) {
			if m = l.f.namedStruct(m); m == nil || found[l.typeName(m)] != nil || without != nil && l.typeName(m) == l.typeName(without) {
				return
			}
			found[l.typeName(m)] = m
			visit(m.Underlying())
		})
	}
	visit(n.Underlying())
	return found
}

// speaksOf says whether a type is made of one of some struct types.
func (l *lowerer) speaksOf(t types.Type, names map[string]*types.Named) (found bool) {
	parts(t, func(m *types.Named) {
		if m = l.f.namedStruct(m); m != nil && names[l.typeName(m)] != nil {
			found = true
		}
	})
	return found
}

// heldBy returns the struct types of the session that values of a type hold in themselves.
func (l *lowerer) heldBy(t types.Type) (list []*types.Named) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if n := l.f.namedStruct(t); n != nil {
			list = append(list, n)
		}
	case *types.Array:
		return l.heldBy(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			list = append(list, l.heldBy(t.Field(i).Type())...)
		}
	}
	return list
}

// parts calls each with the named types that a type is made of.
func parts(t types.Type, each func(*types.Named)) {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		each(t)
	case *types.Pointer:
		parts(t.Elem(), each)
	case *types.Slice:
		parts(t.Elem(), each)
	case *types.Array:
		parts(t.Elem(), each)
	case *types.Chan:
		parts(t.Elem(), each)
	case *types.Map:
		parts(t.Key(), each)
		parts(t.Elem(), each)
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range list.Len() {
				parts(list.At(i).Type(), each)
			}
		}
	case *types.Struct:
		for i := range t.NumFields() {
			parts(t.Field(i).Type(), each)
		}
	}
}
