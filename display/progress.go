package display

import (
	"fmt"
	"html"
	"strings"
	"sync"
	"time"
)

// Bar is a progress bar, see [Progress]. Its methods may be called from any goroutine.
type Bar struct {
	live  *live
	mu    sync.Mutex
	title string
	note  string
	n, at int
	began time.Time
	ended time.Time
	now   func() time.Time
}

// Progress shows a bar for n steps: one line in a terminal, one element in a notebook that is updated in place,
// nothing on a pipe or in a replay of a notebook. With n <= 0 the number of steps is unknown and the bar only counts.
func Progress(n int, title string) *Bar {
	b := &Bar{title: title, n: n, now: time.Now}
	b.began = b.now()
	b.live = newLive(b.bundle)
	b.live.changed()
	return b
}

// Add advances the bar by n steps.
func (b *Bar) Add(n int) { b.change(func() { b.at += n }) }

// Set sets the number of completed steps to n.
func (b *Bar) Set(n int) { b.change(func() { b.at = n }) }

// Note shows a text after the numbers, such as the current loss.
func (b *Bar) Note(text string) { b.change(func() { b.note = text }) }

// Done ends the bar at its current state. It may be called more than once.
func (b *Bar) Done() {
	b.mu.Lock()
	if b.ended.IsZero() {
		b.ended = b.now()
	}
	b.mu.Unlock()
	b.live.finish()
}

func (b *Bar) change(f func()) {
	b.mu.Lock()
	f()
	b.mu.Unlock()
	b.live.changed()
}

// String returns the bar as a line of text.
func (b *Bar) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.line()
}

// HTML returns the bar as an element of a page.
func (b *Bar) HTML() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	attr := ""
	if b.n > 0 {
		attr = fmt.Sprintf(` max="%d" value="%d"`, b.n, min(max(b.at, 0), b.n))
	}
	return fmt.Sprintf(`<div style="font-family:monospace">%s <progress%s style="vertical-align:middle"></progress> %s</div>`,
		html.EscapeString(b.title), attr, html.EscapeString(b.figures()))
}

func (b *Bar) bundle(bool) Bundle {
	return Bundle{
		Data:     map[string]any{"text/plain": b.String(), "text/html": b.HTML()},
		Metadata: map[string]any{passingKey: true},
	}
}

const barWidth = 24

func (b *Bar) line() string {
	head := ""
	if b.title != "" {
		head = b.title + " "
	}
	if b.n > 0 {
		head += gauge(float64(b.at)/float64(b.n), barWidth) + " "
	}
	return head + b.figures()
}

// gauge draws a bar for a fraction, in eighths of a character.
func gauge(fraction float64, width int) string {
	eighths := int(min(max(fraction, 0), 1) * float64(8*width))
	full, part := eighths/8, eighths%8
	s := strings.Repeat("█", full)
	if part > 0 {
		s += string([]rune(" ▏▎▍▌▋▊▉")[part])
		full++
	}
	return "│" + s + strings.Repeat(" ", width-full) + "│"
}

// figures returns the count, the time and the rate.
func (b *Bar) figures() string {
	now := b.ended
	if now.IsZero() {
		now = b.now()
	}
	spent := now.Sub(b.began)
	rate := 0.0
	if spent > 0 {
		rate = float64(b.at) / spent.Seconds()
	}
	s := fmt.Sprint(b.at)
	if b.n > 0 {
		s = fmt.Sprintf("%d/%d %3d%%", b.at, b.n, 100*min(max(b.at, 0), b.n)/b.n)
	}
	s += " · " + clock(spent)
	if left := b.n - b.at; b.ended.IsZero() && left > 0 && rate > 0 {
		s += " · " + clock(time.Duration(float64(left)/rate*float64(time.Second))) + " left"
	}
	if rate > 0 {
		s += " · " + perSecond(rate)
	}
	if b.note != "" {
		s += " · " + b.note
	}
	return s
}

// clock formats a duration as m:ss or h:mm:ss.
func clock(d time.Duration) string {
	s := int(d.Seconds() + 0.5)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// perSecond formats a rate; a slow one as the time per step.
func perSecond(rate float64) string {
	digits := func(x float64) string {
		if x < 1000 {
			return fmt.Sprintf("%.3g", x)
		}
		return fmt.Sprintf("%.0f", x)
	}
	if rate < 1 {
		return digits(1/rate) + " s each"
	}
	return digits(rate) + "/s"
}
