package python

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

var tutorials = flag.String("tutorials", "../../../../shared/tutorials", "the folder of the tutorials")

// pythonNames maps node and field names that differ from Python's by more than case.
var pythonNames = map[string]string{
	"ExprStmt": "Expr", "DecoratorList": "decorator_list", "ContextExpr": "context_expr", "OptionalVars": "optional_vars", "FormatSpec": "format_spec",
	"KwDefaults": "kw_defaults", "Arguments": "arguments", "Arg": "arg", "Keyword": "keyword", "Alias": "alias", "Withitem": "withitem",
	"Comprehension": "comprehension",
}

// dump writes a node as CPython's ast.dump does.
func dump(n any) string {
	v := reflect.ValueOf(n).Elem()
	t := v.Type()
	node := t.Name()
	if s, ok := pythonNames[node]; ok {
		node = s
	}
	var parts []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			continue
		}
		field := strings.ToLower(f.Name)
		if s, ok := pythonNames[f.Name]; ok {
			field = s
		}
		if text, shown := dumpField(node, field, v.Field(i)); shown {
			parts = append(parts, field+"="+text)
		}
	}
	if node == "comprehension" {
		parts = append(parts, "is_async=0")
	}
	if node == "Module" {
		parts = append(parts, "type_ignores=[]")
	}
	return node + "(" + strings.Join(parts, ", ") + ")"
}

func dumpField(node, field string, v reflect.Value) (text string, shown bool) {
	if node == "Constant" && field == "value" {
		return pyRepr(v.Interface()), true
	}
	switch v.Kind() {
	case reflect.Slice:
		var l []string
		for i := range v.Len() {
			l = append(l, dumpElement(v.Index(i)))
		}
		return "[" + strings.Join(l, ", ") + "]", true
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return "", false
		}
	case reflect.String:
		if v.Len() == 0 {
			return "", false
		}
	}
	return dumpElement(v), true
}

func dumpElement(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case Ctx:
		return string(x) + "()"
	case Op:
		return string(x) + "()"
	case string:
		return pyRepr(x)
	case int:
		return strconv.Itoa(x)
	case nil:
		return "None"
	default:
		return dump(x)
	}
}

func pyRepr(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{false: "False", true: "True"}[v]
	case *big.Int:
		return v.String()
	case float64:
		return floatRepr(v)
	case complex128:
		return strings.TrimSuffix(floatRepr(imag(v)), ".0") + "j"
	case Ellipsis:
		return "Ellipsis"
	case Bytes:
		return "b" + quote([]rune(latin(string(v))), true)
	case string:
		return quote([]rune(v), false)
	}
	return fmt.Sprintf("?%T", v)
}

