package numtext

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

func opts(change func(*Options)) Options {
	o := Defaults()
	change(&o)
	return o
}

func precision(n int) Options { return opts(func(o *Options) { o.Precision = n }) }
func lineWidth(n int) Options { return opts(func(o *Options) { o.LineWidth = n }) }

func vec[T any](vals ...T) Array { return Dense(vals, len(vals)) }

func fill[T any](n int, v T) Array {
	vals := make([]T, n)
	for i := range vals {
		vals[i] = v
	}
	return Dense(vals, n)
}

func count(shape ...int) Array {
	a := Dense([]int64(nil), shape...)
	vals := make([]int64, a.Size())
	for i := range vals {
		vals[i] = int64(i)
	}
	a.Values = vals
	return a
}

func halves(vals ...float64) Array {
	return vec(widen(vals, dtype.HalfFromFloat64)...)
}

var (
	inf = math.Inf(1)
	nan = math.NaN()
)

// TestNumpyRepr has the cases of numpy's own tests (numpy/core/tests/test_arrayprint.py, 1.24) for
// the options and types that the goldens leave out.
func TestNumpyRepr(t *testing.T) {
	edges := opts(func(o *Options) { o.EdgeItems, o.Threshold = 1, 1 })
	tests := []struct {
		a    Array
		o    Options
		want string
	}{
		{vec(1.5, 0, 1.234567890), Defaults(), "array([1.5       , 0.        , 1.23456789])"},
		{halves(-28848), Defaults(), "array([-28848.], dtype=float16)"},
		{halves(12728, 430.75), Defaults(), "array([12728. ,   430.8], dtype=float16)"},
		{vec(float32(50331648)), Defaults(), "array([50331648.], dtype=float32)"},
		{vec(1.5, 0, 1.234567890), precision(4), "array([1.5   , 0.    , 1.2346])"},
		{vec(0.), precision(0), "array([0.])"},
		{vec(.3), precision(0), "array([0.])"},
		{vec(-.3), precision(0), "array([-0.])"},
		{vec(.7), precision(0), "array([1.])"},
		{vec(1.5), precision(0), "array([2.])"},
		{vec(-15.34), precision(0), "array([-15.])"},
		{vec(.2, -1, 122.51), precision(0), "array([  0.,  -1., 123.])"},
		{vec(complex(.3, -.7)), precision(0), "array([0.-1.j])"},
		{vec(1., 2., -10.), Defaults(), "array([  1.,   2., -10.])"},
		{vec(-100., 2., 1.), Defaults(), "array([-100.,    2.,    1.])"},
		{vec(nan, inf), Defaults(), "array([nan, inf])"},
		{vec(nan, -inf), Defaults(), "array([ nan, -inf])"},
		{vec(inf, 100000, 1.1234), precision(2), "array([     inf, 1.00e+05, 1.12e+00])"},
		{vec(inf, 100000, -1.1234), precision(2), "array([      inf,  1.00e+05, -1.12e+00])"},
		{vec(inf, 1.1234, -1e120), precision(2), "array([       inf,  1.12e+000, -1.00e+120])"},
		{vec(true), Defaults(), "array([ True])"},
		{Dense([]bool{true}), Defaults(), "array(True)"},
		{Dense([]bool{false}), Defaults(), "array(False)"},
		{Dense([]float64{1}), Defaults(), "array(1.)"},
		{vec(1.234e9), Defaults(), "array([1.234e+09])"},
		{
			halves(0.6104, 0.922, 0.457, 0.0906, 0.3733, 0.007244, 0.5933, 0.947, 0.2383, 0.4226),
			Defaults(),
			"array([0.6104  , 0.922   , 0.457   , 0.0906  , 0.3733  , 0.007244,\n" +
				"       0.5933  , 0.947   , 0.2383  , 0.4226  ], dtype=float16)",
		},
		{
			vec(0.2918820979355541, 0.5064172631089138, 0.2848750619642916, 0.4342965294660567,
				0.7326538397312751, 0.3459503329096204, 0.0862072768214508, 0.39112753029631175),
			Defaults(),
			"array([0.2918821 , 0.50641726, 0.28487506, 0.43429653, 0.73265384,\n" +
				"       0.34595033, 0.08620728, 0.39112753])",
		},
		{halves(0, 0.1, 0.2, 0.3, 0.4, 0.5), Defaults(), "array([0. , 0.1, 0.2, 0.3, 0.4, 0.5], dtype=float16)"},
		{vec(1e0, 1e5, 1e10, 1e15, 1e20), Defaults(), "array([1.e+00, 1.e+05, 1.e+10, 1.e+15, 1.e+20])"},
		{vec(1e22, 1e23, 1e24), Defaults(), "array([1.e+22, 1.e+23, 1.e+24])"},
		{vec(1.234e1, 1e2, 1e123), Defaults(), "array([1.234e+001, 1.000e+002, 1.000e+123])"},
		{
			vec[float32](10, 11, 12, 13, 14, 15, 16, 17, 18, 19), Defaults(),
			"array([10., 11., 12., 13., 14., 15., 16., 17., 18., 19.], dtype=float32)",
		},
		{
			vec[float32](10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22), Defaults(),
			"array([10., 11., 12., 13., 14., 15., 16., 17., 18., 19., 20., 21., 22.],\n      dtype=float32)",
		},
		{fill[int64](7, 2), lineWidth(17), "array([2, 2, 2,\n       2, 2, 2,\n       2])"},
		{fill[int64](8, 2), lineWidth(18), "array([2, 2, 2,\n       2, 2, 2,\n       2, 2])"},
		{count(1001), Defaults(), "array([   0,    1,    2, ...,  998,  999, 1000])"},
		{
			count(2, 501), Defaults(),
			"array([[   0,    1,    2, ...,  498,  499,  500],\n       [ 501,  502,  503, ...,  999, 1000, 1001]])",
		},
		{
			count(3, 3, 3), edges,
			"array([[[ 0, ...,  2],\n        ...,\n        [ 6, ...,  8]],\n\n       ...,\n\n" +
				"       [[18, ..., 20],\n        ...,\n        [24, ..., 26]]])",
		},
		{
			Dense(make([]float64, 9), 3, 3, 1, 1), edges,
			"array([[[[0.]],\n\n        ...,\n\n        [[0.]]],\n\n\n       ...,\n\n\n" +
				"       [[[0.]],\n\n        ...,\n\n        [[0.]]]])",
		},
	}
	for _, c := range tests {
		if got := NumpyRepr(c.a, c.o); got != c.want {
			t.Errorf("(-want +got):\n%s", cmp.Diff(c.want, got))
		}
	}
}

