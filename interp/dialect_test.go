package interp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDialect puts tensors, networks and gradients of every kind into every place and every use that they fit, and
// compares what a session prints with what the exported notebook prints and, where there is one, the plain Go
// spelling. One of a few is tried, unless MSREPL_COMBINATIONS=all asks for all of them.
func TestDialect(t *testing.T) {
	every := os.Getenv("MSREPL_COMBINATIONS") == "all"
	all := dialectPrograms(t)
	all = append(all, dialectExpressions(t, every)...)
	all = append(all, dialectNets(t, every)...)
	all = append(all, dialectGradients(t, every)...)
	compareNotebooks(t, all)
}

// dialectSetup declares the tensors and numbers that the expressions name.
const dialectSetup = `x := tensor.New([][]float32{{1, -2, 3}, {4, 5, -6}}); y := tensor.New([]float32{0.5, 2, -1}); i := tensor.New([]int{1, 2, 3}); z := tensor.New(3.0)
i8 := tensor.New([]int8{7, -3, 100}); u := tensor.New([]uint8{200, 100, 7}); h := tensor.New([]float32{1, 0.1, -3}, tensor.Float16)
b := tensor.New([]bool{true, false, true}); d := tensor.New([]float64{0.1, 2, 1e9}); p := nn.NewParameter(tensor.New([]float32{3, 0.25, -1}), "w")
k, f, k8, f32, cx := 2, 1.5, int8(3), float32(0.1), complex(1, 2); const c, cf = 7, 0.1; type Deg float64; deg := Deg(36.6)
_, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _, _ = x, y, i, i8, u, h, b, d, z, p, k, f, k8, f32, cx, c, cf, deg
`

// addIn adds a cell that runs in the k-th place: by itself, in a closure, or in a function that a cell declares.
func (n *comparedCells) addIn(k int, cell, plain string) {
	switch k % 3 {
	case 1:
		cell = "func() {\n" + cell + "\n}()"
	case 2:
		n.add("func run() {\n"+cell+"\n}", "")
		cell = "run()"
	}
	n.add(cell, plain)
}

// second is the plain spelling of a row: its second column, or the first where there is none.
func second(row []string) string { return row[min(len(row), 2)-1] }

// dialectExpressions puts expressions with tensors into every place.
func dialectExpressions(t *testing.T, every bool) (all []*comparedCells) {
	for i, v := range table(t, "dialect_values.txt") {
		if i%8 == 0 {
			all = append(all, &comparedCells{})
		}
		for k, use := range table(t, "dialect_uses.txt") {
			if every || (i+k)%6 == 0 {
				put := func(expr, use string) string {
					return dialectSetup + strings.NewReplacer("EXPR", expr, "TYPE", "*tensor.Tensor").Replace(use)
				}
				all[len(all)-1].addIn(i+k/3, put(v[0], use[0]), put(v[1], second(use)))
			}
		}
	}
	return all
}

// dialectNets gives networks every use that they fit, their declarations in one cell and in several.
func dialectNets(t *testing.T, every bool) (all []*comparedCells) {
	const inputs = "x, y := tensor.New([]float32{1, 2}), tensor.New([]float32{0.5, -3}); _, _ = x, y\n"
	uses := table(t, "dialect_netuses.txt")
	for i, net := range table(t, "dialect_nets.txt") {
		for way, sep := range []string{"\n" + between, between} {
			n := &comparedCells{}
			for _, d := range strings.Split(net[1], sep) {
				n.add(strings.ReplaceAll(d, between, "\n"), "")
			}
			for k, use := range uses {
				if (every || (i+k)%6 == way) && fits(strings.Fields(net[0]), strings.Fields(use[0])) {
					n.addIn(i+k, inputs+strings.NewReplacer("NEW", net[3], "TYPE", net[2], "ARGS", net[4]).Replace(use[1]), "")
				}
			}
			all = append(all, n)
		}
	}
	return all
}

// dialectGradients differentiates functions in every way, and by differences.
func dialectGradients(t *testing.T, every bool) (all []*comparedCells) {
	helpers := readBlocks(t, "dialect_helpers.txt")[0]
	for i, f := range table(t, "dialect_functions.txt") {
		n := &comparedCells{}
		n.add(helpers, "")
		n.add(strings.ReplaceAll(f[0], between, "\n"), "")
		for k, use := range table(t, "dialect_derivatives.txt") {
			if every || (i+k)%3 == 0 {
				plain := ""
				if len(use) > 1 {
					plain = use[1]
				}
				n.addIn(i+k/3, strings.ReplaceAll(use[0], "FN", f[1]), plain)
			}
		}
		all = append(all, n)
	}
	return all
}

// dialectPrograms reads whole notebooks: a line of = begins one, %% a cell, and %%plain what plain Go prints for it.
func dialectPrograms(t *testing.T) (all []*comparedCells) {
	for _, block := range readBlocks(t, "dialect_programs.txt") {
		n := &comparedCells{}
		for cell := range strings.SplitSeq(block, "\n%%\n") {
			cell, plain, _ := strings.Cut(cell, "\n%%plain\n")
			n.add(cell, plain)
		}
		all = append(all, n)
	}
	return all
}

func readBlocks(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/combinations", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n=====\n")
}

// TestDialectErrors lets tensors of wrong shapes and dtypes fail: a session points at the place, which » marks, in
// the words of the program.
func TestDialectErrors(t *testing.T) {
	const setup = "x, y := tensor.Ones(2, 3), tensor.Ones(4); b, p := tensor.New([]bool{true}), nn.NewParameter(tensor.Ones(3), \"w\")\n"
	const used = "_, _, _, _ = x, y, b, p\n"
	n := &comparedCells{}
	for _, row := range table(t, "dialect_errors.txt") {
		before, after, _ := strings.Cut(row[0], "»")
		s := newSession(t, setup+used)
		e := s.Eval(before + after).Err
		if e == nil || e.Line != 1 || e.Col != len(before)+1 {
			t.Errorf("%s: %v", row[0], e)
			continue
		}
		for _, part := range append(strings.Split(row[2], " "), row[1]) {
			if !strings.Contains(e.Msg, part) {
				t.Errorf("%s: %s does not tell %s", row[0], e.Msg, part)
			}
		}
		// no import
		told := strings.ReplaceAll(fmt.Sprintf("fmt.Println(%q)", e.Kind+": "+e.Msg), "tensor.", `tensor" + ".`)
		n.add(setup+used+"fmt.Println(tensor.Try(func() {\n"+before+after+"\n}))", told)
	}
	compareNotebooks(t, []*comparedCells{n})
}
