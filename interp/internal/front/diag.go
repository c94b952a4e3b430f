package front

import (
	"go/scanner"
	"go/token"
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
			msg += f.Python().Line(lines[n-1])
		}
		d = append(d, Diag{e.Pos, msg})
	}
	return d
}

// joined appends further parts of a message ("\tother declaration of x"), with their places, to the message they
// belong to.
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

// longMessage bounds messages, which may hold whole expressions of the user's.
const longMessage = 400

// shortened leaves out the middle of a message that nobody would read to its end.
func shortened(msg string) string {
	if len(msg) <= longMessage || strings.Contains(msg, "\n") {
		return msg
	}
	cut := func(s string, at int) int {
		for at > 0 && at < len(s) && s[at]&0xC0 == 0x80 { // inside a letter
			at--
		}
		return at
	}
	return msg[:cut(msg, longMessage/2)] + " … " + msg[cut(msg, len(msg)-longMessage/2):]
}
