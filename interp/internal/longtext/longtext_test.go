package longtext

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestFind has texts in which the parts of at least 6 bytes are in brackets ⟦ ⟧.
func TestFind(t *testing.T) {
	for _, tt := range []string{
		"x := []int{⟦1, 2, 3⟧}",
		"x := []int{⟦1, -2, +3,\n⟧}",
		"x := []int{⟦\n1,\n2,\n3,\n⟧}",
		"x := []int{1,\n2,\n3\n}",  // a semicolon behind 3
		"x := []int{1, 2\n, 3, 4}", // and behind 2
		"x := []int{1, 2 3, 4, 5}",
		"x := []int{1, 2, , 4, 5}",
		"x := []int{1, 2, 3, 4 + 5}",
		"x := []int{1, 2, 3, n, 5}",
		"x := []int{- , 3, 4, 55}",
		"x := []int{1, 2, 3, 1_000}",
		"x := []int{1, 2, 3, 0b11}",
		"x := []int{1, 2, 3, 017}",
		"x := []complex128{1, 2, 3, 1i}",
		"x := [][]int{⟦{1, 2}, {3}, {}⟧}",
		"x := [][]int{f(), {⟦1, 2, 3, 4⟧}, {5}}",
		"x := map[string]int{⟦`a`: 1, \"b}\": 2⟧}",
		"x := []T{⟦{A: 1, B: 'x'}, {C: {'}'}}⟧}",
		"x := []T{⟦{A: /* and */ 1, // one\n B: 2}⟧}",
		"x := []int{}",
		"func f() { return }",
		"switch x { case 1: default: }",
		"if x == (T{⟦1, 22, 3⟧}) {}",
		"x := ⟦`raw\ntext`⟧",
		"x := ⟦\"a \\\" b\"⟧ + `b`",
		"x := \"a \n b c d\"",
		"x := []string{\"a\", \"\\q\"}",
		"x := []string{⟦\"a\", \"\\\"\\u00e9\\\\\"⟧}",
		"x := []rune{⟦'a', '\\'', '\\\\', 'é'⟧}",
		"x := []rune{'a', 'bc', '', 'd'}",
		"x := \"a \xff b c d\"",
		"x := `a b c d",
		"x := '\"' // ⟦no\n",
		"⟦// one\n// two\n/* three */⟧\nx",
		"⟦/* a { */⟧ x := []int{⟦1, /* b */ 2⟧}",
		"x /* a { ",
	} {
		src := strings.NewReplacer("⟦", "", "⟧", "").Replace(tt)
		var b strings.Builder
		last := 0
		for _, p := range Find(src, 6) {
			b.WriteString(src[last:p.From] + "⟦" + src[p.From:p.To] + "⟧")
			last = p.To
		}
		if b.WriteString(src[last:]); b.String() != tt && !strings.Contains(tt, "⟦no") {
			t.Errorf("%q: %q", tt, b.String())
		}
	}
}

type row struct {
	Name string
	x, y float32
}

type level int8

