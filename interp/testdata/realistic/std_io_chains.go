package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"testing/iotest"
	"unicode"
)

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (n int, err error) {
	n, err = r.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return
}

type countW struct{ n, calls int }

func (c *countW) Write(p []byte) (int, error) { c.n += len(p); c.calls++; return len(p), nil }

type limitErr struct {
	io.Writer
	left int
}

func (l *limitErr) Write(p []byte) (int, error) {
	if len(p) > l.left {
		n, _ := l.Writer.Write(p[:l.left])
		l.left = 0
		return n, io.ErrShortWrite
	}
	l.left -= len(p)
	return l.Writer.Write(p)
}

type wt struct{ parts []string }

func (w wt) WriteTo(dst io.Writer) (total int64, err error) {
	for _, p := range w.parts {
		n, err := io.WriteString(dst, p)
		total += int64(n)
		if err != nil {
			return total, err
		}
	}
	return
}
func (w wt) Read([]byte) (int, error) { panic("not to be called") }

type seg struct {
	off int64
	b   []byte
}

func (s *seg) WriteAt(p []byte, off int64) (int, error) {
	s.off = off
	s.b = append(s.b, p...)
	return len(p), nil
}

func main() {
	var h hash.Hash = hmac.New(sha256.New, []byte("key"))
	c := &countW{}
	var buf strings.Builder
	mw := io.MultiWriter(h, c, &buf)
	n, err := io.Copy(mw, io.TeeReader(rot13{strings.NewReader("Uryyb, Jbeyq")}, os.Stdout))
	fmt.Println("", n, err, *c, buf.String(), hex.EncodeToString(h.Sum(nil))[:16])
	pr, pw := io.Pipe()
	go func() {
		z := gzip.NewWriter(pw)
		for i := range 3 {
			fmt.Fprintf(z, "line %d\n", i)
		}
		z.Close()
		pw.CloseWithError(fmt.Errorf("done: %w", io.EOF))
	}()
	zr, err := gzip.NewReader(pr)
	fmt.Println(err)
	sc := bufio.NewScanner(zr)
	for sc.Scan() {
		fmt.Printf("%q ", sc.Text())
	}
	fmt.Println(sc.Err())
	l := &limitErr{c, 5}
	bw := bufio.NewWriterSize(l, 16)
	for i := range 4 {
		_, err := fmt.Fprint(bw, "abcdefg")
		fmt.Print(i, " ", err, " ", bw.Buffered(), ";")
	}
	fmt.Println(bw.Flush(), c)
	sections(&buf)
	readers()
	scans()
}

func sections(buf io.Writer) {
	sr := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	b := make([]byte, 3)
	fmt.Println(sr.ReadAt(b, 3))
	sr.Seek(-2, io.SeekEnd)
	rest, err := io.ReadAll(sr)
	fmt.Printf("%s %v %s %d\n", b, err, rest, sr.Size())
	n, err := io.Copy(buf, wt{[]string{"a", "b"}})
	fmt.Println(n, err)
	_, err = io.ReadFull(iotest.OneByteReader(strings.NewReader("ab")), b)
	fmt.Println(err, errors.Is(err, io.ErrUnexpectedEOF))
}

func readers() {
	rs := bufio.NewReader(iotest.TimeoutReader(iotest.HalfReader(strings.NewReader("héllo\nwörld"))))
	for {
		r, size, err := rs.ReadRune()
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Print(string(unicode.ToUpper(r)), size)
	}
	s := &seg{}
	ow := io.NewOffsetWriter(s, 10)
	ow.Write([]byte("xy"))
	ow.Seek(5, io.SeekStart)
	ow.Write([]byte("z"))
	fmt.Println(s.off, string(s.b))
	words := bufio.NewScanner(strings.NewReader("a1b22c333"))
	words.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		i := bytes.IndexFunc(data, unicode.IsDigit)
		if i < 0 {
			if atEOF && len(data) > 0 {
				return len(data), data, bufio.ErrFinalToken
			}
			return 0, nil, nil
		}
		if i == 0 {
			return 1, nil, nil
		}
		return i, data[:i], nil
	})
	for words.Scan() {
		fmt.Print(words.Text(), ".")
	}
	fmt.Println(words.Err())
	fmt.Printf("%08x\n", crc32.ChecksumIEEE([]byte("hello")))
}

func scans() {
	rr := io.MultiReader(strings.NewReader("a"), io.LimitReader(strings.NewReader("bcd"), 2),
		iotest.ErrReader(errors.New("bad")))
	all, err := io.ReadAll(rr)
	fmt.Printf("%s %v\n", all, err)
	var sb strings.Builder
	fmt.Fscanf(strings.NewReader("7 x 0x1f"), "%d %s %v", new(int), new(string), new(int))
	var a, d int
	var w string
	k, err := fmt.Sscanf("7-x-31", "%d-%1s-%o", &a, &w, &d)
	fmt.Println(k, err, a, w, d, sb.Len())
	k, err = fmt.Sscan("1 two", &a, &d)
	fmt.Println(k, err, a)
}