// TestNumpyStr has cases of the same file, and of test_scalarprint.py, where str of a complex
// scalar equals Python's.
func TestNumpyStr(t *testing.T) {
	tests := []struct {
		a    Array
		o    Options
		want string
	}{
		{count(3), lineWidth(4), "[0\n 1\n 2]"},
		{fill[int64](18, 2), lineWidth(18), "[2 2 2 2 2 2 2 2\n 2 2 2 2 2 2 2 2\n 2 2]"},
		{fill[int64](3, 0), opts(func(o *Options) { o.EdgeItems, o.Threshold = 1, 0 }), "[0 ... 0]"},
		{count(10000), Defaults(), "[   0    1    2 ... 9997 9998 9999]"},
		{Dense([]complex128{0}), Defaults(), "0j"},
		{Dense([]complex64{1}), Defaults(), "(1+0j)"},
		{Dense([]complex64{-1i}), Defaults(), "-1j"},
		{Dense([]complex128{complex(1e20, 1e20)}), Defaults(), "(1e+20+1e+20j)"},
		{Dense([]complex128{complex(1, nan)}), Defaults(), "(1+nanj)"},
		{Dense([]complex128{complex(-inf, -inf)}), Defaults(), "(-inf-infj)"},
		{Dense([]complex128{complex(math.Copysign(0, -1), 0.5)}), Defaults(), "(-0+0.5j)"},
		{Dense([]complex64{complex(float32(0.1), 0)}), Defaults(), "(0.1+0j)"},
		// numpy.set_printoptions: "If suppress is True, always print floating point numbers using fixed point
		// notation".
		{vec(1e-5, 1), opts(func(o *Options) { o.Suppress = true }), "[0.00001 1.     ]"},
		{vec(1e-10, 0.25), opts(func(o *Options) { o.Suppress = true }), "[0.   0.25]"},
		// Tensor.__str__ of MindSpore widens bfloat16, of which 0.1 is 0.10009765625, to float32.
		{vec(dtype.BF16FromFloat32(1), dtype.BF16FromFloat32(0.1)), Defaults(), "[1.         0.10009766]"},
		{Dense([]dtype.BF16{dtype.BF16FromFloat32(2.5)}), Defaults(), "2.5"},
	}
	for _, c := range tests {
		if got := Str(c.a, c.o); got != c.want {
			t.Errorf("(-want +got):\n%s", cmp.Diff(c.want, got))
		}
	}
}

