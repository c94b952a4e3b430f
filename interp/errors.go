package interp

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/tensor"
)

// The kinds of errors raised by the session itself.
const (
	kindCompile   = "CompileError"
	kindInterrupt = "Interrupted"
	kindRecursion = "RecursionError"
	kindMemory    = "MemoryError"
	kindDeadlock  = "Deadlock"
	kindPanic     = "Panic"
	kindExit      = "SystemExit"
	kindLimit     = "LimitError"
	kindStale     = "StaleError" // of a method that no longer compiles
	kindUsage     = "UsageError" // of a command
	kindShell     = "CalledProcessError"
)

// compileError is the error of a cell that was not run.
func (s *Session) compileError(err error) *CellError {
	if errors.Is(err, front.ErrStopped) {
		return &CellError{Kind: kindInterrupt, Msg: err.Error(), Cell: s.cellName()}
	}
	var diags front.Diags
	if !errors.As(err, &diags) || len(diags) == 0 {
		return &CellError{Kind: kindCompile, Msg: err.Error(), Cell: s.cellName()}
	}
	var first *CellError
	for _, d := range diags {
		e := &CellError{
			Kind: kindCompile, Msg: d.Msg, Cell: d.Pos.Filename, Line: d.Pos.Line, Col: d.Pos.Column,
			Source: s.source(d.Pos.Filename, d.Pos.Line),
		}
		if first == nil {
			first = e
		} else {
			first.More = append(first.More, e)
		}
	}
	return first
}

// source returns a line of a cell.
func (s *Session) source(cell string, line int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for text := range strings.Lines(s.cells[cell]) {
		if line--; line == 0 {
			return strings.TrimSuffix(text, "\n")
		}
	}
	return ""
}

// runError is the error of a cell that failed while it ran.
func (s *Session) runError(cell *syntax.Cell, p *front.Program, run *running, o outcome) *CellError {
	if diags := (front.Diags{}); errors.As(o.err, &diags) {
		return s.compileError(diags)
	}
	e := &CellError{Cell: cell.Name}
	e.Kind, e.Msg = describe(o.err)
	if c := run.cause.get(); c != goesOn && c != exited {
		e.Kind, e.Msg = c.describe()
		switch {
		case !run.isLeft():
		case run.e.machine.building.Load() > 0:
			e.Msg += "; compiling it continues in the background"
		default:
			e.Msg += "; compiled code that it called cannot be interrupted and continues until its next op, wait or statement"
		}
	}
	if len(o.places) == 0 && o.unit < len(p.Units) && o.step >= 0 && o.step < len(p.Units[o.unit].Steps) {
		pos := p.Units[o.unit].Steps[o.step]
		e.Frames = append(e.Frames, s.frame(pos.Filename, pos.Line, pos.Column, ""))
	}
	if e.Kind != kindLimit {
		s.addPlaces(e, o.places)
		if n := len(e.Frames); n > 0 {
			e.Msg = nilHere(e.Msg, e.Frames[n-1].Source)
		}
	} else if n := len(o.places); n > 0 {
		m := o.places[n-1]
		e.Frames = append(e.Frames, s.frame(m.Filename, m.Line, m.Column, m.Func))
	}
	e.settle()
	return e
}

