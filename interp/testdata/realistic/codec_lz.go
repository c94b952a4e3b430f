package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

type token struct {
	back, length int
	next         byte
}

func compress(data []byte) (out []token) {
	for i := 0; i < len(data); {
		best := token{next: data[i]}
		for start := max(0, i-255); start < i; start++ {
			n := 0
			for i+n < len(data)-1 && data[start+n] == data[i+n] {
				n++
			}
			if n > best.length {
				best = token{i - start, n, data[i+n]}
			}
		}
		out = append(out, best)
		i += best.length + 1
	}
	return
}

func decompress(tokens []token) []byte {
	var buf bytes.Buffer
	for _, t := range tokens {
		for range t.length {
			buf.WriteByte(buf.Bytes()[buf.Len()-t.back])
		}
		buf.WriteByte(t.next)
	}
	return buf.Bytes()
}

type upperWriter struct{ w io.Writer }

func (u upperWriter) Write(p []byte) (int, error) { return u.w.Write(bytes.ToUpper(p)) }

func zip(s string) (packed []byte, err error) {
	var buf bytes.Buffer
	zw := gzip.NewWriter(&buf)
	defer func() {
		if cerr := zw.Close(); err == nil {
			err = cerr
		}
		packed = buf.Bytes()
	}()
	_, err = io.Copy(upperWriter{zw}, strings.NewReader(s))
	return
}

func main() {
	for _, s := range []string{"", "a", "abcabcabcabcd", "aaaaaaaaaaaaaaaa", "she sells sea shells by the sea shore"} {
		tokens := compress([]byte(s))
		fmt.Println(len(s), len(tokens), string(decompress(tokens)) == s)
	}
	fmt.Println(compress([]byte("banana")))
	packed, err := zip(strings.Repeat("hello ", 50))
	fmt.Println(len(packed) < 60, err)
	zr, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := io.ReadAll(zr)
	fmt.Println(len(text), string(text[:12]), err, crc32.ChecksumIEEE(text) == crc32.ChecksumIEEE([]byte(strings.Repeat("HELLO ", 50))))
	_, err = gzip.NewReader(strings.NewReader("not gzip"))
	fmt.Println(err)
}
