package ops_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// callNames are the names of all ops, in order.
var callNames = slices.Sorted(maps.Keys(calls))

// FuzzOps calls ops with random arguments, right and wrong ones, and differentiates what they return: nothing but
// *tensor.Error may come of it, and that soon.
func FuzzOps(f *testing.F) {
	for op := range callNames {
		for seed := range uint64(4) {
			f.Add(uint(op), seed)
		}
	}
	f.Fuzz(func(t *testing.T, op uint, seed uint64) {
		name := callNames[op%uint(len(callNames))]
		try(t, "ops."+name, reflect.ValueOf(calls[name]), seed)
	})
}

// FuzzMethods does the same with the methods of tensors, of which those that index are no functions of ops.
func FuzzMethods(f *testing.F) {
	of := reflect.TypeFor[*tensor.Tensor]()
	for i := range of.NumMethod() {
		for seed := range uint64(4) {
			f.Add(uint(i), seed)
		}
	}
	f.Fuzz(func(t *testing.T, i uint, seed uint64) {
		m := of.Method(int(i % uint(of.NumMethod())))
		for j := range m.Type.NumIn() {
			if k := m.Type.In(j).Kind(); k == reflect.Func || k == reflect.Interface && m.Type.In(j).NumMethod() > 0 {
				t.Skip("takes a function, or what prints")
			}
		}
		try(t, "Tensor."+m.Name, m.Func, seed)
	})
}

// try calls fn with the arguments that seed represents, and differentiates every second time.
func try(t *testing.T, name string, fn reflect.Value, seed uint64) {
	g := &guesser{rand.New(rand.NewPCG(seed, nameSeed(name)))}
	args := g.arguments(t, fn.Type())
	done := make(chan string, 1)
	go func() { done <- outcome(func() { attempt(fn, args, seed%2 == 0) }) }()
	select {
	case bad := <-done:
		if bad != "" {
			t.Errorf("%s(%s): %s", name, describe(args), bad)
		}
	case <-time.After(testenv.Patience):
		t.Fatalf("%s(%s) does not return", name, describe(args))
	}
}

