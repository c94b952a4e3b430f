package gorun

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEntries runs a program in which compiled Go calls functions of every supported signature, and, through
// interfaces, methods of these signatures with receivers of many layouts. The output must be that of compiled Go.
func TestEntries(t *testing.T) {
	text, err := os.ReadFile("../vm/zz_literals.go")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, m := range regexp.MustCompile(`registerLiteral\("([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		words = append(words, m[1])
	}
	if len(words) < 200 {
		t.Fatalf("%d literals", len(words))
	}
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(entriesProgram(words)), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := exec.Command("go", "run", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GORUN_PROGRAM="+file)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	got, wanted := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	for i, line := range wanted {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d of %d: got %q, want %q", i+1, len(wanted), got[min(i, len(got)-1)], line)
		}
	}
}

// receivers are receiver types, each with a value.
var receivers = []struct{ typ, value string }{
	{"struct{}", "{}"},
	{"int8", "(-3)"},
	{"string", `("text")`},
	{"[]int", "{1, 2}"},
	{"[3]int", "{4, 5, 6}"},
	{"struct{ a float32; b string; c bool }", `{1.5, "b", true}`},
	{"struct{ a *int; b [2]float64 }", "{&seven, [2]float64{8, 9}}"},
	{"struct{ a, b, c, d, e, f int }", "{1, 2, 3, 4, 5, 6}"},
	{"map[string]int", `{"k": 1}`},
	{"struct{ p *int }", "{&seven}"},
	{"func() int", "(func() int { return 7 })"},
	{"complex64", "(complex(1, 2))"},
	{"struct{ x any; n uint16 }", `{"any", 65535}`},
}

func entriesProgram(words []string) string {
	var b strings.Builder
	b.WriteString(entriesHead)
	for i, r := range receivers {
		fmt.Fprintf(&b, "type T%d %s\n", i, r.typ)
	}
	calls := &strings.Builder{}
	for k, w := range words {
		in, out, _ := strings.Cut(w, ":")
		fmt.Fprintf(&b, "func f%d%s\n", k, signature(k, in, out, ""))
		fmt.Fprintf(calls, "\tcall(reflect.ValueOf(f%d))\n", k)
		if !strings.HasPrefix(in, "p") {
			continue
		}
		for n := range 3 { // a pointer to the receiver instead of the first word
			i := (3*k + n) % len(receivers)
			fmt.Fprintf(&b, "func (r T%d) M%d%s\n", i, k, signature(k, in[1:], out, "show(r)"))
			typ, value := fmt.Sprintf("T%d", i), receivers[i].value
			fmt.Fprintf(calls, "\tcall(reflect.ValueOf(any(%s%s)).MethodByName(\"M%d\"))\n", typ, value, k)
			fmt.Fprintf(calls, "\t{ v := %s%s; call(reflect.ValueOf(any(&v)).MethodByName(\"M%d\")) }\n", typ, value, k)
			fmt.Fprintf(calls, "\tabsent(func() { call(reflect.ValueOf(any((*%s)(nil))).MethodByName(\"M%d\")) })\n", typ, k)
		}
	}
	b.WriteString("func main() {\n" + calls.String() + "}\n")
	return b.String()
}

// signature returns parameters, results and a body that prints the parameters and returns values that identify their
// position.
func signature(k int, in, out, first string) string {
	types := map[rune]string{'p': "*int", 'i': "int", 'f': "float64", 's': "float32"}
	var params, results, shown, returned []string
	for i, w := range in {
		params, shown = append(params, fmt.Sprintf("a%d %s", i, types[w])), append(shown, fmt.Sprintf("a%d", i))
	}
	for i, w := range out {
		results = append(results, types[w])
		switch w {
		case 'p':
			returned = append(returned, fmt.Sprintf("at(%d)", 100*k+i))
		default:
			returned = append(returned, fmt.Sprintf("%d", 100*k+i))
		}
	}
	return fmt.Sprintf("(%s) (%s) { %s; show(%s); return %s }", strings.Join(params, ", "), strings.Join(results, ", "), first,
		strings.Join(shown, ", "), strings.Join(returned, ", "))
}

const entriesHead = `package main

import (
	"fmt"
	"reflect"
)

var seven = 7

func at(n int) *int { return &n }

func show(list ...any) {
	for _, x := range list {
		switch v := reflect.ValueOf(x); v.Kind() {
		case reflect.Pointer:
			fmt.Print("*", v.Elem().Interface(), " ")
		case reflect.Func:
			fmt.Print(v.Call(nil)[0].Interface(), " ")
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Field(i); f.Kind() == reflect.Pointer {
					fmt.Print("*", f.Elem().Int(), " ")
				} else {
					fmt.Print(f, " ")
				}
			}
		default:
			fmt.Print(x, " ")
		}
	}
}

func call(f reflect.Value) {
	var in []reflect.Value
	for i := range f.Type().NumIn() {
		v := reflect.New(f.Type().In(i)).Elem()
		switch v.Kind() {
		case reflect.Pointer:
			v.Set(reflect.ValueOf(at(10 + i)))
		case reflect.Int:
			v.SetInt(int64(-20 - i))
		default:
			v.SetFloat(float64(i) + 0.5)
		}
		in = append(in, v)
	}
	for _, v := range f.Call(in) {
		show(v.Interface())
	}
	fmt.Println()
}

func absent(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

`