// TestNumpyComplex is TestComplexArray.test_str of numpy: all pairs of these parts.
func TestNumpyComplex(t *testing.T) {
	parts := []float64{0, 1, -1, inf, -inf, nan}
	want := strings.Fields(`
		[0.+0.j] [0.+1.j] [0.-1.j] [0.+infj] [0.-infj] [0.+nanj]
		[1.+0.j] [1.+1.j] [1.-1.j] [1.+infj] [1.-infj] [1.+nanj]
		[-1.+0.j] [-1.+1.j] [-1.-1.j] [-1.+infj] [-1.-infj] [-1.+nanj]
		[inf+0.j] [inf+1.j] [inf-1.j] [inf+infj] [inf-infj] [inf+nanj]
		[-inf+0.j] [-inf+1.j] [-inf-1.j] [-inf+infj] [-inf-infj] [-inf+nanj]
		[nan+0.j] [nan+1.j] [nan-1.j] [nan+infj] [nan-infj] [nan+nanj]`)
	for i, re := range parts {
		for j, im := range parts {
			c := complex(re, im)
			for _, a := range []Array{vec(complex64(c)), vec(c)} {
				if got := Str(a, Defaults()); got != want[i*len(parts)+j] {
					t.Errorf("str([%v]) = %s, want %s", c, got, want[i*len(parts)+j])
				}
			}
		}
	}
}

// TestNumpyComplexColumns: the parts are aligned apart, the j follows the digits.
func TestNumpyComplexColumns(t *testing.T) {
	a := vec(complex(1, -2.25), complex(-10.5, 3))
	if got, want := Str(a, Defaults()), "[  1. -2.25j -10.5+3.j  ]"; got != want {
		t.Errorf("str = %q, want %q", got, want)
	}
}

// TestPython compares with Python's repr of the number.
func TestPython(t *testing.T) {
	tests := []struct {
		v    any
		want string
	}{
		{true, "True"},
		{false, "False"},
		{3, "3"},
		{int8(-3), "-3"},
		{int16(-300), "-300"},
		{int32(5), "5"},
		{int64(math.MinInt64), "-9223372036854775808"},
		{uint(7), "7"},
		{uint8(255), "255"},
		{uint16(65535), "65535"},
		{uint32(math.MaxUint32), "4294967295"},
		{uint64(math.MaxUint64), "18446744073709551615"},
		{2.0, "2.0"},
		{float32(0.1), "0.10000000149011612"},
		{dtype.HalfFromFloat64(0.1), "0.0999755859375"},
		{dtype.BF16FromFloat32(0.1), "0.10009765625"},
		{1e16, "1e+16"},
		{9999999999999998.0, "9999999999999998.0"},
		{0.0001, "0.0001"},
		{0.00001, "1e-05"},
		{nan, "nan"},
		{-inf, "-inf"},
		{2i, "2j"},
		{complex64(1 + 2i), "(1+2j)"},
	}
	for _, c := range tests {
		if got, ok := Python(c.v); got != c.want || !ok {
			t.Errorf("Python(%T %v) = %s, %v; want %s", c.v, c.v, got, ok, c.want)
		}
	}
	if text, ok := Python("x"); ok {
		t.Errorf("Python of a string = %q", text)
	}
}
