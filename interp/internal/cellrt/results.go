package cellrt

import (
	"bufio"
	"bytes"
	"container/ring"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"os"
	"strconv"
	"strings"
)

// results returns replacements for functions of the standard library whose results may be far larger than their
// arguments.
func results() map[string]any {
	return map[string]any{
		"bytes.Join":         func(s [][]byte, sep []byte) []byte { joined(s, len(sep)); return bytes.Join(s, sep) },
		"bytes.Replace":      replaced(bytes.Count, bytes.Replace),
		"bytes.ReplaceAll":   replacedAll(bytes.Count, bytes.ReplaceAll),
		"strings.Join":       func(s []string, sep string) string { joined(s, len(sep)); return strings.Join(s, sep) },
		"strings.Replace":    replaced(strings.Count, strings.Replace),
		"strings.ReplaceAll": replacedAll(strings.Count, strings.ReplaceAll),

		"container/ring.New":        func(n int) *ring.Ring { return ring.New(Room(n, 32)) },
		"math/rand.Perm":            func(n int) []int { return rand.Perm(Room(n, 8)) },
		"(*math/rand.Rand).Perm":    func(r *rand.Rand, n int) []int { return r.Perm(Room(n, 8)) },
		"math/rand/v2.Perm":         func(n int) []int { return randv2.Perm(Room(n, 8)) },
		"(*math/rand/v2.Rand).Perm": func(r *randv2.Rand, n int) []int { return r.Perm(Room(n, 8)) },

		"strconv.FormatFloat": func(f float64, verb byte, prec, bits int) string {
			return strconv.FormatFloat(f, verb, Room(prec, 1), bits)
		},
		"strconv.AppendFloat": func(b []byte, f float64, verb byte, prec, bits int) []byte {
			return strconv.AppendFloat(b, f, verb, digits(verb, prec), bits)
		},
		"strconv.FormatComplex": func(c complex128, verb byte, prec, bits int) string {
			return strconv.FormatComplex(c, verb, Room(prec, 2), bits)
		},
		"(*math/big.Float).Text": func(x *big.Float, verb byte, prec int) string { return x.Text(verb, Room(prec, 1)) },
		"(*math/big.Float).Append": func(x *big.Float, b []byte, verb byte, prec int) []byte {
			return x.Append(b, verb, digits(verb, prec))
		},
		"(*math/big.Rat).FloatString": func(x *big.Rat, prec int) string { return x.FloatString(Room(prec, 1)) },

		"image.Decode":       decodeImage,
		"image/gif.Decode":   decoded(gif.DecodeConfig, gif.Decode),
		"image/jpeg.Decode":  decoded(jpeg.DecodeConfig, jpeg.Decode),
		"image/png.Decode":   decoded(png.DecodeConfig, png.Decode),
		"os.ReadFile":        readFile,
		"io/ioutil.ReadFile": readFile,
	}
}

// joined checks for memory for texts with separators of sep bytes between them. A single text is not copied.
func joined[T string | []byte](texts []T, sep int) {
	if len(texts) < 2 {
		return
	}
	n := 0
	for _, s := range texts {
		if n += len(s) + sep; n < 0 {
			n = math.MaxInt
			break
		}
	}
	Room(n, 1)
}

// replaced returns a function that replaces as f does.
func replaced[T string | []byte](count func(s, old T) int, f func(s, old, by T, n int) T) func(s, old, by T, n int) T {
	return func(s, old, by T, n int) T {
		replacements(count, s, old, by, n)
		return f(s, old, by, n)
	}
}

func replacedAll[T string | []byte](count func(s, old T) int, f func(s, old, by T) T) func(s, old, by T) T {
	return func(s, old, by T) T {
		replacements(count, s, old, by, -1)
		return f(s, old, by)
	}
}

// replacements checks for memory for s with at most n replacements, or all if n is negative. It counts only where the
// result may be large.
func replacements[T string | []byte](count func(s, old T) int, s, old, by T, n int) {
	more := len(by) - len(old)
	if most := len(s)/max(len(old), 1) + 1; more <= 0 || n == 0 || most <= large/more || n > 0 && n <= large/more {
		return
	}
	if c := count(s, old); n < 0 || c < n {
		n = c
	}
	switch {
	case n > (math.MaxInt-len(s))/more:
		Room(math.MaxInt, 1)
	case n > 0:
		Room(len(s)+n*more, 1)
	}
}

// digits checks for memory for a number with prec digits, of which %g and %b omit trailing zeros.
func digits(verb byte, prec int) int {
	if !bytes.ContainsRune([]byte("gGb"), rune(verb)) {
		Room(prec, 1)
	}
	return prec
}

// readFile allocates the size that the file states before it reads.
func readFile(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() > large {
		Room(int(info.Size()), 1)
	}
	return os.ReadFile(name)
}

// decoded returns a function that decodes as f does. Decoders allocate memory for the size that a file gives before
// they read any pixel.
func decoded(
	config func(io.Reader) (image.Config, error), f func(io.Reader) (image.Image, error),
) func(io.Reader) (image.Image, error) {
	return func(r io.Reader) (image.Image, error) {
		var begin bytes.Buffer
		if c, err := config(io.TeeReader(r, &begin)); err == nil {
			area(image.Rect(0, 0, c.Width, c.Height), pixelSize(c.ColorModel))
		}
		return f(io.MultiReader(&begin, r))
	}
}

// decodeImage leaves a reader that has Peek after the picture, as image.Decode does.
func decodeImage(r io.Reader) (image.Image, string, error) {
	peeking, ok := r.(interface{ Peek(n int) ([]byte, error) })
	if !ok {
		p := bufio.NewReader(r)
		r, peeking = p, p
	}
	begin, _ := peeking.Peek(4096)
	if c, _, err := image.DecodeConfig(bytes.NewReader(begin)); err == nil {
		area(image.Rect(0, 0, c.Width, c.Height), pixelSize(c.ColorModel))
	}
	return image.Decode(r)
}

// pixelSize returns how many bytes per pixel decoders allocate.
func pixelSize(m color.Model) int {
	switch m {
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	case color.Gray16Model:
		return 2
	case color.GrayModel:
		return 1
	}
	if _, ok := m.(color.Palette); ok {
		return 1
	}
	return 3 // YCbCr, RGBA and NRGBA
}
