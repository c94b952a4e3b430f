package foreign

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Line returns the Go form of a line that does not parse and looks like Python, for a message, or "".
func (n *Names) Line(line string) string {
	if hint := n.call(line); hint != "" {
		return hint
	}
	if m := selected().FindStringSubmatch(outsideStrings(line)); m != nil {
		name := cmp.Or(m[1], "x") + "." + m[2]
		if goes, _ := n.calleeOf(name); goes != name {
			return Found{Goes: goes}.Here()
		}
		if goes := special[m[2]]; goes != "" {
			return Found{Goes: goes}.Here()
		}
	}
	text := strings.TrimSpace(line)
	for _, p := range pythonLines() {
		if p.looks.MatchString(outsideStrings(text)) {
			return " (in Go: " + p.say + ")"
		}
	}
	return ""
}

// pythonLines lists patterns of Python lines and their Go forms.
var pythonLines = sync.OnceValue(func() []pythonLine {
	return []pythonLine{
		{regexp.MustCompile(`^#|\s#\s`), "// begins a comment"},
		{regexp.MustCompile(`\bf""|\bf'`), `fmt.Sprintf("%v of %.2f", x, y), or print(x, y)`},
		{regexp.MustCompile(`^def |\blambda\b`), "func(x int) int { return x }"},
		{regexp.MustCompile(`^class .*:`), "type T struct { … }, and methods func (t *T) f()"},
		{regexp.MustCompile(`^(from|import) [^"]*$`), `import "path"; packages import themselves in cells`},
		{regexp.MustCompile(`^elif .*:|^else:`), "} else if x { … }"},
		{regexp.MustCompile(`^if .*:`), "if x { … }"},
		{regexp.MustCompile(`^while\b`), "for x { … }"},
		{regexp.MustCompile(`^for \w+ in range\b`), "for i := range n { … }"},
		{regexp.MustCompile(`^for .* in .*:|\[.* for .* in `), "for i, x := range xs { … }"},
		{regexp.MustCompile(`^with .*:`), "defer x.Close()"},
		{regexp.MustCompile(`^(try|except|finally).*:`), "errors are values: if err != nil { … }"},
		{regexp.MustCompile(`^raise `), "panic(x), or return an error"},
		{regexp.MustCompile(`^return .*:$`), "return x"},
		{
			regexp.MustCompile(`^del `),
			"names cannot be deleted; x = nil releases a value, delete(m, key) removes a key from a map",
		},
		{regexp.MustCompile(`^return \(.*,.*\)$`), "return x, y"},
		{regexp.MustCompile(`^\([^()]*\),\s*\w+\s*:?=[^=]`), "both, grads := f(x), then loss, out := both"},
		{
			regexp.MustCompile(`^\w+(?:,\s*\w+)*,\s*\([^()]*\)\s*:?=[^=]`),
			"out, h, c := f(x) if f returns three results; out, pair := f(x), then h, c := pair if it returns a Tuple",
		},
		{regexp.MustCompile(`=\s*\([^()]*,[^()]*\)$`), "[]int{2, 3} of numbers, Tuple{x, y} of tensors"},
		{regexp.MustCompile(`^print `), "fmt.Println(x)"},
		{regexp.MustCompile(`^type\(`), `fmt.Printf("%T\n", x)`},
		{regexp.MustCompile(`^range\(`), "for i := range n { … }"},
		{regexp.MustCompile(` if .* else `), "if x { y = a } else { y = b }"},
		{regexp.MustCompile(`\[\.\.\.\s*,|,\s*\.\.\.\s*[,\]]`), "x[Ellipsis, 0]"},
		{regexp.MustCompile(`[\w)\]]\s*@\s*[\w(]`), "a.MatMul(b)"},
		{regexp.MustCompile(`\b(and|or|not)\b`), "&&, || and !"},
		{regexp.MustCompile(`\bis\b`), "x == nil"},
		{regexp.MustCompile(`'[^']{2,}'`), `strings are written in "double quotes"`},
		{regexp.MustCompile(`(^|[=(,]\s*)\[[^\]]*,`), "[]int{1, 2, 3}, []float64{1.5, 2}"},
		{regexp.MustCompile(`[(=,]\s*\[[\d., -]*\]`), "[]int{1, 2, 3}, []float64{1.5, 2}"},
		{
			regexp.MustCompile(`^@`),
			"functions and types are compiled already; another decorator is a call, f := decorate(f)",
		},
		{regexp.MustCompile(`=\s*\{`), "[]int{1, 2} or map[string]int{\"a\": 1}"},
	}
})

