package interp

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/msrepl/msrepl/internal/text/numtext"
)

func timeCommands() []Command {
	return []Command{
		{
			Name: "time", Arg: "code", Help: "run Go code and print how long it takes", Cell: true, takes: goText,
			needs: "Go code", runs: true, run: (*Session).cmdTime,
		},
		{
			Name: "timeit", Arg: "[-n loops] [-r runs] code", Cell: true,
			Help:  "run Go code many times and print the mean time per loop",
			takes: goText, flags: timeitFlag, run: (*Session).cmdTimeit,
		},
		{
			Name: "pprof", Also: []string{"prun"}, Arg: "[-o file] code", Cell: true,
			Help:  "run Go code and print where its CPU time goes; -o writes a profile for go tool pprof",
			takes: goText, needs: "Go code", flags: profileFlag, runs: true, run: (*Session).cmdPprof,
		},
	}
}

// cmdTime runs the code as the cell itself, so that its definitions and displays persist.
func (s *Session) cmdTime(c call) Result {
	s.spent = &spent{}
	r := s.evalText(c.goPart(), c.src)
	t := *s.spent
	s.spent = nil
	if r.Err == nil {
		s.say("CPU times: user %s, sys: %s, total: %s\nWall time: %s",
			timeText(t.user), timeText(t.sys), timeText(t.user+t.sys), timeText(t.wall))
	}
	return r
}

// spent is the time taken by a cell. User and sys are those of the whole process.
type spent struct{ wall, user, sys time.Duration }

// measure adds the time until stop is called to what is measured.
func (s *Session) measure() (stop func()) {
	if s.spent == nil {
		return func() {}
	}
	start := time.Now()
	user, sys := cpuTime()
	return func() {
		u, k := cpuTime()
		s.spent.wall += time.Since(start)
		s.spent.user += u - user
		s.spent.sys += k - sys
	}
}

// timeText formats a duration as IPython does: with three significant digits, in the largest unit that yields a
// number of at least one.
func timeText(d time.Duration) string {
	if d >= time.Minute {
		return minutes(d)
	}
	return secondsText(d.Seconds())
}

func minutes(d time.Duration) string {
	d = d.Round(time.Second)
	text := fmt.Sprintf("%dmin %ds", int(d.Minutes())%60, int(d.Seconds())%60)
	if h := int(d.Hours()); h > 0 {
		text = fmt.Sprintf("%dh ", h) + text
	}
	return text
}

// secondsText formats with three significant digits, as C's %.3g.
func secondsText(sec float64) string {
	order := 3
	if sec > 0 {
		order = min(max(-int(math.Floor(math.Log10(sec)/3)), 0), 3)
	}
	unit := []string{"s", "ms", "µs", "ns"}[order]
	return strconv.FormatFloat(sec*math.Pow(1000, float64(order)), 'g', 3, 64) + " " + unit
}

// The number of loops of %timeit grows by factors of ten until they take this long in total.
const (
	longEnough   = 200 * time.Millisecond
	maxLoops     = 1_000_000_000
	timeitRuns   = 7
	timeitMarker = "timeitꞏ"
)

// cmdTimeit compiles the code once, as a function that runs it n times and returns the time taken. With %%timeit the
// code on the line itself runs once before that.
func (s *Session) cmdTimeit(c call) Result {
	loops, runs, line, err := timeitFlags(c)
	code, setup := line, ""
	if c.cell {
		code, setup = c.body, line
	}
	if err != nil {
		return s.failed(err.Error())
	}
	if strings.TrimSpace(code) == "" {
		return s.failed(c.name + " needs Go code")
	}
	if e := s.defineTimeit(c, code, setup); e != nil {
		return Result{N: s.count(), Err: e}
	}
	if loops == 0 {
		for loops = 1; loops < maxLoops; loops *= 10 {
			took, e := s.timed(loops)
			if e != nil {
				return Result{N: s.count(), Err: e}
			}
			if took >= longEnough {
				break
			}
		}
	}
	var perLoop []float64
	for range runs {
		took, e := s.timed(loops)
		if e != nil {
			return Result{N: s.count(), Err: e}
		}
		perLoop = append(perLoop, took.Seconds()/float64(loops))
	}
	return s.say("%s", timeitText(perLoop, loops))
}

