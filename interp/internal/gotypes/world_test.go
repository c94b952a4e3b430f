package gotypes

import (
	"go/types"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/traefik/yaegi/stdlib"
	"github.com/traefik/yaegi/stdlib/generic"
)

// standard returns the world of the standard library.
func standard(t testing.TB) *World {
	t.Helper()
	w := New(stdlib.Symbols)
	for path, text := range map[string]string{"cmp": generic.Sources[0], "maps": generic.Sources[1], "slices": generic.Sources[2]} {
		if err := w.AddSource(path, text); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func TestImport(t *testing.T) {
	w := standard(t)
	for _, path := range w.Paths() {
		pkg, err := w.Import(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if !pkg.Complete() || pkg.Path() != path {
			t.Errorf("%s: got package %q, complete: %v", path, pkg.Path(), pkg.Complete())
		}
		for _, name := range w.Members(path) {
			if pkg.Scope().Lookup(name) == nil {
				t.Errorf("%s.%s is listed but not declared", path, name)
			}
		}
	}
	if _, err := w.Import("no/such"); err == nil || !strings.Contains(err.Error(), "no/such") {
		t.Errorf("import of an unknown package: error %v", err)
	}
}

func TestImportConcurrently(t *testing.T) {
	w := standard(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, path := range []string{"strings", "os", "slices", "time", "io", "bufio", "go/ast"} {
				pkg, err := w.Import(path)
				if err != nil {
					t.Error(err)
					return
				}
				for _, name := range pkg.Scope().Names() {
					types.NewMethodSet(pkg.Scope().Lookup(name).Type())
				}
			}
		})
	}
	wg.Wait()
}

func TestTypeOf(t *testing.T) {
	w := standard(t)
	tests := []struct {
		value any
		want  string
	}{
		{1, "int"},
		{[]byte(nil), "[]byte"},
		{map[string][]error(nil), "map[string][]error"},
		{(*strings.Builder)(nil), "*strings.Builder"},
		{(<-chan struct{ A int })(nil), "<-chan struct{A int}"},
		{(func(int, ...any) (string, error))(nil), "func(int, ...any) (string, error)"},
		{[3]reflect.Kind{}, "[3]reflect.Kind"},
	}
	for _, tt := range tests {
		if got := w.typ(reflect.TypeOf(tt.value)).String(); got != tt.want {
			t.Errorf("typ(%T) = %s, want %s", tt.value, got, tt.want)
		}
	}
}

func TestPathsNamed(t *testing.T) {
	w := standard(t)
	for name, want := range map[string]string{
		"rand": "math/rand", "template": "text/template", "scanner": "text/scanner", "pprof": "runtime/pprof",
		"fmt": "fmt", "slices": "slices",
	} {
		if got := w.PathsNamed(name); len(got) == 0 || got[0] != want {
			t.Errorf("PathsNamed(%s) = %v, want %s first", name, got, want)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		standard(b)
	}
}

func BenchmarkImport(b *testing.B) {
	for _, path := range []string{"fmt", "strings", "net/http", "slices"} {
		b.Run(path, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				w := standard(b)
				b.StartTimer()
				if _, err := w.Import(path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
