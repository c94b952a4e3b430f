package symbols

import (
	"embed"
	"iter"
	"reflect"
	"sort"
	"sync"

	"github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// The generic parts of the standard library are in no table, as they have no compiled form, so
// they are here as text, which is compiled as cells are.
//
//go:embed library/*.go.txt
var library embed.FS

// texts are the files of the packages in library.
var texts = map[string]string{
	"cmp": "cmp", "errors": "errors", "iter": "iter", "maps": "maps", "math/rand/v2": "rand", "reflect": "reflect",
	"slices": "slices", "sync": "sync", "sync/atomic": "atomic", "unique": "unique",
}

// inner is the package that those texts call for what compiled code does better.
const inner = gotypes.Inner + "lib/libꞏ"

var helpers = interp.Exports{inner: {
	"Sort":   reflect.ValueOf(sortOrdered),
	"Pull":   reflect.ValueOf(pull),
	"Unique": reflect.ValueOf(unique),
}}

func addLibrary(w *gotypes.World) error {
	for path, name := range texts {
		text, err := library.ReadFile("library/" + name + ".go.txt")
		if err != nil {
			return err
		}
		if err := w.AddSource(path, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// sortOrdered sorts a slice of numbers or strings of any type; NaN comes first.
func sortOrdered(x any) {
	v := reflect.ValueOf(x)
	switch x := x.(type) {
	case []int:
		sort.Ints(x)
		return
	case []float64:
		sort.Float64s(x)
		return
	case []string:
		sort.Strings(x)
		return
	}
	sort.Slice(x, less(v))
}

// less compares elements of a slice of ordered ones.
func less(v reflect.Value) func(i, j int) bool {
	switch e := v.Type().Elem(); {
	case e.Kind() == reflect.String:
		return func(i, j int) bool { return v.Index(i).String() < v.Index(j).String() }
	case reflect.Zero(e).CanInt():
		return func(i, j int) bool { return v.Index(i).Int() < v.Index(j).Int() }
	case reflect.Zero(e).CanUint():
		return func(i, j int) bool { return v.Index(i).Uint() < v.Index(j).Uint() }
	}
	return func(i, j int) bool {
		a, b := v.Index(i).Float(), v.Index(j).Float()
		return a < b || a != a && b == b
	}
}

// pull turns a function that calls another for each step into one that makes the next step.
func pull(run func(yield func() bool)) (next func() bool, stop func()) {
	step, stop := iter.Pull(func(yield func(struct{}) bool) {
		run(func() bool { return yield(struct{}{}) })
	})
	return func() bool { _, ok := step(); return ok }, stop
}

// canonical are the pointers that stand for values of package unique.
var canonical sync.Map

// unique returns the pointer that was first given for a value.
func unique(value, pointer any) any {
	p, _ := canonical.LoadOrStore(value, pointer)
	return p
}
