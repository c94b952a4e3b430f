package display

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Printer formats displays for a text stream. Its methods return the text to write, which ends with a line break. On
// a terminal an update rewrites the output if it is the last one; elsewhere live outputs are held back until their
// final state, and passing ones are left out.
type Printer struct {
	tty    bool
	width  func() int
	images images

	last  Bundle // the last output, if rows > 0
	rows  int
	clear bool // the next output replaces the last
	held  []Bundle
}

// NewPrinter returns the Printer of a file, which may be a terminal. The environment variable MSREPL_IMAGES (sixel,
// kitty, iterm, blocks, off) overrides what TERM and similar variables say about pictures.
func NewPrinter(f *os.File, getenv func(string) string) *Printer {
	tty := f != nil && term.IsTerminal(f.Fd()) && getenv("TERM") != "dumb"
	p := &Printer{tty: tty, width: func() int { return columns(f) }}
	if tty {
		p.images = imagesOf(getenv)
	}
	return p
}

// columns returns the width of the terminal f, or 80 if it is unknown.
func columns(f *os.File) int {
	if w, _, err := term.GetSize(f.Fd()); err == nil && w > 0 {
		return w
	}
	return 80
}

// Display returns the text of a new output.
func (p *Printer) Display(b Bundle) string {
	if !p.tty && (b.Live || b.Passing()) {
		p.keep(b)
		return ""
	}
	return p.fresh(b)
}

// Update returns the text that replaces the outputs named b.ID.
func (p *Printer) Update(b Bundle) string {
	switch {
	case !p.tty && b.Live || !p.tty && b.Passing():
		p.keep(b)
		return ""
	case !p.tty:
		p.drop(b.ID)
		return p.text(b)
	case p.rows > 0 && p.last.ID == b.ID:
		return p.erase() + p.fresh(b)
	}
	return p.fresh(b)
}

// Echo returns the text of a cell's value. label adds the prompt's label before the text; for a picture the label is
// on its own line.
func (p *Printer) Echo(b Bundle, label func(text string) string) string {
	if p.picture(b) != nil {
		head := strings.TrimRight(label("\n"), "\n")
		if head != "" {
			head += "\n"
		}
		return p.Before() + head + p.fresh(b)
	}
	labelled := b
	labelled.Data = map[string]any{"text/plain": label(p.plain(b))}
	return p.fresh(labelled)
}

// Clear returns the text that removes the last output, at once or together with the next one.
func (p *Printer) Clear(wait bool) string {
	if wait {
		p.clear = true
		return ""
	}
	return p.erase()
}

// Before returns what must be written before other text: it removes a passing output, which reappears with its next
// update.
func (p *Printer) Before() string {
	if p.clear || p.rows > 0 && p.last.Live && p.last.Passing() {
		return p.erase()
	}
	p.rows = 0
	return ""
}

// Settle returns the output that was held back until the end of the cell.
func (p *Printer) Settle() string {
	var b strings.Builder
	for _, h := range p.held {
		b.WriteString(p.text(h))
	}
	p.held, p.clear = nil, false
	return b.String()
}

// Forget notes that other text, such as a prompt, may be below the last output.
func (p *Printer) Forget() { p.rows, p.clear = 0, false }

// keep holds back the newest state of a live output.
func (p *Printer) keep(b Bundle) {
	p.drop(b.ID)
	if !b.Passing() {
		p.held = append(p.held, b)
	}
}

func (p *Printer) drop(id string) {
	for i, h := range p.held {
		if h.ID == id {
			p.held = append(p.held[:i], p.held[i+1:]...)
			return
		}
	}
}

func (p *Printer) fresh(b Bundle) string {
	before := ""
	if p.clear {
		before = p.erase()
	}
	text := p.text(b)
	p.last, p.rows = b, 0
	if p.tty {
		p.rows = p.height(b, text)
	}
	return before + text
}

// erase moves to the start of the last output and clears the screen from there.
func (p *Printer) erase() string {
	n := p.rows
	p.rows, p.clear = 0, false
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("\x1b[%dA\r\x1b[J", n)
}

// height returns the number of rows of text on the terminal, or 0 if unknown.
func (p *Printer) height(b Bundle, text string) int {
	if p.picture(b) != nil && p.images != blocks {
		return 0
	}
	rows, w := 0, p.width()
	for line := range strings.Lines(text) {
		rows += max(1, (ansi.StringWidth(line)+w-1)/w)
	}
	return rows
}

// text returns the representation that suits the stream, with an end of line.
func (p *Printer) text(b Bundle) string {
	if img := p.picture(b); img != nil {
		return p.images.encode(img, p.width())
	}
	return p.plain(b) + "\n"
}

// plain returns the text of a bundle without the final line break.
func (p *Printer) plain(b Bundle) string {
	s := b.Text()
	if b.Passing() && p.tty {
		s = ansi.Truncate(s, p.width()-1, "")
	}
	return strings.TrimSuffix(s, "\n")
}

// standard returns the output of programs that are not cells: standard output.
var standard = sync.OnceValue(func() *stage {
	return &stage{Output: &stdout{p: NewPrinter(os.Stdout, os.Getenv)}, pending: map[*live]bool{}}
})

// stdout shows displays on standard output.
type stdout struct {
	mu sync.Mutex
	p  *Printer
}

func (o *stdout) Display(b Bundle) { o.write(b, o.p.Display) }
func (o *stdout) Update(b Bundle)  { o.write(b, o.p.Update) }

func (o *stdout) Clear(wait bool) {
	o.write(Bundle{}, func(Bundle) string { return o.p.Clear(wait) })
}

func (o *stdout) write(b Bundle, text func(Bundle) string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, _ = os.Stdout.WriteString(text(b))
}
