package rt

import (
	"fmt"
	"hash/maphash"
	"reflect"
	"runtime"
	"sync"
	"weak"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/tensor"
)

// Key stands for a key of a map whose keys are, or hold, interfaces: what the interpreter puts into those is equal to nothing else.
// Of equal keys there is one Key as long as anybody has it.
type Key struct {
	plain any // comparable
	value any // as the interpreter has handed it over
}

// keys are those that live, by the hashes of their plain forms.
var (
	keys    = map[uint64][]weak.Pointer[Key]{}
	keysMu  sync.Mutex
	keySeed = maphash.MakeSeed()
)

// KeyOf returns the Key of a value.
func KeyOf(x any) *Key {
	plain := plainKey(x)
	hash := maphash.Comparable(keySeed, plain)
	keysMu.Lock()
	defer keysMu.Unlock()
	for _, p := range keys[hash] {
		if k := p.Value(); k != nil && k.plain == plain {
			return k
		}
	}
	k := &Key{plain, x}
	keys[hash] = append(keys[hash], weak.Make(k))
	runtime.AddCleanup(k, dropKeys, hash)
	return k
}

// dropKeys forgets the keys with a hash that are no more.
func dropKeys(hash uint64) {
	keysMu.Lock()
	defer keysMu.Unlock()
	var live []weak.Pointer[Key]
	for _, p := range keys[hash] {
		if p.Value() != nil {
			live = append(live, p)
		}
	}
	if keys[hash] = live; live == nil {
		delete(keys, hash)
	}
}

// List returns the value, as Kept does.
func (k *Key) List() []any { return Kept(k.value) }

// Unboxed implements bridge.Boxed.
func (k *Key) Unboxed() any { return k.value }

// Format implements fmt.Formatter.
func (k *Key) Format(f fmt.State, verb rune) { format(bridge.ValueOf(canonical(k.value)), f, verb) }

// Canon returns a key of a map of type map[any]T in the form that is equal to that of equal keys.
func Canon(x any) any {
	plain := plainKey(x)
	if _, apart := plain.(parts); apart {
		return KeyOf(x)
	}
	return plain
}

// parts is a struct or an array that holds interfaces: what it is and its parts, in an array of their plain forms.
type parts struct {
	typ  reflect.Type
	of   *boxType
	list any
}

// plainKey returns x in a comparable form.
func plainKey(x any) any {
	x = canonical(x)
	of, inner := (*boxType)(nil), x
	if b, ok := x.(Box); ok {
		of, inner = b.of, b.value
	}
	v := reflect.ValueOf(inner)
	if !v.IsValid() {
		return x
	}
	if takenApart(v.Type()) {
		return parts{v.Type(), of, partsOf(v)}
	}
	if !v.Comparable() {
		panic(&Fault{string(tensor.TypeError), "hash of unhashable type " + TypeName(x, "")})
	}
	return x
}

// takenApart says whether values of type t are structs of the session, or arrays, that hold interfaces.
func takenApart(t reflect.Type) bool {
	switch {
	case t.Kind() == reflect.Array:
		return holdsBoxes(t.Elem())
	case t.Kind() == reflect.Struct && t.PkgPath() == "":
		for i := range t.NumField() {
			if holdsBoxes(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

func holdsBoxes(t reflect.Type) bool {
	return t.Kind() == reflect.Interface || bridge.IsBox(t) || takenApart(t)
}

func partsOf(v reflect.Value) any {
	n := 0
	if v.Kind() == reflect.Array {
		n = v.Len()
	} else {
		n = v.NumField()
	}
	list := reflect.New(reflect.ArrayOf(n, reflect.TypeFor[any]())).Elem()
	for i := range n {
		part := bridge.Value{}
		if v.Kind() == reflect.Array {
			part.Value = v.Index(i)
		} else if name, field := (bridge.Value{Value: v}).Part(i); name != "_" {
			part = field
		}
		if !part.IsValid() {
			continue
		}
		if plain := plainKey(part.Value.Interface()); plain != nil {
			list.Index(i).Set(reflect.ValueOf(plain))
		}
	}
	return list.Interface()
}
