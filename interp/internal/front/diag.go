package front

import (
	"go/scanner"
	"go/token"
	"strings"
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
func syntaxDiags(errs scanner.ErrorList, src string) Diags {
	lines := strings.Split(src, "\n")
	var d Diags
	for _, e := range errs {
		e.Pos.Filename = strings.TrimSuffix(e.Pos.Filename, "/"+base)
		msg := "syntax error: " + e.Msg
		if n := e.Pos.Line; n > 0 && n <= len(lines) {
			msg += python(lines[n-1])
		}
		d = append(d, Diag{e.Pos, msg})
	}
	return d
}

// pythonLines are beginnings of lines of Python, and how Go says such a thing.
var pythonLines = []struct{ begins, say string }{
	{"def ", "func f(x int) int { … }"},
	{"class ", "type T struct { … }, and functions func (t *T) f()"},
	{"from ", `import "path"; packages import themselves in cells`},
	{"import ", `import "path"; packages import themselves in cells`},
	{"elif ", "} else if x { … }"},
	{"if ", "if x { … }"},
	{"while ", "for x { … }"},
	{"for ", "for i, x := range xs { … }"},
	{"with ", "defer x.Close()"},
	{"try:", "errors are values: if err != nil { … }"},
	{"raise ", "panic(x), or return an error"},
	{"lambda ", "func(x int) int { return … }"},
	{"return ", "return x"},
}

// python says how Go writes what a line that does not parse seems to mean in Python.
func python(line string) string {
	text := strings.TrimSpace(line)
	for _, p := range pythonLines {
		ends := strings.HasSuffix(text, ":") || strings.HasPrefix(p.begins, "from") || p.begins == "import " || p.begins == "raise "
		if strings.HasPrefix(text, p.begins) && ends && !strings.Contains(text, `"`) {
			return " (in Go: " + p.say + ")"
		}
	}
	return ""
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
