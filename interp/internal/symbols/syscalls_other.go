//go:build !unix

package symbols

import "reflect"

// addSystem adds nothing where the system is none of Unix's kin.
func addSystem(map[string]reflect.Value) {}
