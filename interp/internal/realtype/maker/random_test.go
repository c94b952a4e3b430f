package maker

import (
	"fmt"
	"math/rand"
	"strings"
)

// source writes a program with random types.
type source struct {
	*rand.Rand
	out   strings.Builder
	types []decl
	sigs  map[string][2]string // parameters and results of the methods, by name
}

// decl is a type that is declared.
type decl struct {
	name, kind string
	key        bool // it may be a key of a map
	generic    bool
}

var basicNames = []string{"int", "string", "bool", "float64", "uint8", "int16", "complex64", "rune", "uint32", "float32"}

// compiledNames are types of packages; those in embeddable may be embedded.
var (
	compiledNames = []string{"time.Duration", "*strings.Builder", "error", "fmt.Stringer", "time.Month", "[]byte", "any", "*sync.Mutex"}
	embeddable    = []string{"time.Duration", "*strings.Builder", "error", "fmt.Stringer", "time.Month", "sync.Mutex", "*sync.Mutex", "ast.Expr", "*ast.Ident"}
)

// generate writes n types with their methods.
func generate(seed int64, n int) *source {
	s := &source{Rand: rand.New(rand.NewSource(seed)), sigs: map[string][2]string{
		"String": {"", "string"}, "Error": {"", "string"}, "GoString": {"", "string"}, "M1": {"a0 int, a1 string", "string"},
		"MarshalText": {"", "[]byte, error"},
	}}
	kinds := []string{"struct", "struct", "struct", "struct", "basic", "slice", "array", "map", "func", "chan", "pointer", "interface", "interface", "generic"}
	for i := range n {
		d := decl{name: fmt.Sprint("T", i), kind: kinds[s.Intn(len(kinds))]}
		if s.Intn(5) == 0 {
			d.name = fmt.Sprint("t", i)
		}
		d.key = d.kind == "basic"
		d.generic = d.kind == "generic"
		s.types = append(s.types, d)
	}
	for _, name := range []string{"M2", "M3", "m4", "m5"} {
		s.sigs[name] = [2]string{s.params(), s.resultList()}
	}
	for i := range s.types {
		s.declare(i)
	}
	return s
}

// ref returns a reference to a type, by value only to earlier ones than limit.
func (s *source) ref(limit int, depth int) string {
	switch k := s.Intn(12); {
	case k < 4 || depth > 3:
		return basicNames[s.Intn(len(basicNames))]
	case k == 4:
		return compiledNames[s.Intn(len(compiledNames))]
	case k == 5:
		return "*" + s.any()
	case k == 6:
		return "[]" + s.any()
	case k == 7:
		return "map[" + s.key() + "]" + s.any()
	case k == 8:
		return fmt.Sprintf("[%d]%s", s.Intn(4), s.ref(limit, depth+1))
	case k == 9:
		return "func(" + s.any() + ") " + s.any()
	case k == 10:
		return "struct { A " + s.ref(limit, depth+1) + "; b " + s.ref(limit, depth+1) + " }"
	case limit > 0:
		return s.name(s.Intn(limit))
	}
	return "int"
}

// name is a type as it is mentioned.
func (s *source) name(i int) string {
	if s.types[i].generic {
		return s.types[i].name + "[" + basicNames[s.Intn(3)] + "]"
	}
	return s.types[i].name
}

// any is any type, for references that are no values.
func (s *source) any() string { return s.name(s.Intn(len(s.types))) }

func (s *source) key() string {
	if i := s.Intn(len(s.types)); s.types[i].key {
		return s.types[i].name
	}
	return basicNames[s.Intn(2)]
}

func (s *source) params() string {
	var l []string
	for i := range s.Intn(4) {
		l = append(l, fmt.Sprintf("a%d %s", i, s.ref(len(s.types), 2)))
	}
	if s.Intn(4) == 0 {
		l = append(l, fmt.Sprintf("a%d ...%s", len(l), s.ref(len(s.types), 2)))
	}
	return strings.Join(l, ", ")
}

func (s *source) resultList() string {
	var l []string
	for range s.Intn(3) {
		l = append(l, s.ref(len(s.types), 2))
	}
	return strings.Join(append(l, "string"), ", ")
}

