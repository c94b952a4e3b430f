package symbols

import (
	_ "embed"

	"github.com/traefik/yaegi/stdlib/generic"
)

// slicesSource holds the functions of package slices that yaegi leaves out, sorting among them. It
// has them as source, because compiled generic functions are out of its reach.
//
//go:embed slices.go.txt
var slicesSource string

// mapsSource holds a maps.Clone that does not need the runtime; the front end calls it by its name.
//
//go:embed maps.go.txt
var mapsSource string

// mapsIterSource holds the functions of package maps that make and take iterators.
//
//go:embed maps_iter.go.txt
var mapsIterSource string

// iterSource has the types of iterators, for which the interpreter gets the functions that they are.
//
//go:embed iter.go.txt
var iterSource string

// Sources are the generic packages as cells see them.
func Sources() []string { return append(generic.Sources[:], slicesSource, mapsIterSource, iterSource) }

// Extra are the sources that the interpreter must be given; it loads yaegi's own by itself.
func Extra() []string { return []string{slicesSource, mapsSource, mapsIterSource, iterSource} }
