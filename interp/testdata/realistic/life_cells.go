package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"os"
	"strings"
	"unsafe"
)

const W, H = 16, 8

type Board [H]uint16

func (b Board) At(x, y int) bool { return b[(y+H)%H]>>uint((x+W)%W)&1 == 1 }

func (b *Board) Set(x, y int, on bool) *Board {
	if m := uint16(1) << (x % W); on {
		b[y%H] |= m
	} else {
		b[y%H] &^= m
	}
	return b
}

func (b Board) Next() (n Board) {
	for y := range b {
		for x := range W {
			k := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if (dx != 0 || dy != 0) && b.At(x+dx, y+dy) {
						k++
					}
				}
			}
			n.Set(x, y, k == 3 || k == 2 && b.At(x, y))
		}
	}
	return
}

func (b Board) String() string {
	var s strings.Builder
	for y, row := range b {
		if row == 0 {
			continue
		}
		fmt.Fprintf(&s, "%d %016b %2d\n", y, bits.Reverse16(row), bits.OnesCount16(row))
	}
	return s.String()
}

func (b *Board) UnmarshalText(text []byte) error {
	*b = Board{}
	for y, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		if y >= H {
			return fmt.Errorf("line %d: %w", y, io.ErrShortBuffer)
		}
		for x, c := range line {
			switch c {
			case '#':
				b.Set(x, y, true)
			case '.', ' ':
			default:
				return fmt.Errorf("%d:%d: bad %q", y, x, c)
			}
		}
	}
	return nil
}

func (b Board) MarshalBinary() ([]byte, error) {
	buf := new(bytes.Buffer)
	err := binary.Write(buf, binary.BigEndian, b)
	return binary.LittleEndian.AppendUint32(buf.Bytes(), crc32.ChecksumIEEE(buf.Bytes())), err
}

type history struct {
	seen map[Board]int
	list []Board
}

func (h *history) run(b Board, most int) (start, period int, ok bool) {
	h.seen = map[Board]int{}
	for i := range most {
		if at, again := h.seen[b]; again {
			return at, i - at, true
		}
		h.seen[b] = i
		h.list = append(h.list, b)
		b = b.Next()
	}
	return 0, most, false
}

func main() {
	var b Board
	fmt.Println(b.UnmarshalText([]byte(".#\n..#\n###\n")), unsafe.Sizeof(b))
	fmt.Print(b)
	g := b
	for range 4 {
		g = g.Next()
	}
	fmt.Print(g, g == b, "\n")
	fmt.Println(b.UnmarshalText([]byte("#x")), b.UnmarshalText([]byte(strings.Repeat(".\n", 9)+".")))
	b = Board{}
	b.Set(3, 1, true).Set(4, 1, true).Set(5, 1, true).Set(5, 1, false).Set(2, 1, true)
	h := &history{}
	start, period, ok := h.run(b, 50)
	fmt.Println(start, period, ok, len(h.list))
	raw, err := b.MarshalBinary()
	sum := sha256.Sum256(raw)
	fmt.Printf("%x %v %s %s\n", raw, err, hex.EncodeToString(sum[:4]), base64.RawURLEncoding.EncodeToString(raw[:5]))
	d := hex.Dumper(os.Stdout)
	d.Write(raw)
	d.Close()
	var back struct {
		B   Board
		Sum uint32
	}
	fmt.Println(binary.Read(bytes.NewReader(raw), binary.BigEndian, &back), back.B == b, bits.ReverseBytes32(back.Sum) == crc32.ChecksumIEEE(raw[:16]))
	p := &h.list[0]
	p[0], p[H-1] = p[H-1], 0xffff
	rows := p[:2]
	rows[0]++
	fmt.Println(h.list[0][0], len(p), cap(rows), h.list[0] != b)
	type pos struct{ x, y int8 }
	m := map[[2]pos]*Board{{{1, 2}, {3, 4}}: p}
	m[[2]pos{{1, 2}, {3, 4}}][1] = 7
	fmt.Println(p[1], *m[[2]pos{{1, 2}, {3, 4}}] == h.list[0])
}
