package termimage

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

var (
	red    = color.NRGBA{255, 0, 0, 255}
	blue   = color.NRGBA{0, 0, 255, 255}
	white  = color.NRGBA{255, 255, 255, 255}
	absent = color.NRGBA{}
)

// picture builds an image of letters: r, b, w, and a point for nothing.
func picture(rows ...string) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, len(rows[0]), len(rows)))
	colours := map[rune]color.NRGBA{'r': red, 'b': blue, 'w': white, '.': absent}
	for y, row := range rows {
		for x, c := range row {
			img.SetNRGBA(x, y, colours[c])
		}
	}
	return img
}

func TestBlocks(t *testing.T) {
	got := Blocks(picture("rr.", "b.w"), 80)
	want := "\x1b[38;2;255;0;0;48;2;0;0;255m▀\x1b[0;38;2;255;0;0m▀\x1b[0;38;2;255;255;255m▄\x1b[0m\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestBlocksShrinks checks that a picture too wide is averaged, with its proportions.
func TestBlocksShrinks(t *testing.T) {
	got := Blocks(picture("rbrb", "rbrb", "rbrb", "rbrb"), 2)
	if lines := strings.Count(got, "\n"); lines != 1 || strings.Count(got, "▀") != 2 || !strings.Contains(got, "38;2;127;0;127") {
		t.Errorf("4×4 pixels in 2 columns = %q", got)
	}
}

// unsixel reads what Sixel writes, by DEC's manual of the VT340.
func unsixel(t *testing.T, s string) map[image.Point]color.NRGBA {
	t.Helper()
	body, ok := strings.CutPrefix(s, "\x1bP0;1q")
	body, end := strings.CutSuffix(body, "\x1b\\\n")
	if !ok || !end {
		t.Fatalf("no sixel frame around %q", s[:min(len(s), 40)])
	}
	r := strings.NewReader(body)
	var pan, pad, w, h int
	if _, err := fmt.Fscanf(r, "\"%d;%d;%d;%d", &pan, &pad, &w, &h); err != nil {
		t.Fatal(err)
	}
	out, colours := map[image.Point]color.NRGBA{}, map[int]color.NRGBA{}
	now, x, y, repeat := 0, 0, 0, 1
	for {
		c, err := r.ReadByte()
		if err != nil {
			return out
		}
		switch {
		case c == '#':
			fmt.Fscanf(r, "%d", &now)
			if next, _ := r.ReadByte(); next == ';' {
				var kind, red, green, blue int
				fmt.Fscanf(r, "%d;%d;%d;%d", &kind, &red, &green, &blue)
				colours[now] = color.NRGBA{uint8(red * 255 / 100), uint8(green * 255 / 100), uint8(blue * 255 / 100), 255}
			} else {
				r.UnreadByte()
			}
		case c == '!':
			fmt.Fscanf(r, "%d", &repeat)
		case c == '$':
			x = 0
		case c == '-':
			x, y = 0, y+6
		case c >= '?' && c <= '~':
			for ; repeat > 0; repeat-- {
				for bit := range 6 {
					if (c-'?')>>bit&1 == 1 {
						out[image.Pt(x, y+bit)] = colours[now]
					}
				}
				x++
			}
			repeat = 1
		}
	}
}

func TestSixel(t *testing.T) {
	img := picture("rrrrrr", "b....w", "......", "......", "......", "......", "wwwwbb")
	got := unsixel(t, Sixel(img))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if c := got[image.Pt(x, y)]; c != img.NRGBAAt(x, y) {
				t.Errorf("pixel %d,%d is %v, want %v", x, y, c, img.NRGBAAt(x, y))
			}
		}
	}
}

func TestITerm(t *testing.T) {
	img := picture("rb")
	_, data, _ := strings.Cut(strings.TrimSuffix(ITerm(img), "\a\n"), ":")
	samePNG(t, data, img)
}

// TestKitty checks that Kitty takes at most 4096 characters at once; all but the last say that more follow.
func TestKitty(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	for i, x := 0, uint32(1); i < len(img.Pix); i++ { // not compressible
		x = x*1664525 + 1013904223
		img.Pix[i] = byte(x >> 24)
	}
	data := ""
	parts := strings.Split(strings.TrimSuffix(Kitty(img), "\x1b\\\n"), "\x1b\\")
	for i, p := range parts {
		head, chunk, _ := strings.Cut(strings.TrimPrefix(p, "\x1b_G"), ";")
		last := i == len(parts)-1
		if len(chunk) > 4096 || strings.HasSuffix(head, "m=0") != last || strings.Contains(head, "f=100") != (i == 0) {
			t.Errorf("part %d of %d: head %q, %d characters", i, len(parts), head, len(chunk))
		}
		data += chunk
	}
	if len(parts) < 2 {
		t.Errorf("%d characters in one part", len(data))
	}
	samePNG(t, data, img)
}

func samePNG(t *testing.T, data string, want *image.NRGBA) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			if c := color.NRGBAModel.Convert(img.At(x, y)); c != want.NRGBAAt(x, y) {
				t.Fatalf("pixel %d,%d is %v, want %v", x, y, c, want.NRGBAAt(x, y))
			}
		}
	}
}
