package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing/iotest"
	"unicode"
)

type upper struct{ r io.Reader }

func (u upper) Read(p []byte) (n int, err error) {
	n, err = u.r.Read(p[:min(len(p), 3)])
	for i, c := range p[:n] {
		if c == '#' {
			return i, errors.New("hash")
		}
		p[i] = byte(unicode.ToUpper(rune(c)))
	}
	return
}

type count struct {
	io.Writer
	n, calls int
}

func (c *count) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.n += n
	c.calls++
	return n, err
}
func (c *count) WriteString(s string) (int, error) { return c.Write([]byte("s:" + s)) }

func csvSplit(data []byte, eof bool) (adv int, tok []byte, err error) {
	for i, b := range data {
		switch b {
		case ',':
			return i + 1, data[:i], nil
		case '!':
			return 0, nil, fmt.Errorf("bang at %d", i)
		case ';':
			return i + 1, data[:i], bufio.ErrFinalToken
		}
	}
	if eof && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

func scan(s string) {
	sc := bufio.NewScanner(iotest.OneByteReader(strings.NewReader(s)))
	sc.Buffer(make([]byte, 2), 8)
	sc.Split(csvSplit)
	var out []string
	for sc.Scan() {
		out = append(out, sc.Text())
	}
	fmt.Printf("%q %v\n", out, sc.Err())
}

func main() {
	for _, s := range []string{"a,bb,,c", "x,y!z", "1,2;3,4", "toolongtoken,", "", ","} {
		scan(s)
	}
	b, err := io.ReadAll(upper{strings.NewReader("hello wor#ld")})
	fmt.Printf("%s %v\n", b, err)
	var sb strings.Builder
	c := &count{Writer: &sb}
	w := bufio.NewWriterSize(c, 16)
	fmt.Fprintf(w, "%05d|%s", 42, strings.Repeat("ab", 10))
	fmt.Println(w.Buffered(), w.Available(), c.n, w.Flush(), c.n, c.calls)
	io.WriteString(c, "direct")
	io.Copy(c, upper{strings.NewReader("copied")})
	fmt.Println(sb.String(), c.calls)
	pr, pw := io.Pipe()
	go func() {
		defer pw.CloseWithError(errors.New("producer done"))
		for i := range 3 {
			fmt.Fprintln(pw, "line", i)
		}
	}()
	br := bufio.NewReader(io.TeeReader(pr, c))
	for {
		l, err := br.ReadString('\n')
		fmt.Printf("%q %v\n", l, err)
		if err != nil {
			break
		}
	}
	r := bufio.NewReader(io.MultiReader(strings.NewReader("ab"), io.LimitReader(strings.NewReader("cdefgh"), 3)))
	p, _ := r.Peek(3)
	fmt.Printf("%s ", p)
	r.UnreadByte()
	ru, n, _ := r.ReadRune()
	fmt.Println(string(ru), n, r.UnreadRune(), r.UnreadRune())
	rest, _ := io.ReadAll(r)
	fmt.Println(string(rest))
	sr := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	sr.Seek(-2, io.SeekEnd)
	q, _ := io.ReadAll(sr)
	_, err = sr.Seek(-9, io.SeekCurrent)
	fmt.Println(string(q), err, sr.Size())
	_, err = io.ReadFull(strings.NewReader("ab"), make([]byte, 3))
	_, err2 := io.CopyN(io.Discard, strings.NewReader("ab"), 3)
	_, err3 := io.ReadAtLeast(strings.NewReader("ab"), make([]byte, 1), 2)
	fmt.Println(err, err2, err3)
	fmt.Println(iotest.TestReader(strings.NewReader("abc"), []byte("abc")), iotest.TestReader(upper{strings.NewReader("abc")}, []byte("ABC")) == nil)
	var x, y int
	var s string
	k, err := fmt.Sscanf("7-8 word", "%d-%d %s", &x, &y, &s)
	fmt.Println(k, err, x, y, s)
	k, err = fmt.Sscan("1 two", &x, &y)
	fmt.Println(k, err, x)
	k, err = fmt.Fscanln(strings.NewReader("1\n2"), &x, &y)
	fmt.Println(k, err)
}
