package pyrepr

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// printer is the pretty printer of IPython (lib/pretty.py, PrettyPrinter), after Oppen, "Prettyprinting", 1980. Texts
// and breakables are buffered until it is known whether they fit on the line; if not, the outermost group that still
// can breaks all its breakables.
type printer struct {
	out     strings.Builder
	width   int
	column  int // of the next character of out
	buffer  []item
	waiting int // the width of buffer
	indent  int
	stack   []*group
	queue   [][]*group // the groups that may still break, by depth
}

// item is a text, or a breakable if group is set.
type item struct {
	text   string
	width  int
	group  *group
	indent int
}

type group struct {
	depth  int
	breaks int  // breakables of the group that are in the buffer
	broken bool // its further breakables are newlines
}

func newPrinter(width int) *printer {
	root := &group{}
	return &printer{width: width, stack: []*group{root}, queue: [][]*group{{root}}}
}

func (p *printer) begin(indent int, open string) {
	if open != "" {
		p.text(open)
	}
	g := &group{depth: len(p.stack)}
	p.stack = append(p.stack, g)
	for len(p.queue) <= g.depth {
		p.queue = append(p.queue, nil)
	}
	p.queue[g.depth] = append(p.queue[g.depth], g)
	p.indent += indent
}

func (p *printer) end(indent int, end string) {
	p.indent -= indent
	g := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	if g.breaks == 0 {
		p.forget(g)
	}
	if end != "" {
		p.text(end)
	}
}

func (p *printer) text(s string) {
	n := utf8.RuneCountInString(s)
	if len(p.buffer) == 0 {
		p.out.WriteString(s)
		p.column += n
		return
	}
	p.buffer = append(p.buffer, item{text: s, width: n})
	p.waiting += n
	p.breakOuter()
}

func (p *printer) breakable() {
	g := p.stack[len(p.stack)-1]
	if g.broken {
		p.flush()
		p.newline(p.indent)
		return
	}
	p.buffer = append(p.buffer, item{text: " ", width: 1, group: g, indent: p.indent})
	g.breaks++
	p.waiting++
	p.breakOuter()
}

// leaf writes a text of one or more lines, with further lines indented like the surrounding text.
func (p *printer) leaf(s string) {
	p.begin(0, "")
	for i, line := range splitLines(s) {
		if i > 0 {
			if g := p.outermost(); g != nil {
				p.breakGroup(g)
			}
			p.flush()
			p.newline(p.indent)
		}
		p.text(line)
	}
	p.end(0, "")
}

// splitLines is Python's str.splitlines for the line ends that occur here.
func splitLines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// breakOuter breaks groups, the outermost first, until the buffer fits on the line.
func (p *printer) breakOuter() {
	for p.width < p.column+p.waiting {
		g := p.outermost()
		if g == nil {
			return
		}
		p.breakGroup(g)
	}
}

// breakGroup writes the buffer up to the last breakable of g and the texts after it.
func (p *printer) breakGroup(g *group) {
	for g.breaks > 0 {
		p.writeFirst()
	}
	for len(p.buffer) > 0 && p.buffer[0].group == nil {
		p.writeFirst()
	}
}

func (p *printer) writeFirst() {
	it := p.buffer[0]
	p.buffer = p.buffer[1:]
	p.waiting -= it.width
	p.write(it)
}

func (p *printer) write(it item) {
	if g := it.group; g != nil {
		g.breaks--
		if g.broken {
			p.newline(it.indent)
			return
		}
		if g.breaks == 0 {
			p.forget(g)
		}
	}
	p.out.WriteString(it.text)
	p.column += it.width
}

func (p *printer) flush() {
	for _, it := range p.buffer {
		p.write(it)
	}
	p.buffer, p.waiting = p.buffer[:0], 0
}

func (p *printer) newline(indent int) {
	p.out.WriteByte('\n')
	p.out.WriteString(strings.Repeat(" ", indent))
	p.column = indent
}

// outermost removes the outermost group with breakables from the queue and marks it as broken, or returns nil if there
// is none. The enclosing groups without breakables are marked, too.
func (p *printer) outermost() *group {
	for depth, groups := range p.queue {
		for i := len(groups) - 1; i >= 0; i-- {
			if g := groups[i]; g.breaks > 0 {
				// IPython deletes by the index in reversed order, which is another group if there are several. This
				// does the same, to produce the same text.
				p.queue[depth] = slices.Delete(groups, len(groups)-1-i, len(groups)-i)
				g.broken = true
				return g
			}
		}
		for _, g := range groups {
			g.broken = true
		}
		p.queue[depth] = nil
	}
	return nil
}

func (p *printer) forget(g *group) {
	if g.depth >= len(p.queue) {
		return
	}
	if i := slices.Index(p.queue[g.depth], g); i >= 0 {
		p.queue[g.depth] = slices.Delete(p.queue[g.depth], i, i+1)
	}
}
