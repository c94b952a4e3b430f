package py

import (
	"reflect"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// The values are those of CPython 3.12.

func TestSlice(t *testing.T) {
	five := []int{0, 1, 2, 3, 4}
	for _, c := range []struct {
		list, from, to any
		step           int
		want           any
	}{
		{five, nil, nil, 1, []int{0, 1, 2, 3, 4}},
		{five, 1, 3, 1, []int{1, 2}},
		{five, nil, 99, 1, []int{0, 1, 2, 3, 4}},
		{five, 7, nil, 1, []int{}},
		{five, -2, nil, 1, []int{3, 4}},
		{five, nil, -9, 1, []int{}},
		{five, nil, nil, -1, []int{4, 3, 2, 1, 0}},
		{five, 3, 0, -2, []int{3, 1}},
		{five, nil, nil, 2, []int{0, 2, 4}},
		{[]string{}, 1, nil, 1, []string{}},
		{"héllo", 1, 3, 1, "él"},
		{"abc", nil, nil, -1, "cba"},
	} {
		if got := Slice(c.list, c.from, c.to, c.step); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v[%v:%v:%d] = %v, want %v", c.list, c.from, c.to, c.step, got, c.want)
		}
	}
	copied := Slice(five, nil, nil, 1).([]int)
	if copied[0] = 9; five[0] != 0 {
		t.Error("a slice shares its elements with the list")
	}
}

func TestUnique(t *testing.T) {
	if got := Unique([]string{"b", "a", "b"}); !reflect.DeepEqual(got, []string{"b", "a"}) {
		t.Error(got)
	}
	if got := IntRows(tensor.New([][]int32{{1, 2}, {3, 4}})); !reflect.DeepEqual(got, [][]int{{1, 2}, {3, 4}}) {
		t.Errorf("IntRows = %v", got)
	}
	if err := tensor.Try(func() { IntRows(tensor.New([]int32{1})) }); err == nil {
		t.Error("IntRows takes a vector")
	}
	if got := Ints(tensor.New([]int32{2, 3})); !reflect.DeepEqual(got, []int{2, 3}) {
		t.Error(got)
	}
}

func TestDictMethods(t *testing.T) {
	d := NewDict("a", 1, 2, "b")
	if d.GetOr("x", nil) != nil || d.GetOr("a", 5) != 1 || d.SetDefault("n", 3) != 3 || d.SetDefault("n", 4) != 3 {
		t.Error(d)
	}
	keys := d.KeysView()
	more := d.Copy()
	more.Update(NewDict("a", 7, "z", true))
	for _, c := range [][2]string{
		{keys.String(), "dict_keys(['a', 2, 'n'])"},
		{d.ValuesView().Repr(), "dict_values([1, 'b', 3])"},
		{d.ItemsView().String(), "dict_items([('a', 1), (2, 'b'), ('n', 3)])"},
		{more.String(), "{'a': 7, 2: 'b', 'n': 3, 'z': True}"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %s, want %s", c[0], c[1])
		}
	}
	if d.Pop("a") != 1 || d.Has("a") || keys.Len() != 2 {
		t.Error(d)
	}
	if d.Clear(); d.Len() != 0 || d.String() != "{}" || more.Len() != 4 {
		t.Error(d, more)
	}
}

func TestTextMethods(t *testing.T) {
	for _, c := range [][2]any{
		{Find("héllo", "llo"), 2},
		{Find("abc", "x"), -1},
		{Capitalize("éCOLE de"), "École de"},
		{Capitalize(""), ""},
		{Title("they're bill's 2nd o'neil"), "They'Re Bill'S 2Nd O'Neil"},
		{ZFill("-7", 4), "-007"},
		{ZFill("abc", 2), "abc"},
		{ZFill("7", 3), "007"},
	} {
		if c[0] != c[1] {
			t.Errorf("got %v, want %v", c[0], c[1])
		}
	}
}

func TestCombinations(t *testing.T) {
	for _, c := range []struct {
		list  any
		r     int
		again bool
		want  string
	}{
		{[]int{1, 2, 3}, 2, false, "[(1, 2), (1, 3), (2, 3)]"},
		{[]string{"a", "b"}, 2, true, "[('a', 'a'), ('a', 'b'), ('b', 'b')]"},
		{[]int{1, 2}, 0, false, "[()]"},
		{[]int{1, 2}, 3, false, "[]"},
	} {
		if got := Str(Combinations(c.list, c.r, c.again)); got != c.want {
			t.Errorf("%v, %d, %t: %s, want %s", c.list, c.r, c.again, got, c.want)
		}
	}
	if tensor.Try(func() { Combinations([]int{1}, -1, false) }) == nil {
		t.Error("a negative number of elements is accepted")
	}
}

func TestProduct(t *testing.T) {
	want := []Tuple{{1, "a"}, {1, "b"}, {2, "a"}, {2, "b"}}
	if got := Product(1, []int{1, 2}, []string{"a", "b"}); !reflect.DeepEqual(got, want) {
		t.Error(got)
	}
	if got := Product(3, []int{0, 1}); len(got) != 8 || !reflect.DeepEqual(got[5], Tuple{1, 0, 1}) {
		t.Error(got)
	}
	if got := Product(0, []int{1}); !reflect.DeepEqual(got, []Tuple{{}}) || len(Product(1, []int{}, []int{1})) != 0 {
		t.Error(got)
	}
	if err := tensor.Try(func() { Product(-1, []int{1}) }); err == nil {
		t.Error(err)
	}
}

func TestBytes(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{BytesOf(tensor.New([]int16{1, 2, 3})).String(), `b'\x01\x00\x02\x00\x03\x00'`},
		{Bytes("a'\n\\~\x7f").String(), `b"a'\n\\~\x7f"`},
		{Bytes(`a'"`).String(), `b'a\'"'`},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

func TestPairs(t *testing.T) {
	if got := Pairs([][]int{{0, 1}, {2, 3}}); !reflect.DeepEqual(got, [][2]int{{0, 1}, {2, 3}}) {
		t.Error(got)
	}
	if tensor.Try(func() { Pairs([][]int{{1}}) }) == nil {
		t.Error("a list of one number is accepted")
	}
}
