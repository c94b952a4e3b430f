package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

var (
	// fusedCode is an instruction for arm64 with a product and a sum, and one rounding.
	fusedCode = regexp.MustCompile(`^\s*(\w+\.go):(\d+)\s.*\sFN?M(ADD|SUB)[DS]`)
	codeOf    = regexp.MustCompile(`^TEXT (.*)\(SB\) (.*)$`)
	// mayFuse are functions whose digits depend on the processor: large products, which have kernels for each set,
	// their plans, and complex numbers, as Go has them.
	mayFuse = regexp.MustCompile(`/internal/compute/gemm\.|complex|vm\.Complex|/testkit/`)
)

// TestNothingFused looks at the code for arm64, whose compiler makes one instruction of a multiplication and an
// addition: random streams, pictures and rates would have other digits there. A conversion, float64(a*b) + c, keeps
// both roundings.
func TestNothingFused(t *testing.T) {
	if testing.Short() {
		t.Skip("builds for another processor")
	}
	file := filepath.Join(t.TempDir(), "arm64")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-w", "-o", file, ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list := testenv.Go(t, "tool", "objdump", "-s", `^github\.com/msrepl/msrepl/`, file)
	if !strings.Contains(list, "tensor.(*Tensor)") {
		t.Fatal("no code of package tensor")
	}
	sums, places := sources{}, map[string]bool{}
	var symbol, dir string
	for line := range strings.Lines(list) {
		if m := codeOf.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			symbol, dir = m[1], filepath.Join("../..", strings.TrimPrefix(filepath.Dir(m[2]), "github.com/msrepl/msrepl"))
		}
		m := fusedCode.FindStringSubmatch(line)
		if m != nil && !mayFuse.MatchString(symbol) && !sums.exact(filepath.Join(dir, m[1]), m[2]) {
			places[symbol+", "+m[1]+":"+m[2]] = true
		}
	}
	for p := range places {
		t.Errorf("fused on arm64: %s", p)
	}
}

// sources are the lines of files on which a product is part of a sum that is exact, or is meant to be fused.
type sources map[string]map[int]bool

func (s sources) exact(file, line string) bool {
	lines, ok := s[file]
	if !ok {
		lines = map[int]bool{}
		s[file] = lines
		fset := token.NewFileSet()
		if f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution); err == nil {
			ast.Inspect(f, func(n ast.Node) bool {
				if harmless(n) {
					for l := fset.Position(n.Pos()).Line; l <= fset.Position(n.End()).Line; l++ {
						lines[l] = true
					}
				}
				return true
			})
		}
	}
	n, _ := strconv.Atoi(line)
	return lines[n]
}

// harmless reports whether n is a sum with a product by a power of two, which needs no rounding, or math.FMA.
func harmless(n ast.Node) bool {
	var terms []ast.Expr
	switch n := n.(type) {
	case *ast.SelectorExpr:
		return n.Sel.Name == "FMA"
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
			terms = n.Rhs
		}
	case *ast.BinaryExpr:
		if n.Op == token.ADD || n.Op == token.SUB {
			terms = []ast.Expr{n.X, n.Y}
		}
	}
	for _, term := range terms {
		p, ok := ast.Unparen(term).(*ast.BinaryExpr)
		if ok && (p.Op == token.MUL && powerOfTwo(p.X) || (p.Op == token.MUL || p.Op == token.QUO) && powerOfTwo(p.Y)) {
			return true
		}
	}
	return false
}

func powerOfTwo(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && slices.Contains([]string{"0.5", "2", "4", "8", "16", "32"}, lit.Value)
}
