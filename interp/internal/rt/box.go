package rt

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/bridge"
)

// Box is a value whose type compiled code cannot tell from another: to the interpreter a value of
// "type Celsius float64" is a bare float64. Boxes are equal when types and values are.
type Box struct {
	of    *boxType
	value any
}

// boxType is a type of values in boxes. There is one for each spelling.
type boxType struct {
	name string       // the user's
	typ  *bridge.Type // nil when nothing is known of it
}

var (
	boxTypes   = map[string]*boxType{} // by the interpreter's spelling
	boxTypesMu sync.Mutex
)

func boxTypeOf(id, name string) *boxType {
	boxTypesMu.Lock()
	defer boxTypesMu.Unlock()
	t := boxTypes[id]
	if t == nil {
		t = &boxType{name: name, typ: typeOf(id)}
		boxTypes[id] = t
	}
	if t.name == "" {
		t.name = name
	}
	return t
}

// NewBox puts a value in a box. The type is known by the interpreter's spelling and the user's.
func NewBox(value any, id, name string) any {
	return Box{boxTypeOf(id, name), bridge.Unwrap(value)}
}

// Carried puts a box into the wrapper that makes a value of a session's type one of a compiled interface.
func Carried(wrapper, box any) any {
	v := reflect.ValueOf(wrapper)
	if v.Kind() != reflect.Struct || v.NumField() == 0 || v.Type().Field(0).Name != wrapped {
		return wrapper
	}
	w := reflect.New(v.Type()).Elem()
	w.Set(v)
	w.Field(0).Set(reflect.ValueOf(box))
	return w.Interface()
}

// wrapped is the field in which the interpreter's wrappers keep their value.
const wrapped = "IValue"

// Rebox puts what the interpreter hands over into a box when its type needs one.
func Rebox(x any) any {
	if b, ok := canonical(x).(Box); ok {
		return b
	}
	return x
}

// Unbox returns what a box holds, and other values as they are.
func Unbox(x any) any {
	if b, ok := x.(Box); ok {
		return b.value
	}
	return x
}

// Unboxed implements bridge.Boxed.
func (b Box) Unboxed() any { return b.value }

// Of says whether an interface holds a value of the type with the given spelling. Of what the interpreter
// has put into a compiled interface the type is not known: it may be.
func Of(x any, id string) bool {
	switch b := canonical(x).(type) {
	case nil:
		return false
	case Box:
		return b.of == boxTypeOf(id, "")
	}
	t := reflect.TypeOf(x)
	return t.Kind() == reflect.Struct && t.NumField() > 0 && t.Field(0).Name == wrapped
}

// canonical returns what x holds, in a box when its type needs one.
func canonical(x any) any {
	for {
		switch b := x.(type) {
		case Box:
			return b
		case carrier:
			return b.carried()
		}
		text := bridge.TypeText(x)
		inner, carried := bridge.Step(x)
		if !carried {
			return bare(x)
		}
		if strings.Contains(text, "main.") && inner != nil && bridge.TypeText(inner) == "" && needsBox(reflect.TypeOf(inner)) {
			return Box{boxTypeOf(strings.ReplaceAll(text, "main.", ""), ""), inner}
		}
		x = inner
	}
}

// needsBox says whether type t of a session is not one that compiled code can tell from all others.
func needsBox(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Kind() == reflect.Struct && t.NumField() == 0 || classOf(t) == nil
}

// SessionType implements bridge.Typed.
func (b Box) SessionType() *bridge.Type { return b.of.typ }

// Format implements fmt.Formatter.
func (b Box) Format(f fmt.State, verb rune) { format(bridge.ValueOf(b), f, verb) }

// MarshalJSON implements json.Marshaler.
func (b Box) MarshalJSON() ([]byte, error) { return marshal(bridge.ValueOf(b)) }