// pythonLine is a pattern with its Go form.
type pythonLine struct {
	looks *regexp.Regexp
	say   string
}

// quotedText matches a Go string.
var quotedText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`") })

// outsideStrings empties the strings in a line and drops its comment, so that their words count for nothing.
func outsideStrings(line string) string {
	code, _, _ := strings.Cut(quotedText().ReplaceAllString(line, `""`), "//")
	return strings.TrimSpace(code)
}

// Here says in a message what a name is that no name of ours is.
func (f Found) Here() string {
	if why, ok := strings.CutPrefix(f.Goes, "nothing: "); ok {
		return " (not needed: " + why + ")"
	}
	return " (here: " + f.Goes + ")"
}

// unlikeGo matches the beginning of an argument by name, or of one that is a tuple, a list or a text of Python.
var unlikeGo = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[(,]\s*(?:[A-Za-z_]\w*\s*=[^=]|\[\[|\[[^()\[\]{}]+\]\s*[,)]|[(\[][^()\[\]{}]*,|'[^']{2,}')`)
})

// selected is a name of Python behind a point that is a keyword of Go, as in x.var(0) and ds.map(f).
var selected = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`([A-Za-z_][\w.]*)?\.(default|func|go|import|map|package|range|select|type|var)\b`)
})

// callee is the name before the parenthesis of a call.
var callee = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[A-Za-z_][\w.]*$`) })

// argument is one by name.
var argument = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z_]\w*)\s*=\s*([^=].*)$`) })

// call says how a call with arguments by name, tuples or lists is written here, "" for a line without one.
func (n *Names) call(line string) string {
	at := unlikeGo().FindStringIndex(line)
	if at == nil || !unlikeGo().MatchString(outsideStrings(line)) {
		return ""
	}
	open := openedBefore(line, at[0]+1)
	if open < 0 {
		return ""
	}
	name := callee().FindString(line[:open])
	args, ok := argumentsOf(line[open+1:])
	if name == "" || !ok {
		return ""
	}
	if strings.HasSuffix(line[:open-len(name)], ".") { // of what a call returns, say
		name = "x." + name
	}
	if found, ok := n.Find(name); ok && strings.HasPrefix(found.Goes, "nothing: ") {
		return found.Here()
	}
	if kept := n.Keeping(name, args); kept != "" {
		return " (arguments are positional: " + kept + ")"
	}
	return n.byPlace(name, args)
}

// openedBefore returns the place of the parenthesis that is open at a place of a line, -1 without one.
func openedBefore(line string, at int) int {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch line[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// argumentsOf cuts the arguments up to the closing parenthesis.
func argumentsOf(text string) (args []string, ok bool) {
	depth, begin, quote := 0, 0, byte(0)
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case depth > 0 && (c == ')' || c == ']' || c == '}'):
			depth--
		case depth == 0 && (c == ',' || c == ')'):
			if arg := strings.TrimSpace(text[begin:i]); arg != "" {
				args = append(args, arg)
			}
			begin = i + 1
			if c == ')' {
				return args, true
			}
		}
	}
	return nil, false
}

// calleeOf returns what is called here, and where that is declared.
func (n *Names) calleeOf(name string) (goes string, found Found) {
	head, member, dot := strings.Cut(name, ".")
	found, ok := n.Find(name)
	isPackage := dot && (len(n.world.PathsNamed(head)) > 0 || Module(head))
	if !ok && (head == "ds" || head == "dataset") { // a dataset as well as the module
		isPackage = false
	}
	switch {
	case ok && found.Path != "" && !strings.Contains(found.Goes, "(") && (isPackage || !dot):
		return found.Goes, found
	case dot && (!isPackage || head == "ds") && !strings.Contains(member, "."):
		if found, ok = n.Method(member); ok {
			_, method, _ := strings.Cut(found.Name, ".")
			return head + "." + method, found
		}
	}
	return name, Found{}
}

