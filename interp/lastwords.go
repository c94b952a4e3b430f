package interp

import (
	"reflect"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/internal/lastwords"
)

// watchEnd has somebody else know where cells are, should Go end the process.
func (e *engine) watchEnd() {
	at := lastwords.Start()
	if at == nil {
		return
	}
	if was := e.rt.MoveMark(at); was != at && !moveVariable(e.i, was, at) {
		e.rt.MoveMark(was) // the place will not be known
	}
	e.front.Places(e.front.Extent(), lastwords.Place)
}

// moveVariable makes a variable of the interpreter live at another address. Should another version of the interpreter not have these
// fields, it stays.
func moveVariable(i *yaegi.Interpreter, from, to *int) bool {
	frame := reflect.ValueOf(i).Elem().FieldByName("frame")
	if !isStruct(frame) {
		return false
	}
	data, ok := field[[]reflect.Value](frame.Elem(), "data")
	if !ok || from == nil {
		return false
	}
	for k, v := range *data {
		if v.CanAddr() && v.Type() == reflect.TypeFor[int]() && v.Addr().UnsafePointer() == unsafe.Pointer(from) {
			*to = *from
			(*data)[k] = reflect.NewAt(v.Type(), unsafe.Pointer(to)).Elem()
			return true
		}
	}
	return false
}