// latin decodes s as Latin-1: each byte is a character.
func latin(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

func floatRepr(f float64) string {
	s := strconv.FormatFloat(f, 'e', -1, 64)
	if strings.Contains(s, "Inf") {
		return "inf"
	}
	exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exp < -4 || exp >= 16 {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func quote(s []rune, bytes bool) string {
	q := '\''
	if text := string(s); strings.Contains(text, "'") && !strings.Contains(text, `"`) {
		q = '"'
	}
	var b strings.Builder
	b.WriteRune(q)
	for _, r := range s {
		switch {
		case r == q || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' || r == 0x7f || bytes && r > 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteRune(q)
	return b.String()
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSnippets compares the trees of snippets with those of CPython 3.12 (testdata/record.py).
func TestSnippets(t *testing.T) {
	texts := strings.Split(read(t, "snippets.txt"), "\n-----\n")
	dumps := strings.Split(strings.TrimSuffix(read(t, "snippets.dump"), "\n"), "\n")
	if len(texts) != len(dumps) {
		t.Fatalf("%d texts, %d dumps", len(texts), len(dumps))
	}
	for i, text := range texts {
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if got := dump(m); got != dumps[i] {
			at := 0
			for at < min(len(got), len(dumps[i])) && got[at] == dumps[i][at] {
				at++
			}
			at = max(0, at-80)
			t.Errorf("%s\nat byte %d\ngot  %.300s\nwant %.300s", text, at, got[at:], dumps[i][at:])
		}
	}
}

// codeCells returns the code cells of the notebooks below a folder.
func codeCells(t *testing.T, root string) (cells []string) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".ipynb" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var nb struct {
			Cells []struct {
				Type   string   `json:"cell_type"`
				Source []string `json:"source"`
			}
		}
		if err := json.Unmarshal(text, &nb); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, c := range nb.Cells {
			if c.Type == "code" {
				cells = append(cells, strings.Join(c.Source, ""))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return cells
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])[:16]
}

// TestTutorials compares the checksums of the trees of the tutorials' cells with CPython's.
func TestTutorials(t *testing.T) {
	if _, err := os.Stat(*tutorials); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("the tutorials are not here: %v", err)
	}
	want := map[string]string{}
	for line := range strings.Lines(read(t, "tutorials.sum")) {
		f := strings.Fields(line)
		want[f[0]] = f[1]
	}
	seen := 0
	for _, text := range codeCells(t, *tutorials) {
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		seen++
		if got := sum(dump(m)); got != want[sum(text)] {
			t.Errorf("CPython parses this differently, or it is not recorded:\n%s\n%s", text, dump(m))
		}
	}
	t.Logf("%d cells", seen)
}

// TestMagics parses IPython lines.
func TestMagics(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"%matplotlib inline\nx = 1", "Magic:%matplotlib inline|Assign:x = 1"},
		{"!pip install mindspore==2.2 \\\n  -q\nprint(1)", "Magic:!pip install mindspore==2.2 \\\n  -q|ExprStmt:print(1)"},
		{"if x:\n    !ls\n    y = 2", "If:if x:\n    !ls\n    y = 2"},
		{"files = !ls *.py\nt = %time f()", "Magic:files = !ls *.py|Magic:t = %time f()"},
		{"%%time\nx = 1\ny = 2", "Magic:%%time\nx = 1\ny = 2"},
		{"print?\n?print\nx", "Magic:print?|Magic:?print|ExprStmt:x"},
		{"a = b % c\nd != e", "Assign:a = b % c|ExprStmt:d != e"},
		{"x = (a\n  % b)", "Assign:x = (a\n  % b)"},
	} {
		m, err := Parse(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var l []string
		for _, s := range m.Body {
			p := s.At()
			l = append(l, reflect.TypeOf(s).Elem().Name()+":"+c.text[p.Off:p.End])
		}
		if got := strings.Join(l, "|"); got != c.want {
			t.Errorf("%q:\ngot  %q\nwant %q", c.text, got, c.want)
		}
	}
}

// TestErrors checks the position and message of syntax errors.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x = ", "1:5: invalid syntax, found the end of the line"},
		{"x = 1 2", "1:7: invalid syntax, found '2'"},
		{"a\n  b", "2:1: unexpected indent"},
		{"if a:\nb", "2:1: expected an indented block"},
		{"if a:\n    b\n  c", "3:3: unindent does not match any outer indentation level"},
		{"f(a, b", "1:7: bracket was never closed: expected ')'"},
		{"f(a]", "1:4: closing parenthesis ']' does not match, expected ')'"},
		{"a)", "1:2: unmatched ')'"},
		{"x = 'abc\ny", "1:5: unterminated string literal"},
		{"x = f'{a", "1:7: unterminated f-string literal"},
		{"f'{}'", "1:4: f-string: valid expression required before '}'"},
		{"f'}'", "1:3: f-string: single '}' is not allowed"},
		{"f(a=1, b)", "1:8: positional argument follows keyword argument"},
		{"1 = x", "1:1: cannot assign to this expression"},
		{"f() += 1", "1:1: cannot assign to this expression"},
		{"a, b += 1", "1:1: only single targets are allowed here"},
		{"for in x: pass", "1:5: invalid syntax, found 'in'"},
		{"x\nasync def f(): pass", "2:1: async is not supported"},
		{"y = await x", "1:5: async is not supported"},
		{"match x:\n    case 1: pass", "1:1: match statements are not supported"},
		{"type X = int", "1:1: type statements are not supported"},
		{"def f[T](x): pass", "1:6: type parameters are not supported"},
		{"class A[T]: pass", "1:8: type parameters are not supported"},
		{"def f(a=1, b): pass", "1:12: parameter without a default follows parameter with a default"},
		{"try: a", "1:7: expected 'except' or 'finally' block"},
		{"中 = $", "1:5: invalid character '$'"},
		{"x = 012", "1:5: invalid number '012'"},
		{"print 'a'", "1:7: invalid syntax, found ''a''"},
		{"'a' b'c'", "1:1: cannot mix bytes and nonbytes literals"},
		{"@d\nx = 1", "2:1: expected def or class after a decorator, found 'x'"},
		{"x = [1, 2", "1:10: bracket was never closed: expected ']'"},
	} {
		_, err := Parse(c.text)
		if err == nil {
			t.Errorf("%q: no error", c.text)
			continue
		}
		if got := err.Error(); got != c.want {
			t.Errorf("%q:\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// FuzzParse looks for sources on which the parser panics.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/snippets.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range strings.Split(string(text), "\n-----\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := Parse(s); err == nil {
			dump(m)
		}
	})
}
