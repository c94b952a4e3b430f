package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// A log of records with length and checksum, as databases write them.

type header struct {
	Size uint32
	Sum  uint32
}

type Log struct {
	f    *os.File
	size int64
}

type CorruptError struct {
	Offset int64
	Reason string
}

func (c *CorruptError) Error() string { return fmt.Sprintf("corrupt at %d: %s", c.Offset, c.Reason) }

func Open(name string) (l *Log, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return &Log{f: f, size: st.Size()}, nil
}

func (l *Log) Append(data []byte) (off int64, err error) {
	var buf bytes.Buffer
	h := header{uint32(len(data)), crc32.ChecksumIEEE(data)}
	if err := binary.Write(&buf, binary.LittleEndian, h); err != nil {
		return 0, err
	}
	buf.Write(data)
	off = l.size
	n, err := l.f.WriteAt(buf.Bytes(), off)
	l.size += int64(n)
	return off, err
}

func (l *Log) ReadAt(off int64) (data []byte, next int64, err error) {
	r := io.NewSectionReader(l.f, off, l.size-off)
	var h header
	if err = binary.Read(r, binary.LittleEndian, &h); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = &CorruptError{off, "short header"}
		}
		return nil, off, err
	}
	data = make([]byte, h.Size)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, off, &CorruptError{off, err.Error()}
	}
	if crc32.ChecksumIEEE(data) != h.Sum {
		return nil, off, &CorruptError{off, "checksum"}
	}
	return data, off + 8 + int64(h.Size), nil
}

func (l *Log) Each(f func(off int64, data []byte) error) (n int, err error) {
	for off := int64(0); ; n++ {
		data, next, err := l.ReadAt(off)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("record %d: %w", n, err)
		}
		if err := f(off, data); err != nil {
			return n, err
		}
		off = next
	}
}

func (l *Log) Close() error { return l.f.Close() }

func main() {
	dir, _ := os.MkdirTemp("", "log")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "wal")
	l, err := Open(name)
	fmt.Println(err)
	for _, s := range []string{"first", "", "the third record", "\x00\x01\xff"} {
		off, err := l.Append([]byte(s))
		fmt.Println("append", len(s), "at", off, err)
	}
	print := func(off int64, data []byte) error {
		_, err := fmt.Printf("%3d %q\n", off, data)
		return err
	}
	fmt.Println(l.Each(print))
	l.Close()

	l, _ = Open(name)
	l.f.WriteAt([]byte("T"), 29)
	n, err := l.Each(func(int64, []byte) error { return nil })
	var ce *CorruptError
	fmt.Println(n, err, errors.As(err, &ce) && ce.Offset == 21)
	l.f.WriteAt([]byte("t"), 29)
	l.size -= 2
	fmt.Println(l.Each(func(int64, []byte) error { return nil }))
	l.size = 5
	fmt.Println(l.Each(print))
	stop := errors.New("enough")
	l.size = 60
	count := 0
	_, err = l.Each(func(int64, []byte) error {
		if count++; count == 2 {
			return stop
		}
		return nil
	})
	fmt.Println(count, err == stop)
	defer func() { fmt.Println("close:", l.Close()) }()
	_, err = Open(filepath.Join(dir, "no", "such"))
	fmt.Println(os.IsNotExist(err))
}
