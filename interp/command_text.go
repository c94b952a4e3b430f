package interp

import (
	"cmp"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// part is a piece of a cell: one command, or Go text. A command begins a line at which a Go statement could begin;
// everything else is Go.
type part struct {
	call *call  // nil for Go
	text string // Go text, with everything else blanked to keep positions
}

// parts splits a cell into commands and Go text.
func (s *Session) parts(src string) []part { return parts(src, shellIn(s.engine().front)) }

// parts splits a cell; isShell reports whether the text after an exclamation mark is a shell command.
func parts(src string, isShell func(string) bool) []part {
	if !mayCommand(src) {
		return []part{{text: src}}
	}
	var all []part
	at := 0
	for at < len(src) {
		line := src[at:lineEnd(src, at)]
		if c := parseCommand(src, at, isShell); c != nil {
			all = append(all, part{call: c})
			if at += len(line) + 1; c.cell {
				c.body = src[min(at, len(src)):]
				return all
			}
			continue
		}
		end := statementEnd(src, at)
		if n := len(all); n > 0 && all[n-1].call == nil {
			all[n-1].text += src[at:end]
		} else if strings.TrimSpace(src[at:end]) != "" {
			all = append(all, part{text: blanked(src[:at]) + src[at:end]})
		}
		at = end
	}
	return all
}

// mayCommand is a quick check whether a cell may contain commands.
func mayCommand(src string) bool {
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		if line != "" && (strings.IndexByte("%:!?", line[0]) >= 0 || strings.HasSuffix(line, "?")) {
			return true
		}
	}
	return false
}

func lineStart(src string, at int) int { return strings.LastIndexByte(src[:at], '\n') + 1 }

func lineEnd(src string, at int) int {
	if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(src)
}

// statementEnd returns the offset of the line after the Go statement at offset at.
func statementEnd(src string, at int) int {
	depth := 0
	for l := range syntax.Tokens(src[at:], 0) {
		switch l.Tok {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		case token.SEMICOLON:
			if l.Lit == "\n" && depth <= 0 {
				return min(lineEnd(src, at+l.Off)+1, len(src))
			}
		}
	}
	return len(src)
}

// blanked returns white space with the length and the line breaks of text.
func blanked(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c != '\n' && c != '\t' {
			b[i] = ' '
		}
	}
	return string(b)
}

// question matches ?x, ??x, x? and x??. It is compiled on demand: that takes a third of a millisecond at every start.
var question = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\?{0,2})\s*([\pL_:%][\pL\pN_.%]*)\s*(\?{0,2})$`)
})

// parseCommand parses the command in the line at offset at; it returns nil for Go.
func parseCommand(src string, at int, isShell func(string) bool) *call {
	end := lineEnd(src, at)
	line := strings.TrimRight(src[at:end], " \t\r")
	text := strings.TrimLeft(line, " \t")
	at += len(line) - len(text)
	if strings.Contains(text, "?") {
		if m := question().FindStringSubmatchIndex(text); m != nil && m[3]+m[7]-m[6] > 0 {
			name := "doc"
			if m[3] > 1 || m[7]-m[6] > 1 {
				name = "source"
			}
			return &call{name: name, arg: text[m[4]:m[5]], src: src, from: at, at: at + m[4], end: at + m[5]}
		}
	}
	switch {
	case text == "?":
		return &call{name: "help", src: src, from: at, at: end, end: end}
	case strings.HasPrefix(text, "!") && isShell(text[1:]) && !assigned(src[:at], text[1:]):
		return newCall("!", text[1:], src, at+1, end)
	case strings.HasPrefix(text, "%%"):
		c := wordCall(text[2:], src, at+2, end)
		c.cell = true
		return c
	case strings.HasPrefix(text, "%"), strings.HasPrefix(text, ":"):
		return wordCall(text[1:], src, at+1, end)
	}
	return nil
}

// wordCall splits "name arg".
func wordCall(text, src string, at, end int) *call {
	name, arg, _ := strings.Cut(text, " ")
	return newCall(name, arg, src, at+len(text)-len(arg), end)
}

func newCall(name, arg, src string, at, end int) *call {
	trimmed := strings.TrimLeft(arg, " \t")
	return &call{
		name: name, arg: strings.TrimSpace(arg), src: src,
		from: lineStart(src, at), at: at + len(arg) - len(trimmed), end: end,
	}
}

// shellIn distinguishes !ls from !done: if the text is a boolean expression in the session that f has checked, it is
// Go.
func shellIn(f *front.Front) func(text string) bool {
	return func(text string) bool { return isShell(f, text) }
}

func isShell(f *front.Front, text string) bool {
	name := text[:len(text)-len(strings.TrimLeftFunc(text, isWord))]
	switch {
	case strings.TrimSpace(text) == "" || strings.ContainsAny(text[:1], "(!<*&"), name == "true", name == "false":
		return false
	case name == "":
		return true
	}
	switch o := f.Env()[name].(type) {
	case *types.Var:
		return false
	case *types.Func:
		return !strings.HasPrefix(text[len(name):], "(")
	default:
		_, isPackage := o.(*types.PkgName)
		return !isPackage || !strings.HasPrefix(text[len(name):], ".")
	}
}

// assigned reports whether before assigns to the name that follows an exclamation mark.
func assigned(before, text string) bool {
	name := text[:len(text)-len(strings.TrimLeftFunc(text, isWord))]
	return name != "" && regexp.MustCompile(`(^|[^\pL\pN_.])`+name+`\s*(,[^\n;=]*)?:?=`).MatchString(before)
}

func isWord(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// goPart returns the Go text of a command: its argument without flags, and the lines below it.
func (c call) goPart() string {
	at, end := c.at, c.end
	if cmd, _ := find(c.name); cmd.flags != nil {
		at += len(cmd.flags().FindString(c.src[at:end]))
	}
	if c.cell {
		end = len(c.src)
	}
	return blanked(c.src[:at]) + c.src[at:end]
}

// goOnly blanks the commands of a cell and keeps the Go that they run. Text after an exclamation mark is a shell
// command if it cannot be Go at that place.
func goOnly(src string) string { return goIn(parts(src, spaced), src, -1) }

func spaced(text string) bool {
	return strings.ContainsRune(strings.TrimSpace(text), ' ') || !strings.ContainsAny(text, "(.[")
}

// golang returns the Go text of a part, or "" for a command whose Go is not run as part of the cell.
func (p part) golang() string {
	if p.call == nil {
		return p.text
	}
	if cmd, ok := find(p.call.name); !ok || !cmd.runs {
		return ""
	}
	return p.call.goPart()
}

// goAt returns the Go text of a command that takes Go and contains the cursor.
func (c *call) goAt(cursor int) string {
	if c == nil || cursor < c.at || cursor > c.end && !c.cell {
		return ""
	}
	if cmd, _ := find(c.name); cmd.takes != goText && cmd.takes != aCommand {
		return ""
	}
	return c.goPart()
}

// goIn blanks what is not Go of the cell itself. It keeps the Go of a command that contains the cursor.
func goIn(all []part, src string, cursor int) string {
	text := []byte(blanked(src))
	for _, p := range all {
		own := cmp.Or(p.golang(), p.call.goAt(cursor))
		for i := range len(own) { // bytes, not runes
			if text[i] == ' ' || text[i] == '\t' {
				text[i] = own[i]
			}
		}
	}
	return string(text)
}