// timeitFlag matches the flags that timeitFlags parses.
var timeitFlag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(-[nr] *\d+ *)*`) })

// timeitFlags parses -n and -r and returns the rest of the line.
func timeitFlags(c call) (loops, runs int, line string, err error) {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.IntVar(&loops, "n", 0, "")
	fs.IntVar(&runs, "r", timeitRuns, "")
	rest := c.arg
	for strings.HasPrefix(rest, "-n") || strings.HasPrefix(rest, "-r") {
		value := strings.TrimLeft(rest[2:], " ")
		number := value[:len(value)-len(strings.TrimLeft(value, "0123456789"))]
		if err := fs.Parse([]string{rest[:2], number}); err != nil {
			return 0, 0, "", fmt.Errorf("%s %s needs a number", c.name, rest[:2])
		}
		rest = strings.TrimLeft(value[len(number):], " ")
	}
	if runs < 1 || loops < 0 {
		return 0, 0, "", errors.New(c.name + " needs positive numbers")
	}
	return loops, runs, rest, nil
}

// timeitFunc is the timed function. Its names cannot collide with those of a user. The comments give the position of
// the code in the cell, and mark the surrounding code as not part of it.
const timeitFunc = `import timeꞏ "time"
var timeitꞏ = func(nꞏ int) timeꞏ.Duration {
%[1]s
/*line cellꞏ:%[3]d:1*/startꞏ := timeꞏ.Now()
for iꞏ := 0; iꞏ < nꞏ; iꞏ++ {
%[2]s
/*line cellꞏ:%[3]d:1*/}
return timeꞏ.Since(startꞏ)
}`

// nowhere is an offset beyond the last line of every cell.
const nowhere = 1 << 28

// defineTimeit defines the function that is timed.
func (s *Session) defineTimeit(c call, code, setup string) *CellError {
	at := len(c.src) - len(c.body)
	if !c.cell {
		at = strings.LastIndex(c.src[:c.end], code)
	} else if setup != "" {
		setup = placed(c.src, c.at+strings.LastIndex(c.arg, setup)) + setup
	}
	last := 0 // offset of a value that Go requires to be used
	if !s.engine().front.IsValue(code) {
		last = lastValue(code)
	}
	loop := placed(c.src, at) + code
	if last >= 0 {
		loop = placed(c.src, at) + code[:last] + "_ = " + placed(c.src, at+last) + code[last:]
	}
	return s.evalAside(fmt.Sprintf(timeitFunc, setup, loop, nowhere), c.src).Err
}

// placed returns a comment that the following text is at an offset of the cell.
func placed(src string, at int) string {
	return fmt.Sprintf("/*line cellꞏ:%d:%d*/", 1+strings.Count(src[:at], "\n"), at-strings.LastIndexByte(src[:at], '\n'))
}

// lastValue returns the offset of the last statement of code if it is an expression other than a call, and otherwise
// -1.
func lastValue(code string) int {
	const before = "package p;func _(){"
	f, err := parser.ParseFile(token.NewFileSet(), "", before+code+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return -1
	}
	list := f.Decls[0].(*ast.FuncDecl).Body.List
	if len(list) == 0 {
		return -1
	}
	es, ok := list[len(list)-1].(*ast.ExprStmt)
	if !ok {
		return -1
	}
	if _, ok := es.X.(*ast.CallExpr); ok {
		return -1
	}
	return int(es.Pos()) - 1 - len(before)
}

// timed runs the loops once.
func (s *Session) timed(loops int) (time.Duration, *CellError) {
	r := s.evalAside(fmt.Sprintf("%s(%d)", timeitMarker, loops), "")
	if e := r.Err; e != nil {
		if e.Source == "" { // between two loops, so nowhere in the cell
			e = &CellError{Kind: e.Kind, Msg: e.Msg}
		}
		return 0, e
	}
	values, _ := s.engine().rt.Shown()
	if len(values) == 1 {
		if d, ok := values[0].(time.Duration); ok {
			return d, nil
		}
	}
	return 0, &CellError{Kind: kindLimit, Msg: "the loops did not report their time"}
}

// timeitText formats the times per loop as IPython does.
func timeitText(perLoop []float64, loops int) string {
	mean, spread := 0.0, 0.0
	for _, t := range perLoop {
		mean += t / float64(len(perLoop))
	}
	for _, t := range perLoop {
		spread += (t - mean) * (t - mean) / float64(len(perLoop))
	}
	plural := func(n int) string {
		if n == 1 {
			return ""
		}
		return "s"
	}
	return fmt.Sprintf("%s ± %s per loop (mean ± std. dev. of %d run%s, %s loop%s each)",
		secondsText(mean), secondsText(math.Sqrt(spread)), len(perLoop), plural(len(perLoop)),
		numtext.Thousands(loops), plural(loops))
}
