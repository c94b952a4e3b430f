package interp

import (
	"reflect"
	"unsafe"

	yaegi "github.com/traefik/yaegi/interp"
)

// forgetTrees lets go of the syntax trees of what has been compiled, 10 to 20 kB for each cell. The
// interpreter keeps them twice, for a debugger that we do not have: in its list of roots, and as the
// scopes below that of the package, which nobody reads. What is still in use hangs on symbols. Should
// another version of the interpreter not have these fields, nothing is freed.
func forgetTrees(i *yaegi.Interpreter) {
	v := reflect.ValueOf(i).Elem()
	empty(v.FieldByName("roots"))
	scopes := v.FieldByName("scopes")
	if !scopes.IsValid() || scopes.Kind() != reflect.Map {
		return
	}
	if main := scopes.MapIndex(reflect.ValueOf("main")); main.IsValid() && main.Kind() == reflect.Pointer && !main.IsNil() {
		empty(main.Elem().FieldByName("child"))
	}
}

// empty sets a slice that reflection alone may not set to nil.
func empty(field reflect.Value) {
	if field.IsValid() && field.Kind() == reflect.Slice && field.CanAddr() {
		reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().SetZero()
	}
}
