package port

import (
	"cmp"
	"fmt"
	"go/format"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/internal/text/python"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// Cell is a translated cell.
type Cell struct {
	Go     string // cells of Go; what was left is in it as comments
	Left   []Left // what was not understood
	Random bool   // what it prints depends on random numbers that the page does not seed
}

// Left is a statement that was not understood.
type Left struct {
	Line   int // of the cell, from 1
	Reason string
}

// Translator translates the cells of a page.
type Translator struct {
	lib    *library
	cells  []*cell
	at     int // the cell under translation
	top    *scope
	scope  *scope
	lines  []string
	hoists map[string]*variable
	params map[*python.Arguments][]*typ
	rets   map[*python.Arguments]*typ
	memory map[*python.Arguments]map[string]*typ // types of variables of functions, from pass to pass
	before *learnt                               // what the pass before has found
	// the first pass, in which functions are read where they are called only
	first      bool
	guessing   int // functions under translation that nothing calls
	page       map[string]*typ
	final      bool
	inExpr     int                     // in a place where no statement can go before
	inTest     int                     // in a condition
	inTry      int                     // in a try block
	alone      python.Expr             // the value of the statement under translation
	wanted     string                  // the variable that the value of a call is for
	broke      []string                // of the loops around: the variable that break sets for an else
	augmenting bool                    // an assignment like x += 1 is under way
	narrow     bool                    // in a call of mindspore.numpy, which makes Float32 of lists
	imported   map[string]string       // names that need no import
	later      map[string]string       // names that the page imports somewhere, for functions, which run later
	inits      map[*classInfo][]string // the lines of constructors
	copies     map[copied]*python.FunctionDef
	shortened  map[*python.Call]*python.Arguments // the parameters that calls of partial leave
	extended   map[*python.ClassDef]bool          // classes that others extend
	decorated  map[*python.FunctionDef]*decorated
	effects    map[string]bool // code of calls that may do more than to return something
	open       [][]string      // such operands without a place, of the expressions under translation
	known      func(name string) (code string, t *typ)
}

// learnt are the types that a pass finds. Each pass looks at those of the one before and finds its own, so that what
// was guessed without need is forgotten.
type learnt struct {
	params map[*python.Arguments][]*typ
	rets   map[*python.Arguments]*typ
	memory map[*python.Arguments]map[string]*typ
	page   map[string]*typ
}

// cell is one of the page.
type cell struct {
	src    string
	module *python.Module
	err    error
	reads  map[string]int
	last   map[string]int
}

// New returns a translator to the packages of a world.
func New(world *gotypes.World) (*Translator, error) {
	lib, err := newLibrary(world)
	if err != nil {
		return nil, err
	}
	return &Translator{lib: lib}, nil
}

// passes is how often a page is read. Types of parameters that come from calls of functions that are parameters of
// others need more than two.
const passes = 4

// Page translates the cells of a page.
func (t *Translator) Page(sources []string) []Cell {
	t.cells, t.params, t.rets = nil, map[*python.Arguments][]*typ{}, map[*python.Arguments]*typ{}
	t.memory = map[*python.Arguments]map[string]*typ{}
	t.inits, t.copies = map[*classInfo][]string{}, map[copied]*python.FunctionDef{}
	t.shortened = map[*python.Call]*python.Arguments{}
	t.extended = map[*python.ClassDef]bool{}
	t.decorated = map[*python.FunctionDef]*decorated{}
	t.effects, t.open = map[string]bool{}, nil
	t.later = map[string]string{}
	for _, src := range sources {
		c := &cell{src: src, reads: map[string]int{}, last: map[string]int{}}
		if c.module, c.err = python.Parse(src); c.err == nil {
			mentions(c.module.Body, c.reads, c.last)
			for _, s := range c.module.Body {
				maps.Copy(t.later, importsOf(s))
			}
		}
		t.cells = append(t.cells, c)
	}
	var out []Cell
	for pass := range passes {
		t.first, t.final = pass == 0, pass == passes-1
		t.top = newScope(nil, nil)
		t.scope, t.hoists, out = t.top, map[string]*variable{}, nil
		t.before = &learnt{t.params, t.rets, t.memory, t.page}
		t.params, t.rets, t.memory, t.page = map[*python.Arguments][]*typ{}, map[*python.Arguments]*typ{},
			map[*python.Arguments]map[string]*typ{}, map[string]*typ{}
		t.top.types, t.top.known = t.page, t.before.page
		for i := range t.cells {
			out = append(out, t.cell(i))
		}
	}
	t.markRandom(out)
	return out
}

// cell translates one cell statement by statement. One that is not understood becomes a comment.
func (t *Translator) cell(i int) (c Cell) {
	t.at, t.top.cell = i, i
	src := t.cells[i]
	if src.err != nil {
		e, _ := src.err.(*python.SyntaxError)
		c.Left = []Left{{e.Line, e.Msg}}
		c.Go = comment(src.src, c.Left)
		return c
	}
	t.top.reads = src.reads
	var chunks []string
	for _, s := range src.module.Body {
		chunk, reason := t.topLevel(s)
		if reason != nil {
			c.Left = append(c.Left, Left{reason.line, reason.reason})
			chunk = comment(src.src[lineOf(src.src, s.At().Off):s.At().End], c.Left[len(c.Left)-1:])
		}
		if chunk != "" {
			chunks = append(chunks, chunk)
		}
	}
	c.Go = layOut(chunks)
	return c
}

// lineOf returns the offset of the beginning of the line of off.
func lineOf(src string, off int) int { return strings.LastIndexByte(src[:off], '\n') + 1 }

// comment is the comment that replaces a statement that was not understood.
func comment(src string, why []Left) string {
	var b strings.Builder
	for _, l := range why {
		fmt.Fprintf(&b, "// Not ported (line %d): %s\n", l.Line, strings.ReplaceAll(l.Reason, "\n", " "))
	}
	for line := range strings.Lines(strings.TrimRight(src, "\n")) {
		b.WriteString(strings.TrimRight("//\t"+strings.TrimRight(line, "\n"), "\t ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// topLevel translates one statement of a cell.
func (t *Translator) topLevel(s python.Stmt) (chunk string, failed *left) {
	t.lines, t.scope, t.inExpr, t.inTest, t.guessing, t.wanted = nil, t.top, 0, 0, 0, ""
	t.augmenting, t.inTry, t.alone, t.broke, t.open = false, 0, nil, nil, nil
	t.top.reads = t.cells[t.at].reads
	depth, blocks := t.top.depth, len(t.top.blocks)
	defer func() {
		e := recover()
		if e == nil {
			return
		}
		l, ok := e.(left)
		if !ok { // one statement of a page is not worth the others
			l = left{reason: fmt.Sprintf("a fault of msrepl's translator, please report it: %v", e)}
		}
		l.line = cmp.Or(l.line, s.At().Line)
		for len(t.top.blocks) > blocks {
			t.top.pop()
		}
		t.top.depth = depth
		for _, name := range assigned([]python.Stmt{s}) {
			if old := t.top.vars[name]; old == nil || old.t == nil || !old.t.is(function, class) ||
				old.t.kind == function && old.t.fn.failed == nil {
				t.top.vars[name] = &variable{t: tUnknown}
			}
		}
		failed, chunk = &l, ""
		if !t.final {
			t.learnCalls(s)
		}
	}()
	t.statement(s)
	return strings.Join(t.resolve(t.lines), "\n"), nil
}

// learnCalls learns the types of arguments from the calls of a statement that is left in this pass: with them it may be
// understood in the next.
func (t *Translator) learnCalls(s python.Stmt) {
	walk(s, func(n any) {
		c, ok := n.(*python.Call)
		if !ok {
			return
		}
		t.quietly(func() val {
			switch v := t.expr(c.Func); {
			case v.t.kind == function:
				t.fnArguments(c, v.t.fn)
			case v.t.kind == class && v.t.class.init != nil:
				t.fnArguments(c, v.t.class.init)
			}
			return val{}
		})
	})
}

// layOut formats the chunks of a cell: declarations with blank lines around them.
func layOut(chunks []string) string {
	var b strings.Builder
	declared := false
	for i, c := range chunks {
		isDecl := strings.HasPrefix(c, "func ") || strings.HasPrefix(c, "type ") || strings.HasPrefix(c, "//")
		if i > 0 {
			b.WriteString("\n")
			if isDecl || declared {
				b.WriteString("\n")
			}
		}
		declared = isDecl
		b.WriteString(strings.Trim(formatted(c), "\n"))
	}
	return b.String()
}

// bracket is an index that holds no other one.
var bracket = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[\\w)]\\[([^][{}\"`\n]+)\\]") })

// formatted is a chunk of a cell as gofmt writes it. Indices of tensors, x[:, 1], are selectors meanwhile, as gofmt
// does not know them.
func formatted(chunk string) string {
	if text, err := format.Source([]byte(chunk)); err == nil {
		return string(text)
	}
	var indices []string
	plain := chunk
	for at := 0; ; {
		m := bracket().FindStringSubmatchIndex(plain[at:])
		if m == nil {
			break
		}
		from, to := at+m[0]+1, at+m[1]
		if at = from; strings.HasSuffix(plain[:from], "map") {
			continue
		}
		indices = append(indices, plain[from:to])
		plain = plain[:from] + selector(len(indices)-1) + plain[to:]
		at = 0 // it may have been in another one
	}
	text, err := format.Source([]byte(plain))
	if err != nil {
		return chunk
	}
	plain = string(text)
	for i, index := range slices.Backward(indices) {
		plain = strings.Replace(plain, selector(i), index, 1)
	}
	return plain
}

func selector(i int) string { return fmt.Sprintf(".index_%d_", i) }

func (t *Translator) emit(format string, args ...any) {
	line := format
	if len(args) > 0 {
		line = fmt.Sprintf(format, args...)
	}
	t.inOrder(line)
	t.lines = append(t.lines, line)
}

// placeholder begins a line that declares a variable whose type comes later.
const placeholder = "\x01"

// resolve puts declarations in the place of placeholders.
func (t *Translator) resolve(lines []string) []string {
	out := lines[:0:0]
	for _, l := range lines {
		if v, ok := t.hoists[l]; ok && strings.HasPrefix(l, placeholder) {
			if v.t == nil || v.t.goText() == "" {
				continue
			}
			l = "var " + v.goes + " " + v.t.goText()
		}
		out = append(out, l)
	}
	return out
}

// hoist declares, before a compound statement, the variables that it assigns first and that are used behind it.
func (t *Translator) hoist(s python.Stmt, bodies ...[]python.Stmt) {
	for _, body := range bodies {
		t.renew(s, body)
		for _, name := range assigned(body) {
			if t.scope.find(name) != nil && t.scope.vars[name] != nil || !t.usedAfter(name, s) || t.isDef(body, name) {
				continue
			}
			v := t.scope.declare(name, t.scope.goFor(name), nil)
			v.hoist = true
			if known := t.scope.known[name]; known != nil && t.scope.fn != nil {
				v.t = known
			}
			line := fmt.Sprintf("%s%d", placeholder, len(t.hoists))
			t.hoists[line] = v
			t.emit("%s", line)
		}
	}
}

// renew forgets variables of other cells that a loop assigns before it reads them: they are new ones, of other types
// perhaps. What functions of the page read stays.
func (t *Translator) renew(s python.Stmt, body []python.Stmt) {
	if _, ok := s.(*python.For); !ok || !t.onPage() {
		return
	}
	seen := map[string]bool{}
	for _, b := range body {
		if a, ok := b.(*python.Assign); ok && len(a.Targets) == 1 {
			n, isName := a.Targets[0].(*python.Name)
			reads := map[string]int{}
			mentions([]python.Expr{a.Value}, reads, map[string]int{})
			if isName && !seen[n.ID] && reads[n.ID] == 0 {
				if old := t.top.vars[n.ID]; old != nil && old.cell != t.at && old.t != nil &&
					!old.t.is(function, class, member) &&
					!t.readByFunctions(n.ID) {
					delete(t.top.vars, n.ID)
				}
			}
		}
		walk([]python.Stmt{b}, func(n any) {
			if n, ok := n.(*python.Name); ok {
				seen[n.ID] = true
			}
		})
	}
}

// readByFunctions says whether a function of the page reads a variable of the page.
func (t *Translator) readByFunctions(name string) bool {
	return t.anywhere(func(n any) bool {
		f, ok := n.(*python.FunctionDef)
		if !ok || slices.Contains(assigned(f.Body), name) ||
			slices.ContainsFunc(f.Args.Args, func(a *python.Arg) bool { return a.Arg == name }) {
			return false
		}
		reads := map[string]int{}
		mentions(f.Body, reads, map[string]int{})
		return reads[name] > 0
	})
}

func (t *Translator) isDef(body []python.Stmt, name string) bool {
	for _, s := range body {
		switch s.(type) {
		case *python.FunctionDef, *python.ClassDef:
			if assigned([]python.Stmt{s})[0] == name {
				return true
			}
		}
	}
	return false
}

// usedAfter says whether a name is mentioned behind a statement.
func (t *Translator) usedAfter(name string, s python.Stmt) bool {
	if t.scope.fn != nil {
		return t.scope.last[name] > s.At().End
	}
	return t.cells[t.at].last[name] > s.At().End ||
		slices.ContainsFunc(t.cells[t.at+1:], func(c *cell) bool { _, ok := c.last[name]; return ok })
}

// readAfter says whether the first mention of a name below a statement reads it.
func (t *Translator) readAfter(name string, s python.Stmt) bool {
	bodies, after := [][]python.Stmt{}, s.At().End
	if t.scope.fn != nil {
		bodies = append(bodies, t.scope.fn.body)
	} else {
		for _, c := range t.cells[t.at:] {
			if c.module != nil {
				bodies = append(bodies, c.module.Body)
			}
		}
	}
	for _, body := range bodies {
		var first *python.Name
		holds(body, func(n any) (is, inside bool) {
			switch n := n.(type) {
			case *python.FunctionDef, *python.ClassDef, *python.Lambda,
				*python.ListComp, *python.SetComp, *python.DictComp, *python.GeneratorExp: // with names of their own
				return false, false
			case *python.Name:
				if n.ID == name && n.Off > after && (first == nil || n.Off < first.Off) {
					first = n
				}
			}
			return false, true
		})
		if first != nil {
			return first.Ctx == python.Load
		}
		after = -1
	}
	return false
}

// read says whether anything reads a name of the scope.
func (t *Translator) read(name string) bool {
	return t.onPage() || t.scope.reads[name] > 0
}

// markRandom marks the cells that show what depends on random numbers: those that name something random, or a
// variable, function or class of the page that does.
func (t *Translator) markRandom(cells []Cell) {
	tainted := map[string]bool{}
	seeded := false
	for i, c := range t.cells {
		if c.err != nil {
			continue
		}
		src := c.src
		if strings.Contains(src, "seed(") {
			seeded = true
		}
		for _, s := range c.module.Body {
			random := false
			walk([]python.Stmt{s}, func(n any) {
				switch n := n.(type) {
				case *python.Name:
					random = random || n.Ctx == python.Load && (tainted[n.ID] || randomNames[n.ID])
				case *python.Attribute:
					random = random || draws(n, seeded)
				}
			})
			for _, name := range assigned([]python.Stmt{s}) {
				if random {
					tainted[name] = true
				} else if _, isAssign := s.(*python.Assign); isAssign {
					delete(tainted, name)
				}
			}
			cells[i].Random = cells[i].Random || random
		}
	}
}

// randomNames are layers whose parameters begin with random numbers, which are others here, and what draws some.
var randomNames = map[string]bool{
	"Dense": true, "Conv1d": true, "Conv2d": true, "Conv3d": true, "Conv2dTranspose": true, "Conv1dTranspose": true,
	"Embedding": true, "LSTM": true, "GRU": true, "RNN": true, "LSTMCell": true,
	"GRUCell": true, "RNNCell": true, "Dropout": true, "Dropout2d": true, "MultiheadAttention": true, "Transformer": true,
	"Normal": true, "Uniform": true, "HeNormal": true, "HeUniform": true,
	"XavierUniform": true, "XavierNormal": true, "TruncatedNormal": true, "StandardNormal": true, "UniformReal": true,
	"Dropout2D": true,
	"RReLU":     true, "Cauchy": true, "Multinomial": true, "MultinomialWithReplacement": true,
	"RandomSampler": true, "SubsetRandomSampler": true, "WeightedRandomSampler": true,
}

// draws says whether an attribute names a source of random numbers. Numpy's are the same here once they are seeded.
func draws(a *python.Attribute, seeded bool) bool {
	if randomNames[a.Attr] {
		return true
	}
	if nameOf(a.Value) == "random" {
		return true
	}
	if base, ok := a.Value.(*python.Attribute); ok && base.Attr == "random" {
		return !seeded && a.Attr != "seed"
	}
	return isIn(a.Attr, "standard_normal", "shuffle", "dropout", "randn", "rand", "randint", "rand_like", "randn_like",
		"randint_like", "randperm", "rrelu")
}