// TestCheck compares with Go's type checker, and the values read with those of the literal in Go.
func TestCheck(t *testing.T) {
	const decls = "package main\ntype row struct { Name string; x, y float32 }\ntype level int8\ntype base struct { row; n int }\n"
	for _, tt := range []struct {
		typ, list string
		want      any // nil if Go rejects it
		notPlain  bool
	}{
		{"[]float64", "1, 2.5, -3e2, .5, 0x1F, 'a', 18446744073709551616, -0.0,", []float64{1, 2.5, -3e2, .5, 0x1F, 'a', 18446744073709551616, 0}, false},
		{"[]float32", "16777217, 0.1, -3.4e38", []float32{16777217, 0.1, -3.4e38}, false},
		{"[]float32", "1, 3.5e38", nil, false},
		{"[]float64", "1, -1e309", nil, false},
		{"[]float64", "1, `a`", nil, false},
		{"[]int", "1, -9223372036854775808, 1e3, 'é', '\\n', 2.0", []int{1, math.MinInt64, 1000, 'é', '\n', 2}, false},
		{"[]int", "1, 9223372036854775808", nil, false},
		{"[]int", "1, 1.5, 2, \"a\"", nil, false},
		{"[]uint8", "0, 255, -0", []uint8{0, 255, 0}, false},
		{"[]uint8", "1, 300, 2, -1", nil, false},
		{"[]uint64", "18446744073709551615", []uint64{math.MaxUint64}, false},
		{"[]level", "1, -128, 127", []level{1, -128, 127}, false},
		{"[]level", "1, 128", nil, false},
		{"[]string", "`a\\n`, \"b\\n\", \"\\xff\"", []string{`a\n`, "b\n", "\xff"}, false},
		{"[]string", "`a`, 'b'", nil, false},
		{"[]bool", "1", nil, false},
		{"[]complex64", "1, -2.5", []complex64{1, -2.5}, false},
		{"[]any", "1, 2.5, 'x', \"s\", -4", []any{1, 2.5, 'x', "s", -4}, false},
		{"[]any", "9223372036854775808", nil, false},
		{"[]error", "1", nil, false},
		{"[3]int", "1, 2", [3]int{1, 2, 0}, false},
		{"[2]int", "1, 2, 3", nil, true},
		{"[]int", "0: 1, 2", []int{1, 2}, true},
		{"[][]float64", "{1, 2}, {}, {3,}", [][]float64{{1, 2}, {}, {3}}, false},
		{"[][]float64", "{1, 2}, {`a`}, 3", nil, false},
		{"[][2]int", "{1, 2}, {3}", [][2]int{{1, 2}, {3, 0}}, false},
		{"map[string]int", "\"a\": 1, `b`: -2", map[string]int{"a": 1, "b": -2}, false},
		{"map[string]int", "\"a\": 1, `a`: 2", nil, true},
		{"map[float64]string", "1: `a`, 1.5: `b`", map[float64]string{1: "a", 1.5: "b"}, false},
		{"map[int]bool", "1: 2", nil, false},
		{"map[int8]int", "1: 2, 128: 1", nil, false},
		{"map[int][]int", "1: {2, 3}, -1: {}", map[int][]int{1: {2, 3}, -1: {}}, false},
		{"map[any]int", "1: 2", map[any]int{1: 2}, true},
		{"[]row", "{`a`, 1, 2}, {x: -1.5}, {}", []row{{"a", 1, 2}, {x: -1.5}, {}}, false},
		{"[]row", "{`a`, 1, 2}, {`b`, 1}", nil, false},
		{"[]row", "{`a`, 1, 2, 3}", nil, false},
		{"[]row", "{z: 1}", nil, false},
		{"[]row", "{x: 1, 2}", nil, true},
		{"[]*row", "{`a`, 1, 2}, {y: 3}", []*row{{"a", 1, 2}, {y: 3}}, false},
		{"[]*row", "1", nil, false},
		{"[]base", "{n: 1}", nil, true},
		{"row", "`a`, 1, -2", row{"a", 1, -2}, false},
		{"row", "`a`, 1", nil, true},
		{"[][]map[string][]row", "{{`k`: {{x: 1}}}}, {}", [][]map[string][]row{{{"k": {{x: 1}}}}, {}}, false},
	} {
		name := tt.typ + "{" + tt.list + "}"
		src := decls + "var v = " + name
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		var bad []int
		conf := types.Config{Error: func(err error) { bad = append(bad, fset.Position(err.(types.Error).Pos).Offset) }}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
		_, _ = conf.Check("main", fset, []*ast.File{file}, info)
		lit := file.Decls[len(file.Decls)-1].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0]
		got := Check(tt.list, info.TypeOf(lit))
		if got.Plain == tt.notPlain {
			t.Errorf("%s: plain %v", name, got.Plain)
		}
		if tt.notPlain {
			continue
		}
		start := strings.Index(src, "{"+tt.list) + 1
		for _, off := range bad {
			if !slices.ContainsFunc(got.Bad, func(p Part) bool { return p.From+start <= off && off <= p.To+start }) {
				t.Errorf("%s: not found: %s", name, src[off:])
			}
		}
		if (len(bad) == 0) != (len(got.Bad) == 0) {
			t.Errorf("%s: %v, Go has %v", name, got.Bad, bad)
		}
		if tt.want == nil {
			continue
		}
		if v := Read(tt.list, reflect.TypeOf(tt.want)).Elem().Interface(); !reflect.DeepEqual(v, tt.want) ||
			fmt.Sprint(v) != fmt.Sprint(tt.want) && !strings.Contains(tt.typ, "*") {
			t.Errorf("%s: %v", name, v)
		}
	}
}

func TestCount(t *testing.T) {
	for list, want := range map[string]int{"": 0, "1": 1, "1,": 1, "1, 2": 2, "{}, {1, 2},": 2, "{1: 2}, -3": 2, "/* a, b */ 1": 1} {
		if n, ok := Count(list); n != want || !ok {
			t.Errorf("%q: %d, %v", list, n, ok)
		}
	}
	if _, ok := Count("1, 5: 2"); ok {
		t.Error("a key")
	}
}
