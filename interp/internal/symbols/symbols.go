// Package symbols has the tables through which cells access compiled packages: the standard library's, which yaegi
// ships, and those of msrepl's public packages, which are generated.
package symbols

//go:generate go run ./gen tensor ops grad py nn nn/initializer nn/optim nn/experimental nn/ckpt nn/data nn/data/transforms nn/data/vision nn/train np sparse exchange safetensors display display/frontend display/widget

import (
	"maps"
	"reflect"
	"strings"
	"sync"

	"github.com/traefik/yaegi/stdlib"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// Symbols has the tables of msrepl's public packages, and of packages that are added.
var Symbols = newPublic()

// Std returns the tables of the standard library: yaegi's, and what they lack, without yaegi's own package. All
// sessions share them, so they must not be changed.
func Std() gotypes.Exports { return std() }

var std = sync.OnceValue(func() gotypes.Exports {
	std := maps.Clone(gotypes.Exports(stdlib.Symbols))
	maps.Copy(std, helpers)
	for key, table := range newStd() {
		merged := maps.Clone(std[key])
		if merged == nil {
			merged = map[string]reflect.Value{}
		}
		maps.Copy(merged, table)
		std[key] = merged
	}
	maps.Copy(std, syscalls())
	maps.Copy(std, unrestricted(std))
	maps.DeleteFunc(std, func(key string, _ map[string]reflect.Value) bool {
		return strings.HasPrefix(key, "github.com/traefik/yaegi/")
	})
	return std
})

// generic has the texts of added packages, by path.
var generic = map[string]string{}

// Add makes a package available to sessions that start later: its table, and its generic part as text.
func Add(path, name string, table map[string]reflect.Value, text string) {
	if len(table) > 0 {
		Symbols[path+"/"+name] = table
	}
	if text != "" {
		generic[path] = text
	}
}

// NewWorld returns the types of all packages that cells may use.
func NewWorld() (*gotypes.World, error) {
	w := gotypes.New(Std(), Symbols)
	for path, names := range runes {
		w.AddRunes(path, names)
	}
	for path, text := range generic {
		if err := w.AddSource(path, text); err != nil {
			return nil, err
		}
	}
	return w, addLibrary(w)
}
