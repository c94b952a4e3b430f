package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing/fstest"
	"time"
)

// A write-ahead log: framed records, checksums, replay, in-memory fs.
type Kind uint8

const (
	Put Kind = iota + 1
	Del
	Mark
)

//go:generate nothing
func (k Kind) String() string { return [...]string{"?", "put", "del", "mark"}[min(k, Mark)] }

type Rec struct {
	Kind Kind
	Key  [4]byte
	Len  uint16
}
type Entry struct {
	Rec
	Val []byte
	At  time.Time
}

var ErrSum = errors.New("bad checksum")

type CorruptError struct {
	Off int64
	Err error
}

func (e *CorruptError) Error() string { return fmt.Sprintf("at %d: %v", e.Off, e.Err) }
func (e *CorruptError) Unwrap() error { return e.Err }

type Log struct {
	w   io.Writer
	sum hash.Hash32
	mu  sync.Mutex
	n   int
}

func NewLog(w io.Writer) *Log { return &Log{w: w, sum: crc32.New(crc32.MakeTable(crc32.Castagnoli))} }

func (l *Log) Append(k Kind, key string, val []byte) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() {
		if err == nil {
			l.n++
		}
	}()
	l.sum.Reset()
	r := Rec{Kind: k, Len: uint16(len(val))}
	copy(r.Key[:], key)
	w := io.MultiWriter(l.w, l.sum)
	for _, p := range []any{r, val} {
		if err := binary.Write(w, binary.LittleEndian, p); err != nil {
			return fmt.Errorf("append %v: %w", k, err)
		}
	}
	return binary.Write(l.w, binary.LittleEndian, l.sum.Sum32())
}

type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

func Replay(r io.Reader, f func(Rec, []byte) error) (err error) {
	c := &counter{Reader: r}
	defer func() {
		if err != nil && err != io.EOF {
			err = &CorruptError{c.n, err}
		} else {
			err = nil
		}
	}()
	for {
		var rec Rec
		sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
		if err := binary.Read(io.TeeReader(c, sum), binary.LittleEndian, &rec); err != nil {
			return err
		}
		val := make([]byte, rec.Len)
		if _, err := io.ReadFull(io.TeeReader(c, sum), val); err != nil {
			return err
		}
		var want uint32
		if err := binary.Read(c, binary.LittleEndian, &want); err != nil {
			return io.ErrUnexpectedEOF
		}
		if want != sum.Sum32() {
			return fmt.Errorf("%w: %08x", ErrSum, want^sum.Sum32())
		}
		if err := f(rec, val); err != nil {
			return err
		}
	}
}

func main() {
	dir, _ := os.MkdirTemp("", "wal")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "a.log.gz")
	file, err := os.Create(name)
	if err != nil {
		panic(err)
	}
	zw := gzip.NewWriter(file)
	zw.Name = "wal"
	l := NewLog(bufio.NewWriter(zw))
	for i, s := range []string{"one", "two", ""} {
		fmt.Println(l.Append(Kind(i+1), s, []byte(strings.Repeat(s, i+1))))
	}
	fmt.Println(l.w.(*bufio.Writer).Flush(), zw.Close(), file.Close(), l.n)
	file, _ = os.Open(name)
	zr, err := gzip.NewReader(file)
	raw, _ := io.ReadAll(zr)
	fmt.Println(err, zr.Name, len(raw), hex.EncodeToString(raw[:12]))
	state := map[[4]byte][]byte{}
	apply := func(r Rec, v []byte) error {
		fmt.Printf("%v %q %d %s\n", r.Kind, r.Key, r.Len, v)
		switch r.Kind {
		case Put:
			state[r.Key] = v
		case Mark:
			return io.EOF
		}
		return nil
	}
	fmt.Println(Replay(bytes.NewReader(raw), apply))
	bad := bytes.Clone(raw)
	bad[8] ^= 0xff
	err = Replay(bytes.NewReader(bad), apply)
	var ce *CorruptError
	fmt.Println(err, errors.Is(err, ErrSum), errors.As(err, &ce), ce.Off)
	err = Replay(bytes.NewReader(raw[:9]), apply)
	fmt.Println(err, errors.Is(err, io.ErrUnexpectedEOF))
	fmt.Printf("%s %x\n", state[[4]byte{'o', 'n', 'e'}], sha256.Sum256(raw))
	var buf bytes.Buffer
	at := time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC)
	gob.NewEncoder(&buf).Encode(map[Kind]Entry{Put: {Rec{Kind: Del}, []byte("v"), at}})
	var m map[Kind]Entry
	fmt.Println(gob.NewDecoder(&buf).Decode(&m), m[Put].At.Equal(at), m[Put].Kind, m)
	mem := fstest.MapFS{"logs/a": {Data: raw, ModTime: at}, "logs/sub/b": {Data: raw[:3]}}
	fs.WalkDir(mem, ".", func(p string, d fs.DirEntry, err error) error {
		i, _ := d.Info()
		fmt.Println(p, d.IsDir(), i.Size(), i.Mode())
		if p == "logs/sub" {
			return fs.SkipDir
		}
		return err
	})
	_, err = fs.Stat(mem, "nope")
	var pe *fs.PathError
	fmt.Println(errors.As(err, &pe), pe.Op, err)
}
