package goabi_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/passtest"
)

// TestShapes: every function of the packages that cells can import has a caller if its words travel in registers. The
// others are called by reflection, which takes ten times as long.
func TestShapes(t *testing.T) {
	called, _ := passtest.Signatures()
	missing := map[string][]string{}
	direct := 0
	for name, typ := range called {
		call, _, results := goabi.CallerFor(typ)
		if call != nil {
			direct++
		} else if results != "" {
			missing[results] = append(missing[results], name)
		}
	}
	for results, names := range missing {
		slices.Sort(names)
		t.Errorf("no caller for the results %s of %d functions, such as %s: add it to shapes in gen", results, len(names), names[0])
	}
	if direct < 10000 {
		t.Errorf("only %d functions are called directly", direct)
	}
}

// TestCallers: each caller finds the words of results where a function leaves them, and passes words of parameters that
// use every register.
func TestCallers(t *testing.T) {
	kinds := map[rune]reflect.Type{
		'p': reflect.TypeFor[*int](), 'i': reflect.TypeFor[int](),
		'f': reflect.TypeFor[float64](), 's': reflect.TypeFor[float32](),
	}
	var in []reflect.Type
	params := strings.Repeat("i", goabi.MaxInts) + strings.Repeat("f", goabi.MaxFloats)
	for _, w := range params {
		in = append(in, kinds[w])
	}
	for _, shape := range goabi.Shapes() {
		var out []reflect.Type
		var results []reflect.Value
		var words []uint64
		for i, w := range shape {
			v := reflect.New(kinds[w]).Elem()
			switch w {
			case 'p':
				v.Set(reflect.ValueOf(new(int)))
				words = append(words, uint64(v.Pointer()))
			case 'i':
				v.SetInt(int64(1000 + i))
				words = append(words, uint64(1000+i))
			case 'f':
				v.SetFloat(float64(i) + 0.5)
				words = append(words, math.Float64bits(float64(i)+0.5))
			case 's':
				v.SetFloat(float64(i) + 0.25)
				words = append(words, uint64(math.Float32bits(float32(i)+0.25)))
			}
			out, results = append(out, kinds[w]), append(results, v)
		}
		typ := reflect.FuncOf(in, out, false)
		var got []reflect.Value
		fn := reflect.MakeFunc(typ, func(args []reflect.Value) []reflect.Value {
			got = slices.Clone(args)
			return results
		})
		call, _, _ := goabi.CallerFor(typ)
		if call == nil {
			t.Fatalf("%s: no caller", shape)
		}
		var a goabi.Args
		var r goabi.Results
		for i := range a.Ints {
			a.Ints[i] = uintptr(10 + i)
		}
		for i := range a.Floats {
			a.Floats[i] = float64(20 + i)
		}
		call(goabi.FuncWord(fn.Interface()), &a, &r)
		for i, w := range params {
			ok := false
			if w == 'i' {
				ok = got[i].Int() == int64(10+i)
			} else {
				ok = got[i].Float() == float64(20+i-goabi.MaxInts)
			}
			if !ok {
				t.Errorf("%s: parameter %d is %v", shape, i, got[i])
			}
		}
		for i, w := range shape {
			word := r.N[i]
			if w == 'p' {
				word = uint64(uintptr(r.P[i]))
			}
			if word != words[i] {
				t.Errorf("%s: result %d is %#x, not %#x", shape, i, word, words[i])
			}
		}
	}
}
