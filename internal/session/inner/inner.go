// Package inner holds functions of public packages that only this module uses: a public package sets them when it is
// initialized, and packages that import it get them by name, so that its documentation lists only what users need.
// Their typed forms are in packages engine and face.
package inner

import "fmt"

var functions = map[string]any{}

// Set registers a function under the name "package.Function". Only init functions call it.
func Set(name string, f any) {
	if functions[name] != nil {
		panic("inner: " + name + " is set twice")
	}
	functions[name] = f
}

// Get returns the function with this name. F must be its type; the package that sets it must be imported by the caller.
func Get[F any](name string) F {
	f, ok := functions[name].(F)
	if !ok {
		panic(fmt.Sprintf("inner: %s is a %T, not a %T", name, functions[name], f))
	}
	return f
}
