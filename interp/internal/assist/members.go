package assist

import "go/types"

// maxEmbedding bounds the walk through embedded fields, which may be recursive.
const maxEmbedding = 6

// members calls yield with the fields and methods that may be selected from a value of type t; depth
// counts the embedded fields on the way.
func members(t types.Type, home *types.Package, yield func(o types.Object, depth int)) {
	w := &memberWalk{home: home, yield: yield, seen: map[string]bool{}}
	w.methods(t)
	w.fields(t, 0)
}

type memberWalk struct {
	home  *types.Package
	yield func(types.Object, int)
	seen  map[string]bool
}

func (w *memberWalk) put(o types.Object, depth int) {
	if !w.seen[o.Name()] && (o.Exported() || o.Pkg() == w.home) {
		w.seen[o.Name()] = true
		w.yield(o, depth)
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
