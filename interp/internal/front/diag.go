package front

import (
	"go/scanner"
	"go/token"
	"regexp"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Diag is one message about a cell.
type Diag struct {
	Pos token.Position // Filename is the name of a cell
	Msg string
}

// Diags is the error of a cell that is not run, in the order of the checker.
type Diags []Diag

// Error returns the first message with its position.
func (d Diags) Error() string {
	if len(d) == 0 {
		return "no error"
	}
	return d[0].Pos.String() + ": " + d[0].Msg
}

// syntaxDiags turns the parser's errors into diagnostics in the go command's words.
func (f *Front) syntaxDiags(errs scanner.ErrorList, src string) Diags {
	lines := strings.Split(src, "\n")
	var d Diags
	for _, e := range errs {
		e.Pos.Filename = strings.TrimSuffix(e.Pos.Filename, "/"+syntax.Base)
		msg := "syntax error: " + e.Msg
		if n := e.Pos.Line; n > 0 && n <= len(lines) {
			hint := f.keywords(lines[n-1])
			if hint == "" {
				hint = python(lines[n-1])
			}
			msg += hint
		}
		d = append(d, Diag{e.Pos, msg})
	}
	return d
}

// pythonLines are what lines of Python look like, and how Go says such a thing.
var pythonLines = []struct {
	looks *regexp.Regexp
	say   string
}{
	{regexp.MustCompile(`^#|\s#\s`), "// begins a comment"},
	{regexp.MustCompile(`\bf""|\bf'`), `fmt.Sprintf("%v of %.2f", x, y), or print(x, y)`},
	{regexp.MustCompile(`^def |\blambda\b`), "func(x int) int { return x }"},
	{regexp.MustCompile(`^class .*:`), "type T struct { … }, and methods func (t *T) f()"},
	{regexp.MustCompile(`^(from|import) [^"]*$`), `import "path"; packages import themselves in cells`},
	{regexp.MustCompile(`^elif .*:|^else:`), "} else if x { … }"},
	{regexp.MustCompile(`^if .*:`), "if x { … }"},
	{regexp.MustCompile(`^while .*:`), "for x { … }"},
	{regexp.MustCompile(`^for \w+ in range\b`), "for i := range n { … }"},
	{regexp.MustCompile(`^for .* in .*:|\[.* for .* in `), "for i, x := range xs { … }"},
	{regexp.MustCompile(`^with .*:`), "defer x.Close()"},
	{regexp.MustCompile(`^(try|except|finally).*:`), "errors are values: if err != nil { … }"},
	{regexp.MustCompile(`^raise `), "panic(x), or return an error"},
	{regexp.MustCompile(`^return .*:$`), "return x"},
	{regexp.MustCompile(`^del `), "names stay; x = nil lets go of a value, delete(m, key) takes a key out of a map"},
	{regexp.MustCompile(`^print `), "fmt.Println(x)"},
	{regexp.MustCompile(`^type\(`), `fmt.Printf("%T\n", x)`},
	{regexp.MustCompile(`^range\(`), "for i := range n { … }"},
	{regexp.MustCompile(` if .* else `), "if x { y = a } else { y = b }"},
	{regexp.MustCompile(`\[\.\.\.\s*,|,\s*\.\.\.\s*[,\]]`), "x[Ellipsis, 0]"},
	{regexp.MustCompile(`[\w)\]]\s*@\s*[\w(]`), "a.MatMul(b)"},
	{regexp.MustCompile(`\b(and|or|not)\b`), "&&, || and !"},
	{regexp.MustCompile(`\bis\b`), "x == nil"},
	{regexp.MustCompile(`'[^']{2,}'`), `strings stand in "double quotes"`},
	{regexp.MustCompile(`(^|[=(,]\s*)\[[^\]]*,`), "[]int{1, 2, 3}, []float64{1.5, 2}"},
	{regexp.MustCompile(`[(=,]\s*\[[\d., -]*\]`), "[]int{1, 2, 3}, []float64{1.5, 2}"},
	{regexp.MustCompile(`^@`), "functions and types are compiled already; another decorator is a call, f := decorate(f)"},
	{regexp.MustCompile(`=\s*\{`), "[]int{1, 2} or map[string]int{\"a\": 1}"},
}

// python says how Go writes what a line that does not parse seems to mean in Python.
func python(line string) string {
	text := strings.TrimSpace(line)
	for _, p := range pythonLines {
		if p.looks.MatchString(outsideStrings(text)) {
			return " (in Go: " + p.say + ")"
		}
	}
	return ""
}

// quotedText is a string of Go.
var quotedText = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

// outsideStrings empties the strings in a line and drops its comment, so that their words count for nothing.
func outsideStrings(line string) string {
	code, _, _ := strings.Cut(quotedText.ReplaceAllString(line, `""`), "//")
	return strings.TrimSpace(code)
}

// joined appends continuation lines ("\thave ...") to the message they belong to.
func joined(d Diags) Diags {
	var out Diags
	for _, x := range d {
		if strings.HasPrefix(x.Msg, "\t") && len(out) > 0 {
			out[len(out)-1].Msg += "\n" + x.Msg
			continue
		}
		out = append(out, x)
	}
	return out
}
