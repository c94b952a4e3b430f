package port

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/text/python"
)

// children returns the nodes directly below a node, or those of a list.
func children(n any) (l []any) {
	v := reflect.ValueOf(n)
	if v.Kind() == reflect.Slice {
		for i := range v.Len() {
			if x := v.Index(i); !x.IsZero() {
				l = append(l, x.Interface())
			}
		}
		return l
	}
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return nil
	}
	v = v.Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if v.Type().Field(i).Anonymous || f.IsZero() {
			continue
		}
		switch f.Kind() {
		case reflect.Slice:
			for j := range f.Len() {
				x := f.Index(j)
				if k := x.Kind(); (k == reflect.Pointer || k == reflect.Interface) && !x.IsNil() {
					l = append(l, x.Interface())
				}
			}
		case reflect.Pointer, reflect.Interface:
			if _, ok := f.Interface().(python.Node); ok {
				l = append(l, f.Interface())
			}
		}
	}
	return l
}

// walk calls f for every node below n, before what is below it.
func walk(n any, f func(n any)) {
	has(n, func(n any) bool {
		f(n)
		return false
	})
}

// has says whether a node below n is what is looked for.
func has(n any, is func(n any) bool) bool {
	return n != nil && slices.ContainsFunc(children(n), func(c any) bool { return is(c) || has(c, is) })
}

// everywhere visits what all cells of the page have, anywhere says whether they have what is looked for.
func (t *Translator) everywhere(visit func(n any)) {
	t.anywhere(func(n any) bool {
		visit(n)
		return false
	})
}

func (t *Translator) anywhere(is func(n any) bool) bool {
	return slices.ContainsFunc(t.cells, func(c *cell) bool { return c.module != nil && has(c.module.Body, is) })
}

// load and store are names that are read and assigned.
func load(name string) *python.Name  { return &python.Name{ID: name, Ctx: python.Load} }
func store(name string) *python.Name { return &python.Name{ID: name, Ctx: python.Store} }

// calledMethod is a node that is a call, nil for others, and the name of the method that it calls.
func calledMethod(n any) (call *python.Call, name string) {
	c, ok := n.(*python.Call)
	if !ok {
		return nil, ""
	}
	if a, ok := c.Func.(*python.Attribute); ok {
		return c, a.Attr
	}
	return c, ""
}

// mentions are where names occur below nodes: how often they are read, and the offset of the last mention.
func mentions(n any, reads, last map[string]int) {
	walk(n, func(n any) {
		if n, ok := n.(*python.Name); ok {
			if n.Ctx == python.Load {
				reads[n.ID]++
			}
			last[n.ID] = max(last[n.ID], n.Off)
		}
	})
}

// assigned lists the names that statements assign, in order, those of functions and classes inside left out.
func assigned(body []python.Stmt) (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	var visit func(n any)
	visit = func(n any) {
		switch n := n.(type) {
		case *python.FunctionDef:
			add(n.Name)
			return
		case *python.ClassDef:
			add(n.Name)
			return
		case *python.Lambda, *python.ListComp, *python.SetComp, *python.DictComp, *python.GeneratorExp:
			return
		case *python.Name:
			if n.Ctx == python.Store {
				add(n.ID)
			}
		}
		for _, c := range children(n) {
			visit(c)
		}
	}
	for _, s := range body {
		visit(s)
	}
	return names
}

// hasYield says whether statements yield, those of functions inside left out.
func hasYield(body []python.Stmt) bool {
	return holds(body, func(n any) (is, inside bool) {
		switch n.(type) {
		case *python.FunctionDef, *python.ClassDef, *python.Lambda:
			return false, false
		case *python.Yield, *python.YieldFrom:
			return true, false
		}
		return false, true
	})
}

// holds says whether statements have a node that is looked for. look also says whether to look inside of a node.
func holds(n any, look func(n any) (is, inside bool)) bool {
	return slices.ContainsFunc(children(n), func(c any) bool {
		is, inside := look(c)
		return is || inside && holds(c, look)
	})
}
