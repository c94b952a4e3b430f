package assist

import "go/types"

// maxEmbedding bounds the walk through embedded fields, which may be recursive.
const maxEmbedding = 6

// member is a field or method that may be selected; depth counts the embedded fields on the way.
type member struct {
	types.Object
	depth int
}

// membersOf lists what may be selected from a value of type t. Types of the session are looked at each time, as they
// get methods later on.
func (e *Engine) membersOf(t types.Type, home *types.Package) []member {
	key := compiledType(t, home)
	if key != nil {
		if known, ok := e.members.Load(key); ok {
			return known.([]member)
		}
	}
	w := &memberWalk{home: home, seen: map[string]bool{}}
	w.methods(t)
	w.fields(t, 0)
	if key != nil {
		e.members.Store(key, w.found)
	}
	return w.found
}

// compiledType returns the named type of a package that t is, or points to, as members are the same; nil when it is
// none, or an instance of a generic one, of which there may be any number.
func compiledType(t types.Type, home *types.Package) *types.Named {
	t = types.Unalias(t)
	p, isPointer := t.(*types.Pointer)
	if isPointer {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == home || n.TypeArgs().Len() > 0 || isPointer && types.IsInterface(n) {
		return nil
	}
	return n
}

type memberWalk struct {
	home  *types.Package
	found []member
	seen  map[string]bool
}

func (w *memberWalk) put(o types.Object, depth int) {
	if !w.seen[o.Name()] && (o.Exported() || o.Pkg() == w.home) {
		w.seen[o.Name()] = true
		w.found = append(w.found, member{o, depth})
	}
}

// methods walks the method set of t's pointer: what is selected from is nearly always a variable.
func (w *memberWalk) methods(t types.Type) {
	_, isPointer := t.(*types.Pointer)
	_, isTuple := t.(*types.Tuple)
	if isTuple {
		return
	}
	if !isPointer && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	set := types.NewMethodSet(t)
	for i := range set.Len() {
		w.put(set.At(i).Obj(), len(set.At(i).Index())-1)
	}
}

func (w *memberWalk) fields(t types.Type, depth int) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || depth > maxEmbedding {
		return
	}
	for f := range s.Fields() {
		w.put(f, depth)
	}
	for f := range s.Fields() {
		if f.Embedded() {
			w.fields(f.Type(), depth+1)
		}
	}
}
