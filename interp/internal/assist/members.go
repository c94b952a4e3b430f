package assist

import "go/types"

// maxEmbedding bounds the search through embedded fields, which may be recursive.
const maxEmbedding = 6

// member is a field or method that can be selected; depth is the number of embedded fields on the path.
type member struct {
	types.Object
	depth int
}

// membersOf returns what can be selected from a value of type t. Types of the session are not cached, as they may get
// methods later.
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

// compiledType returns the named package type that t is, or points to, as members are the same; nil if there is none,
// or if it is an instance of a generic type, of which there may be any number.
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

// methods adds the method set of t's pointer type: the operand is nearly always a variable.
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