// plain matches a value that a method may be called on without parentheses around it.
var plain = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][\w.]*(\([^()]*\))?$`) })

// Keeping writes a call with keepdims among its arguments: x.sum(0, keepdims=True) is x.SumAxes([]int{0}, true), and so
// is ops.sum(x, 0, keepdim=True); x.argmax(0, keepdims=True) is x.ArgMax(0).ExpandDims(0). It is "" for others.
func (n *Names) Keeping(name string, args []string) string {
	goes, callee := n.calleeOf(name)
	path, at := callee.Path, strings.LastIndexByte(goes, '.')
	method := goes[at+1:]
	found, ok := n.Method(method + "Axes")
	dropped := slices.Contains(alwaysDropped, method)
	if dropped {
		found, ok = n.Method(method)
	}
	if !ok || len(args) == 0 {
		return ""
	}
	switch function := path == ours+"ops" || path == ours+"np"; {
	case function && argument().MatchString(args[0]): // a class, which is called afterwards
		if _, kept, _ := keptAxes(args, ""); kept != "" && !dropped {
			return "func(x *Tensor, axis ...int) *Tensor { return x." + method + "Axes(axis, " + kept + ") }"
		}
		return ""
	case function && plain().MatchString(args[0]):
		goes, args = args[0], args[1:]
	case function:
		goes, args = "("+args[0]+")", args[1:]
	case path != found.Path || strings.HasPrefix(goes, n.world.Name(path)+"."):
		return ""
	default:
		goes = goes[:at]
	}
	if dropped {
		return keptBehind(goes+"."+method, args)
	}
	return keptIn(goes+"."+method+"Axes", args)
}

// alwaysDropped are reductions that do not keep axes.
var alwaysDropped = []string{"ArgMax", "ArgMin", "CountNonzero"}

// keptIn calls a method with lists of axes and whether they stay.
func keptIn(method string, args []string) string {
	ddof := ""
	if strings.HasSuffix(method, ".StdAxes") || strings.HasSuffix(method, ".VarAxes") {
		ddof = "0"
	}
	axes, kept, ddof := keptAxes(args, ddof)
	if kept == "" {
		return ""
	}
	if ddof != "" {
		kept = ddof + ", " + kept
	}
	return method + "(" + axes + ", " + kept + ")"
}

// keptBehind calls a method of one axis, which it drops, and puts that back where it is to stay.
func keptBehind(method string, args []string) string {
	axes, kept, _ := keptAxes(args, "")
	axis, one := strings.CutPrefix(strings.TrimSuffix(axes, "}"), "[]int{")
	if kept == "" || !one || strings.Contains(axis, ",") {
		return ""
	}
	if kept != "true" {
		return method + "(" + axis + ")"
	}
	return method + "(" + axis + ").ExpandDims(" + axis + ")"
}

// keptAxes takes the arguments of a reduction apart; kept is "" where they say neither whether axes
// stay nor the ddof, or say more.
func keptAxes(args []string, ddof string) (axes, kept, of string) {
	var list []string
	for _, arg := range args {
		by, value := "", arg
		if m := argument().FindStringSubmatch(arg); m != nil {
			by, value = m[1], m[2]
		}
		switch by {
		case "keepdims", "keep_dims", "keepdim":
			kept = goValue(value)
		case "ddof":
			ddof, kept = value, cmp.Or(kept, "false")
		case "", "axis", "dim":
			list = append(list, strings.Trim(value, "()[] "))
		default:
			return "", "", ""
		}
	}
	if len(list) == 0 || list[0] == "None" {
		return "nil", kept, ddof
	}
	return "[]int{" + strings.Join(list, ", ") + "}", kept, ddof
}

// goValue writes a value of Python.
func goValue(text string) string {
	switch text = strings.TrimSpace(text); text {
	case "True", "False":
		return strings.ToLower(text)
	case "None":
		return "nil"
	}
	if n := len(text); n > 1 && text[0] == '\'' && text[n-1] == '\'' {
		return `"` + text[1:n-1] + `"`
	}
	return text
}
