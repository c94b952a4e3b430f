package port

import (
	"regexp"
	"slices"

	"github.com/msrepl/msrepl/internal/text/python"
)

// shared says whether an array of numpy may have another name or a view when target op= changes it: what is no
// variable, a parameter, and a variable that the page binds to another value's array or the other way.
func (t *Translator) shared(target python.Expr) bool {
	n, ok := target.(*python.Name)
	if !ok {
		return true
	}
	if v := t.scope.find(n.ID); v != nil && v.param {
		return true
	}
	const view = `(\[.*\]|\.T|\.(reshape|view|ravel|transpose|swapaxes|squeeze)\(.*\))*`
	return t.written(`[\w\])] *= *` + n.ID + view + ` *($|#)|(append\(|[\[:] *)` + n.ID + ` *[,)\]}]|^ *` + n.ID +
		` *= *\w[\w.]*` + view + ` *($|#)`)
}

// written says whether a line of the page matches.
func (t *Translator) written(pattern string) bool {
	re := regexp.MustCompile(`(?m)` + pattern)
	return slices.ContainsFunc(t.cells, func(c *cell) bool { return re.MatchString(c.src) })
}

// stored is the value of e, as a variable or element keeps it: an element of an array of numpy that the page changes
// does not change with it.
func (t *Translator) stored(e python.Expr, v val) val {
	if l, ok := elements(e); ok && len(l) == len(v.parts) {
		for i := range v.parts {
			v.parts[i] = t.stored(l[i], v.parts[i])
		}
		return v
	}
	x, ok := e.(*python.Subscript)
	if !ok || v.t.kind != array || !v.t.numpy || sliced(x.Slice) {
		return v
	}
	name := regexp.QuoteMeta(sourceOf(x.Value))
	if base := t.quietly(func() val { return t.expr(x.Value) }); name == "" || base.t == nil || base.t.kind != array ||
		!t.written(`\b`+name+`(\[.*\].*[^=!<>]| *[-+*/@]*)=([^=]|$)`) {
		return v
	}
	return atom("py.Element("+v.code+")", v.t)
}

// sliced says whether an index leaves axes that it names.
func sliced(index python.Expr) bool {
	if l, ok := elements(index); ok {
		return slices.ContainsFunc(l, sliced)
	}
	_, is := index.(*python.Slice)
	return is
}

// sourceOf is a name or an attribute as it is written, "" for other expressions.
func sourceOf(e python.Expr) string {
	switch e := e.(type) {
	case *python.Name:
		return e.ID
	case *python.Attribute:
		if s := sourceOf(e.Value); s != "" {
			return s + "." + e.Attr
		}
	}
	return ""
}
