package front

import (
	"cmp"
	"go/scanner"
	"go/token"
	"regexp"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/hints"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Diag is one message about a cell.
type Diag struct {
	Pos token.Position // Filename is the name of the cell
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

// syntaxDiags converts the parser's errors to diagnostics in the words of the go command.
func (f *Front) syntaxDiags(errs scanner.ErrorList, src string) Diags {
	lines := strings.Split(src, "\n")
	var d Diags
	for _, e := range errs {
		e.Pos.Filename = strings.TrimSuffix(e.Pos.Filename, "/"+syntax.Base)
		msg := "syntax error: " + e.Msg
		if n := e.Pos.Line; n > 0 && n <= len(lines) {
			msg += cmp.Or(f.Python().Line(lines[n-1]), misspelt(e.Msg, lines[n-1], e.Pos.Column))
		}
		d = append(d, Diag{e.Pos, msg})
	}
	return d
}

// misspelt suggests a keyword for the word before a column if the word begins a statement that does not go on there.
func misspelt(msg, line string, column int) string {
	if !strings.HasPrefix(msg, "expected ';'") || column < 1 || column > len(line) {
		return ""
	}
	m := statementWord().FindStringSubmatch(line[:column-1])
	if m == nil {
		return ""
	}
	return hints.Meant(syntax.Closest(m[1], syntax.Keywords()))
}

// statementWord matches a word at the beginning of a statement that is all of it so far.
var statementWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[{};:])\s*([a-z]+)\s*$`) })

// joined appends continuations of a message ("\tother declaration of x"), with their positions, to the message.
func joined(d Diags) Diags {
	var out Diags
	for _, x := range d {
		if part, ok := strings.CutPrefix(x.Msg, "\t"); ok && len(out) > 0 {
			out[len(out)-1].Msg += "\n\t" + x.Pos.String() + ": " + part
			continue
		}
		out = append(out, x)
	}
	return out
}

// longMessage limits the length of messages, which may contain long expressions of the user.
const longMessage = 400

// shortened replaces the middle of a long message.
func shortened(msg string) string {
	if len(msg) <= longMessage || strings.Contains(msg, "\n") {
		return msg
	}
	cut := func(s string, at int) int {
		for at > 0 && at < len(s) && s[at]&0xC0 == 0x80 { // inside a UTF-8 sequence
			at--
		}
		return at
	}
	return msg[:cut(msg, longMessage/2)] + " … " + msg[cut(msg, len(msg)-longMessage/2):]
}
