package assist

import (
	"go/types"
	"regexp"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/front"
)

// Constructors of layers and optimizers end in options, functions whose names are listed in a sentence of the
// constructor's documentation: "Options are [HasBias] (true) and [DType]." Inside such a call these come first, and
// no other options are offered.

// accepted are the options of the call.
type accepted struct {
	typ   types.Type      // of an option
	pkg   *types.Package  // that declares it
	names map[string]bool // listed in the documentation
	known bool            // the documentation lists options
}

// options returns the options that are valid at the name in view, or nil.
func (e *Engine) options(v *front.View) *accepted {
	fn, arg := v.Callee()
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	sig := fn.Signature()
	n := sig.Params().Len()
	if !sig.Variadic() || arg < n-1 {
		return nil
	}
	elem := sig.Params().At(n - 1).Type().(*types.Slice).Elem()
	named, ok := types.Unalias(elem).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !strings.HasSuffix(named.Obj().Name(), "Option") {
		return nil
	}
	a := &accepted{typ: elem, pkg: named.Obj().Pkg(), names: map[string]bool{}}
	e.listed(a, fn.Pkg().Path(), docName(fn), 2)
	return a
}

// optionList matches the sentence that lists options.
var optionList = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)(?:Options are|Its option is|has no options|Arguments are those of)\b` +
		`.*?(?:\.(?:\s|$)|$)`)
})

var docLink = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[(?:\w+\.)?([A-Z]\w*)\]`) })

// listed collects the options listed in a documentation, and in those of constructors that it refers to.
func (e *Engine) listed(a *accepted, path, name string, depth int) {
	doc := e.World.Doc(path, name)
	if s := optionList().FindString(doc); s != "" {
		doc, a.known = s, true
	}
	for _, m := range docLink().FindAllStringSubmatch(doc, -1) {
		if strings.HasPrefix(m[1], "New") && depth > 0 {
			e.listed(a, path, m[1], depth-1)
			continue
		}
		a.names[m[1]] = true
	}
}

// rank ranks a member of a package: listed options, options if none are listed, and the rest. It returns false for
// options that the call does not take.
func (a *accepted) rank(o types.Object) (rank int, ok bool) {
	switch {
	case a == nil || !a.makes(o):
		return 2, true
	case a.names[o.Name()]:
		return 0, true
	}
	return 1, !a.known
}

// makes reports whether o is a function that returns an option.
func (a *accepted) makes(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Results().Len() == 1 && types.Identical(f.Signature().Results().At(0).Type(), a.typ)
}

// offer adds the listed options to the candidates, with the name of their package.
func (a *accepted) offer(l *list) {
	if a == nil {
		return
	}
	for name := range a.names {
		o := a.pkg.Scope().Lookup(name)
		if o == nil || !a.makes(o) {
			continue
		}
		full := a.pkg.Name() + "." + name
		if matches(name, l.prefix) || matches(full, l.prefix) {
			l.items = append(l.items, ranked{Item{full, Function, l.engine.detail(o, l.home)}, rankKey})
		}
	}
}
