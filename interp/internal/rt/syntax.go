package rt

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/internal/bridge"
)

// syntax writes v as %#v does: as Go would spell it, with the names that cells give to types and fields.
func (p *namer) syntax(v bridge.Value, depth int) {
	declared := v.IsValid() && v.Kind() == reflect.Interface
	if v = v.Open(); !v.IsValid() {
		if declared {
			io.WriteString(p.w, "interface {}(nil)")
		} else {
			io.WriteString(p.w, "<nil>")
		}
		return
	}
	if m, recv, ok := v.SessionMethod("GoString"); ok {
		io.WriteString(p.w, m.Call([]reflect.Value{recv})[0].String())
		return
	}
	name := v.TypeText()
	if v.Kind() == reflect.Pointer && depth > 0 {
		p.syntaxAddress(v, name)
		return
	}
	if v.Of == nil && !mentions(v.Type(), min(depth, 1)) {
		p.plain(v)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		p.syntaxList(name, v.NumField(), func(i int) {
			field, part := v.Part(i)
			io.WriteString(p.w, field+":")
			p.syntax(part, depth+1)
		})
	case reflect.Slice:
		if v.IsNil() {
			io.WriteString(p.w, name+"(nil)")
			return
		}
		leave, ok := p.enter(v)
		if !ok {
			io.WriteString(p.w, name+"{...}")
			return
		}
		defer leave()
		p.syntaxList(name, v.Len(), func(i int) { p.syntax(v.At(i), depth+1) })
	case reflect.Array:
		p.syntaxList(name, v.Len(), func(i int) { p.syntax(v.At(i), depth+1) })
	case reflect.Map:
		p.syntaxMap(v, name, depth)
	case reflect.Pointer:
		if v.IsNil() || !isComposite(v.Elem().Kind()) {
			p.syntaxAddress(v, name)
			return
		}
		io.WriteString(p.w, "&")
		p.syntax(v.Deref(), depth+1)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		p.syntaxAddress(v, name)
	default:
		p.plain(v)
	}
}

func (p *namer) syntaxList(name string, n int, element func(i int)) {
	io.WriteString(p.w, name+"{")
	for i := range n {
		if i > 0 {
			io.WriteString(p.w, ", ")
		}
		element(i)
	}
	io.WriteString(p.w, "}")
}

func (p *namer) syntaxMap(v bridge.Value, name string, depth int) {
	if v.IsNil() {
		io.WriteString(p.w, name+"(nil)")
		return
	}
	leave, ok := p.enter(v)
	if !ok {
		io.WriteString(p.w, name+"{...}")
		return
	}
	defer leave()
	keys := v.Keys()
	slices.SortStableFunc(keys, func(a, b bridge.Value) int { return p.compare(a.Open(), b.Open(), depth, true) })
	p.syntaxList(name, len(keys), func(i int) {
		p.syntax(keys[i], depth+1)
		io.WriteString(p.w, ":")
		p.syntax(v.Lookup(keys[i]), depth+1)
	})
}

func (p *namer) syntaxAddress(v bridge.Value, name string) {
	text := "nil"
	if !v.IsNil() {
		text = "0x" + strconv.FormatUint(uint64(v.Pointer()), 16)
	}
	fmt.Fprintf(p.w, "(%s)(%s)", name, text)
}