// severalNil matches the message of package nn about a network with several nil attributes.
var severalNil = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(nil pointer dereference: )((?:\w+\.[\w.]+, )*\w+\.[\w.]+) and (\w+\.[\w.]+) are nil\.`)
})

// nilHere reduces the attributes in such a message to those named in the line of the access, if there are any.
func nilHere(msg, line string) string {
	m := severalNil().FindStringSubmatch(msg)
	if m == nil {
		return msg
	}
	here := slices.DeleteFunc(append(strings.Split(m[2], ", "), m[3]), func(name string) bool {
		attr := name[strings.LastIndexByte(name, '.')+1:]
		return !regexp.MustCompile(`\.` + attr + `\b`).MatchString(line)
	})
	last := len(here) - 1
	switch {
	case last < 0:
		return msg
	case last == 0:
		return strings.Replace(msg, m[0], m[1]+here[0]+" is nil.", 1)
	}
	return strings.Replace(msg, m[0], m[1]+strings.Join(here[:last], ", ")+" and "+here[last]+" are nil.", 1)
}

// addPlaces adds the frames from the statement of the cell to the position of the failure.
func (s *Session) addPlaces(e *CellError, places []front.Mark) {
	for _, m := range slices.Backward(places) {
		if m.Line >= nowhere {
			continue
		}
		e.Frames = append(e.Frames, s.frame(m.Filename, m.Line, m.Column, m.Func))
	}
}

// goFailed reports the panic of a goroutine of code.
func (s *Session) goFailed(v any, started *front.Mark, places []front.Mark) {
	failure := &CellError{}
	failure.Kind, failure.Msg = describeValue(v)
	if failure.Kind == kindInterrupt {
		return
	}
	if s.opts.Batch {
		defer s.crashed()
	}
	if started != nil {
		f := s.frame(started.Filename, started.Line, started.Column, started.Func)
		f.Go = true
		failure.Frames = append(failure.Frames, f)
	}
	s.addPlaces(failure, places)
	for i, f := range failure.Frames {
		if s.opts.File == nil {
			break
		}
		if file, before, ok := s.opts.File(f.Cell); ok {
			failure.Frames[i].Cell, failure.Frames[i].Line = file, f.Line+before
		}
	}
	failure.settle()
	s.out.deliverError(failure.Error() + "\n")
	if failure.Kind == kindRecursion {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.now != nil {
			s.now.end(recursion)
		}
	}
}

// crashed ends the program as Go does after a panic in a goroutine.
func (s *Session) crashed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now != nil {
		s.now.exits(exit{code: 2})
	}
	s.dead = true // before the next cell runs, if none is running
}

// exited ends the running cell, which has ended the program. If no cell runs, a goroutine of an earlier one has.
func (s *Session) exited(x exit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now != nil {
		s.now.exits(x)
		return
	}
	s.out.deliverError((&CellError{Kind: kindExit, Msg: fmt.Sprint(x.code)}).Error() + "\n")
}

// settle moves the position of the innermost frame to where messages begin.
func (e *CellError) settle() {
	if n := len(e.Frames); n > 0 {
		f := e.Frames[n-1]
		e.Cell, e.Line, e.Col, e.Source = f.Cell, f.Line, f.Col, f.Source
	}
}

func (s *Session) frame(cell string, line, col int, fn string) Frame {
	return Frame{Cell: cell, Line: line, Col: col, Func: fn, Source: s.source(cell, line)}
}

// describe returns the kind and the message of a failure.
func describe(err error) (kind, msg string) {
	if errors.Is(err, errLeft) {
		return kindDeadlock, err.Error() + "!"
	}
	return describeValue(panicValue(err))
}

func describeValue(v any) (kind, msg string) {
	switch v := v.(type) {
	case cellrt.Reset:
		return kindInterrupt, "the session has been reset since this function was made; run its cell again"
	case cellrt.Interrupt:
		return kindInterrupt, "the cell was interrupted"
	case overflow:
		return recursion.describe()
	case *gap:
		if v.large {
			return kindMemory, v.msg
		}
		return kindLimit, v.msg + " (a limit of the session)"
	case exit:
		return kindExit, fmt.Sprint(v.code)
	case *tensor.Error:
		return string(v.Kind), v.Msg
	case *cellrt.Fault:
		return v.Kind, v.Msg
	case cellrt.Stale:
		return kindStale, string(v)
	default:
		return kindPanic, cellrt.Describe(v)
	}
}

// shownAgain is the number of calls shown for a function that calls itself.
const shownAgain = 3

// Error formats the error: position and message, the source line and a caret.
func (e *CellError) Error() string { return e.Text(math.MaxInt) }

// Text is Error for a terminal with that many columns: of a longer source line it shows a part, so that the caret is
// below its place.
func (e *CellError) Text(columns int) string {
	var b strings.Builder
	for i, x := range append([]*CellError{e}, e.More...) {
		if i > 0 {
			b.WriteByte('\n')
		}
		x.write(&b, columns)
	}
	for i := len(e.Frames) - 2; i >= 0; {
		f, same := e.Frames[i], 0
		for ; i >= 0 && e.Frames[i] == f; i-- {
			same++
		}
		if f.Source == "" { // the implicit call of main in a program
			continue
		}
		how := "called from"
		if f.Go {
			how = "in a goroutine started at"
		}
		text, _ := excerpt(f.Source, f.Col, columns)
		for range min(same, shownAgain) {
			fmt.Fprintf(&b, "\n%s %s:%d:%d%s\n"+indent+"%s", how, f.Cell, f.Line, f.Col, inFunc(f), strings.TrimSpace(text))
		}
		if same > shownAgain {
			fmt.Fprintf(&b, "\n(the same %d more times)", same-shownAgain)
		}
	}
	return b.String()
}

// inFunc names the function of a frame.
func inFunc(f Frame) string {
	if f.Func == "" {
		return ""
	}
	return " in " + f.Func
}

func (e *CellError) write(b *strings.Builder, columns int) {
	if e.Line > 0 {
		fmt.Fprintf(b, "%s:%d:%d: ", e.Cell, e.Line, e.Col)
	}
	if e.Kind != kindCompile {
		b.WriteString(e.Kind + ": ")
	}
	b.WriteString(e.Msg)
	if e.Line == 0 || strings.TrimSpace(e.Source) == "" {
		return
	}
	text, col := excerpt(e.Source, e.Col, columns)
	fmt.Fprintf(b, "\n"+indent+"%s\n"+indent+"%s^", strings.TrimRight(text, " \t\r"), caretIndent(text, col))
}

// indent precedes source lines in messages.
const indent = "    "

// around is the number of bytes of a line shown before and after a position.
const around = 160

// excerpt returns the part of a line to show in a message of that many columns, without control characters for a
// terminal, and the number of its bytes before column col.
func excerpt(line string, col, columns int) (text string, before int) {
	text = strings.TrimLeft(line, " \t")
	before = min(max(col-1-(len(line)-len(text)), 0), len(text))
	if end := before + around; end < len(text)-around {
		for !utf8.RuneStart(text[end]) && end > before {
			end--
		}
		text = text[:end] + "…"
	}
	if start := before - around; start > around {
		for !utf8.RuneStart(text[start]) && start < before {
			start++
		}
		text, before = "…"+text[start:], before-start+len("…")
	}
	readable := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r != '\t' && unicode.IsControl(r) {
				return unicode.ReplacementChar
			}
			return r
		}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
	}
	left := readable(text[:before])
	return fit(left+readable(strings.TrimRight(text[before:], "\r")), len(left), columns-len(indent)-1)
}

// fit returns the part of a text around its byte at that is not wider than width, and where that byte is in it.
func fit(text string, at, width int) (part string, before int) {
	all, col := ansi.StringWidth(text), ansi.StringWidth(text[:at])
	if width < 4 || all <= width {
		return text, at
	}
	from := min(max(col-width/2, 0), all-width)
	left, right := text[:at], text[at:]
	if from > 0 {
		left = "…" + ansi.TruncateLeft(left, from+1, "")
	}
	if from+width < all {
		right = ansi.Truncate(right, width-(col-from), "…")
	}
	return left + right, len(left)
}

// caretIndent returns white space with the width of the first n bytes of text, keeping tabs. Wide characters, such as
// Chinese ones, take two columns.
func caretIndent(text string, n int) string {
	parts := strings.Split(text[:n], "\t")
	for i, p := range parts {
		parts[i] = strings.Repeat(" ", ansi.StringWidth(p))
	}
	return strings.Join(parts, "\t")
}

// Traceback returns the error as lines for a notebook.
func (e *CellError) Traceback() []string { return strings.Split(e.Error(), "\n") }

// The colours of ANSITraceback, those of IPython's tracebacks.
const (
	red   = "\x1b[31m"
	green = "\x1b[32m"
	plain = "\x1b[0m"
)

// ANSITraceback is Traceback with terminal colours, which notebooks show: the kind of the error and the caret in red,
// positions in green.
func (e *CellError) ANSITraceback() []string {
	lines := e.Traceback()
	for i, line := range lines {
		place := where().FindString(line)
		rest := line[len(place):]
		switch {
		case strings.TrimSpace(line) == "^":
			lines[i] = red + line + plain
		case place != "":
			rest = strings.Replace(rest, ": "+e.Kind+": ", ": "+red+e.Kind+plain+": ", 1)
			lines[i] = green + place + plain + rest
		}
	}
	return lines
}

// where matches the position in a cell that begins a message or a frame.
var where = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(called from |in a goroutine started at )?(In|aside)\[\d+\]:\d+:\d+`)
})
