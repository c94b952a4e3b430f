package interp

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// rolesFile lists the interfaces that the standard library asks values for; a program makes it from the sources.
const rolesFile = "internal/realtype/maker/zz_roles_test.go"

// libraryRoles returns the imports of rolesFile, and the methods of each interface.
func libraryRoles(t *testing.T) (imports map[string]string, roles [][]string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), rolesFile, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	imports = map[string]string{}
	for _, s := range file.Imports {
		imports[s.Name.Name] = s.Path.Value
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		var methods []string
		for _, e := range call.Args[1].(*ast.CompositeLit).Elts {
			text, err := strconv.Unquote(e.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			methods = append(methods, text)
		}
		if !strings.Contains(strings.Join(methods, " "), "syscall.") { // which sessions have not
			roles = append(roles, methods)
		}
		return true
	})
	return imports, roles
}

// sourceOf prints a part of a program.
func sourceOf(n ast.Node) string {
	var b bytes.Buffer
	_ = format.Node(&b, token.NewFileSet(), n)
	return b.String()
}

// roleMethod returns of a method of an interface its declaration for a receiver r, and a call for a value i.
func roleMethod(t *testing.T, signature, recv string) (decl, call string) {
	t.Helper()
	name, rest, _ := strings.Cut(signature, "(")
	e, err := parser.ParseExpr("func(" + rest)
	if err != nil {
		t.Fatal(signature, err)
	}
	typ := e.(*ast.FuncType)
	var params, args, results []string
	for _, f := range typ.Params.List {
		for range max(1, len(f.Names)) {
			params = append(params, "_ "+sourceOf(f.Type))
			if v, ok := f.Type.(*ast.Ellipsis); ok {
				args = append(args, "*new([]"+sourceOf(v.Elt)+")...")
			} else {
				args = append(args, "*new("+sourceOf(f.Type)+")")
			}
		}
	}
	if typ.Results != nil {
		for _, f := range typ.Results.List {
			for range max(1, len(f.Names)) {
				results = append(results, "_ "+sourceOf(f.Type))
			}
		}
	}
	decl = fmt.Sprintf("func (r %s) %s(%s) (%s) { said(%[2]q, r.N, r); return }\n", recv, name, strings.Join(params, ", "), strings.Join(results, ", "))
	return decl, fmt.Sprintf("i.%s(%s)", name, strings.Join(args, ", "))
}

// roleCells are the cells about a type that has a role by value, and one that has it by pointer: their declarations,
// their methods, what asks for the interface, and the values that it asks.
func roleCells(t *testing.T, k int, methods []string) (cells [4]string) {
	t.Helper()
	for _, form := range []string{"V", "P"} {
		name := fmt.Sprint(form, k)
		recv, value, elem := name, name+"{%d, \"s\"}", ""
		if form == "P" {
			recv, value, elem = "*"+name, "&"+name+"{%d, \"s\"}", "*"
		}
		cells[0] += fmt.Sprintf("type %s struct { N int; s string }\ntype F%[1]s struct { b byte; F %[1]s; A any }\ntype E%[1]s struct { b byte; %[2]s%[1]s }\n", name, elem)
		calls := ""
		for _, m := range methods {
			decl, call := roleMethod(t, m, recv)
			cells[1] += decl
			calls += "; " + call
		}
		inter := "interface{ " + strings.Join(methods, "; ") + " }"
		cells[2] += fmt.Sprintf("func ask%s(x any) { i, ok := x.(%s); is := reflect.TypeOf(x).Implements(reflect.TypeFor[%[2]s]()); fmt.Printf(\"%%T %%v %%v\\n\", x, ok, is); if ok { call%[1]s(i) } }\n", name, inter)
		cells[2] += fmt.Sprintf("func call%s(i %s) { _ = i%s }\n", name, inter, calls)
		v := func(n int) string { return fmt.Sprintf(value, n) }
		at := map[bool]string{true: "&", false: ""}[form == "P"]
		cells[3] += fmt.Sprintf(`{ v, a, f, l, s, e := %s, any(%s), F%s{F: %s{3, "s"}, A: %s}, []%[3]s{{5, "s"}}, []any{%[6]s}, E%[3]s{1, %[7]s}
ask%[3]s(v); ask%[3]s(a); ask%[3]s(%[8]sf.F); ask%[3]s(f.A); ask%[3]s(%[8]sl[0]); ask%[3]s(s[0]); ask%[3]s(e); ask%[3]s(map[string]any{"k": v}["k"])
ask%[3]s(struct{ %[9]s }{v}); ask%[3]s(*new(%[3]s)) }
`, v(1), v(2), name, name, v(4), v(6), v(7), at, recv)
	}
	return cells
}

const saidRole = "func said(name string, n int, r any) { fmt.Printf(\"%s %d of %T\\n\", name, n, r) }\n"

// TestLibraryRoles: types of cells have every interface that the standard library asks values for, wherever the
// value is: in a variable, in any, in a field, in a slice, embedded. What is asked prints what Go prints.
func TestLibraryRoles(t *testing.T) {
	imports, roles := libraryRoles(t)
	if len(roles) < 100 {
		t.Fatalf("%d interfaces in %s", len(roles), rolesFile)
	}
	const batch = 25
	for from := 0; from < len(roles); from += batch {
		if testing.Short() && from > 0 {
			break
		}
		t.Run(fmt.Sprint(from), func(t *testing.T) {
			var cells [4]string
			for k := from; k < min(from+batch, len(roles)); k++ {
				for i, c := range roleCells(t, k, roles[k]) {
					cells[i] += c
				}
			}
			need := ""
			for name, path := range imports {
				if regexp.MustCompile(`\b`+name+`\.`).MatchString(strings.Join(cells[:], "")) && name != "fmt" && name != "reflect" {
					need += "import " + name + " " + path + "\n"
				}
			}
			program := "package main\n" + need + "import \"fmt\"\nimport \"reflect\"\n" + saidRole + cells[0] + cells[1] + cells[2] + "func main() {\n" + cells[3] + "}\n"
			file := filepath.Join(t.TempDir(), "main.go")
			if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
				t.Fatal(err)
			}
			want := testenv.Output(t, exec.Command(testenv.Program(t, "go"), "run", file))
			n := newNotebook(t)
			for _, c := range append([]string{need + saidRole}, cells[:]...) {
				if r := n.s.Eval(c); r.Err != nil {
					t.Fatal(r.Err)
				}
			}
			if got := n.rec.take(); got != want {
				t.Error(differs(got, want))
			}
		})
	}
}

// differs returns the first lines that do.
func differs(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d: got %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}
