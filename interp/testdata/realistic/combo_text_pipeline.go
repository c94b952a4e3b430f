package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// stage changes the text that it reads.
type stage func(io.Reader) io.Reader

func (s stage) then(next stage) stage { return func(r io.Reader) io.Reader { return next(s(r)) } }

type mapped struct {
	src  *bufio.Reader
	f    func(rune, int) []rune
	rest []byte
	n    int
	err  error
}

func each(f func(rune, int) []rune) stage {
	return func(r io.Reader) io.Reader { return &mapped{src: bufio.NewReaderSize(r, 16), f: f} }
}

func (m *mapped) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(m.rest) == 0 {
			if m.err != nil {
				break
			}
			r, size, err := m.src.ReadRune()
			switch {
			case err != nil:
				m.err = err
				continue
			case r == utf8.RuneError && size == 1:
				m.err = fmt.Errorf("byte %d: %w", m.n, errEncoding)
				continue
			}
			for _, r := range m.f(r, m.n) {
				m.rest = utf8.AppendRune(m.rest, r)
			}
			m.n += size
			continue
		}
		k := copy(p[n:], m.rest)
		m.rest = m.rest[k:]
		n += k
	}
	if n > 0 {
		return n, nil
	}
	return 0, m.err
}

var errEncoding = errors.New("no UTF-8")

// dripping gives a few bytes at a time.
type dripping struct {
	io.Reader
	sizes []int
}

func (d *dripping) Read(p []byte) (int, error) {
	if len(d.sizes) == 0 {
		d.sizes = []int{1, 2, 5}
	}
	k := min(len(p), d.sizes[0])
	d.sizes = d.sizes[1:]
	return d.Reader.Read(p[:k])
}

type counting struct {
	bytes, writes int
	io.Writer
}

func (c *counting) Write(p []byte) (n int, err error) {
	defer func() { c.bytes += n }()
	c.writes++
	if bytes.Contains(p, []byte("STOP")) {
		return bytes.Index(p, []byte("STOP")), io.ErrShortWrite
	}
	return c.Writer.Write(p)
}

func main() {
	shout := each(func(r rune, _ int) []rune {
		switch {
		case 'a' <= r && r <= 'z':
			return []rune{r - 'a' + 'A'}
		case r == 'ß':
			return []rune("SS")
		}
		return []rune{r}
	})
	double := each(func(r rune, at int) []rune {
		if at%5 == 0 {
			return []rune{r, '|', r}
		}
		return []rune{r}
	})
	drop := each(func(r rune, _ int) []rune {
		if r == ' ' {
			return nil
		}
		return []rune{r}
	})
	for _, in := range []string{"straße und weg", "héllo wörld", "ok\xffbad", "stop here", ""} {
		var out strings.Builder
		w := &counting{Writer: &out}
		all := shout.then(double).then(drop)
		n, err := io.Copy(w, struct{ io.Reader }{all(&dripping{Reader: strings.NewReader(in)})})
		fmt.Printf("%q %d %v %v %d/%d\n", out.String(), n, err, errors.Is(err, errEncoding), w.bytes, w.writes)
	}
	sc := bufio.NewScanner(shout(strings.NewReader("a b\nc  d\n\ne")))
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		defer func(word string) { fmt.Print(word, ";") }(sc.Text())
	}
	pr, pw := io.Pipe()
	go func() {
		_, err := io.Copy(pw, io.LimitReader(double(strings.NewReader("0123456789")), 7))
		pw.CloseWithError(errors.Join(err, io.ErrClosedPipe))
	}()
	b, err := io.ReadAll(io.TeeReader(pr, &counting{Writer: io.Discard}))
	fmt.Printf("%s %v\n", b, err)
}
