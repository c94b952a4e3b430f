package display

import (
	"bytes"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// terminal is a minimal screen that supports the escape sequences of Printer.
type terminal struct{ lines []string }

func (t *terminal) write(s string) {
	for s != "" {
		switch {
		case strings.HasPrefix(s, "\x1b["):
			end := strings.IndexAny(s, "ABCDJKm")
			if s[end] == 'A' {
				n := 0
				for _, c := range s[2:end] {
					n = 10*n + int(c-'0')
				}
				t.lines = t.lines[:len(t.lines)-n]
			}
			s = s[end+1:]
		case s[0] == '\r':
			s = s[1:]
		default:
			line, rest, _ := strings.Cut(s, "\n")
			t.lines, s = append(t.lines, line), rest
		}
	}
}

func tty(how images) *Printer {
	return &Printer{tty: true, width: func() int { return 20 }, images: how}
}

func named(id, text string, live bool) Bundle {
	b := TextBundle(text)
	b.ID, b.Live = id, live
	return b
}

func passing(b Bundle) Bundle {
	b.Metadata = map[string]any{passingKey: true}
	return b
}

func TestPrinter(t *testing.T) {
	type step = func(p *Printer) string
	show := func(b Bundle) step { return func(p *Printer) string { return p.Display(b) } }
	update := func(b Bundle) step { return func(p *Printer) string { return p.Update(b) } }
	other := func(s string) step { return func(p *Printer) string { return p.Before() + s + "\n" } }
	tests := []struct {
		name      string
		steps     []step
		tty, pipe []string
	}{
		{
			"an update rewrites what is last",
			[]step{show(named("a", "one\ntwo", false)), update(named("a", "three", false))},
			[]string{"three"},
			[]string{"one", "two", "three"},
		},
		{
			"otherwise it is printed anew",
			[]step{show(named("a", "one", false)), other("text"), update(named("a", "two", false))},
			[]string{"one", "text", "two"},
			[]string{"one", "text", "two"},
		},
		{
			"a pipe gets the last state of what lives",
			[]step{show(named("a", "1", true)), other("text"), update(named("a", "2", true)), update(named("a", "3", true))},
			[]string{"1", "text", "3"},
			[]string{"text", "3"},
		},
		{
			"a bar gives way to text and comes again; a pipe never sees it",
			[]step{
				show(passing(named("a", "bar 1", true))), other("text"),
				update(passing(named("a", "bar 2", true))), update(passing(named("a", "bar 3", false))), other("more"),
			},
			[]string{"text", "bar 3", "more"},
			[]string{"text", "more"},
		},
		{
			"clear at once",
			[]step{other("text"), show(named("", "one", false)), func(p *Printer) string { return p.Clear(false) }, show(named("", "two", false))},
			[]string{"text", "two"},
			[]string{"text", "one", "two"},
		},
		{
			"clear with what comes next",
			[]step{show(named("", "one", false)), func(p *Printer) string { return p.Clear(true) }, show(named("", "two", false))},
			[]string{"two"},
			[]string{"one", "two"},
		},
	}
	for _, c := range tests {
		for _, on := range []bool{true, false} {
			p, want := &Printer{width: func() int { return 80 }}, c.pipe
			if on {
				p, want = tty(noImages), c.tty
			}
			var screen terminal
			for _, s := range c.steps {
				screen.write(s(p))
			}
			screen.write(p.Settle())
			if diff := cmp.Diff(want, screen.lines); diff != "" {
				t.Errorf("%s, terminal %v (-want +got):\n%s", c.name, on, diff)
			}
		}
	}
}

// TestRows checks that a text of 21 letters takes two rows of 20 columns, 12 wide ones two as well; colours take
// none.
func TestRows(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("x", 20):       "\x1b[1A",
		strings.Repeat("x", 21):       "\x1b[2A",
		strings.Repeat("語", 12):       "\x1b[2A",
		"\x1b[31mred\x1b[0m\n\nthird": "\x1b[3A",
	} {
		p := tty(noImages)
		p.Display(named("a", text, false))
		if got := p.Update(named("a", "new", false)); !strings.HasPrefix(got, want) {
			t.Errorf("%q is erased by %q, want %q", text, got, want)
		}
	}
}

// TestBarFits checks that a bar is truncated to the line, so that it can be rewritten.
func TestBarFits(t *testing.T) {
	p := tty(noImages)
	if got := p.Display(passing(named("a", strings.Repeat("x", 50), true))); len(got) != 20 {
		t.Errorf("a bar of 50 letters in 20 columns: %q", got)
	}
}

func TestPictures(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	img.Set(0, 0, color.White)
	b := Echo(img)
	for how, want := range map[images]string{
		noImages: "<2×2 picture>\n", blocks: "\x1b[", sixel: "\x1bP", kitty: "\x1b_G", iterm: "\x1b]1337",
	} {
		if got := tty(how).Display(b); !strings.HasPrefix(got, want) {
			t.Errorf("images %d: %q, want it to begin with %q", how, got, want)
		}
	}
	pipe := &Printer{width: func() int { return 80 }}
	if got := pipe.Echo(b, func(s string) string { return "Out: " + s }); got != "Out: <2×2 picture>\n" {
		t.Errorf("on a pipe: %q", got)
	}
}

func TestImagesOf(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want images
	}{
		{nil, noImages},
		{map[string]string{"TERM": "xterm-256color"}, noImages},
		{map[string]string{"TERM": "xterm-kitty"}, kitty},
		{map[string]string{"KITTY_WINDOW_ID": "1", "TERM": "xterm"}, kitty},
		{map[string]string{"TERM_PROGRAM": "iTerm.app"}, iterm},
		{map[string]string{"TERM": "foot"}, sixel},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, blocks},
		{map[string]string{"TERM": "xterm-kitty", "TMUX": "/tmp/x", "COLORTERM": "truecolor"}, blocks},
		{map[string]string{"TERM": "xterm-kitty", "MSREPL_IMAGES": "off"}, noImages},
		{map[string]string{"MSREPL_IMAGES": "sixel"}, sixel},
	} {
		if got := imagesOf(func(k string) string { return c.env[k] }); got != c.want {
			t.Errorf("imagesOf(%v) = %d, want %d", c.env, got, c.want)
		}
	}
}

// pixels decodes a PNG.
func pixels(t *testing.T, b Bundle) image.Image {
	t.Helper()
	raw, _ := b.Data["image/png"].([]byte)
	img, format, err := image.Decode(bytes.NewReader(raw))
	if err != nil || format != "png" {
		t.Fatalf("%d bytes of %s: %v", len(raw), format, err)
	}
	return img
}
