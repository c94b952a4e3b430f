package display

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/tensor"
)

const one = "Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])"

type point struct {
	X, Y int
	name string
}

type holder struct {
	W    *tensor.Tensor
	next *holder
}

type text string

func (t text) String() string { return "text " + string(t) }

// nest contains only itself.
type nest []nest

func TestEchoGo(t *testing.T) {
	var (
		none    *point
		noError error
		loop    = &holder{}
		anys    = []any{1, "a", nil}
	)
	loop.next = loop
	tests := []struct {
		v    any
		want string
	}{
		{nil, "nil"},
		{none, "nil"},
		{noError, "nil"},
		{nest{nest{}, nest{nest{}}}, "[[] [[]]]"},
		{(*tensor.Tensor)(nil), "nil"},
		{3, "3"},
		{2.5, "2.5"},
		{2.0, "2"},
		{math.Inf(1), "+Inf"},
		{true, "true"},
		{1 + 2i, "(1+2i)"},
		{'x', "120"},
		{"a\tb", `"a\tb"`},
		{errors.New("no such file"), "no such file"},
		{time.Duration(1500) * time.Millisecond, "1.5s"},
		{text("x"), "text x"},
		{[]int{1, 2}, "[1 2]"},
		{[2]string{"a b", "c"}, `["a b" "c"]`},
		{[]byte("hi"), "[104 105]"},
		{[]int(nil), "[]"},
		{anys, `[1 "a" nil]`},
		{[][]float64{{1, 2}, {3}}, "[[1 2] [3]]"},
		{map[string]int{"b": 2, "a": 1}, `map["a":1 "b":2]`},
		{map[int]any{2: "x", 1: nil}, `map[1:nil 2:"x"]`},
		{point{1, 2, "p"}, `{X:1 Y:2 name:"p"}`},
		{&point{1, 2, ""}, `&{X:1 Y:2 name:""}`},
		{[]*point{{}, nil}, `[&{X:0 Y:0 name:""} nil]`},
		{holder{W: tensor.Ones(1)}, "{W:" + one + " next:nil}"},
		{loop, "&{W:nil next:&…}"},
		{struct{ V any }{text("x")}, "{V:text x}"},
		{func(int) string { return "" }, "func(int) string"},
		{(func())(nil), "nil"},
		{make(chan int), "chan int"},
		{struct{}{}, "{}"},
	}
	for _, c := range tests {
		if got := Echo(c.v).Text(); got != c.want {
			t.Errorf("Echo(%T) = %s, want %s", c.v, got, c.want)
		}
	}
}

// TestEchoPython has the layout of a tuple of gradients in the r1.6 tutorial numpy.ipynb, which is IPython's: the
// lines after the first line of a value are indented by one blank.
func TestEchoPython(t *testing.T) {
	dx := tensor.Full([]int{2, 4}, 512.0, tensor.Float32)
	db := tensor.Full([]int{4}, 2.0, tensor.Float32)
	const (
		dxText = "Tensor(shape=[2, 4], dtype=Float32, value=\n" +
			" [[ 5.12000000e+02,  5.12000000e+02,  5.12000000e+02,  5.12000000e+02],\n" +
			"  [ 5.12000000e+02,  5.12000000e+02,  5.12000000e+02,  5.12000000e+02]])"
		dbText = "Tensor(shape=[4], dtype=Float32, value= [ 2.00000000e+00,  2.00000000e+00,  2.00000000e+00,  2.00000000e+00])"
	)
	x := tensor.Ones(1)
	tests := []struct {
		v    any
		want string
	}{
		{x, one},
		{tensor.Scalar(2.0), "2.0"},
		{tensor.Float32, "mindspore.float32"},
		{tensor.Tuple{x}, "(" + one + ",)"},
		{tensor.Tuple{dx, db}, "(" + dxText + ",\n " + dbText + ")"},
		{[]*tensor.Tensor{db, db}, "[" + dbText + ",\n " + dbText + "]"},
		{[]*tensor.Tensor{}, "[]"},
		{map[string]*tensor.Tensor{"b": db, "a": x}, "{'a': " + one + ",\n 'b': " + dbText + "}"},
		{[]any{1, x, "s", nil}, "[1, " + one + ", 's', None]"},
		{[]any{1, []any{x}}, "[1, [" + one + "]]"},
	}
	for _, c := range tests {
		if got := Echo(c.v).Text(); got != c.want {
			t.Errorf("Echo(%T) (-want +got):\n%s", c.v, cmp.Diff(c.want, got))
		}
	}
}

func TestEchoAll(t *testing.T) {
	x := tensor.Ones(1)
	tests := []struct {
		vs   []any
		want string
	}{
		{[]any{3}, "3"},
		{[]any{3, "a", nil}, `(3, "a", nil)`},
		{nil, "()"},
		{[]any{x, nil}, "(" + one + ", None)"},
		{[]any{x, tensor.Tuple{x}}, "(" + one + ",\n (" + one + ",))"},
	}
	for _, c := range tests {
		if got := EchoAll(c.vs).Text(); got != c.want {
			t.Errorf("EchoAll(%v) = %s, want %s", c.vs, got, c.want)
		}
	}
}

// picture defines its own representations.
type picture struct{}

func (picture) Display() Bundle {
	return Bundle{Data: map[string]any{"text/plain": "<picture>", "image/png": []byte{1}}}
}

func TestEchoDisplayer(t *testing.T) {
	b := Echo(picture{})
	if b.Text() != "<picture>" || b.Data["image/png"] == nil {
		t.Errorf("Echo(picture) = %v", b)
	}
	if got := Echo(TextBundle("as is")).Text(); got != "as is" {
		t.Errorf("Echo(Bundle) = %q", got)
	}
	if got := Echo((*picture)(nil)).Text(); got != "nil" {
		t.Errorf("Echo of a nil Displayer = %q", got)
	}
}

type conf struct{ rate, Y float64 }

type spoken struct{ A int }

func (*spoken) String() string { return "I speak" }

// TestEchoStructs checks that unexported fields are shown, also for values that are not addressable.
func TestEchoStructs(t *testing.T) {
	tests := []struct {
		v    any
		want string
	}{
		{&conf{0.5, 1}, "&{rate:0.5 Y:1}"},
		{conf{0.5, 1}, "{rate:0.5 Y:1}"},
		{struct{ c any }{conf{0.5, 1}}, "{c:{rate:0.5 Y:1}}"},
		{&spoken{1}, "I speak"},
		{[]*spoken{{1}}, "[I speak]"},
		{struct{ s *spoken }{&spoken{1}}, "{s:I speak}"},
		{map[string]conf{"k": {1, 2}}, "map[\"k\":{rate:1 Y:2}]"},
	}
	for _, c := range tests {
		if got := Echo(c.v).Text(); got != c.want {
			t.Errorf("Echo(%T) = %s, want %s", c.v, got, c.want)
		}
	}
}

func TestEchoLong(t *testing.T) {
	long := make([]int, 5000)
	if n := len(Echo(long).Text()); n > 2100 {
		t.Errorf("a slice of 5000 numbers echoes %d characters", n)
	}
	none := make([]struct{}, math.MaxInt)
	if n := len(Brief(none)) + len(Table(none).Text()); n > 5000 {
		t.Errorf("a slice of structs without fields is shown by %d characters", n)
	}
}