// declare writes a type and its methods.
func (s *source) declare(i int) {
	d := s.types[i]
	w := func(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }
	recv := d.name
	switch d.kind {
	case "struct":
		w("type %s struct {\n%s}\n", d.name, s.structFields(i))
	case "basic":
		w("type %s %s\n", d.name, basicNames[s.Intn(len(basicNames))])
	case "slice":
		w("type %s []%s\n", d.name, s.any())
	case "array":
		w("type %s [%d]%s\n", d.name, s.Intn(4), s.ref(i, 0))
	case "map":
		w("type %s map[%s]%s\n", d.name, s.key(), s.any())
	case "func":
		w("type %s func(%s, ...%s) (%s, error)\n", d.name, s.any(), s.any(), s.any())
	case "chan":
		w("type %s %s %s\n", d.name, []string{"chan", "<-chan", "chan<-"}[s.Intn(3)], s.any())
	case "pointer":
		w("type %s *%s\n", d.name, s.any())
		return
	case "interface":
		w("type %s interface {\n", d.name)
		for _, m := range s.methodNames() {
			w("\t%s(%s) (%s)\n", m, s.sigs[m][0], s.sigs[m][1])
		}
		w("}\n")
		return
	case "generic":
		w("type %s[X any] struct {\n\tV X\n\tp *%s[X]\n\tL []X\n%s}\n", d.name, d.name, s.structFields(i))
		recv += "[X]"
	}
	for _, m := range s.methodNames() {
		star := ""
		if s.Intn(2) == 0 {
			star = "*"
		}
		s.method(star+recv, m)
	}
}

var methodPool = []string{"String", "Error", "GoString", "M1", "M2", "M3", "m4", "m5", "MarshalText"}

func (s *source) methodNames() (l []string) {
	for _, m := range methodPool {
		if s.Intn(5) == 0 {
			l = append(l, m)
		}
	}
	return l
}

// method writes a method that shows how it was called.
func (s *source) method(recv, name string) {
	sig := s.sigs[name]
	var args, outs, named []string
	for i := range strings.Count(sig[0], "a") {
		if strings.Contains(sig[0], fmt.Sprintf("a%d ", i)) {
			args = append(args, fmt.Sprintf("a%d", i))
		}
	}
	for i, r := range splitTypes(sig[1]) {
		named = append(named, fmt.Sprintf("r%d %s", i, r))
		outs = append(outs, fmt.Sprintf(", &r%d", i))
	}
	fmt.Fprintf(&s.out, "func (r %s) %s(%s) (%s) {\n\tresults(%q, fmt.Sprintf(\"%%T\", r), []any{%s}%s)\n\treturn\n}\n",
		recv, name, sig[0], strings.Join(named, ", "), name, strings.Join(args, ", "), strings.Join(outs, ""))
}

// splitTypes splits a list of types at its outermost commas.
func splitTypes(s string) (l []string) {
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				l = append(l, strings.TrimSpace(s[start:i]))
				start = i + 1
			}
		}
	}
	return append(l, strings.TrimSpace(s[start:]))
}

// structFields writes the fields of type i.
func (s *source) structFields(i int) string {
	var b strings.Builder
	seen := map[string]bool{}
	for f := range s.Intn(6) {
		switch k := s.Intn(10); {
		case k == 0:
			fmt.Fprintf(&b, "\t_ %s\n", []string{"int", "string", "[2]bool"}[s.Intn(3)])
		case k < 4: // embedded
			s.embed(&b, i, seen)
		case k < 6:
			fmt.Fprintf(&b, "\tf%d %s\n", f, s.ref(i, 0))
		default:
			tag := ""
			if s.Intn(3) == 0 {
				tag = fmt.Sprintf(" `json:\"x%d,omitempty\" k:\"%d\"`", f, f)
			}
			fmt.Fprintf(&b, "\tF%d %s%s\n", f, s.ref(i, 0), tag)
		}
	}
	return b.String()
}

func (s *source) embed(b *strings.Builder, i int, seen map[string]bool) {
	text := embeddable[s.Intn(len(embeddable))]
	if j := s.Intn(len(s.types)); s.Intn(4) > 0 && s.types[j].kind != "pointer" {
		text = s.name(j)
		if s.types[j].kind != "interface" && (j >= i || s.Intn(2) == 0) {
			text = "*" + text
		}
	}
	base, _, _ := strings.Cut(strings.TrimPrefix(text, "*"), "[")
	base = base[strings.LastIndexByte(base, '.')+1:]
	if base == "Mutex" && text[0] != '*' || seen[base] {
		return // vet has nothing to say here, but printing copies it
	}
	seen[base] = true
	fmt.Fprintf(b, "\t%s\n", text)
}
