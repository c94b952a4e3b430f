package py

import (
	"reflect"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// The values are those of CPython 3.12.

func TestCounter(t *testing.T) {
	c := NewCounter("hello")
	c.Count([]string{"h", "e", "l", "p"})
	for _, row := range [][2]string{
		{Str(c), "Counter({'l': 3, 'h': 2, 'e': 2, 'o': 1, 'p': 1})"},
		{Str(c.Plain()), "{'h': 2, 'e': 2, 'l': 3, 'o': 1, 'p': 1}"},
		{Str(c.MostCommon(2)), "[('l', 3), ('h', 2)]"},
		{Str(c.MostCommon(-1)[4]), "('p', 1)"},
		{Str(c.Get("z")), "0"},
		{Str(c.Len()), "5"},
		{Str(c.Copy()), "Counter({'l': 3, 'h': 2, 'e': 2, 'o': 1, 'p': 1})"},
		{Str(NewCounter([]int{})), "Counter()"},
	} {
		if row[0] != row[1] {
			t.Errorf("got  %s\nwant %s", row[0], row[1])
		}
	}
}

func TestDefaultDict(t *testing.T) {
	d := NewDefaultDict("int", func() any { return 0 })
	d.Set("a", d.Get("a").(int)+1)
	if d.Get("b") != 0 || !d.Has("b") || d.Has("c") || d.GetOr("c", nil) != nil {
		t.Error("Get sets a key that is not there, GetOr and Has do not")
	}
	if got, want := Str(d), "defaultdict(<class 'int'>, {'a': 1, 'b': 0})"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if d.Plain().Set("z", 1); d.Has("z") {
		t.Error("dict(d) is d")
	}
	if err := tensor.Try(func() { d.Pop("z") }); err == nil {
		t.Error("Pop of a key that is not there returned")
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		a, b any
		want int
	}{
		{1, 2, -1},
		{2.5, 2.5, 0},
		{"b", "a", 1},
		{Tuple{1, "b"}, Tuple{1, "a"}, 1},
		{Tuple{1}, Tuple{1, 0}, -1},
		{Tuple{-2, Tuple{"x"}}, Tuple{-2, Tuple{"x"}}, 0},
		{[]int{1, 2}, []int{1, 3}, -1},
	} {
		if got := Compare(c.a, c.b); got != c.want {
			t.Errorf("Compare(%v, %v) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
	if tensor.Try(func() { Compare(1, "a") }) == nil {
		t.Error("1 < 'a' has a value")
	}
}

func TestRange(t *testing.T) {
	for _, c := range []struct {
		from, to, step int
		want           []int
	}{{0, 5, 2, []int{0, 2, 4}}, {5, 0, -2, []int{5, 3, 1}}, {3, 3, 1, nil}, {3, 0, 1, nil}} {
		if got := Range(c.from, c.to, c.step); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Range(%d, %d, %d) = %v, want %v", c.from, c.to, c.step, got, c.want)
		}
	}
}

// TestParse: for texts that are not numbers, the errors are those of Python.
func TestParse(t *testing.T) {
	if Int(" -42\n") != -42 || Int("1_000") != 1000 || Float("1e3") != 1000 || Ord("é") != 233 {
		t.Error("a number is another")
	}
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { Int("x") }, "ValueError: invalid literal for int() with base 10: 'x'"},
		{func() { Int("1.5") }, "ValueError: invalid literal for int() with base 10: '1.5'"},
		{func() { Float("1,5") }, "ValueError: could not convert string to float: '1,5'"},
		{func() { Float("0x10") }, "ValueError: could not convert string to float: '0x10'"},
		{func() { Ord("ab") }, "TypeError: ord() expected a character, but string of length 2 found"},
		{func() { Range(0, 1, 0) }, "ValueError: range() arg 3 must not be zero"},
	} {
		if err := tensor.Try(c.f); err == nil || err.Error() != c.want {
			t.Errorf("raised %v, want %s", err, c.want)
		}
	}
}

func TestPaths(t *testing.T) {
	for _, c := range [][2]string{
		{JoinPath("./data", "x", "y.txt"), "./data/x/y.txt"},
		{JoinPath("a/", "b"), "a/b"},
		{JoinPath("a", "/b"), "/b"},
		{JoinPath("", "b"), "b"},
		{BaseName("/a/b.txt"), "b.txt"},
		{BaseName("b/"), ""},
	} {
		if c[0] != c[1] {
			t.Errorf("got %q, want %q", c[0], c[1])
		}
	}
}
