//go:build !unix

package symbols

import "reflect"

// addSystem adds nothing on systems other than Unix.
func addSystem(map[string]reflect.Value) {}
