package main

import "bufio"
import "fmt"
import "io"
import "strings"

type rot struct {
	io.Reader
	n byte
}
type count struct {
	w io.Writer
	n int64
}

func (r *rot) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	for i := range b[:n] {
		b[i] += r.n
	}
	return n, err
}
func (c *count) Write(b []byte) (int, error) { n, err := c.w.Write(b); c.n += int64(n); return n, err }
func (c *count) ReadFrom(r io.Reader) (int64, error) {
	n, err := io.Copy(struct{ io.Writer }{c}, r)
	return n + 1000, err
}
func (r *rot) WriteTo(w io.Writer) (int64, error) {
	n, err := io.Copy(w, struct{ io.Reader }{r})
	return n + 100, err
}
func (c count) String() string { return fmt.Sprint("count ", c.n) }

func main() {
	var b strings.Builder
	c := &count{w: &b}
	n, err := io.Copy(c, strings.NewReader("abc"))
	fmt.Println(n, err, b.String(), c)
	n, err = io.Copy(c, &rot{strings.NewReader("abc"), 1})
	fmt.Println(n, err, b.String(), c.n)
	n, err = io.Copy(c, struct{ io.Reader }{strings.NewReader("xyz")})
	fmt.Println(n, err, *c)
	bw := bufio.NewWriterSize(c, 16)
	fmt.Fprint(bw, "buffered text that is long")
	bw.ReadFrom(strings.NewReader("!"))
	bw.Flush()
	fmt.Println(b.Len(), c)
	sc := bufio.NewScanner(&rot{strings.NewReader("1 2\n3"), 1})
	sc.Split(bufio.ScanWords)
	for sc.Scan() {
		fmt.Print(sc.Text(), ";")
	}
	fmt.Println()
}