// nameSeed returns a seed for the arguments of an op that does not depend on other ops.
func nameSeed(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// outcome is what is wrong with how f ended; empty when it returned or raised *tensor.Error.
func outcome(f func()) (bad string) {
	defer func() {
		if r := recover(); r != nil {
			bad = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	err := tensor.Try(f)
	if e, ok := err.(*tensor.Error); err != nil && (!ok || e.Msg == "") {
		return fmt.Sprintf("an error without words: %v", err)
	}
	return ""
}

// attempt calls fn, and differentiates its first result when asked to.
func attempt(fn reflect.Value, args []reflect.Value, differentiate bool) {
	if !differentiate {
		fn.Call(args)
		return
	}
	tape := tensor.NewTape()
	defer tape.Stop()
	var watched []*tensor.Tensor
	for i, a := range args {
		if x, ok := a.Interface().(*tensor.Tensor); ok && x != nil && x.DType().IsFloat() && !x.IsWeak() {
			x = tape.Watch(x)
			watched, args[i] = append(watched, x), reflect.ValueOf(x)
		}
	}
	results := fn.Call(args)
	tape.Stop()
	if len(results) == 0 {
		return
	}
	if y, ok := results[0].Interface().(*tensor.Tensor); ok && len(watched) > 0 && !y.DType().IsComplex() {
		tape.Gradient([]*tensor.Tensor{y}, nil, watched)
	}
}

// describe writes arguments for a report.
func describe(args []reflect.Value) string {
	text := make([]string, len(args))
	for i, a := range args {
		switch v := a.Interface().(type) {
		case *tensor.Tensor:
			text[i] = v.Repr()
		case nil:
			text[i] = "nil"
		default:
			text[i] = fmt.Sprintf("%#v", v)
		}
	}
	return strings.Join(text, ", ")
}

// guesser makes arguments.
type guesser struct{ *rand.Rand }

// arguments returns arguments for a function; an argument repeats the shape of the one before more often than not, so
// that calls that succeed are not rare.
func (g *guesser) arguments(t *testing.T, fn reflect.Type) []reflect.Value {
	var args []reflect.Value
	like := g.shape()
	for i := range fn.NumIn() {
		in := fn.In(i)
		if !fn.IsVariadic() || i < fn.NumIn()-1 {
			args = append(args, g.value(t, in, like))
			continue
		}
		for range g.IntN(4) {
			args = append(args, g.value(t, in.Elem(), like))
		}
	}
	return args
}

func (g *guesser) value(t *testing.T, want reflect.Type, like []int) reflect.Value {
	switch want {
	case reflect.TypeFor[*tensor.Tensor]():
		return reflect.ValueOf(g.tensor(like))
	case reflect.TypeFor[tensor.DType]():
		return reflect.ValueOf(g.dtype())
	case reflect.TypeFor[ops.Option]():
		return g.option(t, like)
	case reflect.TypeFor[[]byte]():
		return reflect.ValueOf(g.encoded(like))
	case reflect.TypeFor[any]():
		v := reflect.New(want).Elem()
		if a := g.anything(like); a != nil {
			v.Set(reflect.ValueOf(a))
		}
		return v
	}
	switch want.Kind() {
	case reflect.Int:
		return reflect.ValueOf(g.integer())
	case reflect.Float64:
		return reflect.ValueOf(g.number())
	case reflect.Bool:
		return reflect.ValueOf(g.IntN(2) == 0)
	case reflect.String:
		return reflect.ValueOf(g.word())
	case reflect.Slice, reflect.Array:
		return g.several(t, want, like)
	}
	t.Fatalf("no arguments of type %s are made", want)
	return reflect.Value{}
}

// encoded returns a tensor as JSON or as gob has it, damaged now and then.
func (g *guesser) encoded(like []int) []byte {
	x := g.tensor(like)
	b, err := x.MarshalBinary()
	if text, err2 := x.MarshalJSON(); err2 == nil && g.IntN(2) == 0 {
		b = text
	}
	if err == nil && g.IntN(3) == 0 {
		b[g.IntN(len(b))]++
	}
	return b
}

func (g *guesser) several(t *testing.T, want reflect.Type, like []int) reflect.Value {
	if want.Kind() == reflect.Slice && g.IntN(6) == 0 {
		return reflect.Zero(want)
	}
	v, n := reflect.New(want).Elem(), g.IntN(4)
	if want.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(want, n, n))
	}
	for i := range v.Len() {
		v.Index(i).Set(g.value(t, want.Elem(), like))
	}
	return v
}

func (g *guesser) option(t *testing.T, like []int) reflect.Value {
	names := slices.Sorted(maps.Keys(keywords))
	make := reflect.ValueOf(keywords[names[g.IntN(len(names))]])
	var args []reflect.Value
	for i := range make.Type().NumIn() {
		in := make.Type().In(i)
		if make.Type().IsVariadic() {
			in = in.Elem()
		}
		args = append(args, g.value(t, in, like))
	}
	return make.Call(args)[0]
}

// shape returns the lengths of up to four axes, few of them zero.
func (g *guesser) shape() []int {
	dims := make([]int, g.IntN(5))
	for i := range dims {
		if dims[i] = 1 + g.IntN(4); g.IntN(12) == 0 {
			dims[i] = 0
		}
	}
	return dims
}

func (g *guesser) dtype() tensor.DType {
	if g.IntN(2) == 0 {
		return tensor.Float32
	}
	all := dtype.All()
	return all[g.IntN(len(all))]
}

// tensor returns a tensor of the given shape, or of another: numbers, few of them special, or a view.
func (g *guesser) tensor(like []int) *tensor.Tensor {
	switch g.IntN(12) {
	case 0:
		return tensor.Scalar(g.number())
	case 1:
		return tensor.Scalar(g.integer())
	case 2, 3, 4:
		like = g.shape()
	case 5:
		like = like[:g.IntN(len(like)+1)]
	}
	n := 1
	for _, d := range like {
		n *= d
	}
	v, dt := make([]float64, n), g.dtype()
	for i := range v {
		// a negative number would become a huge one, for which a result may have no room
		if v[i] = g.number(); dt.IsUint() {
			v[i] = float64(g.IntN(9))
		}
	}
	x := tensor.New(v).Reshape(like...).AsType(dt)
	if g.IntN(4) == 0 {
		return x.T()
	}
	return x
}

func (g *guesser) number() float64 {
	switch g.IntN(20) {
	case 0:
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e30, -1e-30}[g.IntN(5)]
	case 1, 2, 3, 4, 5, 6:
		return float64(g.IntN(4))
	}
	return 3 * g.NormFloat64()
}

func (g *guesser) integer() int { return g.IntN(10) - 4 }

func (g *guesser) word() string {
	words := []string{"", "none", "mean", "sum", "same", "valid", "pad", "constant", "reflect", "nearest", "bilinear", "tanh", "ij,jk->ik", "...i->i", "floor"}
	return words[g.IntN(len(words))]
}

func (g *guesser) anything(like []int) any {
	switch g.IntN(9) {
	case 0:
		return nil
	case 1, 2:
		return g.integer()
	case 3:
		return g.number()
	case 4:
		return g.tensor(like)
	case 5:
		return g.shape()
	case 6:
		return []any{tensor.All(), tensor.From(g.integer()), tensor.Span(g.integer(), g.integer()).By(2*g.IntN(3) - 3), tensor.Ellipsis, tensor.NewAxis}[g.IntN(5)]
	case 7:
		return g.IntN(2) == 0
	}
	return g.word()
}
